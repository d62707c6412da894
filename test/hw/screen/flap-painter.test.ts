import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FlapPainter, mostFlapPixels } from '../../../hw/screen/flap-painter.ts';
import { formatOf } from '../../../hw/screen/pixel-format.ts';
import { placeWall, type Placement, type Rotation } from '../../../hw/screen/placement.ts';
import type { Turn } from '../../../src/core/look/motion.ts';
import { caseOf, PLAIN } from '../../../src/core/look/palette.ts';
import { rgbOf } from '../../../src/picture/color.ts';
import { drawTile } from '../../../src/picture/tile.ts';
import { upright } from '../../support/flaps-on-screen.ts';

const test = suite('hw/screen/flap-painter');

const FORMAT = formatOf(32, false);
const ROTATIONS: readonly Rotation[] = [0, 90, 180, 270];
const [RED, GREEN] = [63, 66];

/** A wall of two flaps, turned together with its screen. */
const wallAt = (rotation: Rotation): { painter: FlapPainter; place: Placement; stride: number } => {
  const [width, height] = rotation % 180 === 0 ? [120, 90] : [90, 120];
  const choice = { rows: 1, cols: 2, framed: true, margin: 0, rotation, flapSize: 100, drift: false };
  const place = placeWall(choice, { width, height }, mostFlapPixels(FORMAT));
  const canvas = { width, height, stride: width + 5, format: FORMAT };
  return { painter: new FlapPainter(canvas, place, PLAIN, true), place, stride: canvas.stride };
};

/** The lines of a cell, as they are read, while its flap falls; the other cell shows something else. */
const linesOf = (turn: Turn, rotation: Rotation = 0, cell = 0): number[][] => {
  const { painter, place, stride } = wallAt(rotation);
  const { tileWidth, tileHeight, flapWidth, flapHeight } = place;
  const band = place.bands.find(({ cells }) => cells.some((one) => one.cell === cell));
  const left = band?.cells.find((one) => one.cell === cell)?.left ?? -1;
  if (!band) throw new Error('a cell of the wall is expected');
  const { bytes } = painter.paint(band, (at) => (at === cell ? turn : { from: 5, to: 5, phase: 0 }));
  const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / FORMAT.bytes);
  const tile = Array.from({ length: tileWidth * tileHeight }, (_, at) => {
    const [x, y] = [at % tileWidth, Math.floor(at / tileWidth)];
    return pixels[y * stride + left + x] ?? 0;
  });
  const read = upright(tile, tileWidth, tileHeight, rotation);
  return Array.from({ length: flapHeight }, (_, line) => read.slice(line * flapWidth, (line + 1) * flapWidth));
};

const restingLines = (code: number): number[][] => {
  const { flapWidth, flapHeight } = wallAt(0).place;
  const tile = Array.from(drawTile(code, PLAIN, rgbOf(caseOf(PLAIN)), flapWidth, flapHeight), FORMAT.encode);
  return Array.from({ length: flapHeight }, (_, line) => tile.slice(line * flapWidth, (line + 1) * flapWidth));
};

/** Red, green and blue in the middle of a line. */
const colorOf = (line: readonly number[] | undefined): [number, number, number] => {
  const pixel = line?.[line.length >> 1] ?? 0;
  return [(pixel >> 16) & 0xff, (pixel >> 8) & 0xff, pixel & 0xff];
};

test('a flap begins to fall as one that stands, and ends as the next one', () => {
  assert.equal(linesOf({ from: 1, to: 2, phase: 0 }), restingLines(1));
  assert.equal(linesOf({ from: 1, to: 2, phase: 0.001 }), restingLines(1));
  assert.equal(linesOf({ from: 1, to: 2, phase: 0.999 }), restingLines(2));
  assert.equal(linesOf({ from: 2, to: 2, phase: 0.5 }), restingLines(2));
});

