import { inflateSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid, type Grid } from '../../src/core/flaps/grid.ts';
import type { Look } from '../../src/core/look/palette.ts';
import { Drawing, type Moment, type Subject } from '../../src/picture/drawing.ts';
import { placeBoard } from '../../src/picture/placement.ts';
import { ApngEncoder, encodePng } from '../../src/picture/png.ts';
import { BoardRaster } from '../../src/picture/raster.ts';
import { Slice } from '../../src/picture/slice.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { chunksOf, dataOf } from './rig.ts';

const test = suite('picture/png');

const PANEL = { device_type: 'panel', rows: 2, cols: 3 } as const;
const LOOK: Look = { board_color: 'black', code62_glyph: 'degree' };
const LAYOUT = placeBoard(PANEL, { width: 120 });
const ASKER = { address: '192.0.2.1' };
const slice = (): Slice => new Slice(systemClock);
const raster = (): BoardRaster => new BoardRaster(LOOK, LAYOUT);
const gridWith = (...codes: readonly number[]): Grid => {
  const grid = createGrid(PANEL.rows, PANEL.cols);
  grid.codes.set(codes);
  return grid;
};

test('a picture has its size, eight bits a pixel by palette, and no interlacing', async () => {
  const png = await encodePng(raster(), gridWith(63, 64), slice());
  const chunks = chunksOf(png);
  assert.equal(
    chunks.map(({ type }) => type),
    ['IHDR', 'PLTE', 'IDAT', 'IEND'],
  );
  const head = dataOf(chunks, 'IHDR');
  assert.equal([head.readUInt32BE(0), head.readUInt32BE(4)], [LAYOUT.width, LAYOUT.height]);
  assert.equal([...head.subarray(8)], [8, 3, 0, 0, 0]);
  assert.is(inflateSync(dataOf(chunks, 'IDAT')).length, (LAYOUT.width + 1) * LAYOUT.height);
  // The first colour is that of the case.
  assert.is(dataOf(chunks, 'PLTE').subarray(0, 3).toString('hex'), '0d0d0e');
});

test('an animation counts its chunks through, and tells place and time of each part', async () => {
  const encoder = new ApngEncoder(raster(), slice());
  await encoder.add(gridWith(), 100);
  assert.is(encoder.pixels, LAYOUT.width * LAYOUT.height);
  await encoder.add(gridWith(0, 0, 0, 0, 63), 65_535);
  const changed = LAYOUT.flapWidth * LAYOUT.flapHeight;
  assert.is(encoder.pixels, LAYOUT.width * LAYOUT.height + changed);
  await encoder.add(gridWith(0, 0, 0, 0, 63), 20);
  const before = encoder.bytes;
  const file = encoder.end();
  const chunks = chunksOf(file);
  assert.equal(
    chunks.map(({ type }) => type),
    ['IHDR', 'PLTE', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'fcTL', 'fdAT', 'IEND'],
  );
  const parts = chunks.filter(({ type }) => ['fcTL', 'IDAT', 'fdAT'].includes(type));
  assert.is(
    before,
    parts.reduce((sum, { data }) => sum + data.length + 12, 0),
  );
  const controls = parts.filter(({ type }) => type === 'fcTL').map(({ data }) => data);
  const { lefts, tops, flapWidth, flapHeight, width, height } = LAYOUT;
  assert.equal(
    controls.map((data) => [0, 4, 8, 12, 16].map((at) => data.readUInt32BE(at))),
    [
      [0, width, height, 0, 0],
      [1, flapWidth, flapHeight, lefts[1], tops[1]],
      [3, 1, 1, 0, 0],
    ],
  );
  assert.equal(
    controls.map((data) => [data.readUInt16BE(20), data.readUInt16BE(22), data.length]),
    [100, 65_535, 20].map((ms) => [ms, 1000, 26]),
  );
  const later = chunks.filter(({ type }) => type === 'fdAT').map(({ data }) => data);
  assert.equal(
    later.map((data) => [data.readUInt32BE(0), inflateSync(data.subarray(4)).length]),
    [
      [2, (flapWidth + 1) * flapHeight],
      [4, 2],
    ],
  );
});

test('an animation without a picture is none', () => {
  assert.throws(() => new ApngEncoder(raster(), slice()).end(), 'an animation needs a picture');
});

const subject: Subject = { geometry: PANEL, look: LOOK, width: 120 };
const drawing = (): Drawing => new Drawing(systemClock, () => new Error('too many'));
const delaysOf = (file: Buffer): number[] =>
  chunksOf(file)
    .filter(({ type }) => type === 'fcTL')
    .map(({ data }) => data.readUInt16BE(20));

test('a moment lasts 20 ms to 65,535 ms', async () => {
  const moments = async function* (): AsyncGenerator<Moment> {
    for (const delay_ms of [0, 20, 21, 65_535, 65_536]) yield { grid: gridWith(), delay_ms };
  };
  const file = await drawing().apng(subject, moments(), { grid: gridWith(1), delay_ms: 1e9 }, ASKER);
  assert.equal(delaysOf(file), [20, 20, 21, 65_535, 65_535, 65_535]);
});

test('an animation without an end goes on with its last picture', async () => {
  let made = 0;
  const endless = async function* (): AsyncGenerator<Moment> {
    for (;;) yield { grid: gridWith(63 + (made++ % 2)), delay_ms: 20 };
  };
  const large = { geometry: { device_type: 'panel', rows: 1, cols: 1 }, look: LOOK, width: 2400 } as const;
  const file = await drawing().apng(large, endless(), { grid: gridWith(), delay_ms: 777 }, ASKER);
  const { width, height, flapWidth, flapHeight } = placeBoard(large.geometry, large);
  const drawn = 1 + Math.ceil((128_000_000 - width * height) / (flapWidth * flapHeight));
  assert.is(made - 1, drawn);
  assert.is(delaysOf(file).at(-1), 777);
});

test.run();
