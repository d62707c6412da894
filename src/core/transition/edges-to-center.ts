import { columnCells } from './strategy.ts';
import type { Strategy } from './strategy.ts';

/** Both outermost columns, then the next inner pair, to the middle. */
export const edgesToCenter: Strategy = (rows, cols) =>
  Array.from({ length: Math.ceil(cols / 2) }, (_, left) => {
    const right = cols - 1 - left;
    return { show: [...columnCells(left, rows, cols), ...(right === left ? [] : columnCells(right, rows, cols))] };
  });
