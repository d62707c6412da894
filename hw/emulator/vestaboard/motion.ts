import { createGrid, type Grid } from '../../../src/core/flaps/grid.ts';

/** A transition as it arrives with a message. */
export interface Motion {
  readonly strategy: string | null;
  readonly intervalMs: number;
  readonly stepSize: number;
}

/** The place of a cell in a strategy's order, from 0. */
const ORDERS: Readonly<Record<string, (row: number, col: number, grid: Grid) => number>> = {
  column: (_row, col) => col,
  'reverse-column': (_row, col, { cols }) => cols - 1 - col,
  'edges-to-center': (_row, col, { cols }) => Math.min(col, cols - 1 - col),
  row: (row) => row,
  diagonal: (row, col) => row + col,
  random: (row, col, grid) => shuffledPlace(row * grid.cols + col, grid.codes.length),
};

/** Names of the strategies that a Vestaboard knows. */
export const STRATEGIES: readonly string[] = Object.keys(ORDERS);

/** A permutation that looks like chance and is the same every time: the stride is prime and divides no board's size. */
const shuffledPlace = (index: number, size: number): number => (index * 7919) % size;

const stepOf = (motion: Motion, index: number, grid: Grid): number => {
  const order = motion.strategy === null ? undefined : ORDERS[motion.strategy];
  return order ? Math.floor(order(Math.floor(index / grid.cols), index % grid.cols, grid) / motion.stepSize) : 0;
};

/** How many steps a transition takes on a board of a size; 1 when all flaps start together. */
export const countSteps = (motion: Motion, rows: number, cols: number): number => {
  const grid = createGrid(rows, cols);
  let last = 0;
  for (let index = 0; index < grid.codes.length; index++) last = Math.max(last, stepOf(motion, index, grid));
  return last + 1;
};

/** What stands on the board `elapsedMs` after a transition began: the first step is taken at once. */
export const gridDuring = (motion: Motion, from: Grid, to: Grid, elapsedMs: number): Grid => {
  const taken = motion.intervalMs === 0 ? Number.POSITIVE_INFINITY : Math.floor(elapsedMs / motion.intervalMs);
  const codes = to.codes.map((code, index) => (stepOf(motion, index, to) <= taken ? code : (from.codes[index] ?? 0)));
  return { rows: to.rows, cols: to.cols, codes };
};
