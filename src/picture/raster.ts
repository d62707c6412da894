import type { Grid } from '../core/grid.ts';
import type { Look } from '../core/look/palette.ts';
import { caseOf } from '../core/look/palette.ts';
import type { Layout } from '../core/look/proportions.ts';
import { isMapped } from '../core/geometry.ts';
import { rgbOf } from './color.ts';
import type { Rgb } from './color.ts';
import { drawTile } from './tile.ts';

/** A picture of at most 256 colours: one byte a pixel, row by row, that names a colour of the palette. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly palette: readonly Rgb[];
}

const MOST_COLORS = 256;

const distance = (a: Rgb, b: Rgb): number =>
  Math.abs((a >> 16) - (b >> 16)) + Math.abs(((a >> 8) & 255) - ((b >> 8) & 255)) + Math.abs((a & 255) - (b & 255));

/** Colours by number; one beyond the 256th is the nearest of those that there are. */
class Palette {
  readonly colors: Rgb[] = [];
  readonly #places = new Map<Rgb, number>();

  placeOf(color: Rgb): number {
    const known = this.#places.get(color);
    if (known !== undefined) return known;
    const place = this.colors.length < MOST_COLORS ? this.colors.push(color) - 1 : this.#nearest(color);
    this.#places.set(color, place);
    return place;
  }

  #nearest(color: Rgb): number {
    let best = 0;
    this.colors.forEach((one, at) => {
      if (distance(one, color) < distance(this.colors[best] ?? 0, color)) best = at;
    });
    return best;
  }
}

/** Draws boards of one look and layout; the flaps that it has drawn once it keeps. */
export class BoardRaster {
  readonly #look: Look;
  readonly #layout: Layout;
  readonly #palette = new Palette();
  readonly #tiles = new Map<number, Uint8Array>();

  constructor(look: Look, layout: Layout) {
    this.#look = look;
    this.#layout = layout;
  }

  /** Draws the flap of a code, which takes a moment; whether it was not drawn yet. */
  prepare(code: number): boolean {
    if (this.#tiles.has(code)) return false;
    this.#tileOf(code);
    return true;
  }

  /** A grid as a picture; cells without a module show the case. The palette of an earlier picture stays valid. */
  draw(grid: Grid): Raster {
    const { width, height, lefts, tops, flapWidth, flapHeight } = this.#layout;
    const pixels = new Uint8Array(width * height).fill(this.#palette.placeOf(rgbOf(caseOf(this.#look))));
    tops.forEach((top, row) =>
      lefts.forEach((left, col) => {
        if (!isMapped(this.#look.places, row, col)) return;
        const tile = this.#tileOf(grid.codes[row * grid.cols + col] ?? 0);
        for (let line = 0; line < flapHeight; line++) {
          const from = line * flapWidth;
          pixels.set(tile.subarray(from, from + flapWidth), (top + line) * width + left);
        }
      }),
    );
    return { width, height, pixels, palette: this.#palette.colors };
  }

  #tileOf(code: number): Uint8Array {
    const known = this.#tiles.get(code);
    if (known) return known;
    const { flapWidth, flapHeight } = this.#layout;
    const drawn = drawTile(code, this.#look, rgbOf(caseOf(this.#look)), flapWidth, flapHeight);
    const tile = Uint8Array.from(drawn, (color) => this.#palette.placeOf(color));
    this.#tiles.set(code, tile);
    return tile;
  }
}
