import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/platform/clock.ts';
import { createDriver } from '../../../hw/create-driver.ts';
import type { Panel } from '../../../src/schema/boards/boards.ts';
import { sampleBoard } from '../../support/sample-state.ts';
import { panelOf } from './rig.ts';

const test = suite('choice of a panel driver');

const create = (panel: Panel) =>
  createDriver(
    { ...sampleBoard('b'), device_type: 'panel', grid_rows: 3, grid_cols: 15, panel },
    { clock: systemClock },
  );

for (const kind of ['chainlink', 'mbus'] as const) {
  test(`${kind} is a driver, and touches nothing yet`, () => {
    const driver = create(panelOf(kind));
    assert.is(driver.kind, kind);
    assert.is.not(driver.physical, false);
    assert.is(driver.transitions, 'cells');
    assert.is(driver.minimumInterval, undefined);
  });

  test(`${kind} without a way to its hardware is told`, () =>
    assert.throws(() => create(panelOf(kind, { connection: {} })), /path of its serial port/));
  test(`${kind} with a map that does not fit is told`, () =>
    assert.throws(() => create(panelOf(kind, { modules: [{ row: 3, col: 0, address: 0 }] })), /outside the grid/));
  test(`${kind} with a serial port that is not there is told when it starts`, async () => {
    const driver = create(panelOf(kind, { connection: { path: '/dev/flapbox-is-not-there' } }));
    const problem = await driver.start().then(
      () => '',
      (error: Error) => error.message,
    );
    assert.is(problem, 'The serial port flapbox-is-not-there is not there: is the cable plugged in?');
    await driver.stop();
  });
}

test('an address of which a backup left out the secrets has to be entered again', () =>
  assert.throws(
    () => create(panelOf('mbus', { connection: { url: 'mqtt://wall:***@192.168.1.2' } })),
    /needs the address of its MQTT broker again: the secrets in it were not restored/,
  ));
test('a driver that this version does not have is told', () =>
  assert.throws(
    () => create(panelOf('mbus', { driver: 'gone' as never })),
    /There is no driver "gone" for panels in this version/,
  ));

const PATH = { path: '/dev/ttyX' };
const URL_ = { url: 'mqtt://127.0.0.1' };
const TEXT = { ...URL_, command_topic: 'wall/set' };
/** How a wall takes frames, how often what it shows is read, and how often it is asked whether it is there, in ms. */
const PACES: readonly (readonly [Panel['driver'], object, string, number | null, number | undefined, number?])[] = [
  ['chainlink', PATH, 'cells', 30_000, 1000],
  ['mbus', PATH, 'cells', 30_000, 1000],
  ['mbus', URL_, 'cells', 30_000, 1000],
  ['i2c-units', { bus: 1 }, 'cells', 30_000, 1000],
  ['mqtt-text', { ...TEXT, state_topic: 'wall/state' }, 'none', 30_000, 1000],
  ['mqtt-text', TEXT, 'none', null, 1000],
  ['pixoo', { host: '127.0.0.1' }, 'none', null, 2000],
  ['awtrix', { host: '127.0.0.1' }, 'cells', 30_000, 2000, 8],
  ['screen', { device: '/dev/fb0' }, 'cells', 30_000, 2000],
  ['broker', { ...URL_, topic_prefix: 'wall' }, 'board', 5000, 1000],
];
for (const [kind, connection, transitions, readEvery, lookEvery, cols = 15] of PACES)
  test(`${kind} with ${Object.keys(connection).join(' and ')}: how it takes frames, and how often it is asked`, () => {
    const board = {
      ...sampleBoard('b'),
      device_type: 'panel',
      grid_rows: cols === 8 ? 1 : 3,
      grid_cols: cols,
    } as const;
    const driver = createDriver({ ...board, panel: panelOf(kind, { connection }) }, { clock: systemClock });
    assert.equal([driver.transitions, driver.readBackMs, driver.watch?.everyMs], [transitions, readEvery, lookEvery]);
  });

test('mbus by way of a broker needs no path', () =>
  assert.is(create(panelOf('mbus', { connection: { url: 'mqtt://127.0.0.1' } })).kind, 'mbus'));

test.run();
