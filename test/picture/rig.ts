import { crc32, inflateSync } from 'node:zlib';
import * as assert from 'uvu/assert';

/** A chunk of a PNG. */
export interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** The chunks of a PNG, each of which has to have the right sum. */
export const chunksOf = (png: Buffer): Chunk[] => {
  assert.is(png.subarray(0, 8).toString('hex'), '89504e470d0a1a0a');
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    assert.is(png.readUInt32BE(at + 8 + length), crc32(png.subarray(at + 4, at + 8 + length)), `the sum of ${type}`);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
};

/** The data of the first chunk of a type. */
export const dataOf = (chunks: readonly Chunk[], type: string): Buffer =>
  chunks.find((one) => one.type === type)?.data ?? Buffer.alloc(0);

/** The pixels of a PNG with a palette, as `#rrggbb` by column and row. */
export const decode = (png: Buffer) => {
  const chunks = chunksOf(png);
  const head = dataOf(chunks, 'IHDR');
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const palette = dataOf(chunks, 'PLTE');
  const rows = inflateSync(dataOf(chunks, 'IDAT'));
  const at = (x: number, y: number): string => {
    const color = (rows[y * (width + 1) + 1 + x] ?? 0) * 3;
    return `#${palette.toString('hex', color, color + 3)}`;
  };
  return { width, height, at, rows };
};
