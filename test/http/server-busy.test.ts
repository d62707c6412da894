import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBusyWatch } from '../../src/http/server.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const test = suite('busy watch');

const setUp = () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  let told = 0;
  const count = createBusyWatch(clock, () => told++);
  const come = (requests: number) => {
    for (let i = 0; i < requests; i++) count();
  };
  return { clock, come, told: () => told };
};

test('250 requests within ten seconds are busy, and told once', async () => {
  const { clock, come, told } = setUp();
  come(249);
  assert.is(told(), 0);
  await clock.advance(10_000);
  come(1);
  assert.is(told(), 1);
  come(5000);
  assert.is(told(), 1);
});

test('as many in a longer time are not', async () => {
  const { clock, come, told } = setUp();
  for (let round = 0; round < 10; round++) {
    come(125);
    await clock.advance(10_100);
  }
  assert.is(told(), 0);
});

test('a storm after a quiet time is', async () => {
  const { clock, come, told } = setUp();
  await clock.advance(3_600_000);
  come(250);
  assert.is(told(), 0, 'the first of them began long ago');
  come(250);
  assert.is(told(), 1);
});

test.run();
