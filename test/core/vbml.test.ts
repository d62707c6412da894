import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gridToRows } from '../../src/core/flaps/grid.ts';
import { createFill } from '../../src/core/vbml/props.ts';
import { drawVbml, type VbmlComponent, type VbmlDocument } from '../../src/core/vbml/vbml.ts';
import { glyphOf } from '../../src/core/flaps/flaps.ts';

const test = suite('vbml');

const draw = (document: VbmlDocument, rows = 6, cols = 22): string[] =>
  gridToRows(drawVbml(document, { rows, cols }, () => 0.5)).map((row) => row.map(glyphOf).join('').trimEnd());
const small = (height: number, width: number, ...components: VbmlComponent[]) =>
  draw({ style: { height, width }, components }, height, width);

/** What the documentation and the public tests of the language show. */
const DRAWN: [name: string, drawn: () => string[], expected: string[]][] = [
  ['a template', () => small(1, 2, { template: 'hi' }), ['HI']],
  [
    'side by side',
    () => small(1, 4, ...Array.from({ length: 2 }, () => ({ template: 'hi', style: { width: 2, height: 1 } }))),
    ['HIHI'],
  ],
  [
    'below where there is no room',
    () =>
      small(2, 4, ...['{1}{2}', '{3}{4}', '{5}{6}'].map((template) => ({ template, style: { width: 2, height: 1 } }))),
    ['ABCD', 'EF'],
  ],
  ['umlauts', () => small(1, 4, { template: '\u00e4\u00c4' }), ['AEAE']],
  ['a long word is cut up', () => small(3, 2, { template: 'abcde' }), ['AB', 'CD', 'E']],
  ['two newlines are an empty line', () => small(3, 4, { template: 'a\n\nb' }), ['A', '', 'B']],
  ['centred', () => small(3, 5, { template: 'a', style: { justify: 'center', align: 'center' } }), ['', '  A', '']],
  [
    'right and bottom',
    () => small(2, 4, { template: 'ab', style: { justify: 'right', align: 'bottom' } }),
    ['', '  AB'],
  ],
  [
    'justified is a block in the middle',
    () => small(2, 7, { template: 'abc\nd', style: { justify: 'justified' } }),
    ['  ABC', '  D'],
  ],
  [
    'justified from top to bottom',
    () => small(4, 1, { template: 'a', style: { align: 'justified' } }),
    ['', '', 'A', ''],
  ],
  [
    'what is too much is cut below, or above at the bottom',
    () => [...small(2, 1, { template: 'abc' }), ...small(2, 1, { template: 'abc', style: { align: 'bottom' } })],
    ['A', 'B', 'B', 'C'],
  ],
  [
    'a position, over what is there, cut at the edge',
    () =>
      small(
        2,
        3,
        { template: 'xxxxxx' },
        { template: 'ab', style: { height: 1, width: 2, absolutePosition: { x: 2, y: 1 } } },
      ),
    ['XXX', 'XXA'],
  ],
  ['codes as they are', () => small(2, 2, { rawCharacters: [[1, 2], [3]] }), ['AB', 'C']],
  [
    'codes of a prop, and as text',
    () => [
      ...draw({ props: { rows: [[1]] }, components: [{ rawCharacters: '{{rows}}' }] }, 1, 3),
      ...draw({ props: { code: 2 }, components: [{ rawCharacters: '[[{{code}},3]]' }] }, 1, 3),
      ...draw({ components: [{ rawCharacters: '{{nothing}}' }] }, 1, 3),
    ],
    ['A', 'BC', ''],
  ],
  [
    'props: fields, paths, sections, and nothing for what is not there',
    () =>
      draw(
        {
          props: { who: 'ANNA', a: { b: 1 }, list: [{ n: 1 }, { n: 2 }], tags: ['x', 'y'] },
          components: [
            {
              template:
                '{{who}} & {{{a.b}}}{{nobody}}\n{{#list}}{{n}} {{/list}}\n{{#tags}}{{.}}{{/tags}}{{^who}}no{{/who}}',
            },
          ],
        },
        3,
        12,
      ),
    ['ANNA & 1', '1 2', 'XY'],
  ],
  [
    'a document smaller than the board begins in its corner',
    () => draw({ style: { height: 1, width: 1 }, components: [{ template: 'ab' }] }, 2, 3),
    ['A', ''],
  ],
  [
    'a calendar',
    () =>
      draw({ components: [{ calendar: { month: '3', year: '2026', days: { 1: 1, 31: 2 }, defaultDayColor: 26 } }] }),
    ['3/26 SMTWTFS', ' 1-7 AZZZZZZ', ' 8-14ZZZZZZZ', '15-21ZZZZZZZ', '22-28ZZZZZZZ', '29-31ZZB'],
  ],
  [
    'a calendar beside a text, at its column',
    () =>
      draw({
        components: [
          { template: 'HI' },
          { calendar: { month: 2, year: 2026 }, style: { absolutePosition: { x: 10 } } },
        ],
      }).slice(0, 1),
    ['HI        2/26 SMTWTFS'],
  ],
];
for (const [name, drawn, expected] of DRAWN) test(name, () => assert.equal(drawn(), expected));

