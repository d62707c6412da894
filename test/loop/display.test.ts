import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MINUTE_MS } from '../../src/core/durations.ts';
import { DisplayLoop } from '../../src/loop/display.ts';
import type { DisplayLoopOptions } from '../../src/loop/display.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createQuietLog } from '../support/quiet-log.ts';

const test = suite('loop/display');

/** A loop with one paused board, and the calls that it makes: of decisions, and at the end of subscriptions. */
const rig = () => {
  const clock = createFakeClock('2026-11-22T10:00:00Z');
  const calls: string[] = [];
  const ends = (name: string) => () => () => void calls.push(`end of ${name}`);
  const options = {
    store: {
      state: { boards: [{ id: 'wall' }], programmes: {}, settings: { polling: { interval_seconds: 20 } } },
      onChange: ends('changes'),
    },
    sources: { onData: ends('data') },
    boards: { get: () => undefined },
    programme: { decide: () => ({ paused: true, because: 'paused', silence: { active: false }, next_change: null }) },
    writer: {
      cancelRetries: () => void calls.push('cancelRetries'),
      isBackingOff: () => false,
      isHeld: () => false,
      begin: () => 1,
    },
    clock,
    log: createQuietLog(),
    onDecision: (id: string) => void calls.push(id),
  };
  return { clock, calls, loop: new DisplayLoop(options as unknown as DisplayLoopOptions) };
};

test('a start updates every board at once, then at each full minute and at each interval', async () => {
  const { clock, calls, loop } = rig();
  assert.is(loop.start(), true);
  assert.is(loop.start(), false);
  await clock.advance(0);
  assert.equal(calls.splice(0), ['cancelRetries', 'wall']);
  await clock.advance(MINUTE_MS);
  assert.equal(calls, ['wall', 'wall', 'wall']);
  loop.end();
});

test('a stopped loop looks at nothing by itself, and ends its subscriptions for good', async () => {
  const { clock, calls, loop } = rig();
  loop.start();
  await clock.advance(0);
  calls.splice(0);
  assert.is(loop.stop(), true);
  assert.is(loop.stop(), false);
  assert.is(loop.quietForMs, 0);
  await clock.advance(2 * MINUTE_MS);
  assert.equal(calls.splice(0).sort(), ['cancelRetries', 'end of data']);
  loop.wake('wall');
  await clock.advance(0);
  assert.equal(calls.splice(0), ['wall']);
  loop.end();
  loop.wake('wall');
  await clock.advance(2 * MINUTE_MS);
  assert.equal(calls, ['end of changes']);
});

test('a loop that was started again updates as before', async () => {
  const { clock, calls, loop } = rig();
  loop.start();
  loop.stop();
  loop.start();
  calls.splice(0);
  await clock.advance(MINUTE_MS);
  assert.equal(calls, ['wall', 'wall', 'wall', 'wall']);
  loop.end();
});

test.run();
