import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Canvas, mostCells } from '../../../../hw/panel/pixels/canvas.ts';
import { LARGE_FONT, SMALL_FONT } from '../../../../hw/panel/pixels/font.ts';
import { flapOf, glyphOf, hasFlap } from '../../../../src/core/flaps/flaps.ts';
import { createGrid, gridFromRows } from '../../../../src/core/flaps/grid.ts';
import { CHIPS } from '../../../../src/core/look/palette.ts';
import { seededRandom } from '../../../support/seeded.ts';
import { SHOWN_CODES, codesIn } from './reader.ts';

const test = suite('pixels of a board');

const PIXOO = { width: 64, height: 64 };
const CLOCK = { width: 32, height: 8 };

/** A glyph as it is read from a sheet: a line for each row. */
const pictureOf = (code: number, { width, rowsOf }: typeof SMALL_FONT): string =>
  rowsOf(code)
    .map((row) => row.toString(2).padStart(width, '0').replaceAll('0', '.').replaceAll('1', '#'))
    .join('\n');

for (const [name, font] of [
  ['small', SMALL_FONT],
  ['large', LARGE_FONT],
] as const) {
  test(`every flap with a character has a ${name} glyph within its bounds, unlike any other`, () => {
    const codes = Array.from({ length: 62 }, (_, index) => index + 1).filter(hasFlap);
    assert.is(codes.length, 56);
    for (const code of codes) {
      const rows = font.rowsOf(code);
      assert.is(rows.length, font.height, glyphOf(code));
      assert.ok(
        rows.every((row) => row >= 0 && row < 2 ** font.width),
        glyphOf(code),
      );
      assert.ok(
        rows.some((row) => row > 0),
        glyphOf(code),
      );
    }
    assert.is(new Set(codes.map((code) => pictureOf(code, font))).size, codes.length);
    assert.equal(font.rowsOf(0), []);
  });
}

test('glyphs look like what they mean', () => {
  assert.is(pictureOf(flapOf('R') ?? 0, SMALL_FONT), '##.\n#.#\n##.\n#.#\n#.#');
  assert.is(pictureOf(flapOf('4') ?? 0, SMALL_FONT), '#.#\n#.#\n###\n..#\n..#');
  assert.is(pictureOf(flapOf('G') ?? 0, LARGE_FONT), '.###.\n#...#\n#....\n#.###\n#...#\n#...#\n.####');
  assert.is(pictureOf(flapOf('?') ?? 0, LARGE_FONT), '.###.\n#...#\n....#\n...#.\n..#..\n.....\n..#..');
});

test('a colour fills its cell, black and blank stay dark', () => {
  const canvas = new Canvas(PIXOO, 1, 16, 'It');
  const lit = (code: number): number[] => {
    const grid = createGrid(1, 16);
    grid.codes[0] = code;
    return [...canvas.draw(grid).pixels].filter((color) => color !== 0);
  };
  for (const [code, color] of Object.entries(CHIPS))
    assert.equal(lit(Number(code)), new Array<number>(15).fill(Number.parseInt(color.slice(1), 16)));
  assert.equal(lit(69), new Array<number>(15).fill(0xff_ff_ff));
  assert.equal(lit(71), lit(69));
  for (const code of [0, 70, 43]) assert.equal(lit(code), []);
});

test('glyphs are as large as there is room for, in the middle', () => {
  const edges = (rows: number, cols: number, size = PIXOO) => {
    const { pixels } = new Canvas(size, rows, cols, 'It').draw(createGrid(rows, cols, 71));
    const lit = [...pixels.keys()].filter((index) => pixels[index] !== 0);
    const [xs, ys] = [lit.map((at) => at % size.width), lit.map((at) => Math.floor(at / size.width))];
    return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  };
  assert.equal(edges(10, 16), [0, 62, 2, 60]);
  assert.equal(edges(8, 10), [2, 60, 0, 62]);
  assert.equal(edges(1, 1), [12, 51, 4, 59], 'eight times as large');
  assert.equal(edges(1, 8, CLOCK), [0, 30, 1, 5]);
  assert.equal(edges(1, 5, CLOCK), [1, 29, 0, 6]);
});

test('a grid that does not fit is refused in a sentence', () => {
  assert.equal(mostCells(64, 64), { rows: 10, cols: 16 });
  assert.equal(mostCells(32, 8), { rows: 1, cols: 8 });
  for (const [rows, cols] of [
    [11, 16],
    [10, 17],
  ] as const)
    assert.throws(
      () => new Canvas(PIXOO, rows, cols, 'The Pixoo'),
      'The Pixoo has 64 × 64 pixels, room for at most 10 rows of 16 columns: make the board smaller.',
    );
  assert.throws(
    () => new Canvas(CLOCK, 2, 8, 'The clock'),
    'The clock has 32 × 8 pixels, room for at most 1 row of 8 columns: make the board smaller.',
  );
});

test('what was drawn is read again, in every size', () => {
  const random = seededRandom(5);
  for (let rows = 1; rows <= 10; rows++)
    for (let cols = 1; cols <= 16; cols++) {
      const codes = Array.from({ length: rows }, () =>
        Array.from({ length: cols }, () => SHOWN_CODES[Math.floor(random() * SHOWN_CODES.length)] ?? 0),
      );
      const { pixels } = new Canvas(PIXOO, rows, cols, 'It').draw(gridFromRows(codes, rows, cols));
      assert.equal(codesIn(pixels, 64, rows, cols), codes);
    }
});

test('what looks alike is read as it was asked for, and what means nothing as blank', () => {
  const canvas = new Canvas(CLOCK, 1, 8, 'It');
  const asked = gridFromRows([[70, 71, 69, 43, 0, 1, 2, 3]], 1, 8);
  const picture = canvas.draw(asked);
  assert.equal(canvas.read(picture, asked), asked);
  assert.equal([...canvas.read(picture, null).codes], [0, 69, 69, 0, 0, 1, 2, 3]);
  const noise = { ...picture, pixels: picture.pixels.map((_, index) => (index % 2 === 0 ? 0x12_34_ff : 0x80_80_10)) };
  assert.equal([...canvas.read(noise, asked).codes], [0, 0, 0, 0, 0, 0, 0, 0]);
  const tinted = { ...picture, pixels: picture.pixels.map((color) => (color === 0 ? 0 : color - 0x10_10_10)) };
  assert.equal(canvas.read(tinted, asked), asked, 'corrected a little by the device');
});

test.run();
