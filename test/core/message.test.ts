import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeGrid } from '../../src/core/flaps/flaps.ts';
import { layoutLines, layoutText } from '../../src/core/flaps/message.ts';
import { layoutMessage, type Written } from '../../src/core/flaps/written.ts';
import { messageLines, traceText } from '../../src/core/flaps/trace.ts';
import { seededRandom } from '../support/seeded.ts';

const test = suite('messages');

const NOTE = { rows: 3, cols: 15 };
const SMALL = { rows: 3, cols: 6 };
const padded = (rows: string[], { rows: count, cols }: typeof NOTE): string =>
  Array.from({ length: count }, (_, row) => (rows[row] ?? '').toUpperCase().padEnd(cols)).join('\n');

const texts: [string, string[]][] = [
  ['', ['']],
  ['Hi', ['Hi']],
  ['  Hi', ['  Hi']],
  ['a  b', ['a  b']],
  ['abcdef', ['abcdef']],
  ['abcdefg', ['abcdef', 'g']],
  ['abc def', ['abc', 'def']],
  ['abc   def', ['abc', 'def']],
  ['  abc def', ['abc', 'def']],
  ['a b c d e f', ['a b c', 'd e f']],
  ['abcdefgh ij', ['abcdef', 'gh ij']],
  ['ab abcdefgh', ['ab', 'abcdef', 'gh']],
  ['a\nb', ['a', 'b']],
  ['a\r\nb', ['a', 'b']],
  ['a\n\nb', ['a', '', 'b']],
  ['\na', ['', 'a']],
  ['a\n', ['a', '']],
  ['a\nb\nc\nd', ['a', 'b', 'c']],
  ['abc def\nx', ['abc', 'def', 'x']],
  ['abc def ghi jkl\nx', ['abc', 'def', 'ghi']],
  ['       \nx', ['', 'x']],
  ['      \nx', ['      ', 'x']],
  ['\n\n\n\nx', ['', '', '']],
  ['a\\nb', ['a/nb']],
  ['[a]', ['(a)']],
  ['über öl', ['ueber', 'oel']],
];
for (const [text, rows] of texts) {
  test(`${JSON.stringify(text)} on 3x6`, () => {
    assert.equal(messageLines(text, SMALL), rows);
    assert.is(decodeGrid(layoutText(text, SMALL)), padded(rows, SMALL));
  });
}

const marked: [string, string][] = [
  ['{red}abcde{red}', '{63}ABCDE\n{63}     \n      '],
  ['{63}abcd{64} x', '{63}ABCD{64}\nX     \n      '],
  ['{sun} {heart} {fog}{x}', '{65} ° -{63}\n      \n      '],
  ['{red}ab{/red}cd{/}', '{63}ABCD \n      \n      '],
  ['{{red}}', ' {63}    \n      \n      '],
  ['{{a.b}} 1', '  A.B \n  1   \n      '],
  ['{moon}', ' MOON \n      \n      '],
  ['{72}{5}{62}{0}{1}', ' 72 E°\n A    \n      '],
  ['ab {red}{red}{red}{red}{red}', 'AB    \n{63}{63}{63}{63}{63} \n      '],
];
for (const [text, shown] of marked)
  test(`${text} draws its markers`, () => assert.is(decodeGrid(layoutText(text, SMALL)), shown));

test('a message of 143 characters fills a flagship', () => {
  const text =
    'The quick brown fox jumps over the lazy dog while nine clever foxes watch the river and twenty geese fly south over red hills in the evening rain';
  assert.equal(messageLines(text, { rows: 6, cols: 22 }), [
    'The quick brown fox',
    'jumps over the lazy',
    'dog while nine clever',
    'foxes watch the river',
    'and twenty geese fly',
    'south over red hills',
  ]);
});

test('the size of the grid is the size that was asked for', () => {
  for (const size of [{ rows: 6, cols: 22 }, NOTE, { rows: 24, cols: 120 }, { rows: 96, cols: 128 }]) {
    const grid = layoutText('hello world '.repeat(2000), size);
    assert.is(grid.codes.length, size.rows * size.cols);
    assert.is(grid.rows, size.rows);
    assert.ok(grid.codes[(size.rows - 1) * size.cols] !== 0, 'the last row is used');
  }
});

