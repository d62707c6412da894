import { createHash } from 'node:crypto';
import type { Geometry } from '../core/flaps/geometry.ts';
import { decodeGrid } from '../core/flaps/flaps.ts';
import type { Grid } from '../core/flaps/grid.ts';
import type { Look } from '../core/look/palette.ts';
import type { Clock } from '../platform/clock.ts';
import { putNewest } from '../platform/newest.ts';
import { placeBoard, type Placement } from './placement.ts';
import { ApngEncoder, encodePng } from './png.ts';
import { BoardRaster } from './raster.ts';
import { PictureQueue, type Asker } from './queue.ts';
import { encodeSvg } from './svg.ts';

/** A board to be drawn: its form, its look, and how it lies on the picture. */
export interface Subject extends Placement {
  readonly geometry: Geometry;
  readonly look: Look;
}

/** One grid of an animation, and how long it is shown, in ms. */
export interface Moment {
  readonly grid: Grid;
  readonly delay_ms: number;
}

/** Boards of as many looks and sizes keep the flaps that were drawn for them. */
const MOST_KEPT = 3;
/** An animation that is drawn in so many pixels, or is a file of so many bytes, goes on with its end. */
const MOST_PIXELS = 128_000_000;
const MOST_BYTES = 4 * 1024 * 1024;
/** What an animation costs, in pictures, as far as that is known before it is drawn. */
const USUAL_MOMENTS = 100;

/**
 * Draws grids as files: SVG, PNG, and PNG that moves. All pictures wait in one queue and are drawn in slices of time: a
 * refusal says that too many wait, and one whose asker has gone away is not drawn.
 */
export class Drawing {
  readonly #rasters = new Map<string, BoardRaster>();
  readonly #queue: PictureQueue;

  /** `refusal` is what is told when too many wait, with the seconds until another try. */
  constructor(clock: Clock, refusal: (retryAfter: number) => Error) {
    this.#queue = new PictureQueue(clock, refusal);
  }

  /**
   * A name of what a picture of grids would look like: the same one for the same picture, in quotation marks. `way` is
   * what the picture has beside them, such as its format.
   */
  etagOf(subject: Subject, way: string, grids: readonly Grid[]): string {
    const hash = createHash('sha256').update(`${way} ${keyOf(subject)}`);
    for (const { rows, codes } of grids) hash.update(`${rows} `).update(codes);
    return `"${hash.digest('base64url').slice(0, 27)}"`;
  }

  /** A grid as an SVG file. */
  svg(subject: Subject, grid: Grid, asker: Asker): Promise<Buffer> {
    const title = decodeGrid(grid).replace(/\s+/g, ' ').trim();
    return this.#queue.draw(asker, { pixels: grid.codes.length, moves: false }, async (slice) => {
      const pieces: string[] = [];
      for (const piece of encodeSvg(grid, subject.look, placeBoard(subject.geometry, subject), title)) {
        pieces.push(piece);
        if (slice.isOver) await slice.next();
      }
      return Buffer.from(pieces.join(''));
    });
  }

  /** A grid as a PNG file of at most 256 colours. */
  png(subject: Subject, grid: Grid, asker: Asker): Promise<Buffer> {
    const cost = { pixels: pixelsOf(subject), moves: false };
    return this.#queue.draw(asker, cost, (slice) => encodePng(this.#rasterOf(subject), grid, slice));
  }

  /** Grids one after the other as an animated PNG, shown once, with `last` at its end. */
  apng(subject: Subject, moments: AsyncIterable<Moment>, last: Moment, asker: Asker): Promise<Buffer> {
    const cost = { pixels: USUAL_MOMENTS * pixelsOf(subject), moves: true };
    return this.#queue.draw(asker, cost, async (slice) => {
      const encoder = new ApngEncoder(this.#rasterOf(subject), slice);
      for await (const { grid, delay_ms } of moments) {
        if (encoder.pixels > MOST_PIXELS || encoder.bytes > MOST_BYTES) break;
        await encoder.add(grid, delayOf(delay_ms));
      }
      await encoder.add(last.grid, delayOf(last.delay_ms));
      return encoder.end();
    });
  }

  #rasterOf(subject: Subject): BoardRaster {
    const key = keyOf(subject);
    const raster = this.#rasters.get(key) ?? new BoardRaster(subject.look, placeBoard(subject.geometry, subject));
    putNewest(this.#rasters, key, raster, MOST_KEPT);
    return raster;
  }
}

const pixelsOf = (subject: Subject): number => {
  const { width, height } = placeBoard(subject.geometry, subject);
  return width * height;
};

const delayOf = (ms: number): number => Math.min(65_535, Math.max(20, ms));

const keyOf = ({ geometry: { device_type, rows, cols, places }, look, width, height, margin }: Subject): string =>
  JSON.stringify([
    [device_type, rows, cols, places ?? null],
    [look.board_color, look.code62_glyph],
    [width, height ?? null, margin ?? null],
  ]);
