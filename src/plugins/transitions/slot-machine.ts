import { createGrid } from '../../core/flaps/grid.ts';
import { defineManifest } from '../contract/manifest.ts';
import type { TransitionPlugin } from '../contract/plugin.ts';

// A to Z, the drums of the machine.
const LETTERS = 26;

const manifest = defineManifest({
  id: 'slot_machine',
  name: 'Slot machine',
  description: 'All columns spin through letters and stop from left to right',
  icon: 'cherry',
  category: 'transition',
  plugin_type: 'transition',
  settings: {
    spins: { type: 'integer', title: 'Spins before the first column stops', minimum: 1, maximum: 50, default: 4 },
    columns_per_stop: { type: 'integer', title: 'Columns that stop together', minimum: 1, maximum: 20, default: 2 },
    frame_interval_ms: { type: 'integer', title: 'Milliseconds per step', minimum: 50, maximum: 2000, default: 250 },
  },
});

/** Every cell spins until its column has stopped; blank cells of the target spin too, as drums do. */
export const slotMachine: TransitionPlugin = {
  manifest,
  *frames({ to, rows, cols, config, random }) {
    const stop = Number(config['columns_per_stop']);
    const spins = Number(config['spins']);
    const total = spins + Math.ceil(cols / stop);
    for (let step = 1; step <= total; step++) {
      const stopped = Math.max(0, step - spins) * stop;
      const grid = createGrid(rows, cols);
      for (let cell = 0; cell < grid.codes.length; cell++)
        grid.codes[cell] = cell % cols < stopped ? (to.codes[cell] as number) : 1 + Math.floor(random() * LETTERS);
      yield { grid, delay_ms: Number(config['frame_interval_ms']) };
    }
  },
};
