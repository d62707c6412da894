import type { Random } from '../random.ts';

/** One unit of a transition: cells (row · cols + col) that go blank, and cells that then show their new flap. */
export interface Unit {
  readonly clear?: readonly number[];
  readonly show: readonly number[];
}

/** The units of a transition over a grid, in order; `step_size` of them make a step. Every cell is shown by the end. */
export type Strategy = (rows: number, cols: number, random: Random) => Unit[];

/** The cells of a column, top to bottom. */
export const columnCells = (col: number, rows: number, cols: number): number[] =>
  Array.from({ length: rows }, (_, row) => row * cols + col);

/** The cells of a row, left to right. */
export const rowCells = (row: number, cols: number): number[] =>
  Array.from({ length: cols }, (_, col) => row * cols + col);
