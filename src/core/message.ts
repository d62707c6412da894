import { Cells } from './cells.ts';
import { GridCanvas, splitRows, textOf, wrapRows } from './layout.ts';
import type { Geometry } from './geometry.ts';
import type { Grid } from './grid.ts';

type Size = Pick<Geometry, 'rows' | 'cols'>;
type Put = (row: number, cells: Cells, from: number, to: number) => void;

const shared = new Cells();

/** The first `most` lines of a text, without their line ends. */
const sourceLines = (text: string, most: number): string[] => {
  const lines: string[] = [];
  for (let from = 0; from <= text.length && lines.length < most; ) {
    const found = text.indexOf('\n', from);
    const end = found < 0 ? text.length : found;
    lines.push(text.slice(from, text.charCodeAt(end - 1) === 13 && found > from ? end - 1 : end));
    from = end + 1;
  }
  return lines;
};

/** Lays out one line from row `row` on and gives the next free row: verbatim when it fits, else wrapped; of whitespace alone one blank row. */
const layLine = (line: string, row: number, size: Size, cells: Cells, put: Put): number => {
  cells.beginRows(1, size.cols);
  cells.write(line);
  if (cells.width <= size.cols) {
    put(row, cells, 0, cells.length);
    return row + 1;
  }
  cells.beginFlow(size.rows - row, size.cols);
  cells.write(line);
  const bounds = wrapRows(cells, size.cols, size.cols, size.rows - row);
  if (bounds.length === 0) bounds.push(0, 0);
  for (let at = 0; at < bounds.length; at += 2) put(row + at / 2, cells, bounds[at] ?? 0, bounds[at + 1] ?? 0);
  return row + bounds.length / 2;
};

const layText = (text: string, size: Size, cells: Cells, put: Put): number => {
  let row = 0;
  for (const line of sourceLines(text, size.rows + 1)) if (row < size.rows) row = layLine(line, row, size, cells, put);
  return row;
};

const plain = { alignment: 'left', fills: [], fill: 0 } as const;

const drawing = (canvas: GridCanvas): Put => (row, cells, from, to) => canvas.put(row, { cells, from, to, ...plain });

/** The text of a message on a `rows × cols` grid: newlines kept, wider lines wrapped by cells, what is too much cut (facts, messages). */
export const layoutText = (text: string, geometry: Size): Grid => {
  const canvas = new GridCanvas(geometry);
  layText(text, geometry, shared, drawing(canvas));
  return canvas.grid;
};

/** The rows that `layoutText` draws as text, without padding. */
export const messageLines = (text: string, geometry: Size): string[] => {
  const lines: string[] = [];
  layText(text, geometry, new Cells(true), (row, cells, from, to) => {
    lines[row] = textOf(cells, from, to);
  });
  return lines;
};

/** One string per row on a `rows × cols` grid, never wrapped: each cut by cells, surplus rows ignored, missing ones blank. A newline ends a row. */
export const layoutLines = (lines: readonly string[], geometry: Size): Grid => {
  const canvas = new GridCanvas(geometry);
  const draw = drawing(canvas);
  let row = 0;
  for (const line of lines) {
    if (row >= geometry.rows) break;
    shared.beginRows(geometry.rows - row, geometry.cols);
    shared.write(line);
    const bounds = splitRows(shared, geometry.rows - row);
    for (let at = 0; at < bounds.length; at += 2) draw(row + at / 2, shared, bounds[at] ?? 0, bounds[at + 1] ?? 0);
    row += bounds.length / 2;
  }
  return canvas.grid;
};
