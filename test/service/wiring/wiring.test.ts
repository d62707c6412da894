import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startEmulator, type Emulator } from '../../../hw/emulator/vestaboard/emulator.ts';
import { Fault } from '../../../src/fault.ts';
import type { StoredBoard } from '../../../src/schema/boards/boards.ts';
import type {
  BoardTestAnswer,
  EnableLocalApi,
  EnableLocalApiAnswer,
  SerialPort,
} from '../../../src/schema/boards/wiring.ts';
import { PinService } from '../../../src/service/pins/pins.ts';
import { WiringService, type HostAddress, type WiringPort } from '../../../src/service/wiring/wiring.ts';
import { startAppliance, type Appliance } from '../../support/appliance.ts';

const SERIAL: SerialPort = {
  path: '/dev/ttyUSB0',
  manufacturer: 'Maker',
  vendor_id: '10c4',
  product_id: 'ea60',
  serial_number: null,
  driver: 'chainlink',
};

let appliance: Appliance;
let emulator: Emulator;
let asked: { addresses: HostAddress[]; tokens: string[]; boards: StoredBoard[]; settled: number };
let failure: string | null = null;
let wiring: WiringService;

const test = suite('service/wiring');

const port: WiringPort = {
  discover: async () => [{ host: '192.168.1.7', port: 7000, name: 'vestaboard.local' }],
  serialPorts: async () => [SERIAL],
  i2cBuses: async () => [1],
  screens: async () => [],
  drivers: [],
  enable: async (address, token) => {
    asked.addresses.push(address);
    asked.tokens.push(token);
    return failure === null ? { key: 'fresh-key' } : { reason: failure };
  },
  attempt: async (board) => {
    asked.boards.push(board);
    return failure;
  },
};
const { signal } = new AbortController();
const enable = (body: Partial<EnableLocalApi>) => wiring.enable({ enablement_token: 'token', ...body }, signal);
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: unknown) => (error instanceof Fault ? error.status : 0),
  );
const board = () => appliance.app.store.state.boards[0] as StoredBoard;

test.before(async () => {
  emulator = await startEmulator({ type: 'flagship', port: 0, key: 'the-key', token: 'the-token' });
});
test.after(() => emulator.close());
test.before.each(async () => {
  asked = { addresses: [], tokens: [], boards: [], settled: 0 };
  failure = null;
  appliance = await startAppliance();
  const { store } = appliance.app;
  const pins = new PinService({
    store,
    header: async () => ({ reason: null, complete: false, pins: [] }),
    drivers: [],
    prepared: {},
    findUnusable: () => null,
  });
  wiring = new WiringService(store, port, pins, async () => void asked.settled++);
});
test.after.each(() => appliance.close());

test('what is found nearby is told together', async () => {
  const boards = [{ host: '192.168.1.7', port: 7000, name: 'vestaboard.local' }];
  assert.equal(await wiring.discover(signal), { boards, total: 1, serial_ports: [SERIAL] });
});

for (const [host, expected] of [
  ['127.0.0.1', { host: '127.0.0.1', port: 7000 }],
  ['127.0.0.1:7001', { host: '127.0.0.1', port: 7001 }],
  ['[::1]:7002', { host: '::1', port: 7002 }],
  ['localhost', { host: 'localhost', port: 7000 }],
] as const) {
  test(`a board at ${host} is asked at port ${expected.port}`, async () => {
    const answer = await enable({ host });
    assert.equal([asked.addresses, asked.tokens], [[expected], ['token']]);
    assert.equal([answer.success, answer.error, answer.local_api_key], [true, null, 'fresh-key']);
    assert.equal(board().secrets, {});
  });
}

test('with a board the key is stored and masked, the board is local, and the first one turns the output on', async () => {
  const answer = await enable({ board_id: 'primary', host: '127.0.0.1' });
  assert.equal([answer.success, answer.local_api_key], [true, '***']);
  assert.equal(
    [board().secrets, board().host, board().api_mode, asked.settled],
    [{ local_api_key: 'fresh-key' }, '127.0.0.1', 'local', 1],
  );
  assert.is(appliance.app.store.state.settings.output_target, 'both');
  await enable({ board_id: board().id });
  assert.equal(asked.addresses[1], { host: '127.0.0.1', port: 7000 });
});

test('a board that gives no key leaves everything as it is', async () => {
  failure = 'The board did not accept the token.';
  const before = appliance.app.store.state;
  const answer = await enable({ board_id: 'primary', host: '127.0.0.1' });
  assert.equal([answer.success, answer.error, answer.local_api_key], [false, failure, null]);
  assert.is(appliance.app.store.state, before);
});

test('400 without an address and for a foreign one, 404 for an unknown board; nobody is asked', async () => {
  assert.is(await statusOf(enable({})), 400);
  assert.is(await statusOf(enable({ board_id: 'primary' })), 400);
  assert.is(await statusOf(enable({ host: '8.8.8.8' })), 400);
  assert.is(await statusOf(enable({ board_id: 'nope', host: '127.0.0.1' })), 404);
  assert.is(await statusOf(wiring.test({ host: '8.8.8.8' }, signal)), 400);
  assert.is(await statusOf(wiring.test({ board_id: 'nope' }, signal)), 404);
  assert.equal([asked.addresses, asked.boards], [[], []]);
});

test('settings are tried over those of the board, and not stored', async () => {
  const before = appliance.app.store.state;
  assert.equal(await wiring.test({ board_id: 'primary', host: '127.0.0.1', local_api_key: 'try' }, signal), {
    success: true,
    message: 'The board answers.',
    error: null,
    code: null,
    troubleshooting: [],
  });
  assert.equal(
    [asked.boards[0]?.id, asked.boards[0]?.host, asked.boards[0]?.secrets],
    [board().id, '127.0.0.1', { local_api_key: 'try' }],
  );
  assert.is(appliance.app.store.state, before);
});

const ADVICE: [string, object][] = [
  ['a board in the network', { device_type: 'note' }],
  ['a board in the cloud', { device_type: 'note', api_mode: 'cloud' }],
  ['a wall', { device_type: 'panel', grid_rows: 3, grid_cols: 15 }],
];
test('a failure comes with its cause and with advice that fits', async () => {
  failure = 'It is silent.';
  const said: BoardTestAnswer[] = [];
  for (const [, body] of ADVICE) said.push(await wiring.test(body, signal));
  for (const answer of said)
    assert.equal([answer.success, answer.error, answer.troubleshooting.length > 0], [false, failure, true]);
  assert.is(new Set(said.map(({ troubleshooting }) => troubleshooting.join())).size, said.length);
});

test('over HTTP: enabled with the token of the maker, the first board moves its flaps at once', async () => {
  const host = `127.0.0.1:${emulator.port}`;
  const refused = await appliance.call<EnableLocalApiAnswer>('POST', '/config/board/enable-local-api', {
    host,
    enablement_token: 'wrong-token',
  });
  assert.equal([refused.status, refused.body.success], [200, false]);
  assert.not.ok(refused.body.error?.includes('wrong-token'));
  const enabled = await appliance.call<EnableLocalApiAnswer>('POST', '/config/board/enable-local-api', {
    board_id: 'primary',
    host,
    enablement_token: emulator.token,
  });
  assert.equal([enabled.status, enabled.body.success, enabled.body.local_api_key], [200, true, '***']);
  const sent = await appliance.call('POST', '/v1/boards/primary/message', { fill: 5 });
  assert.equal([sent.status, sent.body['sent'], emulator.shown()[0]?.[0]], [200, true, 5]);
});

test.run();
