import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { caretAtCell, cellOfCaret, placeLine, type Placed } from '../../../ui/pages/editor/placement.ts';
import { templateMarks } from '../../../ui/pages/editor/template-marks.ts';
import { measureText, tokenBefore, tokensOf, valuesOf } from '../../../ui/pages/editor/tokens.ts';

/** Where the text of a line lies on the flaps while it is written. */
const test = suite('lines on flaps');

for (const [line, kinds] of [
  ['', []],
  ['ABC', [['text', 'ABC']]],
  [
    'A {{b.c}} D',
    [
      ['text', 'A '],
      ['value', '{{b.c}}'],
      ['text', ' D'],
    ],
  ],
  [
    '{{a.b}}{{=1+1}}',
    [
      ['value', '{{a.b}}'],
      ['value', '{{=1+1}}'],
    ],
  ],
  ['{{red}}', [['text', '{{red}}']]],
  ['{{63}}', [['text', '{{63}}']]],
  [
    'A{{ fill_space }}B',
    [
      ['text', 'A'],
      ['fill', '{{ fill_space }}'],
      ['text', 'B'],
    ],
  ],
  ['{{FILL_SPACE_REPEAT:red}}', [['fill', '{{FILL_SPACE_REPEAT:red}}']]],
  ['{{filled:x}}', [['fill', '{{filled:x}}']]],
  ['{{filled}}', [['text', '{{filled}}']]],
  ['{{open', [['text', '{{open']]],
] as const)
  test(`the parts of "${line}"`, () => {
    const tokens = tokensOf(line);
    assert.equal(
      tokens.map(({ kind, text }) => [kind, text]),
      kinds,
    );
    let end = 0;
    for (const token of tokens) {
      assert.equal([token.start, line.slice(token.start, token.end)], [end, token.text]);
      ({ end } = token);
    }
    assert.is(end, line.length);
  });

test('what is to be measured is named once', () =>
  assert.equal(valuesOf(['{{a.b}} {{red}}', 'x{{a.b}}{{c.d}}{{fill_space}}']), ['{{a.b}}', '{{c.d}}']));

for (const [text, flaps] of [
  ['', 0],
  ['HELLO', 5],
  ['{red}', 1],
  ['{{red}}', 1],
  ['{63}A', 2],
  ['ß', 2],
] as const)
  test(`"${text}" covers ${flaps} flaps`, () => assert.is(measureText(text), flaps));

for (const [line, offset, length] of [
  ['AB', 2, null],
  ['A{red}', 6, 5],
  ['A{{b.c}}', 8, 7],
  ['A{{b.c}} ', 9, null],
  ['A{red}B', 6, 5],
  ['A{red}', 5, null],
  ['{far too long to be one}', 24, null],
] as const)
  test(`a backspace at ${offset} of "${line}" takes ${length ?? 'one character'}`, () =>
    assert.is(tokenBefore(line, offset), length));

const LEFT = { alignment: 'left', wrap: false } as const;
const CENTER = { alignment: 'center', wrap: false } as const;
const RIGHT = { alignment: 'right', wrap: false } as const;
const WIDTHS = new Map([['{{a.b}}', 4]]);
const spans = (line: string, meta: Parameters<typeof placeLine>[1], cols = 15) =>
  placeLine(line, meta, cols, WIDTHS)?.map(({ cell, width }) => [cell, width]) ?? null;

