import { gridDifference, type Grid } from '../core/flaps/grid.ts';
import type { Box } from '../core/look/flap.ts';
import { caseOf, type Look } from '../core/look/palette.ts';
import type { Layout } from '../core/look/proportions.ts';
import { isMapped } from '../core/flaps/geometry.ts';
import { rgbOf, type Rgb } from './color.ts';
import { tileRows } from './tile.ts';

/** Pieces of work, each of which takes a moment; some of them end with a strip of the picture. */
export type Strips = Generator<Buffer | null, void, undefined>;

/** A strip has about so many bytes. */
const STRIP_BYTES = 65_536;
/** Flaps of one board that are kept for its next picture have at most so many bytes. */
const MOST_KEPT_BYTES = 2 * 1024 * 1024;

/** Colours by number. A board has about a hundred, as edges are soft in few levels: a number is a byte. */
class Palette {
  readonly colors: Rgb[] = [];
  readonly #places = new Map<Rgb, number>();

  placeOf(color: Rgb): number {
    const known = this.#places.get(color);
    if (known !== undefined) return known;
    const place = this.colors.push(color) - 1;
    this.#places.set(color, place);
    return place;
  }
}

/**
 * Draws boards of one look and layout, strip by strip, so that a whole picture never lies in memory; the flaps that it
 * has drawn it keeps, as long as they are few bytes.
 */
export class BoardRaster {
  readonly #look: Look;
  readonly #layout: Layout;
  readonly #palette = new Palette();
  readonly #tiles = new Map<number, Uint8Array>();

  constructor(look: Look, layout: Layout) {
    this.#look = look;
    this.#layout = layout;
    this.#palette.placeOf(rgbOf(caseOf(look)));
  }

  /** The whole picture. */
  get whole(): Box {
    const { width, height } = this.#layout;
    return { left: 0, top: 0, width, height };
  }

  /** The colours that the bytes of all strips so far name. */
  get palette(): readonly Rgb[] {
    return this.#palette.colors;
  }

  /** The rectangle of all flaps that differ; one pixel where there is none. */
  changed(before: Grid, after: Grid): Box {
    const cells = gridDifference(before, after);
    if (cells.length === 0) return { left: 0, top: 0, width: 1, height: 1 };
    const rows = cells.map((cell) => Math.floor(cell / after.cols));
    const cols = cells.map((cell) => cell % after.cols);
    const { lefts, tops, flapWidth, flapHeight } = this.#layout;
    const [left = 0, top = 0] = [lefts[Math.min(...cols)], tops[Math.min(...rows)]];
    return {
      left,
      top,
      width: (lefts[Math.max(...cols)] ?? left) + flapWidth - left,
      height: (tops[Math.max(...rows)] ?? top) + flapHeight - top,
    };
  }

  /**
   * A part of a grid as the rows of a PNG: one byte a pixel that names a colour of the palette, and before each row the
   * byte that says that nothing is predicted. Cells without a module show the case.
   */
  *draw(grid: Grid, part: Box): Strips {
    const tiles = yield* this.#tilesFor(grid, part);
    const lines = Math.max(1, Math.floor(STRIP_BYTES / (part.width + 1)));
    for (let from = 0; from < part.height; from += lines) {
      const strip = { ...part, top: part.top + from, height: Math.min(lines, part.height - from) };
      yield this.#drawStrip(grid, strip, tiles);
    }
  }

  #drawStrip(grid: Grid, { left, top, width, height }: Box, tiles: ReadonlyMap<number, Uint8Array>): Buffer {
    const strip = Buffer.alloc((width + 1) * height, 0);
    const { flapWidth, flapHeight } = this.#layout;
    this.#layout.tops.forEach((upper, row) => {
      const [first, end] = [Math.max(upper, top), Math.min(upper + flapHeight, top + height)];
      if (first >= end) return;
      this.#layout.lefts.forEach((begin, col) => {
        if (begin < left || begin + flapWidth > left + width || !isMapped(this.#look.places, row, col)) return;
        const tile = tiles.get(grid.codes[row * grid.cols + col] ?? 0);
        for (let line = first; tile && line < end; line++) {
          const from = (line - upper) * flapWidth;
          strip.set(tile.subarray(from, from + flapWidth), (line - top) * (width + 1) + 1 + begin - left);
        }
      });
    });
    return strip;
  }

  /** The flaps that lie in a part: a picture has room for each of them, so they are no more bytes than it. */
  *#tilesFor(grid: Grid, part: Box): Generator<null, ReadonlyMap<number, Uint8Array>, undefined> {
    const { lefts, tops } = this.#layout;
    const tiles = new Map<number, Uint8Array>();
    for (let cell = 0; cell < grid.codes.length; cell++) {
      const code = grid.codes[cell] ?? 0;
      const [left = 0, top = 0] = [lefts[cell % grid.cols], tops[Math.floor(cell / grid.cols)]];
      const isInside =
        left >= part.left && left < part.left + part.width && top >= part.top && top < part.top + part.height;
      if (isInside && !tiles.has(code)) tiles.set(code, this.#tiles.get(code) ?? (yield* this.#drawTile(code)));
    }
    return tiles;
  }

  *#drawTile(code: number): Generator<null, Uint8Array, undefined> {
    const { flapWidth, flapHeight } = this.#layout;
    const tile = new Uint8Array(flapWidth * flapHeight);
    let at = 0;
    for (const row of tileRows(code, this.#look, rgbOf(caseOf(this.#look)), flapWidth, flapHeight)) {
      for (const color of row) tile[at++] = this.#palette.placeOf(color);
      yield null;
    }
    this.#keep(code, tile);
    return tile;
  }

  #keep(code: number, tile: Uint8Array): void {
    this.#tiles.set(code, tile);
    for (const oldest of this.#tiles.keys()) {
      if (this.#tiles.size * tile.length <= MOST_KEPT_BYTES) return;
      this.#tiles.delete(oldest);
    }
  }
}
