import { flapOf } from './flaps.ts';
import { ASCII_FOLDS, foldGrapheme } from './fold.ts';
import { skipMarks, takeGraphemes } from './graphemes.ts';
import { END_TAG, markerAt, symbolText } from './markup.ts';

/** A cell that draws nothing but belongs to a word: a character without a flap, or a marker of code 0. */
export const HARD_BLANK = 128;
/** The end of a physical line; no cell of the display. */
export const NEWLINE = 129;
/** A place that takes up the free space of its row; no cell of its own. */
export const FILL = 130;

const NO_FLAP = 128;
const SPECIAL = 255;
const OPEN_BRACE = 123;
const RETURN = 13;
const LINE_FEED = 10;
const DIAERESIS = 0x308;
const DEGREE = '°';
/** What stands for it where code 62 is a heart, or no flap at all (rules, M10). */
const SPELLED_DEGREE = 'DEG';

const ASCII_CODES = new Uint8Array(128).fill(HARD_BLANK);
const ASCII_TEXTS: string[] = [];
for (let unit = 0; unit < 128; unit++) {
  const character = String.fromCharCode(unit);
  const folded = ASCII_FOLDS[character] ?? character;
  ASCII_CODES[unit] = flapOf(folded) ?? HARD_BLANK;
  ASCII_TEXTS[unit] = unit < 32 || unit === 127 ? ' ' : folded;
}
for (const space of [9, 11, 12]) ASCII_CODES[space] = 0;
for (const unit of [OPEN_BRACE, RETURN, LINE_FEED]) ASCII_CODES[unit] = SPECIAL;

/** The cell of a unit that is one by itself, else SPECIAL. */
const codeOf = (unit: number): number => (unit < 128 ? (ASCII_CODES[unit] ?? 0) : SPECIAL);

/**
 * A run of cells read from text: flap codes, HARD_BLANK, NEWLINE and FILL. It is reused, so that laying out a page
 * allocates nothing per cell. Reading is bounded: in rows, each physical line keeps one cell more than the display is
 * wide (enough to see that it does not fit), and as many lines as the display has rows; flowing, runs of whitespace
 * become one space and reading stops behind what the display could hold.
 */
export class Cells {
  codes = new Uint8Array(64);
  length = 0;
  /** How many cells are FILL. */
  fills = 0;
  #bits = 0;
  /** How many cells are NEWLINE. */
  newlines = 0;
  /** Cells of the present physical line (flowing: of all), FILL left out. */
  width = 0;
  #flowing = false;
  #most = 0;
  #rows = 0;
  #spellsDegree = false;
  /** What each cell is written as, in a run that keeps its text. */
  readonly texts: string[] | undefined;

  constructor(keepsText = false) {
    this.texts = keepsText ? [] : undefined;
  }

  /** Whether every cell is a flap code. */
  get isPlain(): boolean {
    return this.fills === 0 && (this.#bits & NO_FLAP) === 0;
  }

  /** Empties the run to read up to `rows` lines of which `cols` cells matter. */
  beginRows(rows: number, cols: number, spellsDegree = false): void {
    this.#begin(false, cols + 1, rows, spellsDegree);
  }

  /** Empties the run to read words that flow over `rows × cols` cells. */
  beginFlow(rows: number, cols: number, spellsDegree = false): void {
    this.#begin(true, (rows + 1) * (cols + 1), rows, spellsDegree);
  }

  #begin(flowing: boolean, most: number, rows: number, spellsDegree: boolean): void {
    this.length = 0;
    this.fills = 0;
    this.newlines = 0;
    this.width = 0;
    this.#bits = 0;
    this.#flowing = flowing;
    this.#most = most;
    this.#rows = rows;
    this.#spellsDegree = spellsDegree;
    if (this.texts) this.texts.length = 0;
  }

