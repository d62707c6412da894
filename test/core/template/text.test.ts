import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BudgetSpent, createBudget } from '../../../src/core/template/context.ts';
import { renderString } from '../../../src/core/template/text.ts';
import { contextOf } from '../../support/template-context.ts';

const test = suite('passes');

const data = {
  demo: {
    t: 71,
    half: 5.55,
    quarter: 0.25,
    neg: -3,
    zero: 0,
    yes: true,
    no: false,
    e: '',
    s: 'hi',
    mixed: 'MiXed',
    nul: null,
    list: [1, [2], { a: 'b' }],
    obj: { In: { deep: 'x' } },
    CamelCase: 'cc',
    lower: 'lc',
    tile: '{63}',
    brace: 'a{b}c',
    dbl: '{{demo.t}}',
    sym: '{sun}',
    open: '{',
    num: '63',
    nl: 'a\nb',
    path: 't',
    red: '{{red}}',
    long: 'ABCDEFGHIJ',
  },
  'demo:north': { t: 1 },
  markup: { m: '{sun} {red:x}', n: '{sun}' },
};
const context = () => contextOf(data, { markup: { markup: ['m'] } });

const cases: [string, string][] = [
  // literal text
  ['', ''],
  ['plain', 'plain'],
  ['a\nb', 'a\nb'],
  ['{red}{/}', '{red}{/}'],
  ['{moon}', '{moon}'],
  ['{{', '{{'],
  ['}}', '}}'],
  ['{{}}', '{{}}'],
  ['{', '{'],
  ['{center}x', '{center}x'],
  ['{wrap}x', '{wrap}x'],
  ['é[', 'é['],
  // colours
  ['{{red}}', '{63}'],
  ['{{Red}}A{{71}}', '{63}A{71}'],
  ['{{ red }}', '???'],
  ['{{/red}}', '???'],
  ['{{62}}', '???'],
  ['{{{red}}}', '???'],
  // values
  ['{{demo.t}}', '71'],
  ['{{ demo.t }}', '71'],
  ['{{demo.half}}', '5.5'],
  ['{{demo.quarter}}', '0.2'],
  ['{{demo.neg}}', '-3'],
  ['{{demo.zero}}', '0'],
  ['{{demo.yes}}', 'Yes'],
  ['{{demo.no}}', 'No'],
  ['[{{demo.e}}]', '[]'],
  ['{{demo.s}}', 'hi'],
  ['{{demo.mixed}}', 'MiXed'],
  ['{{demo.nl}}', 'a\nb'],
  ['{{demo.nul}}', '???'],
  ['{{demo.list}}', '???'],
  ['{{demo.obj}}', '???'],
  ['{{demo.nope}}', '???'],
  ['{{nope.t}}', '???'],
  ['{{demo}}', '???'],
  ['{{demo.}}', '???'],
  ['{{.t}}', '???'],
  ['{{.}}', '???'],
  ['{{ }}', '???'],
  ['{{|}}', '???'],
  ['{{|upper}}', '???'],
  ['{{demo.list.0}}', '1'],
  ['{{demo.list[0]}}', '1'],
  ['{{demo.list.1.0}}', '2'],
  ['{{demo.list.2.a}}', 'b'],
  ['{{demo.list.3}}', '???'],
  ['{{demo.list.-1}}', '???'],
  ['{{demo.obj.In.deep}}', 'x'],
  ['{{demo.obj.in.deep}}', '???'],
  ['{{DEMO.T}}', '71'],
  ['{{demo.CamelCase}}', 'cc'],
  ['{{demo.camelcase}}', '???'],
  ['{{demo.LOWER}}', 'lc'],
  ['{{demo:north.t}}', '1'],
  ['{{demo:south.t}}', '???'],
  ['{{demo.__proto__}}', '???'],
  ['{{demo.constructor.name}}', '???'],
  ['{{demo.list.length}}', '???'],
  ['{{demo.s.length}}', '???'],
  // filters
  ['{{demo.s|upper}}', 'HI'],
  ['{{demo.s|pad:4}}|', 'hi  |'],
  ['{{demo.s | pad:4 | upper }}|', 'HI  |'],
  ['{{demo.long|truncate:3|pad:5}}|', 'ABC  |'],
  ['{{demo.t|zeropad:4}}', '0071'],
  ['{{demo.neg|zeropad:4}}', '-003'],
  ['{{demo.nope|pad:5}}|', '???  |'],
  ['{{nope|truncate:1}}', '?'],
  ['{{demo.s|wrap}}', 'hi'],
  ['{{demo.s|wrap|upper}}', 'HI'],
  ['{{demo.s|shout|upper}}', 'HI'],
  ['{{demo.s||upper}}', 'HI'],
  ['{{demo.s|}}', 'hi'],
  // what values may write
  ['{{demo.tile}}', '{63}'],
  ['{{demo.brace}}', 'a(b)c'],
  ['{{demo.dbl}}', '((demo.t))'],
  ['{{demo.sym}}', '(sun)'],
  ['{{demo.open}}', '('],
  ['{{demo.red}}', '({red})'],
  ['{{demo.tile|truncate:3}}', '(63'],
  ['{{markup.m}}', '{65} {red:x}'],
  ['{{markup.n}}', '(sun)'],
  // braces around a variable
  ['{{{demo.num}}}', '{63}'],
  ['{{{demo.s}}}', '{hi}'],
  ['{ {{demo.s}} }', '{ hi }'],
  // symbols
  ['{sun}', '{65}'],
  ['{SUN}{heart}{fog}{x}', '{65}{62}-{63}'],
  ['{{sun}}', '???'],
  ['{ sun}', '{ sun}'],
  // formulas
  ['{{=}}', ''],
  ['{{= }}', ''],
  ['{{= 1 + 1 }}', '2'],
  ['{{=demo.t+1}}', '72'],
  ['a{{= 1 }}b{{= 2 }}c', 'a1b2c'],
  ['{{ = 1 }}', '???'],
  ['{{= 1 + }}x', '#SYNTAX:3x'],
  ['{{= demo.nope }}', '#REF'],
  ['{{= "{63}" }}', '{{= "{63}" }}'],
  ['{{= COLOR("red") }}', '{63}'],
  ['{{= demo.t }}{{demo.t}}', '7171'],
  ['{{red}}{{= 1 }}{sun}', '{63}1{65}'],
  // what a formula prints is read like the template
  ['{{= demo.dbl }}', '71'],
  ['{{= demo.sym }}', '{65}'],
  ['{{= demo.brace }}', 'a{b}c'],
  ['{{= demo.red }}', '???'],
  ['{{demo.{{= "t" }}}}', '71'],
  ['{{{= "63" }}}', '{63}'],
  ['{{= demo.open }}{{= demo.open }}demo.t}}', '71'],
  ['{{= demo.dbl & demo.dbl }}', '7171'],
  ['{{= "x" }} {{demo.{{= demo.path }}}}', 'x 71'],
  // free room is left out
  ['a{{fill_space}}b', 'ab'],
  ['a{{FILL_SPACE_REPEAT:x}}b{{filled:red}}c', 'abc'],
  ['{{ fill_space }}', ''],
  ['{{filled}}', '{71}'],
  ['{{filled:}}', ''],
];
for (const [template, text] of cases)
  test(`${JSON.stringify(template)} prints ${JSON.stringify(text)}`, () =>
    assert.is(renderString(template, context()), text));

