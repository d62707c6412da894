import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Deadline } from '../../src/platform/deadline.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const test = suite('platform/deadline');

const START = '2026-03-01T10:00:00.000Z';
const BEGUN = Date.parse(START);

const rig = (leftMs: number, instant?: number) => {
  const clock = createFakeClock(START);
  const deadline = new Deadline(clock, leftMs, instant);
  return { clock, told: () => [deadline.leftMs, deadline.instant - BEGUN] };
};

test('it comes after its length, and is told in wall time', async () => {
  const { clock, told } = rig(60_000);
  assert.equal(told(), [60_000, 60_000]);
  await clock.advance(59_999);
  assert.equal(told(), [1, 60_000]);
  await clock.advance(2);
  assert.equal(told(), [-1, 60_000]);
});

for (const [drift, instant] of [
  [999, 60_000],
  [-999, 60_000],
  [1000, 61_000],
  [-1000, 59_000],
  [3_600_000.4, 3_660_000],
] as const)
  test(`a clock that is set by ${drift} ms changes nothing of its length`, async () => {
    const { clock, told } = rig(60_000);
    await clock.advance(10_000);
    clock.jump(drift);
    assert.equal(told(), [50_000, instant]);
  });

test('an end that was told before stays as it was told', () => {
  const { clock, told } = rig(60_000, BEGUN + 60_500);
  assert.equal(told(), [60_000, 60_500]);
  clock.jump(5000);
  assert.equal(told(), [60_000, 65_000]);
});

test.run();
