import { Mutex } from '../../../src/core/mutex.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addressesOf, integerOf, textOf } from '../../../hw/panel/action-input.ts';
import { tellFault } from '../../../hw/panel/faults.ts';
import { firstOf, pause, unlessAborted } from '../../../hw/panel/waiting.ts';
import { createFakeClock, settle } from '../../support/fake-clock.ts';

const test = suite('what panels share');

for (const value of [0, 5])
  test(`the number ${value} is taken`, () => assert.is(integerOf({ n: value }, 'n', 0, 5), value));
for (const value of [-1, 6, 1.5, '3', null, true, Number.NaN])
  test(`the number ${String(value)} is refused`, () =>
    assert.throws(() => integerOf({ n: value }, 'n', 0, 5), /"n" has to be a whole number from 0 to 5/));
test('an absent number has a default, or is refused', () => {
  assert.is(integerOf({}, 'n', 0, 5, 3), 3);
  assert.throws(() => integerOf({}, 'n', 0, 5));
});

test('a text matches or is refused', () => {
  assert.is(textOf({ t: 'ab' }, 't', /^ab$/, 'ab'), 'ab');
  for (const value of ['abc', 3, undefined])
    assert.throws(() => textOf({ t: value }, 't', /^ab$/, 'an "ab"'), /"t" has to be an "ab"/);
});

test('addresses are those of the panel, all of them unless named', () => {
  assert.equal(addressesOf({}, [1, 2]), [1, 2]);
  assert.equal(addressesOf({ modules: [2] }, [1, 2]), [2]);
  assert.equal(addressesOf({ modules: [2, 1, 2] }, [1, 2]), [2, 1]);
  for (const modules of [[], [3], ['1'], 1, {}]) assert.throws(() => addressesOf({ modules }, [1, 2]), /"modules"/);
});

test('faults are told with the modules that have them', () => {
  const module = (address: number) => ({ address, row: 0, col: address });
  assert.is(tellFault([], 'is', 'are'), null);
  assert.is(tellFault([module(2)], 'is dead', 'are dead'), 'Module 2 (row 1, column 3) is dead.');
  assert.match(
    tellFault([1, 2].map(module), 'is', 'are dead') ?? '',
    /^2 modules are dead: module 1 \(row 1, column 2\), module 2 \(row 1, column 3\)\.$/,
  );
  assert.match(tellFault([1, 2, 3, 4, 5, 6].map(module), 'is', 'are dead') ?? '', /and 2 more\.$/);
});

test('one piece of work runs at a time, also after one that failed', async () => {
  const turns = new Mutex();
  const log: string[] = [];
  const work =
    (name: string, fails = false) =>
    async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const first = turns.run(work('a', true)).catch((error: Error) => error.message);
  const second = turns.run(work('b'));
  assert.equal([await first, await second], ['a', 'b']);
  assert.equal(log, ['a begins', 'a ends', 'b begins', 'b ends']);
});

test('a pause ends in time, or with its signal', async () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const abort = new AbortController();
  const ended: string[] = [];
  void pause(clock, 100, new AbortController().signal).then(() => ended.push('time'));
  void pause(clock, 1000, abort.signal).then(() => ended.push('signal'));
  await clock.advance(100);
  assert.equal(ended, ['time']);
  abort.abort();
  await settle();
  assert.equal(ended, ['time', 'signal']);
  await pause(clock, 1000, AbortSignal.abort());
});

test('the first of an answer, the time and the signal counts', async () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const never = new AbortController().signal;
  let disarmed = 0;
  const arm = (tell: (value: string) => void, value?: string) => {
    if (value !== undefined) queueMicrotask(() => tell(value));
    return () => void disarmed++;
  };
  assert.is(await firstOf<string>(clock, 100, never, (tell) => arm(tell, 'answer')), 'answer');
  assert.is(await firstOf<string>(clock, 100, AbortSignal.abort(), (tell) => arm(tell)), null);
  const late = firstOf<string>(clock, 100, never, (tell) => arm(tell));
  await clock.advance(100);
  assert.is(await late, null);
  assert.is(disarmed, 3);
});

test('work goes on when nobody waits for it any more', async () => {
  const abort = new AbortController();
  const waiting = unlessAborted(new Promise(() => undefined), abort.signal).catch((error: Error) => error.message);
  abort.abort();
  assert.match(String(await waiting), /cancelled/);
  assert.is(await unlessAborted(Promise.resolve(3), new AbortController().signal), 3);
  assert.match(
    String(await unlessAborted(Promise.resolve(3), AbortSignal.abort()).catch((error: Error) => error.message)),
    /cancelled/,
  );
});

test.run();
