import { createServer, type Server } from 'node:http';
import { createServer as createPlain, type AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startEmulator, type Emulator } from '../../../hw/emulator/vestaboard/emulator.ts';
import type { StoredBoard } from '../../../src/schema/boards/boards.ts';
import type { BoardTestAnswer, TestFailure } from '../../../src/schema/boards/wiring.ts';
import { adviceFor, testFailureOf } from '../../../src/service/wiring/advice.ts';
import { startAppliance, type Appliance } from '../../support/appliance.ts';
import { until } from '../../support/until.ts';
import { sampleBoard } from '../../support/sample-state.ts';

const test = suite('advice for a board that fails its test');

let appliance: Appliance;
let emulator: Emulator;
let quiet: Server;
let deaf: ReturnType<typeof createPlain>;

const listen = async <T extends Server | ReturnType<typeof createPlain>>(server: T): Promise<T> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};
const portOf = (server: Server | ReturnType<typeof createPlain>): number => (server.address() as AddressInfo).port;
const ask = async (body: object): Promise<BoardTestAnswer> =>
  (await appliance.call<BoardTestAnswer>('POST', '/config/board/test', body)).body;
const wall = (connection: object, driver = 'chainlink') => ({
  device_type: 'panel',
  grid_rows: 3,
  grid_cols: 15,
  panel: { driver, connection },
});
const near = (port: number, local_api_key = 'the-key') => ({
  device_type: 'flagship',
  host: `127.0.0.1:${port}`,
  local_api_key,
});

test.before(async () => {
  appliance = await startAppliance();
  emulator = await startEmulator({ type: 'flagship', port: 0, key: 'the-key', token: 'the-token' });
  quiet = await listen(createServer((_, answer) => answer.writeHead(423).end()));
  deaf = await listen(createPlain((socket) => socket.end('SSH-2.0-OpenSSH\r\n')));
});
test.after(async () => {
  await emulator.close();
  quiet.close();
  deaf.close();
  await appliance.close();
});

/** [cause, what is tried, its codes, what the first advice says] */
const CAUSES: [cause: string, body: () => object, codes: readonly TestFailure[], advice: RegExp][] = [
  ['no serial port', () => wall({}), ['incomplete'], /^Fill in what is missing/],
  ['an empty serial port', () => wall({ path: '' }, 'mbus'), ['incomplete'], /^Fill in what is missing/],
  ['no bus', () => wall({}, 'i2c-units'), ['incomplete'], /^Fill in what is missing/],
  ['no host of a device', () => wall({}, 'pixoo'), ['incomplete'], /^Fill in what is missing/],
  ['no broker', () => wall({}, 'mqtt-text'), ['incomplete'], /^Fill in what is missing/],
  ['no host of a board', () => ({ device_type: 'note', local_api_key: 'k' }), ['incomplete'], /^Fill in/],
  ['a refused key', () => near(emulator.port, 'wrong'), ['key_refused'], /Local API key belongs to one board/],
  ['nothing listens', () => near(1), ['connection_refused'], /no Local API/],
  ['something else is there', () => near(portOf(deaf)), ['other_device'], /Another device/],
  ['quiet hours of the board', () => near(portOf(quiet)), ['quiet_hours'], /takes no messages at present/],
  ['no key', () => ({ device_type: 'flagship', host: '127.0.0.1' }), ['key_missing'], /Local API key belongs/],
  ['a serial port that is missing', () => wall({ path: '/dev/ttyUSB77' }), ['port_missing'], /Plug the USB cable in/],
  ['a path that is no port', () => wall({ path: '/dev/null' }), ['not_a_port'], /Choose another port/],
  [
    'an I2C bus that is missing',
    () => wall({ bus: 77 }, 'i2c-units'),
    ['bus_missing', 'no_answer'],
    /Enable I2C|Check that the modules/,
  ],
];
for (const [cause, body, codes, advice] of CAUSES) {
  test(`by cause: ${cause}`, async () => {
    const answer = await ask(body());
    assert.is(answer.success, false);
    assert.ok(answer.code && codes.includes(answer.code), `${answer.code}: ${answer.error}`);
    assert.match(answer.troubleshooting[0] ?? '', advice, `${answer.error} → ${answer.troubleshooting.join(' ')}`);
  });
}

const panel = (id: string, path: string) => ({
  ...sampleBoard(id),
  name: `Wall ${id}`,
  device_type: 'panel' as const,
  panel: {
    driver: 'chainlink',
    connection: { path },
    flaps: null,
    modules: {},
    max_moving: null,
    land_together: false,
  } as never,
});
/** [who holds the port, the advice] */
for (const [holder, tried, expected] of [
  ['a', 'b', 'The board Wall a uses this port'],
  ['a', 'a', 'Wall a is using this port itself'],
  [null, 'a', 'Close other programs'],
] as const) {
  test(`a busy port that ${holder === null ? 'no board' : holder === tried ? 'the board itself' : 'another board'} uses`, () => {
    const boards = holder === null ? [] : [panel(holder, '/dev/ttyUSB0')];
    const said = adviceFor({
      board: panel(tried, '/dev/ttyUSB0'),
      code: 'port_busy',
      boards,
    });
    assert.ok(said[0]?.startsWith(expected), said[0]);
  });
}

