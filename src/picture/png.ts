import { crc32, createDeflate } from 'node:zlib';
import type { Box } from '../core/look/flap.ts';
import type { Grid } from '../core/flaps/grid.ts';
import type { BoardRaster, Strips } from './raster.ts';
import type { Slice } from './slice.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const PALETTE_COLOR = 3;
/** Good enough: a higher level takes ten times as long for a fifth less. */
const LEVEL = 6;
const ONCE = 1;

const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32BE(value, at * 4));
  return bytes;
};

const chunk = (type: string, ...data: readonly Buffer[]): Buffer[] => {
  const body = [Buffer.from(type, 'latin1'), ...data];
  const length = data.reduce((sum, piece) => sum + piece.length, 0);
  return [numbers(length), ...body, numbers(body.reduce((sum, piece) => crc32(piece, sum), 0))];
};

const head = ({ width, height }: Box): Buffer[] =>
  chunk('IHDR', numbers(width, height), Buffer.from([8, PALETTE_COLOR, 0, 0, 0]));

const paletteOf = ({ palette }: BoardRaster): Buffer[] =>
  chunk('PLTE', Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255])));

/** Compresses strips as they are drawn, on another thread; rejects with the reason of a signal that aborts. */
const pack = async (strips: Strips, slice: Slice): Promise<Buffer[]> => {
  const deflate = createDeflate({ level: LEVEL });
  const pieces: Buffer[] = [];
  deflate.on('data', (piece: Buffer) => pieces.push(piece));
  const write = (strip: Buffer): Promise<void> =>
    new Promise((resolve, reject) => deflate.write(strip, (problem) => (problem ? reject(problem) : resolve())));
  try {
    for (const strip of strips) {
      if (strip) await slice.during(write(strip));
      if (slice.isOver) await slice.next();
    }
    await slice.during(new Promise((resolve) => deflate.once('end', resolve).end()));
    return pieces;
  } finally {
    deflate.destroy();
  }
};

const END = Buffer.concat(chunk('IEND'));

/** A grid as a PNG file. */
export const encodePng = async (raster: BoardRaster, grid: Grid, slice: Slice): Promise<Buffer> => {
  const data = await pack(raster.draw(grid, raster.whole), slice);
  return Buffer.concat([SIGNATURE, ...head(raster.whole), ...paletteOf(raster), ...chunk('IDAT', ...data), END]);
};

const control = (sequence: number, { left, top, width, height }: Box, delayMs: number): Buffer[] => {
  const times = Buffer.alloc(6);
  times.writeUInt16BE(delayMs, 0);
  times.writeUInt16BE(1000, 2);
  return chunk('fcTL', numbers(sequence, width, height, left, top), times);
};

/**
 * Grids as an animated PNG, shown once: of each but the first only the part that changed. Nothing is held but the file
 * as it grows and the latest grid.
 */
export class ApngEncoder {
  readonly #raster: BoardRaster;
  readonly #slice: Slice;
  readonly #parts: Buffer[] = [];
  #last: Grid | null = null;
  #count = 0;
  #sequence = 0;
  #pixels = 0;
  #bytes = 0;

  constructor(raster: BoardRaster, slice: Slice) {
    this.#raster = raster;
    this.#slice = slice;
  }

  /** How many pixels were drawn. */
  get pixels(): number {
    return this.#pixels;
  }

  /** How large the file is so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds a grid, which is shown for so many ms, up to 65,535; resolves when another one may be added. */
  async add(grid: Grid, delayMs: number): Promise<void> {
    const raster = this.#raster;
    const part = this.#last ? raster.changed(this.#last, grid) : raster.whole;
    this.#push(control(this.#sequence++, part, delayMs));
    const data = await pack(raster.draw(grid, part), this.#slice);
    this.#push(this.#last ? chunk('fdAT', numbers(this.#sequence++), ...data) : chunk('IDAT', ...data));
    this.#pixels += part.width * part.height;
    this.#last = grid;
    this.#count++;
  }

  /** The file; throws when there was no picture. */
  end(): Buffer {
    if (!this.#last) throw new Error('an animation needs a picture');
    const about = chunk('acTL', numbers(this.#count, ONCE));
    const start = [SIGNATURE, ...head(this.#raster.whole), ...paletteOf(this.#raster), ...about];
    return Buffer.concat([...start, ...this.#parts, END]);
  }

  #push(pieces: readonly Buffer[]): void {
    for (const piece of pieces) {
      this.#parts.push(piece);
      this.#bytes += piece.length;
    }
  }
}
