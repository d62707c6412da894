/** A frame: `rows × cols` flap codes, row by row. Treated as a value: a grid is never changed once it was passed on. */
export interface Grid {
  readonly rows: number;
  readonly cols: number;
  readonly codes: Uint8Array;
}

/** Rows of the largest display. */
export const MOST_ROWS = 96;
/** Columns of the largest display. */
export const MOST_COLS = 128;

/** A grid of one code, blank by default. */
export const createGrid = (rows: number, cols: number, code = 0): Grid => ({
  rows,
  cols,
  codes: new Uint8Array(rows * cols).fill(code),
});

/** The grid that nested rows describe; missing cells are blank and surplus ones are cut. */
export const gridFromRows = (lines: readonly (readonly number[])[], rows: number, cols: number): Grid => {
  const grid = createGrid(rows, cols);
  for (let row = 0; row < Math.min(rows, lines.length); row++) {
    const line = lines[row] ?? [];
    for (let col = 0; col < Math.min(cols, line.length); col++) grid.codes[row * cols + col] = line[col] ?? 0;
  }
  return grid;
};

/** Nested rows, as in JSON. */
export const gridToRows = ({ rows, cols, codes }: Grid): number[][] => {
  // Each answer about a board has such rows: an iterator would make an object for each cell.
  const lines: number[][] = [];
  for (let row = 0; row < rows; row++) {
    const line: number[] = [];
    for (let at = row * cols; at < (row + 1) * cols; at++) line.push(codes[at] ?? 0);
    lines.push(line);
  }
  return lines;
};

/** Whether two grids show the same. */
export const gridsEqual = (a: Grid, b: Grid): boolean => {
  if (a.rows !== b.rows || a.cols !== b.cols) return false;
  for (let i = 0; i < a.codes.length; i++) if (a.codes[i] !== b.codes[i]) return false;
  return true;
};

/** The indexes of the cells in which two grids of one size differ. */
export const gridDifference = (from: Grid, to: Grid): number[] => {
  const cells: number[] = [];
  for (let i = 0; i < to.codes.length; i++) if (from.codes[i] !== to.codes[i]) cells.push(i);
  return cells;
};

/** The grid cut and padded with blanks to another size, on which it begins at a row and a column. */
export const fitGrid = (grid: Grid, rows: number, cols: number, top = 0, left = 0): Grid => {
  const fitted = createGrid(rows, cols);
  const width = Math.min(cols, grid.cols);
  for (let row = 0; row < Math.min(rows, grid.rows); row++) {
    fitted.codes.set(grid.codes.subarray(row * grid.cols, row * grid.cols + width), (row + top) * cols + left);
  }
  return fitted;
};

/** A part of a grid: its first row and column, from 0, and its size. */
export interface Region {
  readonly row: number;
  readonly col: number;
  readonly rows: number;
  readonly cols: number;
}

/** The grid with some regions as another one of its size has them; blank there without one. */
export const withRegions = (grid: Grid, regions: readonly Region[], other: Grid | null): Grid => {
  if (regions.length === 0) return grid;
  const codes = Uint8Array.from(grid.codes);
  for (const { row, col, rows, cols } of regions) {
    for (let line = row; line < row + rows; line++) {
      const [start, end] = [line * grid.cols + col, line * grid.cols + col + cols];
      if (other) codes.set(other.codes.subarray(start, end), start);
      else codes.fill(0, start, end);
    }
  }
  return { ...grid, codes };
};

/** How many rows of a grid are used: all down to the last one that is not blank. */
const usedRows = ({ codes, cols }: Grid): number => Math.ceil((codes.findLastIndex((code) => code !== 0) + 1) / cols);

/** The used rows of `content` as the last ones of `beneath`, of the same size; over a blank grid without one. */
export const layBelow = (content: Grid, beneath: Grid | null): Grid => {
  const { rows, cols } = content;
  const used = usedRows(content);
  const grid = createGrid(rows, cols);
  if (beneath) grid.codes.set(beneath.codes);
  grid.codes.set(content.codes.subarray(0, used * cols), (rows - used) * cols);
  return grid;
};