  /** Reads text with its markers and symbols, folding what has no flap. */
  write(text: string): void {
    let at = 0;
    while (at < text.length) {
      if (this.width >= this.#most) {
        const end = this.#flowing ? -1 : text.indexOf('\n', at);
        if (end < 0) return;
        at = this.#writeNewline(text, end);
        continue;
      }
      at = this.#writePlain(text, at);
      if (this.width < this.#most && at < text.length && codeOf(text.charCodeAt(at)) === SPECIAL)
        at = this.#writeSpecial(text, at);
    }
  }

  /** Whether only flap codes of rows matter, so that `writeCodes` does for `write`. */
  get takesCodes(): boolean {
    return !this.#flowing && !this.texts && !this.#spellsDegree;
  }

  /** Takes over flap codes that were read before from text without line ends. */
  writeCodes(codes: Uint8Array): void {
    const count = Math.min(codes.length, this.#most - this.width);
    if (this.length + count > this.codes.length) this.#grow(count);
    this.codes.set(count < codes.length ? codes.subarray(0, count) : codes, this.length);
    this.length += count;
    this.width += count;
  }

  /** Takes over the cells `from` to `to` of another run, none of them FILL or NEWLINE. */
  copy(cells: Cells, from: number, to: number): void {
    const count = to - from;
    if (this.length + count > this.codes.length) this.#grow(count);
    this.codes.set(cells.codes.subarray(from, to), this.length);
    this.length += count;
    this.width += count;
    this.#bits |= cells.#bits;
    if (this.texts) this.texts.push(...(cells.texts?.slice(from, to) ?? []));
  }

  /** Takes over all of another run of one row. */
  append(cells: Cells): void {
    this.copy(cells, 0, cells.length);
    this.fills += cells.fills;
    this.width -= cells.fills;
  }

  /** Adds `count` cells: those given, again and again from the first. */
  repeat(codes: readonly number[], texts: readonly string[], count: number): void {
    const [only = 0] = codes;
    if (codes.length > 1 || this.texts || only >= NO_FLAP) {
      for (let at = 0; at < count; at++) this.push(codes[at % codes.length] ?? 0, texts[at % texts.length] ?? ' ');
      return;
    }
    if (this.length + count > this.codes.length) this.#grow(count);
    this.codes.fill(only, this.length, this.length + count);
    this.length += count;
    this.width += count;
  }

  /** Marks a place that takes up free room. */
  writeFill(): void {
    if (this.length === this.codes.length) this.#grow(1);
    this.codes[this.length++] = FILL;
    this.fills++;
    this.texts?.push('');
  }

  /** Adds one cell. */
  push(code: number, text: string): void {
    if (this.length === this.codes.length) this.#grow(1);
    this.codes[this.length++] = code;
    this.#bits |= code;
    this.width++;
    this.texts?.push(text);
  }

  #grow(count: number): void {
    const codes = new Uint8Array(Math.max(this.codes.length * 2, this.length + count));
    codes.set(this.codes);
    this.codes = codes;
  }

  /** Reads up to the first unit that is not one ASCII cell; gives its index. */
  #writePlain(text: string, from: number): number {
    const end = Math.min(text.length, from + this.#most - this.width);
    if (this.length + end - from > this.codes.length) this.#grow(end - from);
    const { codes, texts } = this;
    const flowing = this.#flowing;
    let { length } = this;
    let bits = this.#bits;
    let at = from;
    for (; at < end; at++) {
      const unit = text.charCodeAt(at);
      const code = codeOf(unit);
      if (code === SPECIAL) break;
      if (code === 0 && flowing && (length === 0 || codes[length - 1] === 0)) continue;
      codes[length++] = code;
      bits |= code;
      if (texts) texts.push(ASCII_TEXTS[unit] ?? ' ');
    }
    this.width += length - this.length;
    this.length = length;
    this.#bits = bits;
    return at;
  }

  /** Reads the marker, line end, or grapheme outside ASCII at `at`; gives the index behind it. */
  #writeSpecial(text: string, at: number): number {
    const unit = text.charCodeAt(at);
    if (unit === OPEN_BRACE) return this.#writeMarker(text, at);
    if (unit === LINE_FEED) return this.#writeNewline(text, at);
    if (unit > RETURN) return this.#writeWide(text, at);
    if (text.charCodeAt(at + 1) !== LINE_FEED) this.#writeSpace();
    return at + 1;
  }

  #writeSpace(): void {
    if (!this.#flowing || (this.length > 0 && this.codes[this.length - 1] !== 0)) this.push(0, ' ');
  }

  #writeNewline(text: string, at: number): number {
    if (this.#flowing) {
      this.#writeSpace();
      return at + 1;
    }
    if (this.newlines + 1 >= this.#rows) {
      this.width = this.#most;
      return text.length;
    }
    this.push(NEWLINE, ' ');
    this.newlines++;
    this.width = 0;
    return at + 1;
  }

  #writeMarker(text: string, at: number): number {
    const marker = markerAt(text, at);
    if (!marker) {
      this.push(HARD_BLANK, '{');
      return at + 1;
    }
    if (marker.code !== END_TAG)
      this.push(marker.code || HARD_BLANK, marker.symbol ? symbolText(marker.code) : text.slice(at, marker.end));
    else if (this.texts && this.length > 0) this.texts[this.length - 1] += text.slice(at, marker.end);
    return marker.end;
  }

  #writeWide(text: string, at: number): number {
    const end = skipMarks(text, at);
    if (end === at) return takeGraphemes(text, at, (grapheme) => this.#writeGrapheme(grapheme));
    // A diaeresis makes two letters of a, o and u, every other mark is dropped.
    const base = text.charAt(at - 1);
    if (text.charCodeAt(at) === DIAERESIS && /[aou]/i.test(base)) this.#writeFolded(base < 'a' ? 'E' : 'e');
    return end;
  }

  /** Reads one grapheme; whether there is room for more. */
  #writeGrapheme(grapheme: string): boolean {
    const folded = foldGrapheme(grapheme);
    if (folded === grapheme && grapheme !== DEGREE) this.push(flapOf(grapheme) ?? HARD_BLANK, grapheme);
    else if (folded === ' ') this.#writeSpace();
    else this.#writeFolded(folded);
    return this.width < this.#most;
  }

  #writeFolded(folded: string): void {
    const code = folded.startsWith('{') ? markerAt(folded, 0)?.code : undefined;
    if (code !== undefined) this.push(code, folded);
    else
      for (const character of this.#spellsDegree ? folded.replaceAll(DEGREE, SPELLED_DEGREE) : folded)
        if (this.width < this.#most) this.push(flapOf(character) ?? HARD_BLANK, character);
  }
}

/** How many cells a text without line ends takes. */
export const countCells = (text: string): number => {
  const cells = new Cells();
  cells.beginRows(1, text.length * 3);
  cells.write(text);
  return cells.width;
};
