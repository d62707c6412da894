import { Cells } from './cells.ts';
import { skipMarks, takeGraphemes } from './graphemes.ts';
import { GridCanvas, splitRows, textOf, wrapRows } from './layout.ts';
import { widthOf } from './geometry.ts';
import type { Area } from './geometry.ts';
import { createGrid, gridFromRows } from './grid.ts';
import type { Grid } from './grid.ts';
import { markerAt } from './markup.ts';

type Put = (row: number, cells: Cells, from: number, to: number) => void;
/** Reads a line into cells. */
type Write = (line: string) => void;

const OPEN_BRACE = 123;

const shared = new Cells();

interface SourceLine {
  readonly line: string;
  /** Where it begins in the text. */
  readonly start: number;
}

/** The first `most` lines of a text, without their line ends. */
const sourceLines = (text: string, most: number): SourceLine[] => {
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
const layLine = (line: string, row: number, size: Area, cells: Cells, put: Put, write: Write): number => {
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
const usable = (row: number, size: Area): number => {
  let next = row;
  while (next < size.rows && widthOf(size, next) === 0) next++;
  return next;
};

const layText = (text: string, size: Area, cells: Cells, put: Put): void => {
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

/** The rows that `layoutText` draws as text, without padding. */
export const messageLines = (text: string, geometry: Area): string[] => {
  const lines: string[] = [];
  layText(text, geometry, new Cells(true), (row, cells, from, to) => {
    lines[row] = textOf(cells, from, to);
  });
  return lines;
};

/** The index behind the marker or character at `at`, with the marks that belong to it. */
const unitEnd = (line: string, at: number): number => {
  const unit = line.charCodeAt(at);
  if (unit === OPEN_BRACE) return markerAt(line, at)?.end ?? at + 1;
  if (unit < 128) return skipMarks(line, at + 1);
  let length = 1;
  takeGraphemes(line, at, (grapheme) => {
    length = grapheme.length;
    return false;
  });
  return at + length;
};

/** A row of a message: its cells, and the part of the text that each of them stands for. */
export interface TracedRow {
  /** Flap codes; `HARD_BLANK` for a character that has no flap. */
  readonly codes: readonly number[];
  /** Where in the text the unit of each cell begins, and the index behind it. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Where in the text the row begins; that of a row that was wrapped is where the row above was broken. */
  readonly from: number;
}

/** The rows that `layoutText` draws, cell by cell with their positions in the text; for editing on the flaps. */
export const traceText = (text: string, size: Area): TracedRow[] => {
  const rows: TracedRow[] = [];
  const cells = new Cells();
  let starts: number[] = [];
  let ends: number[] = [];
  let row = usable(0, size);
  for (const { line, start } of sourceLines(text, size.rows + 1)) {
    if (row >= size.rows) break;
    const write: Write = () => {
      starts = [];
      ends = [];
      for (let at = 0; at < line.length; ) {
        const end = unitEnd(line, at);
        cells.write(line.slice(at, end));
        for (; starts.length < cells.length; ends.push(start + end)) starts.push(start + at);
        at = end;
      }
    };
    const first = row;
    const put: Put = (place, _cells, from, to) => {
      rows[place] = {
        codes: [...cells.codes.subarray(from, to)],
        starts: starts.slice(from, to),
        ends: ends.slice(from, to),
        from: place === first ? start : (starts[from] ?? start),
      };
    };
    row = usable(layLine(line, row, size, cells, put, write), size);
  }
  return rows;
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

/** What a message says, if it is no page: exactly one of them. */
export interface Written {
  readonly text?: string | null | undefined;
  readonly lines?: readonly string[] | null | undefined;
  /** Rows of flap codes. */
  readonly characters?: readonly (readonly number[])[] | null | undefined;
  /** A flap code for every cell. */
  readonly fill?: number | null | undefined;
}

/** What a message says, on a display. */
export const layoutMessage = ({ characters, lines, text, fill }: Written, geometry: Area): Grid => {
  const { rows, cols } = geometry;
  if (characters) return gridFromRows(characters, rows, cols);
  if (lines) return layoutLines(lines, geometry);
  return typeof text === 'string' ? layoutText(text, geometry) : createGrid(rows, cols, fill ?? 0);
};
