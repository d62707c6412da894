// needs: mkfifo
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '../support/until.ts';
import { isHome, startPins, type Way } from './pins-rig.ts';

const test = suite('how motors of a wall end together');

/** Joins what a stop of the machine took apart: one way for each module, in the order in which they began. */
const joinWays = (ways: readonly Way[]): readonly Way[] => {
  const whole = new Map<number, Way>();
  for (const way of ways) {
    const begun = whole.get(way.module);
    if (begun) begun.to = way.to;
    else whole.set(way.module, { ...way });
  }
  return [...whole.values()];
};
const spread = (times: readonly number[]): number => Math.max(...times) - Math.min(...times);

test('with land_together short ways begin later, and all end together', async () => {
  const pins = await startPins();
  try {
    await pins.add({ land_together: true }, { max_speed: 100 });
    await until(() => isHome(pins));
    const before = pins.ways.length;
    await pins.say('ADG');
    await until(() => pins.shows('ADG') && pins.isStill());
    const ways = joinWays(pins.ways.slice(before));
    assert.equal(
      ways.map(({ module }) => module),
      [2, 1, 0],
      'the longest way begins',
    );
    assert.ok(spread(ways.map(({ to }) => to)) * 2 < spread(ways.map(({ from }) => from)), JSON.stringify(ways));
  } finally {
    await pins.close();
  }
});

test.run();