const lines: [string[], string[]][] = [
  [[], []],
  [[''], ['']],
  [
    ['abc', 'de'],
    ['abc', 'de'],
  ],
  [
    ['abcdefgh', 'x'],
    ['abcdef', 'x'],
  ],
  [
    ['a', '', 'c', 'd'],
    ['a', '', 'c'],
  ],
  [
    ['a\nb', 'c'],
    ['a', 'b', 'c'],
  ],
  [
    ['a\nb\nc\nd', 'e'],
    ['a', 'b', 'c'],
  ],
  [
    ['a\n', 'b'],
    ['a', '', 'b'],
  ],
  [['  a  b'], ['  a  b']],
  [['a b c d e f g'], ['a b c ']],
  [
    ['a', 'b', 'c\nd'],
    ['a', 'b', 'c'],
  ],
];
for (const [given, rows] of lines)
  test(`lines ${JSON.stringify(given)}`, () => assert.is(decodeGrid(layoutLines(given, SMALL)), padded(rows, SMALL)));

test('a line is cut by cells, tiles whole', () => {
  assert.is(
    decodeGrid(layoutLines(['{red}{red}{red}{red}{red}{red}{red}', 'a{/}bcdefg'], SMALL)),
    '{63}{63}{63}{63}{63}{63}\nABCDEF\n      ',
  );
});

for (const piece of ['{', '{{', '}}', '{red}', '{/}', 'a', ' ', '\n', '\r\n', 'ä', '😀', '\u0301', 'word ', '{red']) {
  test(`200 kB of ${JSON.stringify(piece)} give a frame`, () => {
    const text = piece.repeat(Math.ceil(200_000 / piece.length));
    for (const size of [NOTE, { rows: 96, cols: 128 }]) {
      assert.is(layoutText(text, size).codes.length, size.rows * size.cols);
      assert.is(layoutLines([text, text], size).codes.length, size.rows * size.cols);
      assert.ok(messageLines(text, size).length <= size.rows);
    }
  });
}

/** The codes of a grid by the traced rows. */
const retraced = (text: string, { rows, cols }: typeof NOTE): number[] => {
  const traced = traceText(text, { rows, cols });
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: cols }, (_, cell) => (traced[row]?.codes[cell] ?? 0) & 127),
  ).flat();
};

const PIECES = [
  'a',
  'bc',
  'word',
  'extraordinary',
  ' ',
  '  ',
  '\n',
  '\r\n',
  '{red}',
  '{62}',
  '{0}',
  '{',
  '}',
  'ä',
  'a\u0308',
  '€',
  '🟥',
  '❤️',
  '👍🏽',
  '…',
  '\t',
  '{/red}',
  '日本',
];

test('a traced message is the message that is drawn, and each cell has its position in the text', () => {
  const draw = seededRandom(7);
  for (let turn = 0; turn < 600; turn++) {
    const text = Array.from(
      { length: 1 + Math.floor(draw() * 14) },
      () => PIECES[Math.floor(draw() * PIECES.length)] ?? '',
    ).join('');
    for (const size of [NOTE, SMALL])
      assert.equal(retraced(text, size), [...layoutText(text, size).codes], JSON.stringify(text));
  }
  const [row] = traceText('A🟥{red}ß€', NOTE);
  assert.equal(row?.starts, [0, 1, 3, 8, 8, 9]);
  assert.equal(row?.ends, [1, 3, 8, 9, 9, 10]);
});

test('a row that was wrapped begins where the row above was broken', () => {
  assert.equal(
    traceText('ab abcdefgh\nx', SMALL).map(({ from }) => from),
    [0, 3, 9],
  );
});

for (const [what, written, expected] of [
  ['a text', { text: 'a b' }, 'A B|   '],
  ['an empty text beside a fill', { text: '', fill: 63 }, '   |   '],
  ['lines', { lines: ['a  ', 'bcde'] }, 'A  |BCD'],
  ['no lines', { lines: [] }, '   |   '],
  ['flap codes', { characters: [[1, 2]] }, 'AB |   '],
  ['no flap codes', { characters: [], text: 'a' }, '   |   '],
  ['a fill', { fill: 1, text: null, lines: null, characters: null }, 'AAA|AAA'],
  ['nothing', {}, '   |   '],
] as [string, Written, string][])
  test(`what is written as ${what}`, () =>
    assert.is(decodeGrid(layoutMessage(written, { rows: 2, cols: 3 })).replace('\n', '|'), expected));

test.run();
