// needs: mkfifo
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '../support/until.ts';
import { MODULES, STEPS, startPins, type PinsProcess, type Way } from './pins-rig.ts';

const test = suite('how walls of motors turn');

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
/** How many modules turned at once, at most. */
const mostAtOnce = (ways: readonly Way[]): number =>
  Math.max(0, ...ways.map(({ from }) => ways.filter((other) => other.from <= from && other.to > from).length));

const isHome = (pins: PinsProcess): boolean => pins.made() > MODULES * 50 && pins.shows('   ') && pins.isStill();
const spread = (times: readonly number[]): number => Math.max(...times) - Math.min(...times);

test('max_moving holds for homes, frames and commands, and all get there', async () => {
  const pins = await startPins();
  try {
    await pins.add({ max_moving: 1 });
    await until(() => isHome(pins));
    await pins.say('CBA');
    await until(() => pins.shows('CBA') && pins.isStill());
    const before = pins.made();
    assert.is((await pins.act('home')).status, 200);
    await until(() => pins.made() > before + (MODULES * STEPS * 3) / 4 && pins.shows('CBA') && pins.isStill());
    assert.is((await pins.act('nudge', { quarters: 4 })).status, 200);
    await until(() => pins.shows('DCB') && pins.isStill());
    await pins.say('GFE');
    await pins.say('EFG');
    await until(() => pins.shows('FG ') && pins.isStill());
    assert.is(mostAtOnce(pins.ways), 1, JSON.stringify(pins.ways));
    assert.ok(pins.ways.length >= 5 * MODULES - 2, `${pins.ways.length} ways`);
  } finally {
    await pins.close();
  }
});

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
