import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { late, once } from '../../src/core/memo.ts';

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

test('who only looks does not make it', () => {
  let calls = 0;
  const value = late(() => ({ call: ++calls }));
  assert.is(value.made, null);
  assert.is(calls, 0);
  assert.is(value.get(), value.get());
  assert.is(value.made, value.get());
  assert.is(calls, 1);
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

test.run();
