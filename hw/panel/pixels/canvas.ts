import type { Grid } from '../../../src/core/flaps/grid.ts';
import { PLAIN, faceOf, paintOf } from '../../../src/core/look/palette.ts';
import { LARGE_FONT, SMALL_FONT, type PixelFont } from './font.ts';

/** A picture of `width × height` pixels, row by row, each `0xRRGGBB`; 0 is a pixel that is not lit. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
}

const FIRST_TILE = 63;
const BLACK_TILE = 70;
const DARK = 0;

const numberOf = (color: string): number => Number.parseInt(color.slice(1), 16);
const INK = numberOf(paintOf(PLAIN).glyph);

/** The most cells for which a display of pixels has room, with glyphs of 3 × 5 pixels and a gap of one. */
export const mostCells = (width: number, height: number): { readonly rows: number; readonly cols: number } => ({
  rows: Math.max(1, Math.floor(height / (SMALL_FONT.height + 1))),
  cols: Math.floor(width / (SMALL_FONT.width + 1)),
});

/**
 * Draws grids of one size as pixels: black flaps, glyphs as large as there is room for, colours as filled cells. Tiles
 * are not lit where the flap is black, and codes without a flap neither.
 */
export class Canvas {
  readonly #size: { readonly width: number; readonly height: number };
  readonly #rows: number;
  readonly #cols: number;
  readonly #font: PixelFont;
  readonly #scale: number;
  readonly #left: number;
  readonly #top: number;
  /** How far each pixel of a cell, without its gap, lies behind the first. */
  readonly #offsets: readonly number[];

  /** Throws an `Error` with a sentence for the owner when the grid does not fit. */
  constructor(size: { readonly width: number; readonly height: number }, rows: number, cols: number, name: string) {
    const most = mostCells(size.width, size.height);
    if (rows > most.rows || cols > most.cols)
      throw new Error(
        `${name} has ${size.width} × ${size.height} pixels, room for at most ${most.rows} ` +
          `${most.rows === 1 ? 'row' : 'rows'} of ${most.cols} columns: make the board smaller.`,
      );
    this.#size = size;
    this.#rows = rows;
    this.#cols = cols;
    const scaleOf = ({ width, height }: PixelFont): number =>
      Math.min(Math.floor(size.width / cols / (width + 1)), Math.floor(size.height / rows / (height + 1)));
    this.#font = scaleOf(LARGE_FONT) > 0 ? LARGE_FONT : SMALL_FONT;
    this.#scale = Math.max(1, scaleOf(this.#font));
    this.#left = Math.floor((size.width - cols * this.#cellWidth + this.#scale) / 2);
    this.#top = Math.floor((size.height - rows * this.#cellHeight + this.#scale) / 2);
    const count = this.#font.width * this.#font.height * this.#scale ** 2;
    this.#offsets = Array.from(
      { length: count },
      (_, index) => (index % this.#inkWidth) + Math.floor(index / this.#inkWidth) * size.width,
    );
  }

  get #cellWidth(): number {
    return (this.#font.width + 1) * this.#scale;
  }

  get #cellHeight(): number {
    return (this.#font.height + 1) * this.#scale;
  }

  /** The picture of a grid of the canvas's size. */
  draw(grid: Grid): Picture {
    const { width, height } = this.#size;
    const pixels = new Uint32Array(width * height);
    grid.codes.forEach((code, cell) => {
      const at = this.#originOf(cell);
      this.#litOf(code).forEach((color, index) => (pixels[at + (this.#offsets[index] ?? 0)] = color));
    });
    return { width, height, pixels };
  }

  /**
   * The codes that a picture shows: `asked` where a cell looks like the code that was asked for, else the first code
   * that looks so, else blank.
   */
  read({ pixels }: Picture, asked: Grid | null): Grid {
    const codes = Uint8Array.from({ length: this.#rows * this.#cols }, (_, cell) => {
      const shown = this.#cut(pixels, cell);
      const own = asked?.codes[cell];
      return own !== undefined && isAlike(this.#litOf(own), shown) ? own : this.#recognise(shown);
    });
    return { rows: this.#rows, cols: this.#cols, codes };
  }

  get #inkWidth(): number {
    return this.#font.width * this.#scale;
  }

  #originOf(cell: number): number {
    const [row, col] = [Math.floor(cell / this.#cols), cell % this.#cols];
    return (this.#top + row * this.#cellHeight) * this.#size.width + this.#left + col * this.#cellWidth;
  }

  /** The pixels of a cell without its gap. */
  #litOf(code: number): number[] {
    if (code >= FIRST_TILE) {
      const color = code === BLACK_TILE ? DARK : numberOf(faceOf(code, PLAIN));
      return this.#offsets.map(() => color);
    }
    const { width } = this.#font;
    const rows = this.#font.rowsOf(code);
    return this.#offsets.map((_, index) => {
      const x = Math.floor((index % this.#inkWidth) / this.#scale);
      const y = Math.floor(Math.floor(index / this.#inkWidth) / this.#scale);
      return ((rows[y] ?? 0) >> (width - 1 - x)) & 1 ? INK : DARK;
    });
  }

  #cut(pixels: Uint32Array, cell: number): number[] {
    const at = this.#originOf(cell);
    return this.#offsets.map((offset) => pixels[at + offset] ?? 0);
  }

  #recognise(shown: readonly number[]): number {
    for (let code = 0; code <= FIRST_TILE + 6; code++) if (isAlike(this.#litOf(code), shown)) return code;
    return 0;
  }
}

/** Devices correct colours a little. */
const NEAR = 40;

const isAlike = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((color, index) => isNear(color, other[index] ?? 0));

const isNear = (one: number, other: number): boolean =>
  [16, 8, 0].every((shift) => Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)) <= NEAR);
