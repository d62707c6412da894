import { Cells } from './cells.ts';
import { skipMarks, takeGraphemes } from './graphemes.ts';
import { textOf } from './layout.ts';
import type { Area } from './geometry.ts';
import { markerAt } from './markup.ts';
import { sourceLines, layLine, usable, layText, type Put, type Write } from './message.ts';

const OPEN_BRACE = 123;

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
