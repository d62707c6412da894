import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Cells, countCells } from '../../src/core/flaps/cells.ts';
import {
  GridCanvas,
  TextCanvas,
  splitRows,
  textOf,
  wrapRows,
  type Alignment,
  type FillPattern,
} from '../../src/core/flaps/layout.ts';
import { decodeGrid } from '../../src/core/flaps/flaps.ts';

const test = suite('layout');

const flowOf = (text: string, rows = 20, cols = 40): Cells => {
  const cells = new Cells(true);
  cells.beginFlow(rows, cols);
  cells.write(text);
  return cells;
};
const rowOf = (text: string, cols = 40): Cells => {
  const cells = new Cells(true);
  cells.beginRows(9, cols);
  cells.write(text);
  return cells;
};
const pairs = (cells: Cells, bounds: number[]): string[] =>
  bounds.flatMap((from, at) => (at % 2 === 0 ? [textOf(cells, from, bounds[at + 1] ?? from)] : []));
const wrap = (text: string, cols: number, most = 20, room = cols): string[] => {
  const cells = flowOf(text, most, cols);
  return pairs(
    cells,
    wrapRows(cells, (row) => (row === 0 ? room : cols), most),
  );
};

const wraps: [string, number, string[]][] = [
  ['', 5, []],
  ['   ', 5, []],
  ['a', 5, ['a']],
  ['abcde', 5, ['abcde']],
  ['abcdef', 5, ['abcde', 'f']],
  ['ab cd', 5, ['ab cd']],
  ['ab cde', 5, ['ab', 'cde']],
  ['  ab   cd  ', 5, ['ab cd']],
  ['ab\ncd', 5, ['ab cd']],
  ['ab\r\n\tcd', 5, ['ab cd']],
  ['a b c d e f', 5, ['a b c', 'd e f']],
  ['a b c d e f', 1, ['a', 'b', 'c', 'd', 'e', 'f']],
  ['abc', 1, ['a', 'b', 'c']],
  ['ab abcdefg h', 5, ['ab', 'abcde', 'fg h']],
  ['abcdefghij kl', 5, ['abcde', 'fghij', 'kl']],
  ['{63}abc {64}', 5, ['{63}abc', '{64}']],
  ['{63}abc {64}', 6, ['{63}abc {64}']],
  ['{red}{red}{red} {red}', 2, ['{red}{red}', '{red}', '{red}']],
  ['{red}{red}{red} {red}', 3, ['{red}{red}{red}', '{red}']],
  ['ab{/} cd', 5, ['ab{/} cd']],
  ['{0}{0} a', 4, ['{0}{0} a']],
  ['üü ab', 5, ['ueue', 'ab']],
  ['a{b c}', 4, ['a{b', 'c}']],
];
for (const [text, cols, rows] of wraps)
  test(`${JSON.stringify(text)} wraps at ${cols}`, () => assert.equal(wrap(text, cols), rows));

const bounded: [string, number, number, string[]][] = [
  ['a b c d', 1, 2, ['a', 'b']],
  ['abcdefghijkl', 5, 2, ['abcde', 'fghij']],
  ['abcdefghijkl', 5, 1, ['abcde']],
  ['ab abcdefg', 5, 1, ['ab']],
  ['abc defg hij', 4, 1, ['abc']],
  ['abcd efgh ijkl', 4, 2, ['abcd', 'efgh']],
];
for (const [text, cols, most, rows] of bounded)
  test(`${JSON.stringify(text)} wraps to ${most} rows of ${cols}`, () => assert.equal(wrap(text, cols, most), rows));

const narrow: [string, number, number, number, string[]][] = [
  ['ab cd ef', 2, 5, 9, ['ab', 'cd ef']],
  ['abc de', 2, 5, 9, ['', 'abc', 'de']],
  ['abcdefg', 2, 5, 9, ['ab', 'cdefg']],
  ['abcdefgh ij', 2, 5, 9, ['ab', 'cdefg', 'h ij']],
  ['abc', 2, 5, 1, ['ab']],
  ['abcde', 1, 5, 9, ['', 'abcde']],
  ['abcdef', 1, 5, 9, ['a', 'bcdef']],
];
for (const [text, room, cols, most, rows] of narrow) {
  test(`${JSON.stringify(text)} wraps at ${cols} behind a first row of ${room}, ${most} rows`, () =>
    assert.equal(wrap(text, cols, most, room), rows));
}

test('wrapping reads no further than it shows, and still keeps words whole', () => {
  for (const words of ['abc ', 'abcdefgh ', 'a ', 'abcd efghijkl ']) {
    for (const rows of [1, 2, 3, 5]) {
      const short = wrap(words.repeat(60), 9, rows);
      const long = wrap(words.repeat(5000), 9, rows);
      assert.equal(long, short, `${words} on ${rows} rows`);
    }
  }
});

test('the bound of flowing text is in cells', () => {
  assert.ok(flowOf('abc '.repeat(50_000), 3, 10).length <= 4 * 11);
  assert.is(flowOf(`${' '.repeat(100_000)}abc${' '.repeat(100_000)}d`, 3, 10).length, 5);
  assert.is(flowOf(`${' \n\t'.repeat(1000)}abc`, 3, 10).length, 3);
});

const lines: [string, string[]][] = [
  ['a', ['a']],
  ['', ['']],
  ['a\nb', ['a', 'b']],
  ['a\n\nb', ['a', '', 'b']],
  ['a\n', ['a', '']],
  ['a\r\nb', ['a', 'b']],
  ['\n', ['', '']],
];
for (const [text, rows] of lines) {
  test(`${JSON.stringify(text)} has the lines ${JSON.stringify(rows)}`, () => {
    const cells = rowOf(text);
    assert.equal(pairs(cells, splitRows(cells, 9)), rows);
  });
}

