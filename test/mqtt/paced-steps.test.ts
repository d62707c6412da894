import { setImmediate as nextTurn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PacedSteps } from '../../src/mqtt/paced-steps.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const test = suite('mqtt/paced-steps');

const rig = () => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const broker = { hasRoom: true };
  const taken: string[] = [];
  const steps = new PacedSteps(
    clock,
    () => broker.hasRoom,
    () => taken.push('end'),
  );
  const some = function* (name: string, count: number): Generator<void> {
    for (let step = 1; step <= count; step++) {
      taken.push(`${name}${step}`);
      yield;
    }
  };
  return { clock, broker, taken, steps, some };
};

test('eight steps are taken in a turn, and the end is told once', async () => {
  const { taken, steps, some } = rig();
  assert.is(steps.running, false);
  steps.begin(some('a', 20));
  assert.equal([taken.length, steps.running], [8, true]);
  await nextTurn();
  assert.is(taken.length, 16);
  await nextTurn();
  assert.equal(taken.slice(19), ['a20', 'end']);
  assert.is(steps.running, false);
  await nextTurn();
  assert.is(taken.length, 21);
});

test('none is taken while the broker lags behind, which is looked at every 150 ms', async () => {
  const { clock, broker, taken, steps, some } = rig();
  broker.hasRoom = false;
  steps.begin(some('a', 2));
  await clock.advance(149);
  broker.hasRoom = true;
  assert.equal(taken, []);
  await clock.advance(1);
  assert.equal(taken, ['a1', 'a2', 'end']);
});

test('those that begin leave out what is left of those before', async () => {
  const { taken, steps, some } = rig();
  steps.begin(some('a', 20));
  steps.begin(some('b', 10));
  for (let turn = 0; turn < 4; turn++) await nextTurn();
  assert.equal(taken.slice(8), [...Array.from({ length: 10 }, (_, at) => `b${at + 1}`), 'end']);
});

test('what is stopped takes no step more, and tells no end', async () => {
  const { taken, steps, some } = rig();
  steps.begin(some('a', 20));
  steps.stop();
  assert.is(steps.running, false);
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  assert.is(taken.length, 8);
});

test.run();
