import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AwtrixDevice } from '../../hw/emulator/awtrix/device.ts';
import { startAwtrixServer } from '../../hw/emulator/awtrix/server.ts';
import { PixooDevice } from '../../hw/emulator/pixoo/device.ts';
import { SIDE } from '../../hw/panel/pixoo/commands.ts';
import { startPixooServer } from '../../hw/emulator/pixoo/server.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { PanelDrivers } from '../../src/schema/boards/wiring.ts';
import { codesIn } from '../hw/panel/pixels/reader.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { until } from '../support/until.ts';

const test = suite('displays made of pixels, through the whole appliance');

const pixoo = new PixooDevice();
/** A clock that is up for a while when the appliance meets it. */
let age = 0;
const clock = new AwtrixDevice({ ...systemClock, monotonic: () => systemClock.monotonic() + age });
age = 100_000;
let appliance: Appliance;
let ends: (() => Promise<void>)[] = [];
let pixooHost = '';
let clockHost = '';

test.before(async () => {
  const frame = await startPixooServer(pixoo, { port: 0, answerMs: 0 });
  const small = await startAwtrixServer(clock, { port: 0, login: null });
  appliance = await startAppliance();
  ends = [() => appliance.close(), () => frame.close(), () => small.close()];
  pixooHost = `127.0.0.1:${frame.port}`;
  clockHost = `127.0.0.1:${small.port}`;
});
test.after(async () => {
  clock.close();
  for (const end of ends) await end();
});

const board = (id: string, driver: string, host: string, grid_rows: number, grid_cols: number) => ({
  id,
  device_type: 'panel',
  grid_rows,
  grid_cols,
  panel: { driver, connection: { host } },
});
const detailOf = (body: unknown): string => String((body as { detail?: unknown }).detail ?? '');

test('the drivers tell how large their boards may be, and what their forms have', async () => {
  const { body } = await appliance.call<PanelDrivers>('GET', '/settings/board/drivers');
  const told = body.drivers.flatMap(({ kind, most, emulator, fields }) =>
    most ? [[kind, most, emulator, fields.map(({ name }) => name)]] : [],
  );
  assert.equal(told, [
    ['pixoo', { rows: 10, cols: 16 }, 'pixoo', ['host', 'brightness', 'on_in_silence']],
    [
      'awtrix',
      { rows: 1, cols: 8 },
      'awtrix',
      ['host', 'brightness', 'on_in_silence', 'url', 'username', 'password', 'ca_certificate', 'topic_prefix'],
    ],
  ]);
});

test('a board without room is not stored, by whatever way', async () => {
  const large = board('large', 'pixoo', pixooHost, 6, 22);
  for (const [method, path, body] of [
    ['POST', '/settings/board/add', large],
    ['POST', '/config/board/test', large],
    ['POST', '/settings/board/add', board('tall', 'awtrix', clockHost, 2, 8)],
    ['PUT', '/settings/board', { boards: [large] }],
  ] as const) {
    const answer = await appliance.call(method, path, body);
    assert.is(answer.status, 400, path);
    assert.match(detailOf(answer.body), /^grid_rows, grid_cols: a panel of the driver "\w+" has room for at most/);
  }
});

test('a test tells what answers there', async () => {
  const test_ = async (body: object) =>
    (
      await appliance.call<{ success: boolean; code: string | null; troubleshooting: string[] }>(
        'POST',
        '/config/board/test',
        body,
      )
    ).body;
  assert.is((await test_(board('a', 'pixoo', pixooHost, 10, 16))).success, true);
  assert.is((await test_(board('a', 'awtrix', clockHost, 1, 8))).success, true);
  const other = await test_(board('a', 'pixoo', clockHost, 10, 16));
  assert.is(other.code, 'other_device');
  assert.not.match(other.troubleshooting.join(' '), /7000|modules/);
  const nobody = await test_(board('a', 'awtrix', '127.0.0.1:9', 1, 8));
  assert.is(nobody.code, 'connection_refused');
  assert.match(nobody.troubleshooting.join(' '), /in the router or in the app of its maker/);
  assert.is((await test_(board('a', 'awtrix', pixooHost, 1, 8))).code, 'other_device');
});

test('messages turn the flaps, also one after the other', async () => {
  for (const body of [board('frame', 'pixoo', pixooHost, 2, 5), board('clock', 'awtrix', clockHost, 1, 5)])
    assert.is((await appliance.call('POST', '/settings/board/add', body)).status, 201);
  const say = (id: string, text: string) =>
    appliance.call<{ sent: boolean }>('POST', `/v1/boards/${id}/message`, { text });
  await until(async () => (await say('frame', 'HI')).body.sent);
  assert.equal(codesIn(pixoo.pixels, SIDE, 2, 5)[0], [8, 9, 0, 0, 0]);
  await until(async () => (await say('clock', 'A{63}')).body.sent);
  assert.equal(codesIn(clock.pixels, 32, 1, 5), [[1, 63, 0, 0, 0]]);
  assert.is((await say('clock', 'B')).body.sent, true);
  assert.is((await say('frame', 'ONE')).body.sent, true);
  assert.equal(codesIn(pixoo.pixels, SIDE, 2, 5)[0], [15, 14, 5, 0, 0]);
});

test('a device that lost its power gets its content again', async () => {
  pixoo.restart();
  clock.restart();
  await until(() => codesIn(pixoo.pixels, SIDE, 2, 5)[0]?.[0] !== 0);
  await until(() => clock.app === 'flapbox');
});

test.run();
