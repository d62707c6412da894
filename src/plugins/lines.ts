import { foldGrapheme } from '../core/fold.ts';
import type { Geometry } from '../core/geometry.ts';
import { markerAt } from '../core/markup.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text with what stands for characters that have no flap; only then its width is known. */
const fold = (text: string): string => (/^[ -~\n]*$/.test(text) ? text : Array.from(graphemes.segment(text), ({ segment }) => foldGrapheme(segment)).join(''));

const graphemeLength = (text: string, at: number): number | undefined => (text.charCodeAt(at) < 128 ? 1 : graphemes.segment(text).containing(at)?.segment.length);

/** A text in pieces of one cell each: markers whole, everything else one grapheme. */
const cellsOf = (text: string): string[] => {
  const cells: string[] = [];
  const folded = fold(text);
  for (let at = 0; at < folded.length; ) {
    const end = (folded[at] === '{' ? markerAt(folded, at)?.end : undefined) ?? at + (graphemeLength(folded, at) ?? 1);
    cells.push(folded.slice(at, end));
    at = end;
  }
  return cells;
};

/** Cells that a text takes on a board. */
export const cellWidth = (text: string): number => cellsOf(text).length;

/** A text cut to a number of cells; markers stay whole. */
export const cutCells = (text: string, cols: number): string => cellsOf(text).slice(0, cols).join('');

const pieces = (word: string, cols: number): string[] => {
  const cells = cellsOf(word);
  return Array.from({ length: Math.ceil(cells.length / cols) }, (_, index) => cells.slice(index * cols, (index + 1) * cols).join(''));
};

/** A text in lines of at most `cols` cells, broken between words where possible. */
export const wrapLines = (text: string, cols: number): string[] => {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(/\s+/).filter((part) => part !== '').flatMap((part) => pieces(part, cols))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (cellWidth(longer) <= cols) line = longer;
      else {
        lines.push(line);
        line = word;
      }
    }
    lines.push(line);
  }
  return lines;
};

/** A line with its text in the middle; one that is too long is cut. */
export const centerLine = (text: string, cols: number): string => {
  const cut = cutCells(text.trim(), cols);
  return ' '.repeat(Math.floor((cols - cellWidth(cut)) / 2)) + cut;
};

/** A line with one text at the left edge and one at the right; the left one is cut when both do not fit. */
export const spreadLine = (left: string, right: string, cols: number): string => {
  const end = cutCells(right, cols);
  const start = cutCells(left, Math.max(0, cols - cellWidth(end) - 1));
  return start + ' '.repeat(cols - cellWidth(start) - cellWidth(end)) + end;
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
  return centerRows(shown.map((line) => centerLine(line, cols)), rows);
};
