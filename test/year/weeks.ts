import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { live, type Lived, type Stretch } from './live.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? 1);

const count = ({ deeds }: Lived): number => [...deeds.values()].reduce((sum, one) => sum + one, 0);

/**
 * Runs the real engine through the days around one in which the clocks are set, with eight boards and everything that
 * happens to them: a week, and the night itself, looked at more often. The whole year is lived through in
 * test/bench/year.bench.ts.
 */
export const liveAround = (season: string, week: Pick<Stretch, 'from' | 'to'>, night: Pick<Stretch, 'from' | 'to'>) => {
  const test = suite(`a week in ${season}`);
  const stretches: Readonly<Record<string, Omit<Stretch, 'seed'>>> = {
    'a week': { ...week, deedsPerDay: 150, daysBetweenCuts: 2, pollSeconds: 60 },
    'a night, looked at more often': { ...night, deedsPerDay: 400, daysBetweenCuts: 1, pollSeconds: 15 },
  };
  Object.entries(stretches).forEach(([name, stretch], index) =>
    test(`${name}: every frame is the one that the rules want, at its moment, and no other`, async () => {
      const awake = setInterval(() => undefined, 60_000);
      try {
        const lived = await live({ ...stretch, seed: SEED + index });
        assert.ok(lived.frames > lived.minutes / 4, `${lived.frames} frames in ${lived.minutes} minutes`);
        assert.ok(count(lived) > 100 && lived.deeds.size === 15, 'every kind of deed was done');
        assert.ok(
          lived.heap[1] - lived.heap[0] < 20e6,
          `the heap grew from ${lived.heap[0]} to ${lived.heap[1]} bytes`,
        );
      } finally {
        clearInterval(awake);
      }
    }),
  );
  test.run();
};
