import { columnCells } from './strategy.ts';
import type { Strategy } from './strategy.ts';

/** A blank column runs from left to right, and the new picture stands behind it. */
export const wipe: Strategy = (rows, cols) =>
  Array.from({ length: cols + 1 }, (_, col) => ({
    clear: col < cols ? columnCells(col, rows, cols) : [],
    show: col > 0 ? columnCells(col - 1, rows, cols) : [],
  }));
