import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countCells } from '../../../src/core/flaps/cells.ts';
import { decodeGrid } from '../../../src/core/flaps/flaps.ts';
import { layoutLines } from '../../../src/core/flaps/message.ts';
import { compilePage, type PageTemplate } from '../../../src/core/template/page.ts';
import type { LineMetadata } from '../../../src/schema/content/pages.ts';
import { contextOf, type ContextOptions } from '../../support/template-context.ts';

const test = suite('template pages');

const data = {
  d: {
    t: 71,
    e: '',
    sp: '   ',
    s: 'hi',
    m: 'the quick brown fox',
    w: 'ABCDEFGHIJKLMNOPQRST',
    nl: 'ONE\nTWO\nTHREE',
    nl1: 'ONE\n',
    nl2: 'A\n\nB',
    wide: 'ABCDEFGHIJKLMNO\nX',
    tile: '{63}{64}',
    list: [{ n: 'a' }, { n: 'b' }],
    num: '63',
    umlaut: 'Grüße',
    crlf: 'A\r\nB',
    two: 'AB CD',
    blanknl: '\n\n',
  },
};
const SIZE = { rows: 4, cols: 10 };
const meta = (alignment: LineMetadata['alignment'], wrap = false): LineMetadata => ({ alignment, wrap });
const wrapLeft = meta('left', true);

const linesOf = (page: PageTemplate, size = SIZE, options: ContextOptions = {}): string[] => {
  const compiled = compilePage(page, size);
  const lines = compiled.renderLines(contextOf(data, options));
  assert.is(lines.length, size.rows);
  for (const line of lines) assert.is(countCells(line), size.cols, `${JSON.stringify(line)} is as wide as the display`);
  const grid = compiled.render(contextOf(data, options));
  assert.is(decodeGrid(grid), decodeGrid(layoutLines(lines, size)), 'the frame shows the lines');
  assert.equal(compiled.render(contextOf(data, options)), grid, 'rendering again gives the same');
  return lines.map((line) => line.trimEnd());
};

type Line = string | [string, LineMetadata];
const pageOf = (lines: Line[]): PageTemplate => {
  const hasMetadata = lines.some((line) => typeof line !== 'string');
  return {
    template: lines.map((line) => (typeof line === 'string' ? line : line[0])),
    line_metadata: hasMetadata ? lines.map((line) => (typeof line === 'string' ? meta('left') : line[1])) : null,
  };
};