test('surplus lines are not split off', () => {
  const cells = rowOf('a\nb\nc\nd');
  assert.equal(pairs(cells, splitRows(cells, 2)), ['a', 'b']);
});

test('a line that is too long does not hide the next one', () => {
  const cells = rowOf(`${'a'.repeat(100_000)}\nb`, 5);
  assert.equal(pairs(cells, splitRows(cells, 9)), ['aaaaaa', 'b']);
});

test('as many lines are read as there are rows', () => {
  const cells = new Cells(true);
  cells.beginRows(3, 5);
  cells.write('a\nb\nc\nd\ne');
  cells.write('f\ng');
  assert.equal(pairs(cells, splitRows(cells, 9)), ['a', 'b', 'c']);
});

const tiles: FillPattern = { codes: [63], texts: ['{63}'] };
const dots: FillPattern = { codes: [56, 44], texts: ['.', '-'] };
const spaces: FillPattern = { codes: [0], texts: [' '] };

/** A row in which `~` stands for a place that takes up free room. */
const put = (text: string, cols: number, alignment: Alignment, fills: FillPattern[], fill = 0): string => {
  const cells = new Cells(true);
  cells.beginRows(1, cols);
  text.split('~').forEach((part, at) => {
    if (at > 0) cells.writeFill();
    cells.write(part);
  });
  const part = { cells, from: 0, to: cells.length, alignment, fills, fill };
  const textCanvas = new TextCanvas({ rows: 1, cols });
  textCanvas.put(0, part);
  const gridCanvas = new GridCanvas({ rows: 1, cols });
  gridCanvas.put(0, part);
  const [line = ''] = textCanvas.lines;
  assert.is(countCells(line), cols, 'the row is as wide as the display');
  assert.is(
    decodeGrid(gridCanvas.grid),
    line
      .toUpperCase()
      .replaceAll('{RED}', '{63}')
      .replace(/\{\/\w*\}/g, '')
      .replace(/\{0\}|\{(?!\d+\})|(?<!\{\d+)\}/g, ' '),
    'codes and text agree',
  );
  return line;
};

const placed: [string, number, Alignment, string][] = [
  ['ab', 5, 'left', 'ab   '],
  ['ab', 5, 'right', '   ab'],
  ['ab', 5, 'center', ' ab  '],
  ['ab', 6, 'center', '  ab  '],
  ['abc', 6, 'center', ' abc  '],
  ['abcde', 5, 'left', 'abcde'],
  ['abcde', 5, 'right', 'abcde'],
  ['abcde', 5, 'center', 'abcde'],
  ['abcd', 5, 'center', 'abcd '],
  ['abcdefg', 5, 'left', 'abcde'],
  ['abcdefg', 5, 'right', 'abcde'],
  ['abcdefg', 5, 'center', 'abcde'],
  ['', 3, 'left', '   '],
  ['', 3, 'center', '   '],
  [' a ', 5, 'right', '   a '],
  [' a ', 7, 'center', '   a   '],
  ['{63}a', 4, 'right', '  {63}a'],
  ['{red}a', 4, 'center', ' {red}a '],
  ['abc{63}{64}', 4, 'left', 'abc{63}'],
  ['a{/}b', 4, 'right', '  a{/}b'],
  ['ab{/}c', 3, 'left', 'abc'],
  ['a{/red}bcd', 3, 'left', 'abc'],
  ['{x y}', 7, 'left', '{x y}  '],
  ['a{0}b', 4, 'left', 'a{0}b '],
];
for (const [text, cols, alignment, row] of placed)
  test(`${JSON.stringify(text)} ${alignment} on ${cols}`, () => assert.is(put(text, cols, alignment, []), row));

const filled: [string, number, FillPattern[], string][] = [
  ['a~b', 5, [spaces], 'a   b'],
  ['a~b', 5, [tiles], 'a{63}{63}{63}b'],
  ['~a', 4, [tiles], '{63}{63}{63}a'],
  ['a~', 4, [tiles], 'a{63}{63}{63}'],
  ['~', 3, [tiles], '{63}{63}{63}'],
  ['a~b~c', 8, [tiles, spaces], 'a{63}{63}{63}b  c'],
  ['a~b~c', 7, [tiles, spaces], 'a{63}{63}b  c'],
  ['~a~b~', 7, [dots, dots, dots], '.-a.-b.'],
  ['~a~b~', 6, [dots, dots, dots], '.-a.b.'],
  ['~~', 5, [tiles, dots], '{63}{63}{63}.-'],
  ['a~b', 6, [dots], 'a.-.-b'],
  ['a~b', 5, [dots], 'a.-.b'],
  ['a~b', 3, [dots], 'a.b'],
  ['a~b', 2, [dots], 'ab'],
  ['abc~d', 3, [dots], 'abc'],
  ['a~b~c', 4, [tiles, spaces], 'a{63}bc'],
  ['a~b~c', 3, [tiles, spaces], 'abc'],
  ['{63}~{64}', 4, [spaces], '{63}  {64}'],
];
for (const [text, cols, fills, row] of filled) {
  for (const alignment of ['left', 'center', 'right'] as const)
    test(`${text} filled on ${cols}, ${alignment}`, () => assert.is(put(text, cols, alignment, fills), row));
}

test('a part begins with the pattern of its own first place', () => {
  assert.is(put('a~b', 4, 'left', [tiles, dots], 1), 'a.-b');
});

test('rows that were not put are blank', () => {
  assert.equal(new TextCanvas({ rows: 2, cols: 3 }).lines, ['   ', '   ']);
  assert.equal([...new GridCanvas({ rows: 2, cols: 2 }).grid.codes], [0, 0, 0, 0]);
});

test.run();
