import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Slice } from '../../src/picture/slice.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const test = suite('picture/slice');

const open = (signal?: AbortSignal) => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  return { clock, slice: new Slice(clock, signal) };
};

test('a slice is over after four milliseconds, and the next one begins when others had their turn', async () => {
  const { clock, slice } = open();
  await clock.advance(3);
  assert.is(slice.isOver, false);
  await clock.advance(1);
  assert.is(slice.isOver, true);
  let hadTurn = false;
  setImmediate(() => (hadTurn = true));
  await slice.next();
  assert.is(hadTurn, true);
  assert.is(slice.isOver, false);
  await clock.advance(4);
  assert.is(slice.isOver, true);
});

test('what takes no time of the event loop is waited for, and is no part of a slice', async () => {
  const { clock, slice } = open();
  let end: () => void = () => undefined;
  const waited = slice.during(new Promise<void>((resolve) => (end = resolve)));
  await clock.advance(10);
  end();
  await waited;
  assert.is(slice.isOver, false);
});

test('work that is wanted no more rejects with the reason, at its next rest', async () => {
  const gone = new AbortController();
  const { slice } = open(gone.signal);
  await slice.next();
  gone.abort('gone');
  const reasonOf = (work: Promise<void>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => error,
    );
  assert.is(await reasonOf(slice.next()), 'gone');
  assert.is(await reasonOf(slice.during(Promise.resolve())), 'gone');
});

test.run();
