import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AwtrixDevice } from '../../../hw/emulator/awtrix/device.ts';
import { startAwtrixServer } from '../../../hw/emulator/awtrix/server.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { Brightness } from '../../../src/schema/boards/brightness.ts';
import type { ScreenView } from '../../../src/schema/appliance/screens.ts';
import { startAppliance, type Appliance } from '../../support/appliance.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { until } from '../../support/until.ts';

const test = suite('brightness of clocks and screens (rules, B17)');

const MINUTE_MS = 60_000;
const ends: (() => unknown)[] = [];
const start = async (clock: FakeClock): Promise<Appliance> => {
  const appliance = await startAppliance({ clock, env: { SERVICE_TIMEZONE: 'UTC' } });
  ends.push(() => appliance.close());
  const panel = { driver: 'virtual', connection: {} };
  await appliance.call('POST', '/settings/board/add', {
    id: 'tablet',
    device_type: 'panel',
    grid_rows: 3,
    grid_cols: 15,
    panel,
  });
  return appliance;
};
test.after.each(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const at = (time: string) => createFakeClock(`2026-03-02T${time}:00Z`);
const seen = async ({ call }: Appliance): Promise<number | undefined> =>
  (await call<ScreenView>('GET', '/screens/view?boards=tablet')).body.boards[0]?.brightness;
const told = async ({ call }: Appliance): Promise<unknown[]> => {
  const { on, brightness, set_by_hand, until: end } = (await call<Brightness>('GET', '/boards/tablet/brightness')).body;
  return [on, brightness, set_by_hand, end?.slice(11, 16) ?? null];
};
const put = (appliance: Appliance, body: object) =>
  appliance.call<Brightness>('PUT', '/boards/tablet/brightness', body);

test('a browser board follows its windows, and what is set by hand holds until the next edge', async () => {
  const clock = at('21:58');
  const appliance = await start(clock);
  assert.equal(await told(appliance), [true, null, false, null]);
  await put(appliance, { windows: [{ start: '22:00', end: '07:00', brightness: 10 }] });
  assert.equal(await told(appliance), [true, 100, false, '22:00']);
  await until(async () => (await seen(appliance)) === 100);
  await put(appliance, { brightness: 60 });
  await until(async () => (await seen(appliance)) === 60);
  await clock.advance(2 * MINUTE_MS);
  await until(async () => (await seen(appliance)) === 10);
  assert.equal(await told(appliance), [true, 10, false, '07:00']);
  await put(appliance, { on: false });
  await until(async () => (await seen(appliance)) === 0);
  await appliance.restart();
  assert.equal(await told(appliance), [false, 0, false, null], 'it is kept over a restart');
});

test('the stream of a screen ends at once when its board gets another light', async () => {
  const appliance = await start(at('12:00'));
  await until(async () => (await seen(appliance)) === 100);
  const stream = await fetch(`${appliance.url}/api/screens/events?boards=tablet`);
  const ended = stream.text();
  await put(appliance, { on: false });
  assert.type(await ended, 'string');
  assert.is(await seen(appliance), 0);
});

test('what a sensor sends each second counts at once, and the disk gets it once a minute', async () => {
  const clock = at('12:00');
  const appliance = await start(clock);
  const stored = async (): Promise<unknown> => {
    const { data } = JSON.parse(await readFile(join(appliance.dir, 'settings.json'), 'utf8'));
    return data.brightness_by_board.tablet?.set?.brightness;
  };
  for (const brightness of [30, 31, 32]) {
    assert.is((await put(appliance, { brightness })).body.brightness, brightness);
    await until(async () => (await seen(appliance)) === brightness);
    assert.is(await stored(), 30);
  }
  await put(appliance, { windows: [{ start: '22:00', end: '07:00', brightness: 10 }], brightness: 33 });
  assert.is(await stored(), 33, 'what an owner decides is written at once');
  await put(appliance, { brightness: 34 });
  await clock.advance(MINUTE_MS);
  await until(async () => (await stored()) === 34);
  await put(appliance, { brightness: 35 });
  await put(appliance, { brightness: 36 });
  await appliance.restart();
  assert.equal(await told(appliance), [true, 36, true, '22:00']);
});

test('of two changes at once none is lost', async () => {
  const appliance = await start(at('12:00'));
  const windows = [{ start: '22:00', end: '07:00', brightness: 10 }];
  await Promise.all([put(appliance, { windows }), put(appliance, { on: false })]);
  const { body } = await appliance.call<Brightness>('GET', '/boards/tablet/brightness');
  assert.equal([body.on, body.windows], [false, windows]);
});

test('a window may switch off, and who switches on then sees something', async () => {
  const appliance = await start(at('23:00'));
  await put(appliance, { windows: [{ start: '22:00', end: '07:00', brightness: 0 }] });
  assert.equal(await told(appliance), [false, 0, false, '07:00']);
  await put(appliance, { on: true });
  assert.equal(await told(appliance), [true, 100, true, '07:00']);
  await put(appliance, { brightness: null });
  assert.equal(await told(appliance), [false, 0, false, '07:00']);
});

test('silence switches off, unless the board says otherwise', async () => {
  const appliance = await start(at('20:00'));
  await put(appliance, { brightness: 70 });
  await until(async () => (await seen(appliance)) === 70);
  await appliance.call('PUT', '/settings/silence-schedule', { enabled: true, start_time: '19:00', end_time: '07:00' });
  await until(async () => (await seen(appliance)) === 0);
  const boards = (await appliance.call<{ boards: object[] }>('GET', '/settings/board')).body.boards.map((board) =>
    'id' in board && board.id === 'tablet'
      ? { ...board, panel: { driver: 'virtual', connection: { on_in_silence: true } } }
      : board,
  );
  await appliance.call('PUT', '/settings/board', { boards });
  await until(async () => (await seen(appliance)) === 70);
});

test('what cannot be is refused by name', async () => {
  const appliance = await start(at('12:00'));
  const cases: [string, object, number, RegExp][] = [
    ['tablet', { brightness: 101 }, 422, /brightness/],
    ['tablet', { level: 5 }, 422, /level/],
    ['tablet', { windows: [{ start: '26:00', end: '07:00', brightness: 5 }] }, 400, /windows\[0\].start/],
    ['tablet', { windows: [{ start: '07:00', end: '07:00', brightness: 5 }] }, 400, /windows\[0\]/],
    ['tablet', { windows: [{ start: 'noon', end: '07:00', brightness: 5 }] }, 422, /windows/],
    ['primary', { brightness: 5 }, 409, /no light/],
    ['nobody', { brightness: 5 }, 404, /nobody/],
  ];
  for (const [board, body, status, detail] of cases) {
    const answer = await appliance.call('PUT', `/boards/${board}/brightness`, body);
    assert.is(answer.status, status, JSON.stringify(body));
    assert.match(JSON.stringify(answer.body), detail);
  }
  assert.equal(await told(appliance), [true, null, false, null]);
});

test('a clock gets its usual brightness, and is dark while it is switched off', async () => {
  const device = new AwtrixDevice(systemClock);
  const server = await startAwtrixServer(device, { port: 0, login: null });
  const appliance = await startAppliance();
  ends.push(
    () => device.close(),
    () => server.close(),
    () => appliance.close(),
  );
  await appliance.call('POST', '/settings/board/add', {
    id: 'clock',
    device_type: 'panel',
    grid_rows: 1,
    grid_cols: 8,
    panel: { driver: 'awtrix', connection: { host: `127.0.0.1:${server.port}`, brightness: 40 } },
  });
  await appliance.call('POST', '/v1/boards/clock/message', { text: 'HI' });
  await until(() => device.brightness === 102);
  await appliance.call('PUT', '/boards/clock/brightness', { on: false });
  await until(() => device.stats['matrix'] === false);
  await appliance.call('PUT', '/boards/clock/brightness', { on: true, brightness: 20 });
  await until(() => device.stats['matrix'] === true && device.brightness === 51);
  await appliance.call('DELETE', '/settings/board/clock');
  assert.equal(appliance.app.store.state.settings.brightness_by_board, {}, 'it goes with its board');
});

test.run();
