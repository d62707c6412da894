import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { live, type Lived, type Stretch } from './live.ts';

/**
 * The real engine through the days in which the clocks are set, with eight boards and everything that happens to them;
 * the whole year is lived through in test/bench/year.bench.ts.
 */
const test = suite('weeks of a simulated year');

const SEED = Number(process.env['FUZZ_SEED'] ?? 1);

const STRETCHES: Readonly<Record<string, Omit<Stretch, 'seed'>>> = {
  'a week in spring': {
    from: '2025-03-27T12:00:00Z',
    to: '2025-04-03T12:00:00Z',
    deedsPerDay: 150,
    daysBetweenCuts: 2,
    pollSeconds: 60,
  },
  'a week in autumn': {
    from: '2025-10-23T12:00:00Z',
    to: '2025-10-30T12:00:00Z',
    deedsPerDay: 150,
    daysBetweenCuts: 2,
    pollSeconds: 60,
  },
  'a night in spring, looked at more often': {
    from: '2025-03-29T20:00:00Z',
    to: '2025-03-30T08:00:00Z',
    deedsPerDay: 400,
    daysBetweenCuts: 1,
    pollSeconds: 15,
  },
  'a night in autumn, looked at more often': {
    from: '2025-10-25T20:00:00Z',
    to: '2025-10-26T08:00:00Z',
    deedsPerDay: 400,
    daysBetweenCuts: 1,
    pollSeconds: 15,
  },
};

const count = ({ deeds }: Lived): number => [...deeds.values()].reduce((sum, one) => sum + one, 0);

Object.entries(STRETCHES).forEach(([name, stretch], index) =>
  test(`${name}: every frame is the one that the rules want, at its moment, and no other`, async () => {
    const awake = setInterval(() => undefined, 60_000);
    try {
      const lived = await live({ ...stretch, seed: SEED + index });
      assert.ok(lived.frames > lived.minutes / 4, `${lived.frames} frames in ${lived.minutes} minutes`);
      assert.ok(count(lived) > 100 && lived.deeds.size === 15, 'every kind of deed was done');
      assert.ok(lived.heap[1] - lived.heap[0] < 20e6, `the heap grew from ${lived.heap[0]} to ${lived.heap[1]} bytes`);
    } finally {
      clearInterval(awake);
    }
  }),
);

test.run();
