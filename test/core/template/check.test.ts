import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkTemplate, type TemplateProblem, type Vocabulary } from '../../../src/core/template/check.ts';

const test = suite('template check');

const vocabulary: Vocabulary = {
  variables: { weather: ['temperature', 'city', 'days', 'days.*.high'], 'clock:home': ['time'], stock: ['price'] },
  max_lengths: {
    'weather.temperature': 3,
    'weather.city': 20,
    'weather.days.*.high': 3,
    'clock.time': 5,
    'stock.price': 6,
  },
  colored: new Set(['stock.price']),
};
const SIZE = { rows: 3, cols: 15 };
const check = (line: string, metadata?: { alignment: 'left'; wrap: boolean }): TemplateProblem[] =>
  checkTemplate({ template: [line], line_metadata: metadata ? [metadata] : null }, SIZE, vocabulary);
const codes = (line: string): string[] => check(line).map(({ code, column }) => `${code}@${column}`);

const cases: [string, string[]][] = [
  ['', []],
  ['plain text', []],
  ['{{weather.temperature}}F', []],
  ['{{WEATHER.Temperature}}', []],
  ['{{clock:home.time}}', []],
  ['{{weather.days.0.high}}', []],
  ['{{weather.days[1].high}}', []],
  ['{{weather.temperature_color}}', []],
  ['{{red}}{{63}}{sun}{moon}', []],
  ['A{{fill_space}}B', []],
  ['{{filled:-}}', []],
  ['{{= weather.temperature + 1 }}', []],
  ['{{weather.temperature|pad:4|upper}}', []],
  ['{{weather.temp', ['braces@1']],
  ['weather}}', ['braces@8']],
  ['{{}}', ['braces@1']],
  ['ab {{x', ['braces@4']],
  ['{{= "{63}" }}', ['braces@1']],
  ['{{temp}}', ['variable@1']],
  ['{{ }}', ['variable@1']],
  ['{{ red }}', ['variable@1']],
  ['{{nope.x|pad:3}}', ['unknown_source@1']],
  ['{{clock.time}}', ['unknown_source@1']],
  ['{{constructor.x|pad:2}}', ['unknown_source@1']],
  ['x {{weather.nope|pad:3}}', ['unknown_field@3']],
  ['{{stock.days.0.high|pad:3}}', ['unknown_field@1']],
  ['{{weather.temperature|shout}}', ['filter@1']],
  ['a {{stock.price|pad|upper:3}}', ['filter@3', 'filter@3']],
  ['{{= 1 + }}', ['formula@8']],
  ['ab{{= NOPE(1) }}', ['formula@7']],
  ['{{= nope.x }}', ['formula@5']],
  ['{{=nope.x}}', ['formula@4']],
  ['{{=  nope.x}}', ['formula@6']],
  ['{{= ABS(1, 2) }}', ['formula@5']],
  ['{{weather.temperature}} {{nope.y|pad:1}} {{z}}', ['too_long@1', 'unknown_source@25', 'variable@42']],
];
for (const [line, expected] of cases)
  test(`${JSON.stringify(line)}: ${expected.join(', ') || 'in order'}`, () => assert.equal(codes(line), expected));

const widths: [string, boolean][] = [
  ['123456789012345', false],
  ['1234567890123456', true],
  ['{red}{red}345678901234{sun}', false],
  ['{{weather.temperature}}', false],
  ['123456789012{{weather.temperature}}', false],
  ['1234567890123{{weather.temperature}}', true],
  ['{{weather.city}}', true],
  ['{{weather.city|truncate:15}}', false],
  ['{{weather.city|pad:15}}', false],
  ['{{weather.city|pad:16}}', true],
  ['{{weather.temperature|zeropad:16}}', true],
  ['{{weather.days.3.high}}', false],
  ['1234567{{stock.price}}', false],
  ['12345678{{stock.price}}', true],
  ['12345678901234{{stock.price_color}}', false],
  ['123456789012345{{stock.price_color}}', true],
  ['{{weather.days}}', false],
  ['x{{weather.days}}', true],
  ['{{weather.city|wrap}}', false],
  ['{wrap}{{weather.city}}', false],
  ['{center}123456789012345', false],
  ['{center}1234567890123456', true],
  ['1234567890{{clock:home.time}}', false],
  ['12345678901{{clock:home.time}}', true],
  ['12345678901234{{fill_space}}5', false],
  ['{{= 1 }}23456789012345', false],
  ['{{red}}23456789012345', false],
];
for (const [line, long] of widths) {
  test(`${line} ${long ? 'may be' : 'is not'} too long`, () =>
    assert.is(
      check(line).some(({ code, severity }) => code === 'too_long' && severity === 'warning'),
      long,
    ));
}

test('metadata decides whether a line wraps', () => {
  assert.equal(check('{{weather.city}}', { alignment: 'left', wrap: true }), []);
  assert.is(check('{wrap}{{weather.city}}', { alignment: 'left', wrap: false }).length, 1);
});

test('lines count from 1 and end at the last row', () => {
  const problems = checkTemplate({ template: ['ok', '{{x}}', '', '{{x}}'] }, SIZE, vocabulary);
  assert.equal(
    problems.map(({ line, column, severity }) => ({ line, column, severity })),
    [{ line: 2, column: 1, severity: 'error' }],
  );
  assert.match(problems[0]?.message ?? '', /"x" is no variable/);
});

test('a formula whose = was forgotten is told apart from a variable', () =>
  assert.match(check('{{ROUND(1.5)}}')[0]?.message ?? '', /^a formula begins with "=": write "=ROUND\(1\.5\)"$/));

for (const piece of ['{', '{{', '{{a.b}}', '{{= 1+ }}', '}}', '{{a|b|c']) {
  test(`200 kB of ${piece} are checked`, () => {
    const template = Array.from({ length: 3 }, () => piece.repeat(200_000 / piece.length));
    assert.ok(Array.isArray(checkTemplate({ template }, SIZE, vocabulary)));
  });
}

test.run();
