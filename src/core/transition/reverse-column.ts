import { column } from './column.ts';
import type { Strategy } from './strategy.ts';

/** Columns from right to left. */
export const reverseColumn: Strategy = (rows, cols, random) => column(rows, cols, random).reverse();