const cases: [string, Line[], string[]][] = [
  ['no lines', [], ['', '', '', '']],
  ['blank lines', ['', '  ', '\t'], ['', '', '', '']],
  ['text as it is', ['Abc', '  x', 'a  b'], ['Abc', '  x', 'a  b', '']],
  ['surplus lines dropped', ['1', '2', '3', '4', '5'], ['1', '2', '3', '4']],
  ['a long line cut', ['ABCDEFGHIJKL'], ['ABCDEFGHIJ', '', '', '']],
  // prefixes
  ['a right prefix', ['{right}ab'], ['        ab', '', '', '']],
  ['a centre prefix', ['{center}ab'], ['    ab', '', '', '']],
  ['a centre prefix, odd gap', ['{center}abc'], ['   abc', '', '', '']],
  ['a left prefix', ['{left} ab'], [' ab', '', '', '']],
  ['prefixes in any case', ['{RIGHT}ab', '{Center}ab'], ['        ab', '    ab', '', '']],
  ['one prefix alone', ['{left}{right}a'], ['{right}a', '', '', '']],
  ['a prefix elsewhere', ['a{right}b'], ['a{right}b', '', '', '']],
  ['a prefix behind a space', [' {right}b'], [' {right}b', '', '', '']],
  ['wrap and alignment', ['{wrap}{right}aaaa bbbb cccc'], [' aaaa bbbb', '      cccc', '', '']],
  ['wrap in capitals', ['{WRAP}a'], ['{WRAP}a', '', '', '']],
  ['wrap after alignment', ['{right}{wrap}a'], ['   {wrap}a', '', '', '']],
  [
    'prefixes under metadata',
    [
      ['{right}a', meta('left')],
      ['{wrap}b', meta('left')],
    ],
    ['{right}a', '{wrap}b', '', ''],
  ],
  // alignment by metadata
  ['metadata right', [['ab', meta('right')]], ['        ab', '', '', '']],
  ['metadata centre', [['ab', meta('center')]], ['    ab', '', '', '']],
  ['a tile counts as one', [['{red}{sun}{/}a', meta('right')]], ['       {red}{65}{/}a', '', '', '']],
  // variables
  ['variables', ['T {{d.t}}F', '{{d.s|upper}}', '{{d.nope}}'], ['T 71F', 'HI', '???', '']],
  ['a value of tiles', [['{{d.tile}}', meta('right')]], ['        {63}{64}', '', '', '']],
  ['braces that close over a value', ['{{{d.num}}}A'], ['{63}A', '', '', '']],
  ['a folded value', ['{{d.umlaut}}!'], ['Gruesse!', '', '', '']],
  ['literal braces', ['{moon} {62}{5}'], ['{moon} {62}{5}', '', '', '']],
  ['a formula', ['{{= d.t + 1 }}{{= COLOR("red") }}'], ['72{63}', '', '', '']],
  ['a formula with variables in its result', ['{{= "" }}{{d.t}}'], ['71', '', '', '']],
  // free room
  ['free room in the middle', ['L{{fill_space}}R'], ['L        R', '', '', '']],
  ['free room in three columns', ['A{{fill_space}}B{{fill_space}}C'], ['A    B   C', '', '', '']],
  ['free room of tiles', ['{{filled:green}}AB'], ['{66}{66}{66}{66}{66}{66}{66}{66}AB', '', '', '']],
  ['free room around a value', ['{{d.s}}{{fill_space_repeat:.-}}{{d.t}}'], ['hi.-.-.-71', '', '', '']],
  ['free room on an aligned line', ['{right}A{{fill_space}}B'], ['A        B', '', '', '']],
  ['no free room left', ['ABCDEFGHIJ{{filled:red}}K'], ['ABCDEFGHIJ', '', '', '']],
  ['free room of a code is text', ['A{{filled:63}}B'], ['A63636363B', '', '', '']],
  ['free room with spaces in its pattern', ['A{{filled: x}}B'], ['A x x x xB', '', '', '']],
  ['free room with a bar', ['A{{filled:|}}B'], ['A||||||||B', '', '', '']],
  // values with line ends
  ['a value of several lines', ['{{d.nl}}'], ['ONE', 'TWO', 'THREE', '']],
  ['several lines above a visible row', ['{{d.nl}}', '', 'END'], ['ONE', 'TWO', 'END', '']],
  ['several lines above a visible row at once', ['{{d.nl}}', 'END'], ['ONE', 'END', '', '']],
  [
    'several lines over a row that prints nothing',
    ['{{d.nl}}', '{{d.e}}', '{{d.sp}}', 'END'],
    ['ONE', 'TWO', 'THREE', 'END'],
  ],
  [
    'several lines over a row that wraps',
    [['{{d.nl}}', meta('left')], ['GONE', wrapLeft], 'END'],
    ['ONE', 'TWO', 'END', ''],
  ],
  [
    'an uncovered row that wraps is drawn',
    [
      ['{{d.two}}', meta('left')],
      ['STAYS', wrapLeft],
    ],
    ['AB CD', 'STAYS', '', ''],
  ],
  [
    'a line end at the end covers nothing',
    [
      ['{{d.nl1}}', meta('left')],
      ['STAYS', wrapLeft],
    ],
    ['ONE', 'STAYS', '', ''],
  ],
  ['an empty line in between is kept', ['{{d.nl2}}'], ['A', '', 'B', '']],
  [
    'several lines with the alignment of their row',
    [['{{d.nl}}', meta('right')]],
    ['       ONE', '       TWO', '     THREE', ''],
  ],
  ['several lines with text around', ['<{{d.nl}}>'], ['<ONE', 'TWO', 'THREE>', '']],
  ['several lines are cut, not wrapped', ['{{d.wide}}'], ['ABCDEFGHIJ', 'X', '', '']],
  ['several lines, each with its free room', ['A{{fill_space}}{{d.nl2}}'], ['A        A', '', 'B', '']],
  ['CRLF ends a line', ['{{d.crlf}}'], ['A', 'B', '', '']],
  ['line ends of the template', ['A\nB'], ['A', 'B', '', '']],
  ['rows of a formula', ['{{= FOREACH(d.list, index & item.n) }}'], ['1a', '2b', '', '']],
  ['line ends alone', ['{{d.blanknl}}', 'x'], ['', 'x', '', '']],
  // wrapping lines
  ['a line wraps', [['{{d.m}}', wrapLeft]], ['the quick', 'brown fox', '', '']],
  ['a line wraps aligned', [['{{d.m}}', meta('center', true)]], ['the quick', 'brown fox', '', '']],
  ['a wrapped line collapses whitespace', [['  a   b  ', wrapLeft]], ['a b', '', '', '']],
  ['a wrapped line has no line ends', [['{{d.nl}}', wrapLeft]], ['ONE TWO', 'THREE', '', '']],
  ['a wrapped long word is broken', [['x {{d.w}} y', wrapLeft]], ['x', 'ABCDEFGHIJ', 'KLMNOPQRST', 'y']],
  ['a wrapped line stops above a visible row', [['{{d.m}}', wrapLeft], 'FOOT'], ['the quick', 'FOOT', '', '']],
  ['a wrapped line stops at the last row', ['', '', '', '{wrap}{{d.m}}'], ['', '', '', 'the quick']],
  [
    'a wrapped line covers rows that wrap',
    [
      ['{{d.m}}', wrapLeft],
      ['GONE', wrapLeft],
      ['STAYS', wrapLeft],
    ],
    ['the quick', 'brown fox', 'STAYS', ''],
  ],
  [
    'a wrapped line covers a row with a wrap prefix',
    ['{wrap}{{d.m}}', '{wrap}GONE'],
    ['the quick', 'brown fox', '', ''],
  ],
  [
    'a wrapped line covers a row with a wrap filter',
    ['{wrap}{{d.m}}', 'x{{d.s|wrap}}', 'STAYS'],
    ['the quick', 'brown fox', 'STAYS', ''],
  ],
  [
    'a wrapped line covers a row that begins with what flows',
    ['{wrap}{{d.m}}', '{{d.s|wrap}}', 'STAYS'],
    ['the quick', 'brown fox', 'STAYS', ''],
  ],
  [
    'a blank row behind a visible one is not reached',
    [['{{d.m}}', wrapLeft], 'VISIBLE', ''],
    ['the quick', 'VISIBLE', '', ''],
  ],
  ['a wrapped line of nothing', [['{{d.e}}', wrapLeft], 'x'], ['', 'x', '', '']],
  [
    'free room on each wrapped row',
    [['a{{filled:.}}b cccccc dddd{{filled:-}}e', wrapLeft]],
    ['a.b cccccc', 'dddd-----e', '', ''],
  ],
  [
    'a row of visible room stops a wrap',
    [['{{d.m}}', wrapLeft], '{{filled:red}}'],
    ['the quick', '{63}'.repeat(10), '', ''],
  ],
  ['a row of blank room does not', [['{{d.m}}', wrapLeft], '{{fill_space}}'], ['the quick', 'brown fox', '', '']],
  ['a row of a blank marker stops a wrap', [['{{d.m}}', wrapLeft], '{0}'], ['the quick', '{0}', '', '']],
  // variables that wrap
  ['a variable flows', ['{{d.m|wrap}}'], ['the quick', 'brown fox', '', '']],
  ['text around a flowing variable stays', ['Q:{{d.m|wrap}}!'], ['Q:the!', 'quick', 'brown fox', '']],
  ['a flowing variable leaves a narrow row to a shorter word', ['12345678{{d.s|wrap}}'], ['12345678hi', '', '', '']],
  ['a word too wide for the first row moves on', ['123456789{{d.s|wrap}}'], ['123456789', 'hi', '', '']],
  ['with one row a word is broken instead', ['123456789{{d.s|wrap}}', 'END'], ['123456789h', 'END', '', '']],
  ['no room at all leaves one cell', ['ABCDEFGHIJKL{{d.m|wrap}}'], ['ABCDEFGHIJ', 'the quick', 'brown fox', '']],
  ['a long word of a flowing variable is broken', ['{{d.w|wrap}}'], ['ABCDEFGHIJ', 'KLMNOPQRST', '', '']],
  ['other filters come first', ['{{d.m|upper|truncate:11|wrap}}'], ['THE QUICK', 'B', '', '']],
  ['filters after wrap count too', ['{{d.m|wrap|upper}}'], ['THE QUICK', 'BROWN FOX', '', '']],
  ['only the first variable flows', ['{{d.m|wrap}} {{d.two|wrap}}'], ['the AB CD', 'quick', 'brown fox', '']],
  ['text behind a flowing variable that takes all the room', ['{{d.s|wrap}} {{d.m}}'], [' the quick', 'hi', '', '']],
  [
    'a flowing variable wins over a wrapping line',
    [['A  {{d.m|wrap}}', wrapLeft]],
    ['A  the', 'quick', 'brown fox', ''],
  ],
  ['wrap with spaces is no wrap', ['{{d.m| wrap}}', '{{d.m|WRAP}}'], ['the quick', 'the quick', '', '']],
  ['a flowing variable stops above a visible row', ['{{d.m|wrap}}', 'END'], ['the quick', 'END', '', '']],
  ['a flowing variable covers blank rows', ['{{d.m|wrap}}', '', 'END'], ['the quick', 'brown fox', 'END', '']],
  ['a flowing variable that is missing', ['{{d.nope|wrap}}'], ['???', '', '', '']],
  ['a flowing variable that is empty', ['[{{d.e|wrap}}]', 'x'], ['()', 'x', '', '']],
  ['rows of a flowing variable keep the alignment', ['{right}{{d.m|wrap}}'], [' the quick', ' brown fox', '', '']],
  ['free room beside a flowing variable', ['L{{filled:.}}{{d.s|wrap}}'], ['L.......hi', '', '', '']],
  ['a flowing variable with line ends', ['{{d.nl|wrap}}'], ['ONE TWO', 'THREE', '', '']],
];
for (const [name, lines, rows] of cases) test(name, () => assert.equal(linesOf(pageOf(lines)), rows));

