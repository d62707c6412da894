import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWiringPort } from '../../hw/wiring-port.ts';
import type { Driver, ReadOutcome } from '../../src/board/driver.ts';
import { onAbort } from '../../src/platform/abort.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { sampleBoard } from '../support/sample-state.ts';
import { never } from './rig.ts';

/** A board's settings are tried once: it is opened, read where that is possible, and let go whatever came of it. */
const test = suite('attempts at boards');

const READ: ReadOutcome = { status: 'read', grid: null };
const FAILED: ReadOutcome = { status: 'failed', reason: 'The board is off.' };
const TOO_LONG = 'The board did not answer within 10 s.';
const late = (signal: AbortSignal): Promise<ReadOutcome> =>
  new Promise((resolve) => onAbort(signal, () => resolve({ status: 'failed', reason: 'It was called off.' })));

/** A driver of which the start and the reading are given, and how often it was stopped. */
const driverOf = (
  read: (signal: AbortSignal) => Promise<ReadOutcome>,
  readBackMs: number | null,
  start: () => Promise<void> = () => Promise.resolve(),
) => {
  const stops = { count: 0 };
  const driver = {
    readBackMs,
    start,
    stop: async () => void stops.count++,
    read,
  };
  return { driver: driver as unknown as Driver, stops };
};

for (const [what, made, expected] of [
  ['a board that cannot be read', driverOf(() => Promise.resolve(FAILED), null), null],
  ['a board that is read', driverOf(() => Promise.resolve(READ), 1000), null],
  ['a board that does not answer', driverOf(() => Promise.resolve(FAILED), 1000), 'The board is off.'],
  [
    'a board that does not start',
    driverOf(
      () => Promise.resolve(READ),
      1000,
      () => Promise.reject(new Error('Nobody is there.')),
    ),
    'Nobody is there.',
  ],
  ['a board that takes more than 10 s', driverOf(late, 1000), TOO_LONG],
  ['a board that takes more than 10 s to start', driverOf(late, null, () => new Promise(() => undefined)), TOO_LONG],
] as const)
  test(`${what} is told as ${expected ?? 'there'}, and is let go`, async () => {
    const clock = createFakeClock('2026-01-01T00:00:00Z');
    const attempt = createWiringPort(clock, () => made.driver).attempt(sampleBoard('b'), never());
    let isOver = false;
    void attempt.then(() => (isOver = true));
    await clock.advance(9999);
    assert.is(isOver, expected !== TOO_LONG);
    await clock.advance(1);
    assert.equal([await attempt, made.stops.count], [expected, 1]);
  });

test('a board is let go as soon as nobody waits for it any more', async () => {
  const { driver, stops } = driverOf(late, null, () => new Promise(() => undefined));
  const caller = new AbortController();
  const attempt = createWiringPort(createFakeClock('2026-01-01T00:00:00Z'), () => driver).attempt(
    sampleBoard('b'),
    caller.signal,
  );
  caller.abort();
  assert.match((await attempt) ?? '', /cancelled/);
  assert.is(stops.count, 1);
});

test('settings of which no driver can be made are told by their sentence', async () => {
  const port = createWiringPort(createFakeClock('2026-01-01T00:00:00Z'), () => {
    throw new Error('The board needs its key.');
  });
  assert.is(await port.attempt(sampleBoard('b'), never()), 'The board needs its key.');
});

test.run();
