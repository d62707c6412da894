// needs: mkfifo
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '../support/until.ts';
import { MODULES, STEPS, isHome, startPins, type Way } from './pins-rig.ts';

const test = suite('how many motors of a wall turn at once');

/** How many modules turned at once, at most. */
const mostAtOnce = (ways: readonly Way[]): number =>
  Math.max(0, ...ways.map(({ from }) => ways.filter((other) => other.from <= from && other.to > from).length));

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

test.run();
