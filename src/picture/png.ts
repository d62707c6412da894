import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import type { Raster } from './raster.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const PALETTE_COLOR = 3;
/** Good enough: a higher level takes ten times as long for a fifth less. */
const LEVEL = 6;
const ONCE = 1;

/** Compresses on another thread: a large picture takes 20 ms. */
const compress = promisify<Buffer, { level: number }, Buffer>(deflate);

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32BE(value, at * 4));
  return bytes;
};

const head = ({ width, height }: Raster): Buffer =>
  chunk('IHDR', Buffer.concat([numbers(width, height), Buffer.from([8, PALETTE_COLOR, 0, 0, 0])]));

const paletteOf = ({ palette }: Raster): Buffer =>
  chunk('PLTE', Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255])));

/** The rows of a part of a picture, each with the byte that says that nothing is predicted. */
const packed = ({ width, pixels }: Raster, left: number, top: number, wide: number, tall: number): Promise<Buffer> => {
  const rows = Buffer.alloc((wide + 1) * tall);
  for (let row = 0; row < tall; row++) {
    const from = (top + row) * width + left;
    rows.set(pixels.subarray(from, from + wide), row * (wide + 1) + 1);
  }
  return compress(rows, { level: LEVEL });
};

const END = chunk('IEND', Buffer.alloc(0));

/** A picture as a PNG file. */
export const encodePng = async (raster: Raster): Promise<Buffer> => {
  const data = await packed(raster, 0, 0, raster.width, raster.height);
  return Buffer.concat([SIGNATURE, head(raster), paletteOf(raster), chunk('IDAT', data), END]);
};

/** One picture of an animation, and how long it is shown, in ms up to 65,535. */
export interface Frame {
  readonly raster: Raster;
  readonly delayMs: number;
}

interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest rectangle that holds all differences; one pixel where there is none. */
const changedPart = (before: Raster, after: Raster): Part => {
  const { width, height } = after;
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) {
      if (before.pixels[row * width + col] === after.pixels[row * width + col]) continue;
      left = Math.min(left, col);
      right = Math.max(right, col + 1);
      top = Math.min(top, row);
      bottom = row + 1;
    }
  }
  if (right === 0) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: right - left, height: bottom - top };
};

const control = (sequence: number, { left, top, width, height }: Part, delayMs: number): Buffer => {
  const times = Buffer.alloc(6);
  times.writeUInt16BE(delayMs, 0);
  times.writeUInt16BE(1000, 2);
  return chunk('fcTL', Buffer.concat([numbers(sequence, width, height, left, top), times]));
};

/**
 * Pictures of one size and palette as an animated PNG, shown once: of each but the first only the part that changed.
 * Only the latest picture is held, so that a long animation takes no more memory than its file.
 */
export class ApngEncoder {
  readonly #parts: Buffer[] = [];
  #last: Raster | null = null;
  #count = 0;
  #sequence = 0;

  /** Adds the next picture; resolves when another one may be added. */
  async add({ raster, delayMs }: Frame): Promise<void> {
    const before = this.#last;
    const part = before ? changedPart(before, raster) : { left: 0, top: 0, width: raster.width, height: raster.height };
    this.#parts.push(control(this.#sequence++, part, delayMs));
    const data = await packed(raster, part.left, part.top, part.width, part.height);
    this.#parts.push(before ? chunk('fdAT', Buffer.concat([numbers(this.#sequence++), data])) : chunk('IDAT', data));
    this.#last = raster;
    this.#count++;
  }

  /** The file; throws when there was no picture. */
  end(): Buffer {
    if (!this.#last) throw new Error('an animation needs a picture');
    const about = chunk('acTL', numbers(this.#count, ONCE));
    return Buffer.concat([SIGNATURE, head(this.#last), paletteOf(this.#last), about, ...this.#parts, END]);
  }
}