test('lines beyond the metadata parse their prefixes', () => {
  assert.equal(linesOf({ template: ['{right}a', '{right}b'], line_metadata: [meta('left')] }), [
    '{right}a',
    '         b',
    '',
    '',
  ]);
  assert.equal(linesOf({ template: ['{right}a'], line_metadata: [] }), ['         a', '', '', '']);
  assert.equal(linesOf({ template: ['{right}a'] }), ['         a', '', '', '']);
});

test("a colour rule's tile is in front of its value and takes two cells", () => {
  const rules = { d: { t: [{ condition: '>' as const, value: 0, color: 'green' }] } };
  assert.equal(linesOf(pageOf(['{right}{{d.t}}']), SIZE, { rules }), ['      {66} 71', '', '', '']);
});

test('the sources of a page are known before it is rendered', () => {
  const { sources } = compilePage(
    { template: ['{{Weather.temp}} {{clock:home.time|wrap}} {{x}}', 'a{{news.0_color}}', '{{= demo.t & NOW() }}'] },
    SIZE,
  );
  assert.equal([...sources].sort(), ['clock:home', 'demo', 'news', 'weather']);
  const plain = compilePage({ template: ['{{a.b}}', '{{fill_space}}{{red}}', 'text'] }, SIZE);
  assert.equal([...plain.sources], ['a']);
  assert.equal([...compilePage({ template: ['{{= 1 }}'] }, SIZE).sources], []);
});

