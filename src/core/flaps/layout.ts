import { Cells, FILL, HARD_BLANK, NEWLINE, countCells } from './cells.ts';
import { LAST_CODE } from './flaps.ts';
import { widthOf, type Area, type Places } from './geometry.ts';
import { createGrid } from './grid.ts';
import { dropEndTags, isWellMarked } from './markup.ts';

/** The alignment of a row that is narrower than the display. */
export type Alignment = 'left' | 'center' | 'right';

/** What free room is filled with, repeated from its start: flap codes and how each is written. */
export interface FillPattern {
  readonly codes: readonly number[];
  readonly texts: readonly string[];
}

/** A part of a run of cells that becomes one row; `fill` is the index of the pattern of its first FILL. */
export interface RowPart {
  readonly cells: Cells;
  readonly from: number;
  readonly to: number;
  readonly alignment: Alignment;
  readonly fills: readonly FillPattern[];
  readonly fill: number;
}

/** Takes the rows of a page; every row that was not put stays blank. */
export interface Canvas extends Area {
  /**
   * Draws one row on the cells that have a flap: FILL takes up the free room, what is wider than the row is cut, the
   * rest is aligned.
   */
  put(row: number, part: RowPart): void;
}

/** Free cells to the left of a row; of an odd gap around the centre the smaller half. */
export const leftGap = (alignment: Alignment, gap: number): number => {
  if (gap <= 0 || alignment === 'left') return 0;
  return alignment === 'right' ? gap : gap >> 1;
};

/** How many of the cells `from` to `to` are FILL. */
export const countFills = (cells: Cells, from: number, to: number): number => {
  if (cells.fills === 0 || (from === 0 && to === cells.length)) return cells.fills;
  let count = 0;
  for (let at = from; at < to; at++) if (cells.codes[at] === FILL) count++;
  return count;
};

const expandedCodes = new Cells();
const expandedTexts = new Cells(true);

/**
 * The part with each FILL replaced by its share of the free room: even shares, the odd cells to the first ones. Valid
 * until the next call.
 */
const expandFills = (part: RowPart, count: number, cols: number): RowPart => {
  const cells = part.cells.texts ? expandedTexts : expandedCodes;
  cells.beginRows(1, cols);
  const room = Math.max(0, cols - (part.to - part.from - count));
  let copied = part.from;
  for (let index = 0; index < count; index++) {
    const at = part.cells.codes.indexOf(FILL, copied);
    cells.copy(part.cells, copied, at);
    const pattern = part.fills[part.fill + index];
    if (pattern) cells.repeat(pattern.codes, pattern.texts, Math.floor(room / count) + (index < room % count ? 1 : 0));
    copied = at + 1;
  }
  cells.copy(part.cells, copied, part.to);
  return { ...part, cells, from: 0, to: cells.length };
};

const scatteredCodes = new Cells();
const scatteredTexts = new Cells(true);

/**
 * The part as a row of all columns, aligned on those that have a flap, with blanks between them. Valid until the next
 * call.
 */
const scatter = ({ cells, from, to, alignment }: RowPart, columns: Places[number]): RowPart => {
  const row = cells.texts ? scatteredTexts : scatteredCodes;
  const last = columns.at(-1) ?? -1;
  row.beginRows(1, last + 1);
  const start = from - leftGap(alignment, columns.length - (to - from));
  columns.forEach((col, place) => {
    row.repeat([0], [' '], col - row.length);
    const at = start + place;
    if (at >= from && at < to) row.copy(cells, at, at + 1);
    else row.repeat([0], [' '], 1);
  });
  return { cells: row, from: 0, to: row.length, alignment: 'left', fills: [], fill: 0 };
};

const settle = (part: RowPart, area: Area, row: number): RowPart => {
  const count = countFills(part.cells, part.from, part.to);
  const expanded = count === 0 ? part : expandFills(part, count, widthOf(area, row));
  return area.places ? scatter(expanded, area.places[row] ?? []) : expanded;
};

/** The cells on which a canvas draws. */
class CanvasArea implements Area {
  readonly rows: number;
  readonly cols: number;
  readonly places: Places | undefined;
  readonly spellsDegree: boolean | undefined;

  constructor({ rows, cols, places, spellsDegree }: Area) {
    this.rows = rows;
    this.cols = cols;
    this.places = places;
    this.spellsDegree = spellsDegree;
  }
}