test('a text is cut at 64 KiB of UTF-8, between characters', () => {
  const big = contextOf({
    d: { ascii: 'a'.repeat(50_000), wide: '€'.repeat(30_000), emoji: '😀'.repeat(20_000), greek: 'λ'.repeat(40_000) },
  });
  assert.is(renderString('{{d.ascii}}{{d.ascii}}', big).length, 65_536);
  assert.is(Buffer.byteLength(renderString('a{{d.wide}}', big)), 65_536);
  assert.is(Buffer.byteLength(renderString('{{d.wide}}', big)), 65_535);
  assert.is(Buffer.byteLength(renderString('a{{d.greek}}', big)), 65_535);
  const emoji = renderString('ab{{d.emoji}}', big);
  assert.is(Buffer.byteLength(emoji), 65_534);
  assert.is(emoji.slice(-2), '😀');
  assert.is(renderString('x'.repeat(65_536), big).length, 65_536);
  assert.is(renderString('x'.repeat(65_537), big).length, 65_536);
});

test('10,000 variables are printed', () =>
  assert.is(renderString('{{demo.t}}'.repeat(10_000), context()), '71'.repeat(10_000)));

test('what is beyond any sensible size is left out', () => {
  assert.is(renderString('{{demo.t}}'.repeat(26_000), context()), '71'.repeat(10_240));
  assert.is(renderString('{{= 1 }}'.repeat(30_000), context()), '1'.repeat(1024));
  assert.ok(renderString('x{{demo.e}}'.repeat(100_000), context()).length <= 65_536);
});

test('a spent budget shows and is not thrown', () => {
  const poor = () => contextOf({ d: { a: 'x', big: 'y'.repeat(5000) } }, { budget: 5 });
  assert.is(renderString('{{d.big}} {{d.a}} z', poor()), '??? ??? z');
  assert.is(renderString('{{d.a}}{{d.a}}{{d.a}}{{d.a}}{{d.a}}', poor()), 'xxx??????');
  assert.is(renderString('{{= REPT("ab", 1000) }}!{{= 1 }}', poor()), '???!???');
});

test('nothing more is printed once the budget is spent', () => {
  let calls = 0;
  const spend = (): void => {
    if (++calls === 3) throw new BudgetSpent();
  };
  assert.is(
    renderString('{{d.a}}{{d.a}}{{d.a}}{{d.a}}', {
      ...contextOf({ d: { a: 'x' } }),
      budget: Object.assign(createBudget(), { spend }),
    }),
    'xx??????',
  );
});

test('other errors of a context are not swallowed', () => {
  const broken = {
    ...context(),
    source: () => {
      throw new RangeError('broken');
    },
  };
  assert.throws(() => renderString('{{d.a}}', broken), /broken/);
});

for (const piece of [
  '{',
  '{{',
  '}}',
  '{{a',
  '{{= ',
  '{{a|',
  '{{a}}',
  '{{d.a|upper}}',
  '{{{{d.a}}}}',
  '{sun}',
  '{{= 1 }}',
  '{{d.{{= "a" }}}}',
  '{{fill_space}}',
  '\n',
  'ä',
]) {
  test(`200 kB of ${JSON.stringify(piece)} are printed in bounds`, () => {
    const text = renderString(piece.repeat(200_000 / piece.length), contextOf({ d: { a: 'x'.repeat(1000) } }));
    assert.ok(Buffer.byteLength(text) <= 65_536);
  });
}

test.run();
