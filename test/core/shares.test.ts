import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { largestShare, sharesOf } from '../../src/core/bounds/shares.ts';
import { compilePattern, compilingCost, isSearchable } from '../../src/core/bounds/pattern.ts';
import { tidyPath } from '../../src/core/device-path.ts';
import { recordsById } from '../../src/core/records.ts';
import { wayTaken } from '../../src/core/ways.ts';
import { NO_TRAIL, type Work } from '../../src/core/work.ts';
import { createBudget } from '../../src/core/template/context.ts';
import { compileExpression } from '../../src/core/template/formula/expression.ts';
import { contextOf } from '../support/template-context.ts';

const test = suite('shares, patterns and small rules');

test('shares are summed by address', () => {
  const shares = sharesOf(
    [
      { address: 'a', bytes: 2 },
      { address: 'b', bytes: 4 },
      { address: 'a', bytes: 3 },
    ],
    ({ bytes }) => bytes,
  );
  assert.equal(
    [...shares],
    [
      ['a', 5],
      ['b', 4],
    ],
  );
});
test('who has most gives way, among equals not the one that asks', () => {
  const shares = (...all: [string, number][]) => new Map(all);
  assert.equal(largestShare(shares(['a', 1], ['b', 3]), 'a'), { address: 'b', share: 3 });
  assert.equal(largestShare(shares(['a', 3], ['b', 3]), 'a'), { address: 'b', share: 3 });
  assert.equal(largestShare(shares(['a', 3], ['b', 3]), 'b'), { address: 'a', share: 3 });
  assert.equal(largestShare(shares(['a', 3], ['b', 3]), 'c'), { address: 'a', share: 3 });
  assert.equal(largestShare(shares(['a', 4], ['b', 3]), 'a'), { address: 'a', share: 4 });
  assert.equal(largestShare(shares(), 'a'), { address: 'a', share: 0 });
});

test('a pattern is compiled within bounds, and told what it costs', () => {
  assert.ok(compilePattern('a+', 200)?.matcher('caat').find());
  assert.ok(compilePattern('x'.repeat(200), 200));
  assert.is(compilePattern('x'.repeat(201), 200), null);
  for (const broken of ['(', '[', 'a{2,1}', '(?<=a)b']) assert.is(compilePattern(broken, 200), null);
});
const ADMITTED: [pattern: string, isAdmitted: boolean][] = [
  ['\\pL'.repeat(8), true],
  ['\\pL'.repeat(9), false],
  ['[[:alpha:]]'.repeat(9), false],
  ['(?i)[a-z]', true],
  ['(?i)[a-\u00ff]', false],
  ['[a-\u00ff]', true],
  ['(?i)[a-\\x{ff}]', false],
  ['a{1000}', true],
  ['(ab){900}', false],
  ['(?:a{30}){30}', true],
  ['(?:a{50}){50}', false],
  ['(?:a{1,50}){50}', false],
  ['(a(b(c){12}){12}){12}', false],
  ['(a(b(c){6}){6}){6}', true],
];
for (const [pattern, isAdmitted] of ADMITTED)
  test(`${pattern.slice(0, 30)} is ${isAdmitted ? 'compiled' : 'refused before it is compiled'}`, () =>
    assert.is(compilePattern(pattern, 2000) !== null, isAdmitted));
test('what a pattern costs grows with its length, its classes and what it repeats', () => {
  assert.is(compilingCost('a'), 1000 + 30 + 8 * 3);
  assert.is(compilingCost('(a)'), 1000 + 90 + 8 * 5);
  assert.is(compilingCost('a{3}b'), 1000 + 150 + 8 * 6);
  assert.is(compilingCost('(ab){2}'), 1000 + 210 + 8 * 10);
  assert.is(compilingCost('a{2,5}'), 1000 + 180 + 8 * 7);
  assert.is(compilingCost('\\pL'), 1000 + 90 + 1000 + 8 * 4);
  assert.is(compilingCost('a{99999}'), 1000 + 240 + 8 * 2000);
});
test('a text may be as long as its pattern is short', () => {
  const pattern = compilePattern('abc', 10);
  const size = pattern?.programSize() ?? 0;
  assert.ok(pattern && isSearchable(pattern, Math.floor(150_000 / size)));
  assert.not.ok(pattern && isSearchable(pattern, Math.floor(150_000 / size) + 1));
});

test('the path of a device has one spelling', () => {
  assert.is(tidyPath(' /dev//serial/./by-id/x '), '/dev/serial/by-id/x');
  assert.is(tidyPath('/dev/.hidden/a.b'), '/dev/.hidden/a.b');
});
test('a connection takes the last way that it names', () => {
  const ways = [{ fields: ['a', 'x'] }, { fields: ['b'] }, { fields: ['c'] }];
  assert.is(wayTaken(ways, {}), 0);
  assert.is(wayTaken(ways, { a: 1, x: 1 }), 0);
  assert.is(wayTaken(ways, { a: 1, b: '' }), 1);
  assert.is(wayTaken(ways, { a: 1, b: null, c: undefined }), 0);
  assert.is(wayTaken(ways, { b: 1, c: 0 }), 2);
});
test('records are found by their ids, in one map for one list', () => {
  const list = [{ id: 'a' }, { id: 'b' }];
  assert.is(recordsById(list).get('b'), list[1]);
  assert.is(recordsById(list), recordsById(list));
  assert.is.not(recordsById(list), recordsById([...list]));
});
test('a trail that nobody wants does the work all the same, and asks for no name', () => {
  const name = (): Work => {
    throw new Error('asked');
  };
  assert.is(
    NO_TRAIL.during(name, () => 5),
    5,
  );
  assert.is(NO_TRAIL.begin(name)(), undefined);
});

test('a budget tells what is left, and pays once for what is done once', () => {
  const budget = createBudget(100, { members: 4, letters: 64, steps: 0 } as never);
  budget.spend(10);
  assert.is(budget.left, 90);
  budget.spendOnce('a', 10);
  budget.spendOnce('a', 10);
  budget.spendOnce('b', 10);
  assert.is(budget.left, 70);
  budget.spendMembers(4);
  assert.is(budget.left, 68);
  budget.spendLetters(64);
  assert.is(budget.left, 65);
  assert.throws(() => budget.spendMembers(1));
  assert.throws(() => budget.spendLetters(1));
});

test('an expression knows its own names and nothing else', () => {
  const compiled = compileExpression('Value * 2 + other', ['value', 'other']);
  assert.ok('expression' in compiled);
  assert.is(compiled.expression.evaluate(contextOf({}), [3, 1]), 7);
  assert.not.ok(compiled.expression.usesTime);
  const timed = compileExpression('NOW()', []);
  assert.ok('expression' in timed && timed.expression.usesTime);
  const problem = (body: string) => {
    const result = compileExpression(body, ['value']);
    return 'problem' in result ? result.problem.code : null;
  };
  assert.is(problem('value +'), 'syntax');
  assert.is(problem('d.x'), 'unknown_name');
  assert.is(problem('value'), null);
  assert.ok(problem('NOSUCH(value)') !== null);
});
test('an expression pays for its evaluation', () => {
  const compiled = compileExpression('1', []);
  assert.ok('expression' in compiled);
  const context = contextOf({}, { budget: 10 });
  compiled.expression.evaluate(context, []);
  assert.ok(context.budget.left < 10);
});

test.run();
