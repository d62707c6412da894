import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { glyphOn } from '../../src/core/look/flap.ts';
import type { Look } from '../../src/core/look/palette.ts';
import { mix } from '../../src/picture/color.ts';
import { drawTile } from '../../src/picture/tile.ts';

const test = suite('picture/tile');

const [WIDTH, HEIGHT] = [40, 60];
const BLACK: Look = { board_color: 'black', code62_glyph: 'heart' };
const BACKGROUND = 0x00ff00;
/** Flap, light on its upper half, shadow on its lower one, and its hinge over the upper half. */
const [UPPER, LOWER, HINGE, GAP] = [0x222223, 0x19191a, 0x050505, 0x0d0d0d];
const HEART = 0xd8392b;

const tileOf = (code: number, width = WIDTH, height = HEIGHT) => {
  const pixels = drawTile(code, BLACK, BACKGROUND, width, height);
  assert.is(pixels.length, width * height);
  return (x: number, y: number): number => pixels[y * width + x] ?? Number.NaN;
};

test('a blank flap is light above, dark below, and has a gap and an axis', () => {
  const at = tileOf(0);
  const rows = Array.from({ length: HEIGHT }, (_, y) => at(20, y));
  assert.equal(rows, [...Array(29).fill(UPPER), GAP, ...Array(30).fill(LOWER)]);
  // The notches of the axis are two pixels wide, and stand out of the gap on both sides.
  for (let y = 10; y < 50; y++) {
    const isAxis = y >= 27 && y < 34;
    for (const x of [0, 1, 38, 39]) assert.is(at(x, y) === HINGE, isAxis, `${x}, ${y}`);
    for (const x of [2, 37]) assert.is(at(x, y), rows[y], `${x}, ${y}`);
  }
});

test('a small flap has a gap and no axis', () => {
  const at = tileOf(0, 14, 20);
  for (let x = 0; x < 14; x++) assert.is(at(x, 9), GAP);
  for (let x = 0; x < 14; x++) assert.equal([at(x, 8), at(x, 10)], [UPPER, LOWER]);
});

test('the corners are round and soft, and alike on all sides', () => {
  const at = tileOf(0);
  const steps = Array.from({ length: 9 }, (_, step) => [
    mix(BACKGROUND, UPPER, step / 8),
    mix(BACKGROUND, LOWER, step / 8),
  ]);
  const stepOf = (x: number, y: number): number => steps.findIndex((tones) => tones.includes(at(x, y)));
  for (let y = 0; y < 8; y++)
    for (let x = 0; x < 8; x++) {
      const step = stepOf(x, y);
      assert.ok(step >= 0, `${x}, ${y} is ${at(x, y).toString(16)}`);
      for (const [left, top] of [
        [WIDTH - 1 - x, y],
        [x, HEIGHT - 1 - y],
        [WIDTH - 1 - x, HEIGHT - 1 - y],
      ] as const)
        assert.ok(Math.abs(stepOf(left, top) - step) <= 1, `${left}, ${top}`);
      // How much of a pixel a quarter of a circle of 4.5 pixels around (4.5, 4.5) covers.
      const away = Math.hypot(Math.max(0, 4.5 - (x + 0.5)), Math.max(0, 4.5 - (y + 0.5)));
      if (away > 5.3) assert.is(step, 0, `${x}, ${y}`);
      if (away < 3.7) assert.is(step, 8, `${x}, ${y}`);
    }
  assert.equal([stepOf(0, 0), stepOf(5, 0), stepOf(0, 5)], [0, 8, 8]);
});

test('a glyph has its colour where its outline lies, and soft edges', () => {
  const at = tileOf(62);
  const glyph = glyphOn(62, BLACK, WIDTH, HEIGHT);
  assert.ok(glyph);
  const all = Array.from({ length: WIDTH * HEIGHT }, (_, cell) => ({ x: cell % WIDTH, y: Math.floor(cell / WIDTH) }));
  const inked = all.filter(({ x, y }) => at(x, y) === HEART);
  const soft = all.filter(({ x, y }) => {
    const tone = y < 30 ? UPPER : LOWER;
    return [1, 2, 3, 4, 5, 6, 7].some((step) => at(x, y) === mix(tone, HEART, step / 8));
  });
  assert.ok(inked.length > 250, `${inked.length}`);
  assert.ok(soft.length > 20 && soft.length < 120, `${soft.length}`);
  const [left, right] = [Math.min(...inked.map(({ x }) => x)), Math.max(...inked.map(({ x }) => x))];
  assert.ok(left >= Math.floor(glyph.x) && left <= glyph.x + 2, `${left} of ${glyph.x}`);
  assert.ok(Math.abs(left - (WIDTH - 1 - right)) <= 1, `${left} and ${right}`);
  // Its point is at the foot.
  const lowest = Math.max(...inked.map(({ y }) => y));
  assert.ok(Math.abs(lowest - glyph.y) <= 4, `${lowest} of ${glyph.y}`);
  // Its gap goes over it.
  assert.is(at(20, 29), mix(HEART, HINGE, 0.72));
});

test.run();
