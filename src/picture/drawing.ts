import { setImmediate as nextTurn } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import type { Geometry } from '../core/geometry.ts';
import { decodeGrid } from '../core/flaps.ts';
import type { Grid } from '../core/grid.ts';
import type { Look } from '../core/look/palette.ts';
import { placeBoard } from './placement.ts';
import type { Placement } from './placement.ts';
import { ApngEncoder, encodePng } from './png.ts';
import { BoardRaster } from './raster.ts';
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

/**
 * Draws grids as files: SVG, PNG, and PNG that moves. A picture is drawn flap by flap, so that others get their turn.
 */
export class Drawing {
  readonly #rasters = new Map<string, BoardRaster>();

  /** A name of what a picture of grids would look like: the same one for the same picture, in quotation marks. */
  etagOf(subject: Subject, format: string, moments: readonly Moment[]): string {
    const hash = createHash('sha256').update(`${format} ${keyOf(subject)}`);
    for (const { grid, delay_ms } of moments) hash.update(`${grid.rows} ${delay_ms} `).update(grid.codes);
    return `"${hash.digest('base64url').slice(0, 27)}"`;
  }

  /** A grid as an SVG file. */
  svg(subject: Subject, grid: Grid): Buffer {
    const title = decodeGrid(grid).replace(/\s+/g, ' ').trim();
    return Buffer.from(encodeSvg(grid, subject.look, placeBoard(subject.geometry, subject), title));
  }

  /** A grid as a PNG file of at most 256 colours. */
  async png(subject: Subject, grid: Grid): Promise<Buffer> {
    return encodePng(await this.#draw(this.#rasterOf(subject), grid));
  }

  /** Grids one after the other as an animated PNG, shown once. */
  async apng(subject: Subject, moments: readonly Moment[]): Promise<Buffer> {
    const raster = this.#rasterOf(subject);
    const encoder = new ApngEncoder();
    for (const { grid, delay_ms } of moments) {
      await nextTurn();
      await encoder.add({ raster: await this.#draw(raster, grid), delayMs: Math.min(65_535, Math.max(20, delay_ms)) });
    }
    return encoder.end();
  }

  async #draw(raster: BoardRaster, grid: Grid) {
    for (const code of new Set(grid.codes)) if (raster.prepare(code)) await nextTurn();
    return raster.draw(grid);
  }

  #rasterOf(subject: Subject): BoardRaster {
    const key = keyOf(subject);
    const raster = this.#rasters.get(key) ?? new BoardRaster(subject.look, placeBoard(subject.geometry, subject));
    this.#rasters.delete(key);
    this.#rasters.set(key, raster);
    const [oldest] = this.#rasters.keys();
    if (this.#rasters.size > MOST_KEPT && oldest !== undefined) this.#rasters.delete(oldest);
    return raster;
  }
}

const keyOf = ({ geometry: { device_type, rows, cols, places }, look, width, height, margin }: Subject): string =>
  JSON.stringify([
    [device_type, rows, cols, places ?? null],
    [look.board_color, look.code62_glyph],
    [width, height ?? null, margin ?? null],
  ]);
