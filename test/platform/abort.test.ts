import { getEventListeners } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { onAbort, underAny } from '../../src/platform/abort.ts';

const test = suite('platform/abort');

const listenersOf = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

test('whoever waits is called when the signal aborts, each as often as it waits, unless it gave up', () => {
  const ending = new AbortController();
  const calls: string[] = [];
  const note = (): void => void calls.push('note');
  onAbort(ending.signal, note);
  onAbort(ending.signal, note);
  onAbort(ending.signal, () => void calls.push('gave up'))();
  assert.equal(calls, []);
  ending.abort();
  assert.equal(calls, ['note', 'note']);
  onAbort(ending.signal, () => void calls.push('late'))();
  assert.equal(calls, ['note', 'note', 'late'], 'at once, when it has aborted');
});

test('a signal has one listener for all who wait, and none when nobody does', () => {
  const { signal } = new AbortController();
  const cancels = Array.from({ length: 20 }, () => onAbort(signal, () => undefined));
  assert.is(listenersOf(signal), 1);
  for (const cancel of cancels) {
    assert.is(listenersOf(signal), 1);
    cancel();
  }
  assert.is(listenersOf(signal), 0);
  const again = onAbort(signal, () => undefined);
  cancels[0]?.();
  assert.is(listenersOf(signal), 1, 'giving up twice takes nobody else away');
  again();
  assert.is(listenersOf(signal), 0);
});

for (const first of [0, 1])
  test(`work under two signals ends with the ${first === 0 ? 'first' : 'second'}`, async () => {
    const both = [new AbortController(), new AbortController()];
    const signals = both.map(({ signal }) => signal);
    let ended = false;
    const work = underAny(
      signals,
      (signal) => new Promise((resolve) => onAbort(signal, () => resolve((ended = true)))),
    );
    assert.is(ended, false);
    both[first]?.abort();
    assert.is(await work, true);
    assert.equal(signals.map(listenersOf), [0, 0], 'nothing is left on either');
  });

test('of work that fails nothing is left either', async () => {
  const { signal } = new AbortController();
  const failed = await underAny([signal], () => Promise.reject(new Error('no'))).catch((error: Error) => error.message);
  assert.equal([failed, listenersOf(signal)], ['no', 0]);
});

test.run();
