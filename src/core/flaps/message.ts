import { Cells } from './cells.ts';
import { GridCanvas, splitRows, wrapRows } from './layout.ts';
import { widthOf, type Area } from './geometry.ts';
import type { Grid } from './grid.ts';

/** Puts cells `from` to before `to` into a row of a display. */
export type Put = (row: number, cells: Cells, from: number, to: number) => void;

/** Reads a line into cells. */
export type Write = (line: string) => void;

const shared = new Cells();

interface SourceLine {
  readonly line: string;
  /** Where it begins in the text. */
  readonly start: number;
}

/** The first `most` lines of a text, without their line ends. */
export const sourceLines = (text: string, most: number): SourceLine[] => {
  const lines: SourceLine[] = [];
  for (let from = 0; from <= text.length && lines.length < most; ) {
    const found = text.indexOf('\n', from);
    const end = found < 0 ? text.length : found;
    lines.push({
      line: text.slice(from, text.charCodeAt(end - 1) === 13 && found > from ? end - 1 : end),
      start: from,
    });
    from = end + 1;
  }
  return lines;
};

/**
 * Lays out one line from row `row` on and gives the next free row: verbatim when it fits, else wrapped; of whitespace
 * alone one blank row.
 */
export const layLine = (line: string, row: number, size: Area, cells: Cells, put: Put, write: Write): number => {
  const cols = widthOf(size, row);
  cells.beginRows(1, cols, size.spellsDegree);
  write(line);
  if (cells.width <= cols) {
    put(row, cells, 0, cells.length);
    return row + 1;
  }
  cells.beginFlow(size.rows - row, size.cols, size.spellsDegree);
  write(line);
  const bounds = wrapRows(cells, (at) => widthOf(size, row + at), size.rows - row);
  if (bounds.length === 0) bounds.push(0, 0);
  for (let at = 0; at < bounds.length; at += 2) put(row + at / 2, cells, bounds[at] ?? 0, bounds[at + 1] ?? 0);
  return row + bounds.length / 2;
};

/** The first row from `row` on that has a flap. */
export const usable = (row: number, size: Area): number => {
  let next = row;
  while (next < size.rows && widthOf(size, next) === 0) next++;
  return next;
};

/** Lays a text out on the cells of a display that have a flap, row by row. */
export const layText = (text: string, size: Area, cells: Cells, put: Put): void => {
  const write: Write = (line) => cells.write(line);
  let row = usable(0, size);
  for (const { line } of sourceLines(text, size.rows + 1)) {
    if (row >= size.rows) return;
    row = usable(layLine(line, row, size, cells, put, write), size);
  }
};

const plain = { alignment: 'left', fills: [], fill: 0 } as const;

const drawing =
  (canvas: GridCanvas): Put =>
  (row, cells, from, to) =>
    canvas.put(row, { cells, from, to, ...plain });

/**
 * The text of a message on the cells of a display: newlines kept, wider lines wrapped by cells, what is too much cut.
 * It flows over the cells of each row that have a flap.
 */
export const layoutText = (text: string, geometry: Area): Grid => {
  const canvas = new GridCanvas(geometry);
  layText(text, geometry, shared, drawing(canvas));
  return canvas.grid;
};

/**
 * One string per row of a display, on its cells that have a flap, never wrapped: each cut by cells, surplus rows
 * ignored, missing ones blank. A newline ends a row.
 */
export const layoutLines = (lines: readonly string[], geometry: Area): Grid => {
  const canvas = new GridCanvas(geometry);
  const draw = drawing(canvas);
  let row = 0;
  for (const line of lines) {
    if (row >= geometry.rows) break;
    shared.beginRows(geometry.rows - row, geometry.cols, geometry.spellsDegree);
    shared.write(line);
    const bounds = splitRows(shared, geometry.rows - row);
    for (let at = 0; at < bounds.length; at += 2) draw(row + at / 2, shared, bounds[at] ?? 0, bounds[at + 1] ?? 0);
    row += bounds.length / 2;
  }
  return canvas.grid;
};