const calendar = (fields: object) => draw({ components: [{ calendar: { month: 8, year: 2026, ...fields } }] });
test('days of a sixth week stand beside the fifth, the second of them only with a colour of its own', () => {
  // August 2026 begins on a Saturday and has 31 days: the 30th is a Sunday of a sixth week.
  assert.equal(calendar({ defaultDayColor: 26, days: { 31: 1 } }), [
    '8/26 SMTWTFS',
    '   1       Z',
    ' 2-8 ZZZZZZZ',
    ' 9-15ZZZZZZZ',
    '16-22ZZZZZZZ',
    '23-31ZZZZZZZZA',
  ]);
  assert.is(calendar({ defaultDayColor: 26 })[5], '23-31ZZZZZZZZ');
});
test('what stands beside a calendar of twelve columns is seen from the second free one on', () => {
  const month = { calendar: { month: '12', year: '2025', days: {} } };
  const at = { style: { height: 1, width: 9, absolutePosition: { x: 13, y: 0 } } };
  assert.is(draw({ components: [{ template: 'December', ...at }, month] })[0], '12/25SMTWTFS DECEMBER');
});
test('a calendar without a position takes up the room that its size says', () => {
  const month = { calendar: { month: 8, year: 2026 }, style: { height: 6, width: 12 } };
  const text = { template: 'ab', style: { height: 1, width: 4 } };
  assert.is(draw({ components: [month, text] })[0], '8/26 SMTWTFS B');
  const { style: _size, ...wide } = month;
  assert.is(draw({ components: [wide, text] })[0], '8/26 SMTWTFS');
});
test('parts of a calendar can be hidden', () => {
  assert.is(calendar({ hideMonthYear: true })[0], '     SMTWTFS');
  assert.is(calendar({ hideSMTWTFS: true })[0], '8/26');
  assert.ok(calendar({ hideDates: true, defaultDayColor: 26 })[2]?.startsWith('     ZZZZZZZ'));
});
test('days are yellow unless told otherwise, and a month of a single last day has one number', () => {
  const [, ...weeks] = draw({ components: [{ calendar: { month: 5, year: 2026 } }] });
  assert.is(weeks[0], ' 1-2      {65}{65}');
  assert.ok(weeks[4]?.startsWith('24-31'));
  assert.ok(draw({ components: [{ calendar: { month: 2, year: 2032 } }] })[5]?.startsWith('29   {65}'));
});
test('what is no month is nothing', () => assert.equal(calendar({ month: 'x' }), ['', '', '', '', '', '']));
test('a calendar lies over everything else, and its row is the first', () => {
  const [first] = draw({
    components: [
      { calendar: { month: 8, year: 2026 }, style: { absolutePosition: { x: 1, y: 3 } } },
      { template: 'x', style: { height: 1, width: 2, absolutePosition: { x: 1, y: 0 } } },
    ],
  });
  assert.is(first, ' 8/26 SMTWTFS');
});
test('a position that is not said is the corner', () => {
  const at = (absolutePosition: { x?: number; y?: number }) =>
    small(2, 3, { template: 'a', style: { height: 1, width: 1, absolutePosition } });
  assert.equal(at({}), ['A', '']);
  assert.equal(at({ y: 1 }), ['', 'A']);
  assert.equal(at({ x: 2 }), ['  A', '']);
});
test('what is raw is codes from 0 to 71 and nothing else', () => {
  const raw = (rows: unknown) => draw({ props: { rows }, components: [{ rawCharacters: '{{ rows }}' }] }, 1, 3)[0];
  assert.equal(
    [raw([[71, 0, 1]]), raw([[72]]), raw([[-1]]), raw([[1.5]]), raw([['1']]), raw([1])],
    ['{71} A', '', '', '', '', ''],
  );
});
test('colours by chance are the tiles unless some are named', () => {
  const drawn = (random: number, colors: number[] | null) =>
    gridToRows(drawVbml({ components: [{ randomColors: { colors } }] }, { rows: 1, cols: 1 }, () => random))[0];
  assert.equal(
    [0, 0.13, 0.999].map((random) => drawn(random, null)),
    [[63], [64], [70]],
  );
  assert.equal(drawn(0.99, []), [70]);
  assert.equal(
    [0, 0.25, 0.375, 0.5, 0.625, 0.75].map((random) => drawn(random, [])?.[0]),
    [63, 65, 66, 67, 68, 69],
  );
});
test('a text is broken up, put right, and cut as the language has it', () => {
  const drawn = (
    template: string,
    justify: 'left' | 'center' | 'right' | 'justified',
    align: 'top' | 'center' | 'bottom',
  ) => small(2, 5, { template, style: { justify, align } });
  assert.equal(drawn('a\nbcd', 'center', 'top'), ['  A', ' BCD']);
  assert.equal(drawn('a\nbcd', 'justified', 'top'), [' A', ' BCD']);
  assert.equal(drawn('a\nbcd', 'right', 'top'), ['    A', '  BCD']);
  assert.equal(drawn('a', 'left', 'center'), ['A', '']);
  assert.equal(drawn('a\nb\nc', 'left', 'center'), ['A', 'B']);
  assert.equal(drawn(' a', 'left', 'top'), ['A', '']);
});
const BROKEN: [template: string, width: number, lines: string[]][] = [
  ['hello  hello who', 13, ['HELLO  HELLO', 'WHO']],
  ['ab   cd', 5, ['AB', 'CD']],
  ['ab     cd ef', 5, ['AB', 'CD EF']],
  ['abc{63}{64}de', 5, ['ABC{63}{64}', 'DE']],
  ['abcd{63}{64}e', 5, ['ABCD{63}', '{64}E']],
  ['abcd{0}e', 4, ['ABCD', 'E']],
  ['\na', 5, ['A', '']],
  ['\n\na', 5, ['', 'A']],
  ['a\n\n\nb', 5, ['A', '', '', 'B']],
  ['ab abcdefg', 5, ['AB', 'ABCDE', 'FG']],
  ['日a 日b', 5, [' A  B']],
];
for (const [template, width, lines] of BROKEN)
  test(`${JSON.stringify(template)} is broken where the language breaks it`, () =>
    assert.equal(
      small(lines.length, width, { template, style: { justify: 'right' } }),
      lines.map((line) => {
        const cells = line.replace(/\{\d+\}/g, '#').length;
        return line === '' ? '' : ' '.repeat(width - cells) + line;
      }),
    ));

