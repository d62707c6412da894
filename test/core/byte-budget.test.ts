import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ByteBudget } from '../../src/core/bounds/byte-budget.ts';

const test = suite('byte-budget');

const SMALL_BYTES = 16 * 1024;
const PART = 4 * SMALL_BYTES;

const open = () => {
  const budget = new ByteBudget(3 * PART, SMALL_BYTES);
  const cut: string[] = [];
  const claim = (address: string, bytes: number, name = address) => {
    const one = budget.open(address, () => cut.push(name));
    return { ...one, ok: one.resize(bytes) };
  };
  return { budget, cut, claim };
};

test('a claim within the budget is granted, and what is released can be claimed again', () => {
  const { budget, claim } = open();
  const one = claim('a', 3 * PART);
  assert.ok(one.ok);
  one.release();
  one.release();
  assert.is(budget.used, 0);
  assert.ok(claim('b', 3 * PART).ok);
});
test('who has most is refused more', () => {
  const { claim, cut } = open();
  claim('a', 2 * PART);
  assert.not.ok(claim('a', 2 * PART).ok);
  assert.equal(cut, []);
});
test('who has less gets room from who has most, the largest claim first', () => {
  const { claim, cut } = open();
  claim('a', PART, 'a1');
  claim('a', 2 * PART, 'a2');
  assert.ok(claim('b', PART).ok);
  assert.equal(cut, ['a2']);
});
test('what is being worked on is not taken back', () => {
  const { claim, cut } = open();
  claim('a', 3 * PART).keep();
  assert.not.ok(claim('b', PART).ok);
  assert.equal(cut, []);
});
test('a small claim is always granted, and so is one alone, however large', () => {
  const { claim } = open();
  const alone = claim('a', 9 * PART);
  assert.ok(alone.ok);
  alone.keep();
  assert.ok(claim('b', SMALL_BYTES).ok);
  assert.not.ok(claim('b', SMALL_BYTES + 1).ok);
});
test('whether a claim would get room is told without taking any', () => {
  const { budget, claim, cut } = open();
  assert.ok(budget.fits('a', 9 * PART), 'alone, however large');
  claim('a', 2 * PART);
  assert.ok(budget.fits('a', PART));
  assert.not.ok(budget.fits('a', 2 * PART));
  assert.ok(budget.fits('b', 2 * PART), 'of what the other has more');
  assert.ok(budget.fits('a', SMALL_BYTES));
  assert.equal([budget.used, cut], [2 * PART, []]);
});

test.run();
