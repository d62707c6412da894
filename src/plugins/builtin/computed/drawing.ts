import { markupVariable } from '../../contract/declare.ts';
import { COLOR_CODES } from '../../../core/flaps/flaps.ts';
import type { Area } from '../../../core/flaps/geometry.ts';
import type { Variable } from '../../contract/manifest.ts';

/** Colours that a board has, as settings name them. */
export const COLORS = ['red', 'orange', 'yellow', 'green', 'blue', 'violet', 'white'] as const;
/** One of them. */
export type Color = (typeof COLORS)[number];

// A flap is higher than it is wide.
const HEIGHT_OF_FLAP = 1.7;

/** The tile of a colour, as a marker. */
export const tileOf = (color: Color): string => `{${COLOR_CODES[color]}}`;

/** How many columns look as long as a number of rows. */
export const columnsOf = (rows: number): number => Math.round(rows * HEIGHT_OF_FLAP);

/** How many rows look as high as a number of columns is wide. */
export const rowsOf = (cols: number): number => Math.round(cols / HEIGHT_OF_FLAP);

/** A picture of `rows × cols` cells, blank at first; what lies outside is left out. */
export class Drawing {
  readonly rows: number;
  readonly cols: number;
  readonly #cells: string[][];

  constructor({ rows, cols }: Area) {
    this.rows = rows;
    this.cols = cols;
    this.#cells = Array.from({ length: rows }, () => Array.from({ length: cols }, () => ' '));
  }

  /** Puts a tile at a place. */
  tile(row: number, col: number, color: Color): void {
    this.#put(row, col, tileOf(color));
  }

  /** Gives each place the colour that `colorAt` names; null leaves it as it is. */
  fill(colorAt: (row: number, col: number) => Color | null): void {
    for (let row = 0; row < this.rows; row++)
      for (let col = 0; col < this.cols; col++) {
        const color = colorAt(row, col);
        if (color !== null) this.tile(row, col, color);
      }
  }

  /** Writes plain text, one character a cell, rightwards from a place. */
  write(row: number, col: number, text: string): void {
    for (const [at, character] of [...text].entries()) this.#put(row, col + at, character);
  }

  /** The rows as lines with markers, `rows` of them, `cols` cells each. */
  get lines(): string[] {
    return this.#cells.map((row) => row.join(''));
  }

  #put(row: number, col: number, text: string): void {
    const cells = this.#cells[row];
    if (cells && col >= 0 && col < this.cols) cells[col] = text;
  }
}

/** A bar of tiles, `cols` cells long: a part from 0 to 1 in one colour, the rest in another or blank. */
export const barOf = (part: number, cols: number, color: Color, rest: Color | null = null): string => {
  const done = Math.round(Math.min(1, Math.max(0, part)) * cols);
  return tileOf(color).repeat(done) + (rest === null ? ' ' : tileOf(rest)).repeat(cols - done);
};

/** Cells of a bar that is a variable. */
export const BAR_COLS = 10;

/** Declares a variable that holds a bar of ten tiles. */
export const barVariable = (description: string, group: string, color: Color): Variable =>
  markupVariable(description, BAR_COLS, group, tileOf(color).repeat(7) + ' '.repeat(3));

/** A setting that names a colour. */
export const colorSetting = (title: string, usual: Color | 'none', others: readonly string[] = []) => ({
  type: 'string',
  title,
  enum: [...COLORS, ...others],
  default: usual,
});