test('a block is as wide as its longest line in sight, with the blanks behind it', () => {
  assert.equal(small(2, 7, { template: 'world \n', style: { justify: 'justified' } }), ['WORLD', '']);
  const style = { justify: 'justified', align: 'center' } as const;
  assert.equal(small(1, 13, { template: ' be \nabcdefghij', style }), ['     BE']);
  assert.equal(small(1, 13, { template: ' be \nabcdefghij', style: { justify: 'justified' } }), [' BE']);
});

test('sections: what is there, what is not, and names around them', () => {
  const fill = createFill({
    yes: true,
    no: false,
    none: [],
    text: 'T',
    n: 0,
    deep: { a: 'A', text: 'inner' },
    list: [1, 2],
    'first name': 'F',
    'größe-2': 'G',
    days: [{ v: 'x' }],
  });
  const rows: [template: string, filled: string][] = [
    ['{{#yes}}y{{/yes}}{{^yes}}n{{/yes}}', 'y'],
    ['{{#no}}y{{/no}}{{^no}}n{{/no}}', 'n'],
    ['{{#none}}y{{/none}}{{^none}}n{{/none}}', 'n'],
    ['{{^gone}}n{{/gone}}', 'n'],
    ['{{#text}}[{{.}}]{{/text}}', '[T]'],
    ['{{n}} {{yes}} {{deep}}{{list}}', '0 true '],
    ['{{#deep}}{{a}}{{text}}{{n}}{{/deep}}', 'Ainner0'],
    ['{{deep.a}}{{deep.gone.more}}{{deep.toString}}', 'A'],
    ['{{#list}}{{.}}{{text}},{{/list}}', '1T,2T,'],
    ['{{^no}}{{text}}{{/no}}', 'T'],
    ['{{/yes}}a', '{{/yes}}a'],
    ['{{#deep}}{{#yes}}x{{/yes}}{{/yes}}{{a}}{{/deep}}', 'x{{/yes}}A'],
    ['{{#yes}}{{#yes}}x{{/yes}}{{/yes}}{{/yes}}', 'x{{/yes}}'],
    ['{{#yes}}{{#deep}}{{a}}{{/deep}}{{/yes}}', 'A'],
    ['{{#yes}}{{#yes}}x{{/yes}}{{/yes}}', 'x'],
    ['{{#yes}}a{{#deep}}b{{/yes}}c{{/deep}}', 'a{{#deep}}bc{{/deep}}'],
    ['{{ text }}{{{ text }}}{{& text}}', 'TTT'],
    ['{{first name}}{{ größe-2 }}{{days.0.v}}{{days.length}}', 'FGx1'],
    ['{{! a remark }}a{{> part}}b', 'ab'],
    ['a\n{{#yes}}\nb\n  {{/yes}}  \nc', 'a\nb\nc'],
    ['{{#list}}\n{{.}}\n{{/list}}', '1\n2\n'],
    ['a {{#yes}}\nb\n{{/yes}} c', 'a \nb\n c'],
    ['a\n {{#yes}} {{! x }}{{#deep}}\nb\n{{/deep}} {{/yes}} ', 'a\nb\n'],
    ['{{#yes}}'.repeat(4) + 'x' + '{{/yes}}'.repeat(4), 'x'],
    ['{{#yes}}'.repeat(5) + 'x' + '{{/yes}}'.repeat(5), ''],
  ];
  for (const [template, filled] of rows) assert.is(fill(template), filled, template);
});
test('tags of all templates are bounded', () => {
  const fill = createFill({ a: 'x' });
  assert.is(fill('{{a}}'.repeat(5000)).length, 5000);
  assert.ok(fill('{{a}}'.repeat(20_000)).length < 20_000);
});

