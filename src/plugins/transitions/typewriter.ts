import { createGrid } from '../../core/flaps/grid.ts';
import { defineManifest } from '../contract/manifest.ts';
import type { TransitionPlugin } from '../contract/plugin.ts';

// Large walls take more characters per step, so that a page is typed within the frames that an animation may have.
const MOST_FRAMES = 400;

const manifest = defineManifest({
  id: 'typewriter',
  name: 'Typewriter',
  description: 'Clears the board and types the new page, character by character',
  icon: 'keyboard',
  category: 'transition',
  plugin_type: 'transition',
  settings: {
    chars_per_frame: { type: 'integer', title: 'Characters per step', minimum: 1, maximum: 20, default: 1 },
    frame_interval_ms: { type: 'integer', title: 'Milliseconds per step', minimum: 50, maximum: 2000, default: 150 },
  },
});

/** The cells that the target fills, in reading order, onto a blank board. */
export const typewriter: TransitionPlugin = {
  manifest,
  *frames({ to, rows, cols, config }) {
    const delay_ms = Number(config['frame_interval_ms']);
    const filled = Array.from(to.codes.keys()).filter((cell) => to.codes[cell] !== 0);
    const size = Math.max(Number(config['chars_per_frame']), Math.ceil(filled.length / MOST_FRAMES));
    let shown = createGrid(rows, cols);
    yield { grid: shown, delay_ms };
    for (let first = 0; first < filled.length; first += size) {
      shown = { ...shown, codes: shown.codes.slice() };
      for (const cell of filled.slice(first, first + size)) shown.codes[cell] = to.codes[cell] as number;
      yield { grid: shown, delay_ms };
    }
  },
};