/** A canvas that draws flap codes. */
export class GridCanvas extends CanvasArea implements Canvas {
  readonly grid = createGrid(this.rows, this.cols);

  put(row: number, part: RowPart): void {
    const { cells, from, to, alignment } = settle(part, this, row);
    const count = Math.min(to - from, this.cols);
    const start = row * this.cols + leftGap(alignment, this.cols - count);
    const { codes } = this.grid;
    const source = cells.codes;
    if (cells.isPlain) return codes.set(source.subarray(from, from + count), start);
    for (let at = 0; at < count; at++) {
      const code = source[from + at] ?? 0;
      codes[start + at] = code > LAST_CODE ? 0 : code;
    }
  }
}

/** A canvas that writes rows as text, each exactly the display's width in cells, markers kept. */
export class TextCanvas extends CanvasArea implements Canvas {
  readonly lines = new Array<string>(this.rows).fill(' '.repeat(this.cols));

  put(row: number, part: RowPart): void {
    const { cells, from, to, alignment } = settle(part, this, row);
    const gap = this.cols - (to - from);
    const text = textOf(cells, from, gap > 0 ? to : from + this.cols, gap > 0);
    const left = leftGap(alignment, gap);
    this.lines[row] = gap > 0 ? ' '.repeat(left) + text + ' '.repeat(gap - left) : text;
  }
}

/**
 * The text of the cells `from` to `to` of a run that keeps its text, if asked for without its end tags; read again, it
 * gives as many cells.
 */
export const textOf = (cells: Cells, from: number, to: number, withTags = true): string => {
  const texts = cells.texts?.slice(from, to) ?? [];
  const join = (parts: readonly string[]): string => (withTags ? parts.join('') : dropEndTags(parts.join('')));
  const text = join(texts);
  if ((/^[ -z|~]*$/.test(text) ? text.length : countCells(text)) === texts.length) return text;
  // Folded or pieced together, cells that draw nothing can read as a marker (`{réd}`) or as one grapheme.
  const isSafe = (one: string, at: number): boolean =>
    cells.codes[from + at] !== HARD_BLANK || (one.startsWith('{') && isWellMarked(one));
  return join(texts.map((one, at) => (isSafe(one, at) ? one : ' ')));
};

/** The start and end of each physical line of a run, alternating, at most `most` lines. */
export const splitRows = (cells: Cells, most: number): number[] => {
  const bounds: number[] = [];
  let from = 0;
  for (let at = 0; at <= cells.length && bounds.length < most * 2; at++) {
    if (at < cells.length && cells.codes[at] !== NEWLINE) continue;
    bounds.push(from, at);
    from = at + 1;
  }
  return bounds;
};

const wordEnd = (cells: Cells, from: number): number => {
  let at = from;
  while (at < cells.length && cells.codes[at] !== 0) at++;
  return at;
};

/** The index behind the first `room` cells from `from`, FILL not counted. */
const cutAt = (cells: Cells, from: number, room: number): number => {
  let left = room;
  for (let at = from; ; at++) if (cells.codes[at] !== FILL && left-- === 0) return at;
};

/**
 * Wraps a flowing run greedily: the start and end of each row, alternating, at most `most` rows, of which the n-th
 * holds `room(n)` cells; one that holds none stays empty. A word wider than its row is broken, beginning on a row of
 * its own; when the next row can hold it whole, it moves there.
 */
export const wrapRows = (cells: Cells, room: (row: number) => number, most: number): number[] => {
  const bounds: number[] = [];
  let free = room(0);
  let from = -1;
  let to = 0;
  for (let word = 0; word < cells.length; ) {
    const end = wordEnd(cells, word);
    const width = end - word - countFills(cells, word, end);
    const used = from < 0 ? 0 : to - from - countFills(cells, from, to) + 1;
    if (used + width <= free) {
      if (from < 0) from = word;
      to = end;
      word = end + 1;
      continue;
    }
    if (from < 0) {
      // An empty row that cannot hold the word: a narrow row before a wider one, or a word to be broken.
      const next = bounds.length / 2 + 1;
      const moves = free === 0 || (next < most && width <= room(next));
      const cut = moves ? word : cutAt(cells, word, free);
      bounds.push(word, cut);
      word = cut;
    } else bounds.push(from, to);
    if (bounds.length >= most * 2) return bounds;
    from = -1;
    free = room(bounds.length / 2);
  }
  if (from >= 0) bounds.push(from, to);
  return bounds;
};
