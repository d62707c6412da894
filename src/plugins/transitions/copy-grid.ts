import type { Grid } from '../../core/flaps/grid.ts';

/** A grid of its own with the same content, to be changed before it is handed out. */
export const copyGrid = (grid: Grid): Grid => ({ rows: grid.rows, cols: grid.cols, codes: grid.codes.slice() });
