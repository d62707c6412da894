// needs: mkfifo
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '../support/until.ts';
import { MODULES, startPins } from './pins-rig.ts';
import type { PinsProcess, Way } from './pins-rig.ts';

const test = suite('how walls of motors turn');

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
    await until(() => pins.made() > before + MODULES * 300 && pins.shows('CBA') && pins.isStill());
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
    await pins.add({ land_together: true });
    await until(() => isHome(pins));
    const before = pins.ways.length;
    await pins.say('ADG');
    await until(() => pins.shows('ADG') && pins.isStill());
    const ways = pins.ways.slice(before);
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

/** All motors at once get so little that none gains speed; one alone would get all. */
const SAGGING = 6e-5;

test('a supply that sags is told by module and wire, and the service goes on', async () => {
  const pins = await startPins({}, SAGGING);
  try {
    await pins.add();
    const told = async (): Promise<string> => {
      const { boards } = (await pins.call('GET', '/v1/status')).body as { boards: Record<string, { error: string }> };
      return boards['wall']?.error ?? '';
    };
    await until(async () => /Module \d \(row 1, column \d\) .* motor \d of board 1/.test(await told()));
    assert.is((await pins.call('GET', '/v1/health')).status, 200);
    assert.is((await pins.say('ABC')).status < 600, true);
    // A stronger one, and the owner sends them home.
    pins.wall.supply = MODULES;
    assert.is((await pins.act('home')).status, 200);
    await until(async () => (await pins.diagnose()).every(({ state }) => state === 'ok') && pins.isStill());
    await pins.say('CAB');
    await until(() => pins.shows('CAB') && pins.isStill());
    await until(async () => (await told()) === '');
  } finally {
    await pins.close();
  }
});

test.run();
