import { createGrid, type Grid } from '../../../src/core/flaps/grid.ts';
import { layoutText } from '../../../src/core/flaps/message.ts';

/**
 * Text as the cloud lays it out: wrapped greedily, the longest line centred, the others flush left with it, a surplus
 * blank row below.
 */
export const layoutBlock = (message: string, rows: number, cols: number): Grid => {
  const laid = layoutText(message, { rows, cols });
  const used = Array.from(laid.codes.keys()).filter((index) => laid.codes[index] !== 0);
  const height = Math.max(0, ...used.map((index) => Math.floor(index / cols) + 1));
  const width = Math.max(0, ...used.map((index) => (index % cols) + 1));
  const offset = Math.floor((rows - height) / 2) * cols + Math.floor((cols - width) / 2);
  const centred = createGrid(rows, cols);
  for (const index of used) centred.codes[index + offset] = laid.codes[index] ?? 0;
  return centred;
};