test('a board that answers but is paused says so', async () => {
  await appliance.call('POST', '/config/board/test', near(emulator.port));
  const { body } = await appliance.call<{ boards: { id: string }[] }>('GET', '/v1/boards');
  const id = body.boards[0]?.id ?? '';
  await appliance.call('PATCH', `/v1/boards/${id}`, { paused: true });
  const answer = await ask({ board_id: id, host: `127.0.0.1:${emulator.port}`, local_api_key: 'the-key' });
  assert.is(answer.success, true);
  assert.match(answer.troubleshooting[0] ?? '', /paused/);
});

test('the check of the settings says which board fails', async () => {
  const board = { ...wall({ path: '/dev/no-such-port' }), name: 'Stairs' };
  assert.is((await appliance.call('POST', '/settings/board/add', board)).status, 201);
  const errors = async () => (await appliance.call<{ errors: string[] }>('GET', '/config/validate')).body.errors;
  await until(async () => (await errors()).length > 0);
  assert.match((await errors()).join(), /^Stairs: The serial port/);
});

const LOCAL: StoredBoard = { ...sampleBoard('local'), api_mode: 'local' };
const CLOUD: StoredBoard = { ...sampleBoard('cloud'), api_mode: 'cloud' };
const device = (connection: object) =>
  ({ ...sampleBoard('d'), device_type: 'panel', panel: { connection } }) as unknown as StoredBoard;
const DEVICE = device({ host: '192.168.1.9' });
const SERIAL = device({ path: '/dev/ttyUSB0' });
const BROKER = device({ host: 'x', url: 'mqtt://broker' });

/** [what a driver says, the board, the code of it, what the first advice says] */
const SENTENCES: [said: string, board: StoredBoard, code: TestFailure, advice: RegExp][] = [
  ['The cloud refused the key.', CLOUD, 'key_refused', /^Copy the whole key again/],
  ['The board needs its Local API key.', LOCAL, 'key_missing', /^The Local API key belongs to one board/],
  ['The key has characters that cannot be part of a key.', CLOUD, 'key_missing', /^Copy the whole key/],
  ['The device refused the user or the password.', DEVICE, 'login_refused', /as they stand in its own settings/],
  ['The broker refused the user or the password.', BROKER, 'login_refused', /password of the broker/],
  ['The board asks flapbox to wait.', LOCAL, 'too_often', /it was written to too often/],
  ['Nobody is known by that name.', LOCAL, 'name_unknown', /^Check the spelling/],
  ['The device refuses the connection.', DEVICE, 'connection_refused', /^Another device/],
  ['It does not answer in HTTP.', DEVICE, 'other_device', /^Another device seems to have this address: look the/],
  ['It does not answer like a board.', LOCAL, 'other_device', /in the maker’s app\.$/],
  ['It has a certificate that does not match.', CLOUD, 'wrong_clock', /^Check the date/],
  ['There is no screen at /dev/fb0.', SERIAL, 'screen', /^Connect the monitor/],
  ['The port cannot be opened: the service needs access.', SERIAL, 'no_access', /the group "dialout"/],
  ['It has a certificate that is not trusted.', BROKER, 'certificate_unknown', /^The broker’s certificate/],
  ['The broker does not answer.', BROKER, 'broker', /^Check that the broker is running/],
  ['The map of modules names a module twice.', SERIAL, 'module_map', /^Correct the map/],
  ['The port is there, but no panel answers.', SERIAL, 'panel_silent', /^Check that the wall has power/],
  ['The module 3 does not answer.', SERIAL, 'modules_silent', /^Check the cable and the power/],
  ['It is slow today.', DEVICE, 'no_answer', /^Check that the device has power/],
  ['It is slow today.', SERIAL, 'no_answer', /^Check that the modules have power/],
  ['It is slow today.', BROKER, 'no_answer', /^Check that the modules have power/],
  ['It is slow today.', CLOUD, 'no_answer', /^Check that this appliance reaches the internet/],
  ['It is slow today.', LOCAL, 'no_answer', /^Check that the board has power/],
];
for (const [said, board, code, advice] of SENTENCES)
  test(`the board ${board.id}: ${said}`, () => {
    assert.is(testFailureOf(said), code);
    assert.match(adviceFor({ board, code, boards: [] })[0] ?? '', advice);
  });

test.run();
