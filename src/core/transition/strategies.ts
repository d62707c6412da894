import { permutation, type Random } from '../random.ts';

/** One unit of a transition: cells (row · cols + col) that go blank, and cells that then show their new flap. */
interface Unit {
  readonly clear?: readonly number[];
  readonly show: readonly number[];
}

/** The units of a transition over a grid, in order; `step_size` of them make a step. Every cell is shown by the end. */
export type Strategy = (rows: number, cols: number, random: Random) => Unit[];

const columnCells = (col: number, rows: number, cols: number): number[] =>
  Array.from({ length: rows }, (_, row) => row * cols + col);

const rowCells = (row: number, cols: number): number[] => Array.from({ length: cols }, (_, col) => row * cols + col);

/** Columns from left to right. */
const column: Strategy = (rows, cols) =>
  Array.from({ length: cols }, (_, col) => ({ show: columnCells(col, rows, cols) }));

/** Columns from right to left. */
const reverseColumn: Strategy = (rows, cols, random) => column(rows, cols, random).reverse();

/** Both outermost columns, then the next inner pair, to the middle. */
const edgesToCenter: Strategy = (rows, cols) =>
  Array.from({ length: Math.ceil(cols / 2) }, (_, left) => {
    const right = cols - 1 - left;
    return { show: [...columnCells(left, rows, cols), ...(right === left ? [] : columnCells(right, rows, cols))] };
  });

/** Rows from top to bottom. */
const row: Strategy = (rows, cols) => Array.from({ length: rows }, (_, index) => ({ show: rowCells(index, cols) }));

/** Diagonals from the top left corner to the bottom right one. */
const diagonal: Strategy = (rows, cols) => {
  const units: (Unit & { show: number[] })[] = Array.from({ length: rows + cols - 1 }, () => ({ show: [] }));
  for (let cell = 0; cell < rows * cols; cell++) units[Math.floor(cell / cols) + (cell % cols)]?.show.push(cell);
  return units;
};

/** Single cells in random order: the strategy `random`. */
const scatter: Strategy = (rows, cols, random) => permutation(rows * cols, random).map((cell) => ({ show: [cell] }));

/** A blank column moves from left to right, and the new frame appears behind it. */
const wipe: Strategy = (rows, cols) =>
  Array.from({ length: cols + 1 }, (_, col) => ({
    clear: col < cols ? columnCells(col, rows, cols) : [],
    show: col > 0 ? columnCells(col - 1, rows, cols) : [],
  }));

/** Every built-in strategy by its name; `instant` and names that are not here have none. */
export const STRATEGIES: ReadonlyMap<string, Strategy> = new Map([
  ['column', column],
  ['reverse-column', reverseColumn],
  ['edges-to-center', edgesToCenter],
  ['row', row],
  ['diagonal', diagonal],
  ['random', scatter],
  ['wipe', wipe],
]);
