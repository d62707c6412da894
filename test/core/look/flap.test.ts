import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { glyphOn, hingeOf, radiusOf } from '../../../src/core/look/flap.ts';
import { shapesOf } from '../../../src/core/look/flap-paths.ts';
import { CHIPS, PLAIN, caseOf, faceOf, paintOf, type Look } from '../../../src/core/look/palette.ts';
import { layOut, layOutBorderless, scaleOf } from '../../../src/core/look/proportions.ts';
import { chooseBoard, flatCodes, shownCodes, storedLook } from '../../../src/core/look/shown.ts';
import type { BoardDetail, BoardInstance } from '../../../src/schema/boards/boards.ts';
import { sampleBoard } from '../../support/sample-state.ts';

const test = suite('core/look: flaps');

const WHITE: Look = { board_color: 'white', code62_glyph: 'heart' };
const near = (a: number | undefined, b: number): void =>
  assert.ok(a !== undefined && Math.abs(a - b) < 0.005, `${a} is not ${b}`);
const code = (letter: string): number => letter.charCodeAt(0) - 64;

test('a glyph stands in the middle of its flap, its capitals 43 hundredths high', () => {
  const glyph = glyphOn(code('I'), PLAIN, 70, 100);
  near(glyph?.scaleY, 0.124);
  near(glyph?.scaleX, 0.124);
  near(glyph?.y, (100 + 344 * 0.124) / 2);
  near((glyph?.x ?? 0) * 2 + (glyph?.outline.width ?? 0) * 0.124, 70);
  assert.is(glyph?.color, paintOf(PLAIN).glyph);
});
test('a glyph that is too wide is drawn narrower', () => {
  const glyph = glyphOn(code('W'), PLAIN, 40, 100);
  near((glyph?.outline.width ?? 0) * (glyph?.scaleX ?? 0), 32);
  near(glyph?.x, 4);
  near(glyph?.scaleY, 0.124);
});
test('blanks, tiles and codes without a flap have no glyph', () => {
  for (const none of [0, 63, 69, 70, 71, 43, 255]) assert.is(glyphOn(none, PLAIN, 70, 100), null);
});
test('code 62 is a degree sign or a red heart, by the board', () => {
  const [degree, heart] = [glyphOn(62, PLAIN, 70, 100), glyphOn(62, WHITE, 70, 100)];
  assert.is(degree?.color, paintOf(PLAIN).glyph);
  assert.is(heart?.outline.width, 350);
  assert.match(heart?.outline.path ?? '', /^m175 0q.*z$/);
  assert.is(heart?.color, '#d8392b');
  assert.is(glyphOn(code('A'), WHITE, 70, 100)?.color, paintOf(WHITE).glyph);
});
test('corners are round by 75 thousandths of the height, by a pixel at least', () => {
  near(radiusOf(100), 7.5);
  assert.is(radiusOf(10), 1);
});
test('the hinge lies in the middle, with two notches that small flaps do not have', () => {
  assert.equal(hingeOf(70, 100), {
    gap: { left: 0, top: 49, width: 70, height: 2 },
    notches: [
      { left: 0, top: 45, width: 3, height: 11 },
      { left: 67, top: 45, width: 3, height: 11 },
    ],
  });
  assert.equal(hingeOf(16, 23), { gap: { left: 0, top: 11, width: 16, height: 1 }, notches: [] });
  assert.equal(hingeOf(9, 24).notches, [
    { left: 0, top: 11, width: 1, height: 3 },
    { left: 8, top: 11, width: 1, height: 3 },
  ]);
});

