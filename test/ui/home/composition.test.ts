import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeGrid } from '../../../src/core/flaps/flaps.ts';
import { gridFromRows } from '../../../src/core/flaps/grid.ts';
import { layoutText } from '../../../src/core/flaps/message.ts';
import { textOf } from '../../../ui/board-view/spoken.ts';
import { asTiles, compose, offsetAt, placeOf, selectionMarks } from '../../../ui/home/composition.ts';

const NOTE = { rows: 3, cols: 15 };
const WALL = { rows: 6, cols: 22 };
const test = suite('messages on the flaps');

const drawn = (text: string, alignment: 'left' | 'center' | 'right' = 'center', size = NOTE): string[] => {
  const grid = gridFromRows(
    compose(text, alignment, size).characters.map((row) => [...row]),
    size.rows,
    size.cols,
  );
  return decodeGrid(grid)
    .split('\n')
    .map((line) => line.replace(/ /g, '.'));
};

for (const [what, text, alignment, rows] of [
  ['a word stands in the middle', 'tea', 'center', ['...............', '......TEA......', '...............']],
  [
    'two rows stand in the middle as far as that goes',
    'tea\nnow',
    'center',
    ['......TEA......', '......NOW......', '...............'],
  ],
  [
    'what does not fit a row flows over the next',
    'tea for all of us',
    'center',
    ['TEA.FOR.ALL.OF.', '......US.......', '...............'],
  ],
  ['left', 'tea', 'left', ['...............', 'TEA............', '...............']],
  ['right', 'tea', 'right', ['...............', '............TEA', '...............']],
  ['nothing', '', 'center', ['...............', '...............', '...............']],
] as const) {
  test(what, () => assert.equal(drawn(text, alignment), rows));
}

test('a message that fills the board is drawn as the service would', () => {
  const text = 'extraordinary weather in the garden of the house\nand tea\n🟥🟧 {heart}\nok';
  assert.equal(compose(text, 'left', WALL).characters.flat(), [...layoutText(text, WALL).codes]);
});

for (const [text, tiled] of [
  ['TEA {red}', 'TEA 🟥'],
  ['{Purple}{63}{black}', '🟪🟥⬛'],
  ['{sun} {heart} {nothing} {filled}', '{sun} {heart} {nothing} {filled}'],
] as const) {
  test(`${text} is typed as ${tiled}`, () => assert.is(asTiles(text), tiled));
}

test('what has no flap is marked at its place; letters with accents and blanks asked for are none of it', () => {
  const { faults } = compose('né€a😀{0}{', 'left', NOTE);
  assert.equal(faults, [
    { row: 1, cell: 2, character: '€' },
    { row: 1, cell: 4, character: '😀' },
    { row: 1, cell: 6, character: '{' },
  ]);
});

test('what the wall at hand has no flap for is marked too', () => {
  const { faults, characters } = compose('5%🟥', 'left', NOTE, (character) => ['%', '{63}'].includes(character));
  assert.equal(
    faults.map(({ cell, character }) => [cell, character]),
    [
      [1, '%'],
      [2, '🟥'],
    ],
  );
  assert.is(characters[1]?.[2], 63);
});

test('on a wall that lacks modules a message begins in the first row, on the flaps that there are', () => {
  const holes = { rows: 3, cols: 6, places: [[1, 2, 4], [0, 1, 2, 3, 4, 5], []] };
  const { characters, rows } = compose('ab\ntea', 'right', holes);
  assert.equal(characters, [
    [0, 0, 1, 0, 2, 0],
    [0, 0, 0, 20, 5, 1],
    [0, 0, 0, 0, 0, 0],
  ]);
  assert.equal(
    rows.map(({ row, flaps }) => [row, flaps]),
    [
      [0, [2, 4, 5]],
      [1, [3, 4, 5, 6]],
    ],
  );
});

const LONG = compose('tea for all of us\n🟥x', 'center', NOTE);
for (const [offset, row, cell] of [
  [0, 0, 0],
  [3, 0, 3],
  [14, 0, 14],
  [15, 1, 6],
  [17, 1, 8],
  [18, 2, 6],
  [20, 2, 7],
  [21, 2, 8],
] as const) {
  test(`the caret at ${offset} stands before flap ${cell} of row ${row}, and a press there brings it back`, () => {
    assert.equal(placeOf(LONG, offset), { row, cell });
    // Where a row was broken, the place at its end and the one behind the blank are told apart by the row.
    assert.is(offsetAt(LONG, row, cell), offset);
  });
}

test('a press beside the message goes to its nearest place', () => {
  assert.is(offsetAt(LONG, 0, 0), 0);
  assert.is(offsetAt(LONG, 2, 14), 21);
  assert.is(offsetAt(compose('a', 'center', WALL), 5, 20), 1);
  assert.is(offsetAt(compose('a', 'center', WALL), 0, 20), 1, 'also above its first row');
  assert.is(offsetAt(compose('', 'center', WALL), 5, 20), 0);
});

test('a selection is marked row by row', () => {
  assert.equal(
    selectionMarks(LONG, 12, 20).map(({ row, from, to }) => [row, from, to]),
    [
      [0, 12, 14],
      [1, 6, 8],
      [2, 6, 7],
    ],
  );
});

test('tiles are read aloud by their names, those side by side together', () => {
  assert.is(
    textOf([
      [63, 63, 0, 20, 5, 1],
      [67, 66, 70, 0, 0, 0],
    ]),
    '2 red tiles TEA blue tile green tile',
  );
});

test.run();
