import { rowCells } from './strategy.ts';
import type { Strategy } from './strategy.ts';

/** Rows from top to bottom. */
export const row: Strategy = (rows, cols) =>
  Array.from({ length: rows }, (_, index) => ({ show: rowCells(index, cols) }));
