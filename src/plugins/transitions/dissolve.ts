import { gridDifference } from '../../core/flaps/grid.ts';
import { permutation } from '../../core/random.ts';
import { defineManifest } from '../contract/manifest.ts';
import type { TransitionPlugin } from '../contract/plugin.ts';

const manifest = defineManifest({
  id: 'dissolve',
  name: 'Dissolve',
  description: 'The cells that differ change in random order',
  icon: 'sparkles',
  category: 'transition',
  plugin_type: 'transition',
  settings: {
    steps: { type: 'integer', title: 'Steps', minimum: 1, maximum: 200, default: 12 },
    frame_interval_ms: { type: 'integer', title: 'Milliseconds per step', minimum: 50, maximum: 2000, default: 250 },
  },
});

/** The old picture turns into the new one, a few scattered cells at a time. */
export const dissolve: TransitionPlugin = {
  manifest,
  *frames({ from, to, config, random }) {
    const cells = gridDifference(from, to);
    const order = permutation(cells.length, random).map((index) => cells[index] as number);
    const size = Math.max(1, Math.ceil(order.length / Number(config['steps'])));
    let shown = from;
    for (let first = 0; first < order.length; first += size) {
      shown = { ...shown, codes: shown.codes.slice() };
      for (const cell of order.slice(first, first + size)) shown.codes[cell] = to.codes[cell] as number;
      yield { grid: shown, delay_ms: Number(config['frame_interval_ms']) };
    }
  },
};