for (const [phase, edge] of [
  [0.2, 0.1],
  [0.4, 0.35],
] as const)
  test(`${phase} of the way down it uncovers the next flap above, and still covers the one below`, () => {
    const lines = linesOf({ from: 1, to: 2, phase });
    const upper = Math.round(lines.length / 2);
    const uncovered = Math.round(lines.length * edge);
    assert.equal(lines.slice(0, uncovered - 1), restingLines(2).slice(0, uncovered - 1));
    assert.equal(lines.slice(upper), restingLines(1).slice(upper));
    assert.not.equal(lines.slice(0, upper), restingLines(2).slice(0, upper));
  });

for (const [phase, edge] of [
  [0.6, 0.65],
  [0.8, 0.9],
] as const)
  test(`${phase} of the way down the next flap stands above, and its lower half covers the one below`, () => {
    const lines = linesOf({ from: 1, to: 2, phase });
    const upper = Math.round(lines.length / 2);
    const covered = Math.round(lines.length * edge);
    assert.equal(lines.slice(0, upper), restingLines(2).slice(0, upper));
    assert.equal(lines.slice(covered + 1), restingLines(1).slice(covered + 1));
    assert.not.equal(lines.slice(upper), restingLines(1).slice(upper));
  });

test('what falls is in the shade, the more the steeper it stands', () => {
  const lightOf = (phase: number, part: number, of: number): number => {
    const lines = linesOf({ from: RED, to: GREEN, phase });
    return colorOf(lines[Math.round(lines.length * part)])[of] ?? 0;
  };
  const [red, green] = [colorOf(restingLines(RED)[9])[0], colorOf(restingLines(GREEN)[9])[1]];
  assert.ok(lightOf(0.15, 0.3, 0) < red && lightOf(0.15, 0.3, 0) > lightOf(0.4, 0.45, 0));
  assert.ok(lightOf(0.4, 0.45, 0) > red / 3);
  assert.ok(lightOf(0.85, 0.7, 1) < green && lightOf(0.85, 0.7, 1) > lightOf(0.6, 0.55, 1));
  assert.ok(lightOf(0.6, 0.55, 1) > green / 3);
});

for (const rotation of ROTATIONS)
  for (const phase of [0.2, 0.5, 0.7])
    test(`${phase} of the way down every flap of a wall turned by ${rotation} looks as on one that is not`, () => {
      const turn = { from: 18, to: 19, phase };
      for (const cell of [0, 1]) assert.equal(linesOf(turn, rotation, cell), linesOf(turn));
    });

for (const [x, y] of [
  [0, 0],
  [3, -2],
] as const)
  test(`the case of a wall that moved by ${x} and ${y} pixels lies there, and all beside it is black`, () => {
    const choice = { rows: 2, cols: 2, framed: true, margin: 10, rotation: 0, flapSize: 60, drift: true } as const;
    const screen = { width: 120, height: 120 };
    const { frame, bands, ...place } = placeWall(choice, screen, mostFlapPixels(FORMAT));
    const painter = new FlapPainter(
      { ...screen, stride: 125, format: FORMAT },
      { frame, bands, ...place },
      PLAIN,
      true,
    );
    painter.moveTo(x, y);
    const black = FORMAT.encode(0);
    const lit: [number, number][] = [];
    const note = ({ top, lines, bytes }: ReturnType<typeof painter.paint>): void => {
      const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, lines * 125);
      pixels.forEach((pixel, at) => pixel !== black && lit.push([at % 125, top + Math.floor(at / 125)]));
    };
    for (const strip of painter.paintGaps()) note(strip);
    for (const band of bands) note(painter.paint(band, () => ({ from: 0, to: 0, phase: 0 })));
    const [across, down] = [lit.map(([column]) => column), lit.map(([, line]) => line)];
    assert.equal(
      [Math.min(...across), Math.max(...across), Math.min(...down), Math.max(...down)],
      [frame.left + x, frame.left + x + frame.width - 1, frame.top + y, frame.top + y + frame.height - 1],
    );
    assert.is(new Set(lit.map(String)).size, frame.width * frame.height);
  });

test.run();
