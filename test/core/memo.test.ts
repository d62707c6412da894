import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { memoize, once } from '../../src/core/memo.ts';

const test = suite('memo');

test('once makes its value at the first call and no other, null and undefined too', () => {
  for (const value of [{ made: true }, null, undefined]) {
    let calls = 0;
    const get = once(() => {
      calls++;
      return value;
    });
    assert.is(calls, 0);
    assert.is(get(), value);
    assert.is(get(), value);
    assert.is(calls, 1);
  }
});

test('a failure is not kept', () => {
  let calls = 0;
  const get = once(() => {
    if (++calls === 1) throw new Error('not yet');
    return calls;
  });
  assert.throws(get, 'not yet');
  assert.is(get(), 2);
});

test('a memo is recomputed when an argument changes, and only then', () => {
  const made: string[] = [];
  const join = memoize((one: string, other: readonly string[]) => {
    made.push(one);
    return [one, ...other].join(' ');
  });
  const list = ['b'];
  assert.is(join('a', list), 'a b');
  assert.is(join('a', list), 'a b');
  assert.equal(made, ['a']);
  assert.is(join('a', ['b']), 'a b');
  assert.is(join('c', list), 'c b');
  assert.equal(made, ['a', 'a', 'c']);
});

test('a memo without a value is a memo', () => {
  let calls = 0;
  const find = memoize((_key: string): undefined => void calls++);
  find('a');
  find('a');
  assert.is(calls, 1);
});

test.run();