test('lines beyond the last row are not read', () => {
  assert.equal([...compilePage({ template: ['', '', '', '', '{{a.b}}'] }, SIZE).sources], []);
});

test('pages of other sizes do not disturb each other', () => {
  const small = compilePage({ template: ['{wrap}{{d.m}}', '', 'A{{fill_space}}B'] }, { rows: 3, cols: 15 });
  const large = compilePage(
    { template: Array.from({ length: 96 }, (_, row) => `${row} {{d.m}}{{filled:blue}}`) },
    { rows: 96, cols: 128 },
  );
  const before = decodeGrid(small.render(contextOf(data)));
  const wall = large.render(contextOf(data));
  assert.is(wall.codes.length, 96 * 128);
  assert.is(wall.codes[95 * 128], 35);
  assert.is(wall.codes[96 * 128 - 1], 67);
  assert.is(decodeGrid(small.render(contextOf(data))), before);
  assert.is(before, 'THE QUICK BROWN\nFOX            \nA             B');
});

test('a frame that was handed out is not drawn on again', () => {
  const page = compilePage({ template: ['{{d.t}}'] }, SIZE);
  const first = page.render(contextOf({ d: { t: 1 } }));
  const second = page.render(contextOf({ d: { t: 2 } }));
  assert.is(first.codes[0], 27);
  assert.is(second.codes[0], 28);
});