test('colours by chance, of those that are named', () => {
  const [row = []] = gridToRows(
    drawVbml({ components: [{ randomColors: { colors: [63, 66] } }] }, { rows: 1, cols: 2 }, () => 0.9),
  );
  assert.equal(row, [66, 66]);
});
test('a section makes no endless text', () => {
  const props = { x: Array.from({ length: 200 }, () => ({})) };
  const template = `{{#x}}${'a'.repeat(1000)}{{/x}}`;
  assert.is(draw({ props, components: [{ template }] }, 1, 4)[0], 'AAAA');
});

/** A list that counts how often one of its members is read. */
const countedList = (length: number): { list: unknown; reads: () => number } => {
  let reads = 0;
  const list = new Proxy(new Array<number>(length).fill(0), {
    get: (target, name, receiver) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads++;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  return { list, reads: () => reads };
};
test('sections of a document go through a bounded number of members, whatever they print', () => {
  const { list, reads } = countedList(30_000);
  draw({
    props: { list },
    components: [{ template: '{{#list}}{{#list}}{{/list}}{{/list}}' }, { template: '{{#list}}{{/list}}' }],
  });
  assert.ok(reads() <= 20_002, `${reads()} reads`);
});
test('fields of a document make a bounded text together', () => {
  const fill = createFill({ long: 'x'.repeat(60_000) });
  assert.is(fill('{{long}}').length, 60_000);
  assert.is(fill('{{long}}'.repeat(5000)).length, 5536);
  assert.is(fill('{{long}}'), '');
});
test('what a value says is no field, and a section without an end is text', () => {
  const fill = createFill({ a: '{{b}}', b: 'B' });
  assert.is(fill('{{a}} {{#a}} {{#b}}{{/a}}{{/b}}{{&b}}'), '{{b}}  {{#b}}{{/b}}B');
});
test('components have sixteen of the largest boards together, further ones are empty', () => {
  const large = { template: 'a', style: { height: 96, width: 128 } };
  const small = { template: 'b', style: { height: 1, width: 1, absolutePosition: { x: 0, y: 0 } } };
  const first = (count: number) => draw({ components: [...Array.from({ length: count }, () => large), small] }, 1, 1);
  assert.equal([...first(15), ...first(16)], ['B', 'A']);
});
test('codes beyond the largest board are not looked at', () => {
  const rows = Array.from({ length: 200 }, (_, at) => (at < 96 ? [1] : [999]));
  assert.is(draw({ props: { rows }, components: [{ rawCharacters: '{{rows}}' }] }, 1, 3)[0], 'A');
});

test.run();
