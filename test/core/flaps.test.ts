import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Cells, HARD_BLANK, countCells } from '../../src/core/flaps/cells.ts';
import { usedHeap } from '../support/used-heap.ts';
import { COLOR_CODES, LAST_CODE, colorCode, decodeGrid, flapOf, glyphOf, hasFlap } from '../../src/core/flaps/flaps.ts';
import { createGrid, gridFromRows } from '../../src/core/flaps/grid.ts';

const test = suite('flaps');

/** The code of the first flap that a text is shown with; 0 when that draws blank. */
const firstCode = (text: string): number => {
  const cells = new Cells();
  cells.beginRows(1, 2);
  cells.write(text);
  const [code = 0] = cells.codes;
  return code === HARD_BLANK ? 0 : code;
};

const unused = [43, 45, 51, 57, 58, 61];
const signs: [number, string][] = [
  [37, '!'],
  [38, '@'],
  [39, '#'],
  [40, '$'],
  [41, '('],
  [42, ')'],
  [44, '-'],
  [46, '+'],
  [47, '&'],
  [48, '='],
  [49, ';'],
  [50, ':'],
  [52, "'"],
  [53, '"'],
  [54, '%'],
  [55, ','],
  [56, '.'],
  [59, '/'],
  [60, '?'],
  [62, '°'],
];
const expected = new Map<number, string>([[0, ' '], ...signs]);
for (let at = 0; at < 26; at++) expected.set(1 + at, String.fromCharCode(65 + at));
for (let digit = 1; digit <= 9; digit++) expected.set(26 + digit, String(digit));
expected.set(36, '0');
for (const code of unused) expected.set(code, ' ');
for (let code = 63; code <= 71; code++) expected.set(code, `{${code}}`);

for (let code = 0; code <= LAST_CODE; code++) {
  test(`code ${code} is shown as its glyph`, () => assert.is(glyphOf(code), expected.get(code)));
  test(`code ${code} ${unused.includes(code) ? 'has no flap' : 'has a flap'}`, () =>
    assert.is(hasFlap(code), !unused.includes(code)));
}

for (const [code, glyph] of expected) {
  if (code > 62 || unused.includes(code)) continue;
  test(`${glyph} is code ${code}`, () => {
    assert.is(flapOf(glyph), code);
    assert.is(flapOf(glyph.toLowerCase()), code);
    assert.is(firstCode(glyph), code);
  });
}

for (const character of ['^', '*', '<', '>', '|', '`', '{', '}', '€', '漢', '😀', '\0', '\x7f']) {
  test(`${JSON.stringify(character)} has no flap`, () => {
    assert.is(flapOf(character), undefined);
    assert.is(firstCode(character), 0);
  });
}

const encoded: [string, number][] = [
  ['é', 5],
  ['ü', 21],
  ['[', 41],
  [']', 42],
  ['\\', 59],
  ['_', 44],
  ['~', 44],
  ['❤', 62],
  ['♥', 62],
  ['🟥', 63],
  ['⬛', 70],
  ['“', 53],
  ['–', 44],
  ['…', 56],
];
for (const [character, code] of encoded)
  test(`${character} begins with code ${code}`, () => assert.is(firstCode(character), code));

test('an unknown code is shown as a space', () => {
  for (const code of [-1, 72, 255]) assert.is(glyphOf(code), ' ');
  assert.not.ok(hasFlap(72));
});

test('the tiles have their names', () => {
  assert.equal(COLOR_CODES, {
    red: 63,
    orange: 64,
    yellow: 65,
    green: 66,
    blue: 67,
    violet: 68,
    purple: 68,
    white: 69,
    black: 70,
    filled: 71,
  });
});

const colors: [string, number | undefined][] = [
  ['red', 63],
  ['Red', 63],
  ['PURPLE', 68],
  ['filled', 71],
  ['63', 63],
  ['69', 69],
  ['70', 70],
  ['71', 71],
  ['62', undefined],
  ['72', undefined],
  ['063', undefined],
  [' red', undefined],
  ['', undefined],
  ['pink', undefined],
  ['constructor', undefined],
  ['__proto__', undefined],
];
for (const [name, code] of colors)
  test(`the colour ${JSON.stringify(name)} is ${code}`, () => assert.is(colorCode(name), code));

test('a text of a grid takes the memory of its letters', async () => {
  const grid = createGrid(96, 128, 1);
  const before = await usedHeap();
  const texts = Array.from({ length: 50 }, () => decodeGrid(grid));
  const each = ((await usedHeap()) - before) / texts.length;
  assert.ok(each < 4 * 96 * 128, `${each} bytes`);
});

test('a grid is decoded row by row, nothing trimmed', () => {
  assert.is(
    decodeGrid(
      gridFromRows(
        [
          [8, 9, 0],
          [63, 62, 71],
          [43, 27, 36],
        ],
        3,
        3,
      ),
    ),
    'HI \n{63}°{71}\n 10',
  );
  assert.is(decodeGrid(createGrid(2, 2)), '  \n  ');
  assert.is(decodeGrid(createGrid(1, 3, 71)), '{71}{71}{71}');
});

test('letters of several characters are one cell, wherever a long text is taken apart', () => {
  for (let before = 0; before < 12; before++)
    assert.is(countCells('д'.repeat(before) + '👨‍👩‍👧'.repeat(200)), before + 200);
});

test.run();
