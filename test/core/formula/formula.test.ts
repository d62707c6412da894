import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileNode } from '../../../src/core/template/formula/compile.ts';
import { checkFormula, compileFormula, isTruthyText, ruleBody } from '../../../src/core/template/formula/formula.ts';
import { parse } from '../../../src/core/template/formula/parser.ts';
import { contextOf } from '../../support/template-context.ts';

const test = suite('formula');

const sources: [string, string[]][] = [
  ['1 + 2', []],
  ['demo.temp + DEMO.rain', ['demo']],
  ['Weather:Home.temp & demo.x', ['weather:home', 'demo']],
  ['temp', []],
  ['FOREACH(sport.games, item.home & index)', ['sport']],
  ['item.home', ['item']],
  ['LET(a, demo.x, a.b + b.c)', ['demo', 'b']],
  ['LET(demo, 1, demo.x)', []],
  ['IF(FALSE, unused.x, 1)', ['unused']],
  ['1 + @', []],
];
for (const [body, expected] of sources)
  test(`sources of ${body}`, () => assert.equal([...compileFormula(body).sources], expected));

const usesTime = (body: string): boolean => {
  const parsed = parse(body);
  return 'node' in parsed && compileNode(parsed.node).usesTime;
};

for (const [body, expected] of [
  ['NOW()', true],
  ['FRESH(old.v, "20m")', true],
  ['1 + HOUR(now())', true],
  ['FOREACH(d.x, TODAY())', true],
  ['DATE("2026-01-01")', false],
  ['demo.now', false],
  ['NOW(1)', false],
  ['"NOW()"', false],
] as const) {
  test(`${body} ${expected ? 'uses' : 'does not use'} the time`, () => assert.is(usesTime(body), expected));
}

test('compiled once, printed over different data', () => {
  const formula = compileFormula('LET(t, demo.t, FOREACH(demo.list, item + t))');
  assert.is(formula.print(contextOf({ demo: { t: 1, list: [1, 2] } })), '2\n3');
  assert.is(formula.print(contextOf({ demo: { t: 10, list: [5] } })), '15');
  assert.is(formula.print(contextOf({})), '#REF');
});

test('entity ids are found through underscores', () => {
  const context = contextOf(
    { home_assistant: { 'media_player.den': { state: 'playing', attributes: { volume: 0.5 } } } },
    { entityLookup: true },
  );
  assert.is(
    compileFormula('home_assistant.media_player_den.state & home_assistant.media_player_den.volume').print(context),
    'playing0.5',
  );
});

test('a text is cut at 64 KiB, never inside a character', () => {
  const print = (text: string) => compileFormula('demo.text').print(contextOf({ demo: { text } }));
  assert.is(print('x'.repeat(70_000)).length, 65_536);
  assert.is(print('x'.repeat(65_536)).length, 65_536);
  assert.is(print(`x${'😀'.repeat(40_000)}`).length, 65_535);
  assert.is(print('😀'.repeat(40_000)).length, 65_536);
});

const problems: [string, string[]][] = [
  ['1 + demo.temp', []],
  ['', []],
  ['1 + @', ['syntax 4']],
  ['  1 + @', ['syntax 4']],
  ['FOO(1) + BAR()', ['unknown_function 0', 'unknown_function 9']],
  ['1 + ABS(1, 2)', ['arguments 4']],
  ['ABS()', ['arguments 0']],
  ['CONCAT()', []],
  ['IF(1)', ['arguments 0']],
  ['LET(a, 1)', ['arguments 0']],
  ['LET("a", 1, 2)', ['arguments 0']],
  ['LET(a, 1, a)', []],
  ['SWITCH(1, 2)', ['arguments 0']],
  ['nope.temp', ['unknown_source 0']],
  ['demo.a + nope.temp + nope.rain', ['unknown_source 9']],
  ['demo:north.temp', []],
  ['demo:south.temp', ['unknown_source 0']],
  ['DEMO.temp', []],
  ['temp + 1', ['unknown_name 0']],
  ['FOREACH(demo.list, item.a & index)', []],
  ['FOREACH(demo.list, item.a) & item.b', ['unknown_source 29']],
  ['nope.a + FOO(temp)', ['unknown_source 0', 'unknown_function 9']],
  ['ABS(temp, FOO())', ['arguments 0']],
];
for (const [body, expected] of problems) {
  test(`problems of ${body}`, () => {
    const found = checkFormula(body, new Set(['demo', 'demo:north']));
    assert.equal(
      found.map(({ code, offset }) => `${code} ${offset}`),
      expected,
    );
    assert.ok(found.every(({ message }) => message.length > 5));
  });
}

test('sources are only checked when they are known', () => {
  assert.equal(checkFormula('nope.temp + 1'), []);
  assert.is(checkFormula('nope.temp + 1', new Set()).length, 1);
});

const truths: [string, boolean][] = [
  ['', false],
  ['  ', false],
  ['Yes', true],
  ['No', false],
  ['no', false],
  ['NO', false],
  ['false', false],
  ['False', false],
  ['true', true],
  ['0', false],
  ['0.0', false],
  ['-0', false],
  ['+0.00', false],
  ['0e5', false],
  [' 0 ', false],
  ['.0', false],
  ['0x0', true],
  ['1', true],
  ['-1', true],
  ['0.1', true],
  ['#REF', false],
  ['#VALUE', false],
  ['#SYNTAX:4', false],
  ['#1 song', false],
  [' #x', false],
  ['text', true],
  ['???', true],
  ['none', true],
];
for (const [printed, expected] of truths)
  test(`a rule that prints "${printed}" is ${expected}`, () => assert.is(isTruthyText(printed), expected));

test('a value that rounds to zero makes a rule false', () => {
  assert.is(isTruthyText(compileFormula('0.04').print(contextOf({}))), false);
  assert.is(isTruthyText(compileFormula('0.06').print(contextOf({}))), true);
});

for (const [expression, expected] of [
  ['a.b > 1', 'a.b > 1'],
  ['{{= a.b > 1 }}', ' a.b > 1 '],
  [' {{=a.b}} ', 'a.b'],
  ['{{ a.b }}', '{{ a.b }}'],
  ['{{= a', '{{= a'],
  ['{{=}}', ''],
] as const) {
  test(`body of the rule ${expression}`, () => assert.is(ruleBody(expression), expected));
}

test.run();
