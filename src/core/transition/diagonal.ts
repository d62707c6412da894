import type { Strategy, Unit } from './strategy.ts';

/** Diagonals from the top left corner to the bottom right one. */
export const diagonal: Strategy = (rows, cols) => {
  const units: (Unit & { show: number[] })[] = Array.from({ length: rows + cols - 1 }, () => ({ show: [] }));
  for (let cell = 0; cell < rows * cols; cell++) units[Math.floor(cell / cols) + (cell % cols)]?.show.push(cell);
  return units;
};
