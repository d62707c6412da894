import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeNetwork } from '../../../support/fake-network.ts';
import { startMachineRig, type MachineRig } from '../../../support/machine-rig.ts';
import type { AppOptions } from '../../../../src/app/options.ts';
import type { BoardInstance, BoardSettings } from '../../../../src/schema/boards/boards.ts';
import type { PanelDrivers } from '../../../../src/schema/boards/wiring.ts';
import { flapsOn } from '../../../support/flaps-on-screen.ts';
import { FakeScreen } from '../../../support/screen-device.ts';
import { until } from '../../../support/until.ts';

const test = suite('screen of an appliance');
const MODE = { width: 800, height: 450, bits: 32 } as const;

let screen: FakeScreen;
let rig: MachineRig | null;

test.before.each(() => {
  screen = new FakeScreen(MODE);
  rig = null;
});
test.after.each(async () => {
  await rig?.close();
  screen.close();
});

const start = async (more: Partial<AppOptions> = {}, asked = 'true'): Promise<void> => {
  rig = await startMachineRig({ screenRoot: screen.root, env: { SERVICE_SCREEN: asked }, ...more });
};

const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await fetch(`${rig?.url}/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json = (await answer.json()) as T;
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
  return json;
};

const boards = async (): Promise<BoardInstance[]> => (await call<BoardSettings>('GET', '/settings/board')).boards;
const screenBoard = async () => (await boards()).find(({ name }) => name === 'Screen');
const characters = async (id: string) => (await call<{ characters: number[][] }>('GET', `/v1/boards/${id}`)).characters;
const shown = () => flapsOn(screen.still, { drift: true }, 6, 22);
const isShown = async (id: string) => JSON.stringify(shown()) === JSON.stringify(await characters(id));

test('a screen becomes a board with a greeting on it, which is a board like any other', async () => {
  await start();
  await until(async () => (await screenBoard()) !== undefined);
  const board = await screenBoard();
  assert.equal([board?.device_type, board?.grid_rows, board?.grid_cols], ['panel', 6, 22]);
  await until(() => isShown(board?.id ?? ''));
  assert.ok(
    shown()
      .flat()
      .some((code) => code > 0),
  );
  const { sent } = await call<{ sent: boolean }>('POST', `/v1/boards/${board?.id}/message`, { text: 'HELLO' });
  assert.is(sent, true);
  await until(() => isShown(board?.id ?? ''));
});

test('nobody who did not ask for it gets a board, but the form offers the screen', async () => {
  await start({}, 'false');
  const { screens, no_screen, drivers } = await call<PanelDrivers>('GET', '/settings/board/drivers');
  assert.equal(screens, [{ path: '/dev/fb0', name: 'simple', width: 800, height: 450, problem: null }]);
  assert.is(no_screen, null);
  assert.is(drivers.find(({ kind }) => kind === 'screen')?.found, 'screen');
  assert.is((await boards()).length, 1);
});

test('without a screen the form says why, and one that comes later becomes a board', async () => {
  screen.unplug();
  await start();
  const { screens, no_screen } = await call<PanelDrivers>('GET', '/settings/board/drivers');
  assert.equal(screens, []);
  assert.match(String(no_screen), /^No frame buffer: /);
  screen.plug();
  await until(async () => (await screenBoard()) !== undefined);
});

test('whoever removes it does not get it again, and the screen becomes black', async () => {
  await start();
  await until(async () => (await screenBoard()) !== undefined);
  const board = await screenBoard();
  await until(() => isShown(board?.id ?? ''));
  await call('DELETE', `/settings/board/${board?.id}`);
  await until(() => screen.isBlack);
  assert.is(rig?.app.store.state.settings.screen_offered, true);
  assert.is((await boards()).length, 1);
});

test('another colour of the board is drawn at once', async () => {
  await start();
  await until(async () => (await screenBoard()) !== undefined);
  const board = await screenBoard();
  await until(() => isShown(board?.id ?? ''));
  await call('PUT', '/settings/board', { board_type: 'white' });
  const white = () => flapsOn(screen.still, { drift: true }, 6, 22, { board_color: 'white', code62_glyph: 'degree' });
  await until(async () => JSON.stringify(white()) === JSON.stringify(await characters(board?.id ?? '')));
});

test('silence switches it off', async () => {
  await start();
  await until(async () => (await screenBoard()) !== undefined);
  const silence = { enabled: true, start_time: '00:00', end_time: '23:59', mode: 'freeze' };
  await call('PUT', '/settings/silence-schedule', silence);
  await until(() => screen.told('blank') === '4');
  await call('PUT', '/settings/silence-schedule', { ...silence, enabled: false });
  await until(() => screen.told('blank') === '0');
});

test('while Wi-Fi is set up the screen says how to join', async () => {
  const network = createFakeNetwork();
  network.online = true;
  await start({ network });
  await until(async () => (await screenBoard()) !== undefined);
  const board = await screenBoard();
  await until(() => isShown(board?.id ?? ''));
  await call('POST', '/network/wifi/setup');
  await until(() =>
    shown()
      .flat()
      .every((code) => code === -1 || code === 0),
  );
  assert.not(screen.isBlack);
});

test('a test of settings without a screen says what to do', async () => {
  screen.unplug();
  await start({}, 'false');
  const panel = { driver: 'screen', connection: { device: '/dev/fb0' } };
  const body = { device_type: 'panel', grid_rows: 6, grid_cols: 22, panel };
  const verdict = await call<{ success: boolean; code: string; troubleshooting: string[] }>(
    'POST',
    '/config/board/test',
    body,
  );
  assert.equal([verdict.success, verdict.code], [false, 'screen']);
  assert.ok(verdict.troubleshooting.some((line) => /group "video"/.test(line)));
});

test.run();