test('chips have their colours, and a white board swaps white and black', () => {
  const colours = Object.values(CHIPS);
  assert.is(new Set(colours).size, 6);
  for (const colour of [...colours, ...Object.values(paintOf(PLAIN)), ...Object.values(paintOf(WHITE))])
    assert.match(colour, /^#[0-9a-f]{6}$/);
  for (const chip of [63, 64, 65, 66, 67, 68]) assert.is(faceOf(chip, WHITE), CHIPS[chip]);
  const [black, white] = [paintOf(PLAIN), paintOf(WHITE)];
  assert.equal(
    [0, 1, 69, 70, 71].map((one) => faceOf(one, PLAIN)),
    [black.flap, black.flap, '#ffffff', black.flap, '#ffffff'],
  );
  assert.equal(
    [0, 1, 69, 70, 71].map((one) => faceOf(one, WHITE)),
    [white.flap, white.flap, white.glyph, white.flap, white.glyph],
  );
  assert.equal([caseOf(PLAIN), caseOf(WHITE)], ['#0d0d0e', '#e4e4e0']);
});

const LAYOUT = { width: 40, height: 30, flapWidth: 14, flapHeight: 24, lefts: [2, 20], tops: [3] };

test('a board is a few shapes: faces by colour, light, glyphs, the gap and the notches', () => {
  const shapes = shapesOf(Uint8Array.of(63, 1), LAYOUT, PLAIN);
  const face =
    'h10.4a1.8 1.8 0 0 1 1.8 1.8v20.4a1.8 1.8 0 0 1 -1.8 1.8h-10.4a1.8 1.8 0 0 1 -1.8 -1.8v-20.4a1.8 1.8 0 0 1 1.8 -1.8z';
  assert.equal(
    shapes.slice(0, 2).map(({ color, path }) => [color, path]),
    [
      [CHIPS[63], `m3.8 3${face}`],
      [paintOf(PLAIN).flap, `m21.8 3${face}`],
    ],
  );
  const [upper, lower, glyph, gap, left, right] = shapes.slice(2);
  const top = 'h10.4a1.8 1.8 0 0 1 1.8 1.8v10.2h-14v-10.2a1.8 1.8 0 0 1 1.8 -1.8z';
  const bottom = 'h14v10.2a1.8 1.8 0 0 1 -1.8 1.8h-10.4a1.8 1.8 0 0 1 -1.8 -1.8v-10.2z';
  const plain = { across: 1, down: 1 };
  assert.equal(upper, { ...plain, color: '#ffffff', opacity: 0.035, path: `m3.8 3${top}m18 0${top}` });
  assert.equal(lower, { ...plain, color: '#000000', opacity: 0.035, path: `m2 15${bottom}m18 0${bottom}` });
  assert.is(glyph?.color, paintOf(PLAIN).glyph);
  assert.is(glyph?.opacity, 1);
  near(glyph?.down, (0.62 * 24) / 500);
  const hinge = { ...plain, color: paintOf(PLAIN).hinge };
  assert.equal(gap, { ...hinge, opacity: 0.72, path: 'm2 14h14v1h-14zm18 0h14v1h-14z' });
  assert.equal(left, { ...hinge, opacity: 1, path: 'm2 14h1v3h-1zm18 0h1v3h-1z' });
  assert.equal(right, { ...hinge, opacity: 1, path: 'm15 14h1v3h-1zm18 0h1v3h-1z' });
});
test('a glyph begins where it lies on its flap, in units of its own', () => {
  const glyph = glyphOn(code('A'), PLAIN, 14, 24);
  const [shape] = shapesOf(Uint8Array.of(0, 1), LAYOUT, PLAIN).filter(({ color }) => color === paintOf(PLAIN).glyph);
  const [, x, y] = /^M([\d.]+) ([\d.]+)m/.exec(shape?.path ?? '') ?? [];
  assert.ok(Math.abs(Number(x) * (shape?.across ?? 0) - 20 - (glyph?.x ?? 0)) < 0.01);
  assert.ok(Math.abs(Number(y) * (shape?.down ?? 0) - 3 - (glyph?.y ?? 0)) < 0.01);
  assert.ok(shape?.path.endsWith(glyph?.outline.path ?? '?'));
});
test('equal glyphs are one shape, and those that are drawn narrower another', () => {
  const glyphs = (...letters: string[]) =>
    shapesOf(Uint8Array.from(letters.map(code)), LAYOUT, PLAIN).filter(({ color }) => color === paintOf(PLAIN).glyph);
  assert.is(glyphs('A', 'A').length, 1);
  assert.is(glyphs('A', 'I').length, 1);
  assert.is(glyphs('W', 'I').length, 2);
  assert.is(glyphs('A', 'A')[0]?.path.match(/M/g)?.length, 2);
});
test('cells without a flap are not drawn', () => {
  const shapes = shapesOf(Uint8Array.of(1, 1), LAYOUT, { ...PLAIN, places: [[1]] });
  assert.is(shapes[0]?.path.match(/m/g)?.length, 1);
  assert.ok(shapes[0]?.path.startsWith('m21.8 3'));
});

test('flaps of a board lie in their case as the real ones do', () => {
  const note = layOut({ device_type: 'note', rows: 3, cols: 15 }, 1000);
  const unit = 1000 / (15 * 0.7 + 14 * 0.145 + 2);
  assert.is(note.width, 1000);
  assert.is(note.flapWidth, Math.round(0.7 * unit));
  assert.is(note.flapHeight, Math.round(unit));
  assert.equal(
    note.tops,
    [0, 1, 2].map((row) => Math.round(unit * (1 + row * 1.59))),
  );
  assert.equal(note.lefts.slice(0, 2), [Math.round(unit), Math.round(unit * 1.845)]);
  assert.is(note.height, (note.tops[2] ?? 0) + note.flapHeight + Math.round(unit));
});
test('between the Notes of an array there is a seam', () => {
  const array = layOut({ device_type: 'note_array', rows: 6, cols: 30 }, 1000);
  const unit = 1000 / (30 * 0.7 + 29 * 0.145 + 2 + 1.1 - 0.145);
  assert.is(array.width, 1000);
  assert.is(array.lefts[14] ?? 0, Math.round(unit * (1 + 14 * 0.845)));
  assert.is(array.lefts[15] ?? 0, Math.round(unit * (1 + 14 * 0.845 + 0.7 + 1.1)));
  assert.is(array.tops[3] ?? 0, Math.round(unit * (1 + 3 * 1.59 + 1.1)));
});
test('without a case flaps have the same narrow gap in both directions', () => {
  assert.equal(layOutBorderless({ device_type: 'panel', rows: 2, cols: 3 }, 239), {
    width: 239,
    height: 215,
    flapWidth: 70,
    flapHeight: 100,
    lefts: [0, 85, 169],
    tops: [0, 115],
  });
});
test('no flap is smaller than two pixels', () => {
  for (const lay of [layOut, layOutBorderless]) {
    const { flapWidth, flapHeight } = lay({ device_type: 'flagship', rows: 6, cols: 22 }, 1);
    assert.equal([flapWidth, flapHeight], [1, 2]);
  }
});
test('boards narrower than a flagship are drawn smaller', () => {
  assert.is(scaleOf({ device_type: 'flagship', rows: 6, cols: 22 }), 20);
  assert.is(scaleOf({ device_type: 'panel', rows: 6, cols: 60 }), 20);
  assert.is(scaleOf({ device_type: 'note', rows: 3, cols: 15 }), 14);
});

test('the board that is drawn large is the selected, the primary, or the first one', () => {
  const boards = [
    { id: 'a', is_primary: false },
    { id: 'b', is_primary: true },
    { id: 'c', is_primary: false },
  ];
  assert.is(chooseBoard(boards, 'c')?.id, 'c');
  assert.is(chooseBoard(boards, 'gone')?.id, 'b');
  assert.is(chooseBoard(boards, null)?.id, 'b');
  assert.is(chooseBoard([{ id: 'a', is_primary: false }], null)?.id, 'a');
  assert.is(chooseBoard([], 'a'), undefined);
});
test('what a board shows is what was read, or what was asked where output stays in the browser', () => {
  const detail = (characters: number[][] | null, expected_characters: number[][] | null) =>
    ({ characters, expected_characters }) as BoardDetail;
  assert.equal(shownCodes(detail([[1]], [[2]]), 'both'), [[1]]);
  assert.equal(shownCodes(detail([[1]], [[2]]), 'ui'), [[2]]);
  assert.equal(shownCodes(detail(null, [[2]]), 'board'), [[2]]);
  assert.equal(shownCodes(detail([[1]], null), 'ui'), [[1]]);
  assert.equal(shownCodes(detail(null, null), 'ui'), []);
});
test('rows of codes become one array, cut and filled to the size', () => {
  assert.equal([...flatCodes([[1, 2, 3], [4]], 2, 2)], [1, 2, 4, 0]);
  assert.equal([...flatCodes([[1], [2], [3]], 2, 1)], [1, 2]);
  assert.equal([...flatCodes([], 1, 2)], [0, 0]);
});
test('a stored board looks as its settings say', () => {
  const board = { ...sampleBoard('a'), board_color: 'white', code62_glyph: 'heart' };
  assert.equal(storedLook(board as unknown as BoardInstance), { ...WHITE, places: undefined });
});

test.run();
