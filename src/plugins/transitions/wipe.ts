import { stepsOf } from '../../core/transition/steps.ts';
import { defineManifest } from '../contract/manifest.ts';
import type { TransitionPlugin } from '../contract/plugin.ts';

const manifest = defineManifest({
  id: 'wipe',
  name: 'Wipe',
  description: 'A blank column runs across the board and leaves the new picture behind it',
  icon: 'move-right',
  category: 'transition',
  plugin_type: 'transition',
  settings: {
    columns_per_frame: { type: 'integer', title: 'Columns per step', minimum: 1, maximum: 20, default: 1 },
    frame_interval_ms: { type: 'integer', title: 'Milliseconds per step', minimum: 50, maximum: 2000, default: 120 },
  },
});

/** Column by column from left to right, a blank column ahead. */
export const wipe: TransitionPlugin = {
  manifest,
  *frames({ from, to, config }) {
    for (const grid of stepsOf('wipe', from, to, Number(config['columns_per_frame'])))
      yield { grid, delay_ms: Number(config['frame_interval_ms']) };
  },
};
