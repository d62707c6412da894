import { getEventListeners } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CALLED_OFF, firstOf, pause, unlessAborted, within } from '../../../hw/panel/waiting.ts';
import { createFakeClock, settle } from '../../support/fake-clock.ts';

/** Waits that end early: nothing of them stays behind on a signal or a clock that lives on. */
const test = suite('waiting');

const rig = () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z', 2);
  const timers = new Set<symbol>();
  const counted: typeof clock = {
    ...clock,
    after: (ms, run) => {
      const timer = Symbol('timer');
      timers.add(timer);
      const cancel = clock.after(ms, () => {
        timers.delete(timer);
        run();
      });
      return () => {
        timers.delete(timer);
        cancel();
      };
    },
  };
  const abort = new AbortController();
  const left = (): number => timers.size + getEventListeners(abort.signal, 'abort').length;
  return { clock: counted, abort, signal: abort.signal, left };
};
const open = <T>(): Promise<T> => new Promise(() => undefined);
const told = (work: Promise<unknown>): Promise<string> =>
  work.then(String, (error: Error) => `rejected: ${error.message}`);

test('work is waited for until the signal aborts', async () => {
  const { signal, abort, left } = rig();
  assert.is(await told(unlessAborted(Promise.resolve('done'), signal)), 'done');
  assert.is(await told(unlessAborted(Promise.reject(new Error('no')), signal)), 'rejected: no');
  await settle(1);
  assert.is(left(), 0);
  const waiting = told(unlessAborted(open(), signal));
  const other = told(unlessAborted(open(), signal, () => new Error('called off')));
  abort.abort();
  assert.is(await waiting, `rejected: ${CALLED_OFF}`);
  assert.is(await other, 'rejected: called off');
  assert.is(await told(unlessAborted(open(), signal)), `rejected: ${CALLED_OFF}`, 'also when it had aborted before');
});

test('work is waited for so long', async () => {
  const { clock, left } = rig();
  assert.is(await told(within(clock, 50, Promise.resolve('done'), () => new Error('late'))), 'done');
  await settle(1);
  assert.is(left(), 0);
  const waiting = told(within(clock, 50, open(), () => new Error('late')));
  await clock.advance(49);
  assert.is(left(), 1);
  await clock.advance(1);
  assert.is(await waiting, 'rejected: late');
});

test('a pause ends with its time, or at once with the signal', async () => {
  const { clock, signal, abort, left } = rig();
  let ended = 0;
  const begin = (): void => void pause(clock, 50, signal).then(() => ended++);
  begin();
  await clock.advance(49);
  assert.is(ended, 0);
  await clock.advance(1);
  assert.equal([ended, left()], [1, 0]);
  begin();
  abort.abort();
  await settle(1);
  assert.equal([ended, left()], [2, 0]);
  begin();
  await settle(1);
  assert.equal([ended, left()], [3, 0]);
});

test('the first of an answer, the time and the signal ends a wait, and all listening', async () => {
  for (const [end, expected] of [
    ['answer', 'yes'],
    ['time', null],
    ['signal', null],
  ] as const) {
    const { clock, signal, abort, left } = rig();
    let listening = 0;
    let tell: (value: string) => void = () => undefined;
    const waiting = firstOf<string>(clock, 50, signal, (to) => {
      listening++;
      tell = to;
      return () => void listening--;
    });
    await clock.advance(49);
    assert.is(listening, 1);
    if (end === 'answer') tell('yes');
    if (end === 'time') await clock.advance(1);
    if (end === 'signal') abort.abort();
    assert.is(await waiting, expected);
    assert.equal([listening, left()], [0, 0], end);
  }
});

test.run();
