import { columnCells } from './strategy.ts';
import type { Strategy } from './strategy.ts';

/** Columns from left to right. */
export const column: Strategy = (rows, cols) =>
  Array.from({ length: cols }, (_, col) => ({ show: columnCells(col, rows, cols) }));
