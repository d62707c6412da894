import type { JsonObject } from '../../schema/common.ts';
import { Cells, countCells } from '../../core/flaps/cells.ts';
import type { Geometry } from '../../core/flaps/geometry.ts';
import { isScalar } from './variables.ts';

/** A text in pieces of one cell each: markers whole, characters without a flap folded as the board will fold them. */
const cellsOf = (text: string): readonly string[] => {
  const cells = new Cells(true);
  cells.beginRows(1, text.length * 3);
  cells.write(text);
  return cells.texts ?? [];
};

/** A text cut to a number of cells; markers stay whole. */
export const cutCells = (text: string, cols: number): string => cellsOf(text).slice(0, cols).join('');

const pieces = (word: string, cols: number): string[] => {
  const cells = cellsOf(word);
  return Array.from({ length: Math.ceil(cells.length / cols) }, (_, index) =>
    cells.slice(index * cols, (index + 1) * cols).join(''),
  );
};

/** A text in lines of at most `cols` cells, broken between words where possible. */
export const wrapLines = (text: string, cols: number): string[] => {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph
      .split(/\s+/)
      .filter((part) => part !== '')
      .flatMap((part) => pieces(part, cols))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (countCells(longer) <= cols) line = longer;
      else {
        lines.push(line);
        line = word;
      }
    }
    lines.push(line);
  }
  return lines;
};

/** A line with its text in the middle; one that is too long is cut, one without text is empty. */
export const centerLine = (text: string, cols: number): string => {
  const cut = cutCells(text.trim(), cols);
  return cut === '' ? '' : ' '.repeat(Math.floor((cols - countCells(cut)) / 2)) + cut;
};

/** A line with one text at the left edge and one at the right; the left one is cut when both do not fit. */
export const spreadLine = (left: string, right: string, cols: number): string => {
  const end = cutCells(right, cols);
  const start = cutCells(left, Math.max(0, cols - countCells(end) - 1));
  return start + ' '.repeat(cols - countCells(start) - countCells(end)) + end;
};

/** Lines in the middle of a board, at most `rows` of them, with blank ones above as needed. */
export const centerRows = (lines: readonly string[], rows: number): string[] => {
  const shown = lines.slice(0, rows);
  return [...Array.from({ length: Math.floor((rows - shown.length) / 2) }, () => ''), ...shown];
};

/**
 * Texts in the middle of a board in both directions: each wrapped when there is room for all of them; otherwise one row
 * each, cut; when even that leaves rows over, the wrapped rows that fit.
 */
export const centerBlock = (texts: readonly string[], { rows, cols }: Geometry): string[] => {
  const given = texts.filter((text) => text !== '');
  const wrapped = given.flatMap((text) => wrapLines(text, cols));
  const shown = wrapped.length > rows && given.length >= rows ? given : wrapped;
  return centerRows(
    shown.map((line) => centerLine(line, cols)),
    rows,
  );
};

/** The plain values of these names in the middle of a board, each behind its name; one alone goes without. */
export const centerValues = (names: readonly string[], data: JsonObject, board: Geometry): string[] => {
  const shown = names.filter((name) => isScalar(data[name]));
  const labelOf = (name: string): string => (shown.length === 1 ? '' : `${name.replaceAll('_', ' ')} `);
  return centerBlock(
    shown.map((name) => labelOf(name) + String(data[name])),
    board,
  );
};

/** What a plugin without a layout of its own shows: its `formatted` value, otherwise its plain values. */
export const defaultLines = (data: JsonObject): string[] => {
  const { formatted } = data;
  if (typeof formatted === 'string') return formatted.split('\n');
  return Object.values(data).filter(isScalar).map(String);
};