for (const [line, meta, expected] of [
  ['ABC', LEFT, [[0, 3]]],
  ['ABC', RIGHT, [[12, 3]]],
  ['ABC', CENTER, [[6, 3]]],
  ['ABCD', CENTER, [[5, 4]]],
  ['ABCDEFGHIJKLMNOPQ', RIGHT, [[0, 17]]],
  ['ABCDEFGHIJKLMNOPQ', CENTER, [[0, 17]]],
  [
    'A{{a.b}}{{c.d}}B',
    LEFT,
    [
      [0, 1],
      [1, 4],
      [5, 0],
      [5, 1],
    ],
  ],
  [
    'A{{fill_space}}B',
    RIGHT,
    [
      [0, 1],
      [1, 13],
      [14, 1],
    ],
  ],
  [
    'A{{fill_space}}B{{fill_space}}',
    CENTER,
    [
      [0, 1],
      [1, 7],
      [8, 1],
      [9, 6],
    ],
  ],
  ['ABC', { alignment: 'left', wrap: true }, null],
  ['{{a.b | wrap}}', LEFT, null],
  ['{{a.b|wrap|upper}}', LEFT, null],
] as const)
  test(`"${line}" ${meta.wrap ? 'wrapped' : meta.alignment} in 15 flaps`, () =>
    assert.equal(spans(line, meta), expected));

const placed = (line: string, meta: Parameters<typeof placeLine>[1] = LEFT): readonly Placed[] =>
  placeLine(line, meta, 15, WIDTHS) ?? [];

test('the caret stands before the flap of its character', () => {
  const line = 'A{red}{{a.b}}B';
  const cells = Array.from({ length: line.length + 1 }, (_, offset) => cellOfCaret(placed(line), offset, 0));
  assert.equal([cells[0], cells[1], cells[6], cells[9], cells[13], cells[14]], [0, 1, 2, 2, 6, 7]);
  assert.is(cellOfCaret(placed('AB', RIGHT), 1, 0), 14);
  assert.is(cellOfCaret([], 0, 5), 5);
});

test('a flap leads to its place in the line', () => {
  const line = 'AB{{a.b}}C';
  const at = (cell: number) => caretAtCell(placed(line), line, LEFT, cell);
  assert.equal(
    [0, 1, 2, 3, 4, 5, 6].map((cell) => at(cell).offset),
    [0, 1, 2, 2, 9, 9, 9],
  );
  assert.equal(at(7), { offset: 10, missing: 0 });
  assert.equal(at(10), { offset: 10, missing: 3 });
  assert.equal(caretAtCell(placed('AB', RIGHT), 'AB', RIGHT, 3), { offset: 0, missing: 0 });
  assert.equal(
    caretAtCell(placed('AB', CENTER), 'AB', CENTER, 14),
    { offset: 2, missing: 0 },
    'it would move the text',
  );
  assert.equal(caretAtCell([], '', LEFT, 4), { offset: 0, missing: 4 });
});

const problem = (line: number, column: number) => ({ line, column, message: 'x' }) as never;
const marks = (line: string, problems: readonly never[], caret: Parameters<typeof templateMarks>[3] = null) =>
  templateMarks([placed(line), null], 15, problems, caret).map(({ kind, row, from, to }) => [kind, row, from, to]);

test('the row of the caret is marked with its values', () => {
  const line = 'A{{a.b}}{{c.d}}';
  assert.equal(marks(line, [], { row: 0, offset: 1, missing: 0 }), [
    ['row', 0, 0, 15],
    ['value', 0, 1, 5],
    ['caret', 0, 1, 1],
  ]);
  assert.equal(marks(line, [], { row: 0, offset: 15, missing: 3 }).at(-1), ['caret', 0, 8, 8]);
  assert.equal(marks(line, [], { row: 0, offset: 15, missing: 99 }).at(-1), ['caret', 0, 15, 15]);
  assert.equal(marks(line, [], { row: 1, offset: 0, missing: 0 }), [['row', 1, 0, 15]]);
});

test('what is wrong is marked where it stands, or as its row', () => {
  const line = 'A{{a.b}}B';
  assert.equal(marks(line, [problem(1, 2)]), [['problem', 0, 1, 5]]);
  assert.equal(marks(line, [problem(1, 8)]), [['problem', 0, 1, 5]]);
  assert.equal(marks(line, [problem(1, 9)]), [['problem', 0, 5, 6]]);
  assert.equal(marks(line, [problem(1, 99)]), [['problem', 0, 0, 15]]);
  assert.equal(marks(line, [problem(2, 1)]), [['problem', 1, 0, 15]]);
  assert.equal(marks(line, [problem(3, 1)]), []);
});

test.run();
