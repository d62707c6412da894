import { permutation } from '../random.ts';
import type { Strategy } from './strategy.ts';

/** Single cells in random order: the strategy `random`. */
export const scatter: Strategy = (rows, cols, random) =>
  permutation(rows * cols, random).map((cell) => ({ show: [cell] }));