test('a spent budget shows on the board', () => {
  const poor = contextOf(data, { budget: 3 });
  assert.equal(compilePage({ template: ['{{d.t}} {{d.t}} {{d.t}}', 'ok {{d.s}}'] }, SIZE).renderLines(poor), [
    '71 71 ??? ',
    'ok ???    ',
    ' '.repeat(10),
    ' '.repeat(10),
  ]);
});

/** [template, whether a page of it reads data and has nothing of it to show] */
const SILENT: [string[], boolean][] = [
  [['{{d.none}}'], true],
  [['{{d.e}}'], true],
  [['{{d.sp}}', 'words'], true],
  [['{{gone.x}} and {{= d.none }}'], true],
  [['{{= FRESH(d.none, 5) }}'], true],
  [['{{d.s}}'], false],
  [['{{d.none}}', '{{d.t}}'], false],
  [['{{= d.t + 1 }}'], false],
  [['{{d.none}}{{= UPPER(d.s) }}'], false],
  [['{{= "#1 " & d.s }}'], false],
  [['{{= "#" & d.s }}'], false],
  [['{{= d.s / 0 }}', '{{= NONE(d.s) }}', '{{= d. }}', '{{= 10 ^ d.s }}{{d.none}}'], true],
  [['words alone'], false],
  [['{{= 1 + 1 }}'], false],
  [[], false],
];
for (const [template, isSilent] of SILENT)
  test(`${template.join(' / ') || 'an empty page'} ${isSilent ? 'has nothing to show' : 'has something to show'}`, () =>
    assert.is(compilePage({ template }, SIZE).saysNothing(contextOf(data)), isSilent));
test('a page that asks for too much work has something to show', () =>
  assert.not.ok(compilePage({ template: ['{{= UPPER(d.none) }}'] }, SIZE).saysNothing(contextOf(data, { budget: 0 }))));

test.run();
