import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PAGE_BOUNDS } from '../../../src/core/template/allowance.ts';
import { BudgetSpent, createBudget } from '../../../src/core/template/context.ts';
import { checkFormula, compileFormula } from '../../../src/core/template/formula/formula.ts';
import { contextOf } from '../../support/template-context.ts';

const test = suite('formula budget');

const count = <T>(length: number, make: (i: number) => T): T[] => Array.from({ length }, (_, i) => make(i));
const data = {
  d: {
    big: 'a'.repeat(65_536),
    ab: 'ab'.repeat(32_768),
    spaced: 'a b '.repeat(16_384),
    greek: 'ЖéßΩ'.repeat(16_384),
    words: count(30_000, (i) => `w${(i * 7919) % 30_011}`),
    objects: count(8000, (i) => ({ name: `Name ${(i * 7919) % 8011}`, pts: String((i * 31) % 997) })),
    numbers: count(30_000, (i) => i / 7),
    huge: count(20_000, () => 1.7e308),
    dates: count(5000, (i) => new Date(i * 86_400_000 * 3).toISOString()),
    patterns: count(1000, (i) => `(?:${i}|x(b|c|d)+)*y`),
    tokens: 'YYYYMMMddd'.repeat(6000),
  },
};

const repeated = (part: string, times: number, operator: string): string => Array(times).fill(part).join(operator);

const tooExpensive: Record<string, string> = {
  'a loop in a loop': 'FOREACH(d.words, FOREACH(d.words, item & index))',
  'a filter in a loop': 'FOREACH(d.numbers, COUNT(FILTER(d.numbers, item > 0)))',
  'a search in a loop': 'FOREACH(d.words, REPLACE(d.big, "a", item))',
  'a hostile search': repeated('SEARCH(REPT("a", 400) & "b" & REPT("a", 400), d.big)', 60, '+'),
  'texts that double': `LET(${count(60, (i) => `v${i}, ${i === 0 ? 'd.big' : `REPLACE(v${i - 1}, "a", "aa")`}`).join(', ')}, v59)`,
  'a big sort': 'COUNT(SORT(d.words))',
  'sorts of objects': repeated('COUNT(SORT(d.objects, "name"))', 20, '+'),
  'big joins': repeated('LEN(JOIN(d.words, ","))', 20, '+'),
  'big sums': repeated('SUMOF(d.numbers)', 20, '+'),
  'big splits': repeated('COUNT(SPLIT(d.big, ""))', 20, '+'),
  'capitals of long texts': repeated('LEN(PROPER(d.spaced))', 20, '+'),
  'long texts in other case': repeated('LEN(UPPER(d.greek))', 60, '+'),
  'long comparisons': repeated('(d.greek < d.greek)', 60, '&'),
  'numbers of 309 digits': 'FOREACH(d.huge, item = "abc")',
  'many dates': 'FOREACH(d.dates, DATEDIFF(DATEADD(NOW(), index * 3), item, "hours"))',
  'a long date pattern': repeated('LEN(FORMATDATE(NOW(), d.tokens))', 60, '+'),
  'many patterns': 'FOREACH(d.patterns, REGEXMATCH("aaabbbccc", item))',
  'matches that look far ahead': repeated('REGEXREPLACE(LEFT(d.ab, 3000), "a.*c|a", "z")', 20, '&'),
  'wide padding': `FOREACH(d.words, LEN(PAD("a", 65536)))`,
};

for (const [name, body] of Object.entries(tooExpensive)) {
  test(`stops at ${name}`, () => {
    const formula = compileFormula(body);
    assert.equal(checkFormula(body), []);
    assert.throws(
      () => formula.print(contextOf(data)),
      (error: unknown) => error instanceof BudgetSpent,
    );
  });
}

const affordable: Record<string, [body: string, expected: RegExp]> = {
  'a long sum': [`0${'+1'.repeat(2000)}`, /^2000$/],
  'many powers': [repeated('POWER(9, 99)', 300, '*'), /^#NUM$/],
  'a nested repetition': ['REGEXMATCH(LEFT(d.big, 1000), "(x+x+)+y")', /^No$/],
  'nested calls': [`${'IF(1, '.repeat(90)}1${')'.repeat(90)}`, /^1$/],
  'a sort of a thousand': ['AT(SORT(SLICE(d.numbers, 0, 1000), "desc"), 0)', /^142\.7$/],
  'a loop over a thousand': ['LEN(FOREACH(SLICE(d.words, 0, 1000), UPPER(item) & " " & index))', /^\d+$/],
  'a page of dates': ['COUNT(SPLIT(FOREACH(SLICE(d.dates, 0, 100), FORMATDATE(item, "MMM DD")), "\\n"))', /^100$/],
};

for (const [name, [body, expected]] of Object.entries(affordable))
  test(`affords ${name}`, () => assert.match(compileFormula(body).print(contextOf(data)), expected));

test('equal formulas cost the same every time, with cached patterns or not', () => {
  const formula = compileFormula('FOREACH(SLICE(d.words, 0, 9), REGEXREPLACE(item, "[0-9]7", "-"))');
  const cost = () => {
    const units = [0, 0, 0];
    const count = (at: number) => (cost: number) => void (units[at] = (units[at] ?? 0) + cost);
    const budget = { left: 0, spend: count(0), spendMembers: count(1), spendLetters: count(2) };
    formula.print({ ...contextOf(data), budget: { ...budget, spendOnce: (_, cost) => budget.spend(cost) } });
    return units;
  };
  const first = cost();
  assert.equal(cost(), first);
  assert.ok((first[0] ?? 0) > 600);
});

test('a budget ends after exactly its limit', () => {
  const budget = createBudget(10);
  budget.spend(4);
  budget.spend(6);
  assert.throws(
    () => budget.spend(0.001),
    (error: unknown) => error instanceof BudgetSpent,
  );
  assert.throws(
    () => createBudget(10).spend(NaN),
    (error: unknown) => error instanceof BudgetSpent,
  );
  createBudget(10).spend(10);
});

test('without a limit a budget is that of a page', () => {
  const budget = createBudget();
  budget.spend(PAGE_BOUNDS.steps);
  assert.throws(
    () => budget.spend(1),
    (error: unknown) => error instanceof BudgetSpent,
  );
});

test('a formula stops when the rendering before it spent the budget', () => {
  const context = contextOf({}, { budget: 5 });
  assert.is(compileFormula('1').print(context), '1');
  assert.throws(
    () => compileFormula('1 + 1 + 1 + 1 + 1').print(context),
    (error: unknown) => error instanceof BudgetSpent,
  );
});

test.run();
