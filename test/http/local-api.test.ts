import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { VestaboardLocal } from '../../hw/vestaboard/local.ts';
import { INSTANT } from '../../src/board/driver.ts';
import { createGrid, gridFromRows, gridToRows } from '../../src/core/flaps/grid.ts';
import { LocalApi, type LocalApiOptions } from '../../src/http/local-api/local-api.ts';
import { createIntake } from '../../src/http/wire/intake.ts';
import { systemClock, type Clock } from '../../src/platform/clock.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { freePort } from '../support/free-port.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { until } from '../support/until.ts';

let appliance: Appliance;
let port = 0;
let boardId = '';
let token = '';
let key = '';
const test = suite('served Local API');

interface Served {
  port: number | null;
  listening: boolean;
  error: string | null;
  key_set: boolean;
  enablement_token: string | null;
}
const served = async (id = boardId) => (await appliance.call<Served>('GET', `/settings/board/${id}/local-api`)).body;
const change = async (members: object) => {
  const { body } = await appliance.call<{ boards: { id: string }[] }>('GET', '/settings/board');
  await appliance.call('PUT', '/settings/board', {
    boards: body.boards.map(({ id }) => (id === boardId ? { id, ...members } : { id })),
  });
};
const withKey = (given: string) => ({ 'X-Vestaboard-Local-Api-Key': given });
const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = withKey(key)) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const filled = (code: number, rows = 4, cols = 20) =>
  Array.from({ length: rows }, () => Array.from({ length: cols }, () => code));
const enable = (given: string) =>
  ask('POST', '/local-api/enablement', undefined, { 'X-Vestaboard-Local-Api-Enablement-Token': given });
const newKey = async () => ((await (await enable(token)).json()) as { apiKey: string }).apiKey;

test.before(async () => {
  // What is tried again in half a minute is tried again soon.
  const after: Clock['after'] = (ms, run) => systemClock.after(ms === 30_000 ? 50 : ms, run);
  appliance = await startAppliance({ clock: { ...systemClock, after } });
  port = await freePort();
  const { body } = await appliance.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
    device_type: 'panel',
    name: 'Wall',
    grid_rows: 4,
    grid_cols: 20,
    panel: { driver: 'virtual' },
  });
  boardId = body.boards[1]?.id ?? '';
});
test.after(() => appliance.close());

test('it is off by default', async () => {
  assert.equal(await served(), {
    board_id: boardId,
    port: null,
    listening: false,
    error: null,
    key_set: false,
    enablement_token: null,
  });
});

test('a port turns it on at once', async () => {
  await change({ local_api_port: port });
  const body = await served();
  token = body.enablement_token ?? '';
  assert.equal([body.port, body.listening, body.error, body.key_set], [port, true, null, false]);
  assert.ok(token.length >= 32);
  assert.is((await served()).enablement_token, token, 'the token stays');
});

test('without a key nobody gets in', async () => {
  for (const headers of [{}, withKey('x'), withKey(token)]) {
    const answer = await ask('GET', '/local-api/message', undefined, headers);
    assert.equal([answer.status, await answer.text()], [401, 'Invalid API key']);
  }
});

test('the token brings a key, a wrong one does not', async () => {
  assert.is((await enable('wrong')).status, 403);
  const answer = await enable(token);
  assert.is(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
  const body = (await answer.json()) as { message: string; apiKey: string };
  assert.is(body.message, 'Local API enabled');
  key = body.apiKey;
  assert.is((await served()).key_set, true);
});

test('enabling again replaces the key', async () => {
  const old = key;
  key = await newKey();
  assert.is((await ask('GET', '/local-api/message', undefined, withKey(old))).status, 401);
  assert.is((await ask('GET', '/local-api/message')).status, 200);
});

test('rows are written, and read back', async () => {
  const answer = await ask('POST', '/local-api/message', filled(63));
  assert.equal([answer.status, await answer.text()], [201, '']);
  assert.is(answer.headers.get('content-length'), '0', 'small devices read no chunks');
  for (const path of ['/local-api/message', '//local-api/message'])
    assert.equal(await (await ask('GET', path)).json(), { message: filled(63) });
  assert.is(
    (await appliance.call<{ characters: number[][] }>('GET', `/v1/boards/${boardId}`)).body.characters[3]?.[19],
    63,
  );
});

test('the form with a transition is taken, whatever its label says', async () => {
  const body = { characters: filled(64), strategy: 'column', step_interval_ms: 1, step_size: 20 };
  assert.is(
    (await ask('POST', '/local-api/message', body, { ...withKey(key), 'Content-Type': 'text/plain' })).status,
    201,
  );
  assert.is((await ask('POST', '/local-api/message', { characters: filled(65), strategy: 'classic' })).status, 201);
  assert.is((await ask('POST', '/local-api/message', filled(65))).status, 201, 'what is shown already is no error');
});

const wrong: [what: string, body: unknown, said: RegExp][] = [
  ['no JSON', 'hello', /JSON/],
  ['other codes', filled(72), /^characters: .*0 to 71/],
  ['text', { text: 'HI' }, /^characters: is missing/],
  ['no rows', { characters: 'HI' }, /^characters: .*rows/],
  ['half codes', filled(1.5), /^characters: /],
  ['a word', '"HI"', /^body: /],
  ['another strategy', { characters: filled(1), strategy: 'spiral' }, /^strategy: .*column/],
  ['no step', { characters: filled(1), strategy: 'row', step_size: 0 }, /^step_size: /],
  ['a step of text', { characters: filled(1), strategy: 'row', step_size: '2' }, /^step_size: /],
  ['a negative pause', { characters: filled(1), strategy: 'row', step_interval_ms: -1 }, /^step_interval_ms: /],
  ['another size', filled(1, 6, 22), /6.*22/],
  ['nothing', '', /JSON/],
];
for (const [what, body, said] of wrong) {
  test(`${what}: 400`, async () => {
    const answer = await ask('POST', '/local-api/message', body);
    assert.is(answer.status, 400);
    assert.match(await answer.text(), said);
  });
}

const askAs = (host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { ...withKey(key), Host: host };
    request({ host: '127.0.0.1', port, path: '/local-api/message', headers }, (incoming) =>
      resolve(incoming.resume().statusCode),
    )
      .on('error', reject)
      .end();
  });
test('it answers to any host name', async () => {
  for (const host of ['vestaboard.local:7000', 'vestaboard', 'board.example.org'])
    assert.is(await askAs(host), 200, host);
});

test('other paths and methods, and huge bodies', async () => {
  assert.is((await ask('GET', '/')).status, 404);
  assert.is((await ask('GET', '/api/v1/boards')).status, 404);
  assert.is((await ask('DELETE', '/local-api/message')).status, 405);
  assert.is((await ask('PUT', '/local-api/enablement')).status, 405);
  assert.ok((await (await ask('GET', '/local-api/enablement', undefined, {})).text()).length > 0);
  assert.is((await ask('POST', '/local-api/message', ' '.repeat(300_000))).status, 413);
});

test('a paused board is locked', async () => {
  await appliance.call('PATCH', `/v1/boards/${boardId}`, { paused: true });
  const answer = await ask('POST', '/local-api/message', filled(1));
  assert.is(answer.status, 423);
  assert.match(await answer.text(), /paused/);
  await appliance.call('PATCH', `/v1/boards/${boardId}`, { paused: false });
});

test('a board with a more urgent message is locked', async () => {
  await appliance.call('POST', `/boards/${boardId}/message`, { text: 'NOW', priority: 'urgent', duration_minutes: 5 });
  const answer = await ask('POST', '/local-api/message', filled(1));
  assert.is(answer.status, 423);
  assert.match(await answer.text(), /Another message/);
  await appliance.call('DELETE', `/v1/boards/${boardId}/message`);
});

test('the driver for Vestaboards drives the wall', async () => {
  const driver = new VestaboardLocal({ host: '127.0.0.1', port, key, rows: 4, cols: 20 }, { clock: systemClock });
  const { signal } = new AbortController();
  await driver.start();
  assert.is(
    (
      await driver.write(
        { grid: gridFromRows(filled(12), 4, 20), transition: { strategy: 'row', interval_ms: 1, step_size: 1 } },
        signal,
      )
    ).status,
    'sent',
  );
  const read = await driver.read(signal);
  assert.equal(read.status === 'read' && read.grid && gridToRows(read.grid), filled(12));
  assert.is((await driver.write({ grid: createGrid(4, 20), transition: INSTANT }, signal)).status, 'sent');
  await driver.stop();
});

/** The primary board, served at a port of its own with a key that its owner chose. */
const servePrimary = async (members: object = {}) => {
  const at = await freePort();
  const { body } = await appliance.call<{ boards: { id: string }[] }>('GET', '/settings/board');
  const primary = body.boards[0]?.id ?? '';
  const boards = body.boards.map(({ id }) =>
    id === primary ? { id, local_api_port: at, local_api_key: 'own', ...members } : { id },
  );
  assert.is((await appliance.call('PUT', '/settings/board', { boards })).status, 200);
  const send = async (rows?: number[][]) => {
    const answer = await fetch(
      `http://127.0.0.1:${at}/local-api/message`,
      rows ? { method: 'POST', headers: withKey('own'), body: JSON.stringify(rows) } : { headers: withKey('own') },
    );
    return { status: answer.status, text: await answer.text() };
  };
  const stop = () =>
    appliance.call('PUT', '/settings/board', {
      boards: body.boards.map(({ id }) =>
        id === primary ? { id, local_api_port: null, local_api_key: '', host: '' } : { id },
      ),
    });
  return { primary, send, stop };
};

for (const target of ['ui', 'board', 'both']) {
  test(`a board without flaps takes what is written and shows it, with the output "${target}"`, async () => {
    await appliance.call('PUT', '/settings/output', { target });
    const { primary, send, stop } = await servePrimary();
    const rows = filled(target.length, 6, 22);
    assert.equal(await send(rows), { status: 201, text: '' });
    assert.equal(JSON.parse((await send()).text), { message: rows });
    assert.equal(
      (await appliance.call<{ characters: number[][] }>('GET', `/v1/boards/${primary}`)).body.characters,
      rows,
    );
    await stop();
  });
}

test('a board whose content nobody knows is blank; what is shown in the browser only is read back', async () => {
  await appliance.call('PUT', '/settings/output', { target: 'board' });
  await appliance.call('PATCH', `/v1/boards/primary`, { paused: true });
  const { send, stop } = await servePrimary({ host: `127.0.0.1:${await freePort()}` });
  assert.equal(JSON.parse((await send()).text), { message: filled(0, 6, 22) });
  await appliance.call('PUT', '/settings/output', { target: 'ui' });
  await appliance.call('PATCH', `/v1/boards/primary`, { paused: false });
  assert.is((await send(filled(5, 6, 22))).status, 201);
  assert.equal(JSON.parse((await send()).text), { message: filled(5, 6, 22) });
  await stop();
  await appliance.call('PUT', '/settings/output', { target: 'both' });
});

test('a key that the owner gave the board works beside the one that was handed out', async () => {
  await change({ local_api_key: 'words-of-the-owner' });
  assert.is((await ask('POST', '/local-api/message', filled(31), withKey('words-of-the-owner'))).status, 201);
  assert.is((await ask('GET', '/local-api/message')).status, 200);
  await change({ local_api_key: '' });
  assert.is((await ask('GET', '/local-api/message', undefined, withKey('words-of-the-owner'))).status, 401);
  assert.is((await ask('GET', '/local-api/message', undefined, withKey(''))).status, 401);
});

test('rotating the token takes the key away', async () => {
  const { body } = await appliance.call<Served>('POST', `/settings/board/${boardId}/local-api/rotate`);
  assert.is.not(body.enablement_token, token);
  assert.is(body.key_set, false);
  assert.is((await ask('GET', '/local-api/message')).status, 401);
  token = body.enablement_token ?? '';
  key = await newKey();
});

test('it outlives a restart', async () => {
  await appliance.restart();
  assert.is((await ask('GET', '/local-api/message')).status, 200);
});

test('the key stands in no answer of the settings', async () => {
  const text =
    JSON.stringify((await appliance.call('GET', '/settings/board')).body) +
    JSON.stringify((await appliance.call('GET', '/backup/export')).body);
  assert.not.ok(text.includes(key) || text.includes(token));
});

test('a port that is taken is told, and hurts nothing else', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const taken = (other.address() as AddressInfo).port;
  await change({ local_api_port: taken });
  const body = await served();
  assert.equal([body.listening, body.error], [false, `Port ${taken} is taken by another program: choose a free one.`]);
  assert.is((await appliance.call('GET', '/v1/boards')).status, 200);
  other.close();
  await until(async () => (await served()).listening);
  assert.is((await served()).error, null);
});

test('a board that wants the port of the appliance is told so, and keeps it from no start', async () => {
  const own = await freePort();
  const { call, restart, close } = await startAppliance({ env: { SERVICE_PORT: String(own) } });
  const id = 'wall';
  await call('POST', '/settings/board/add', { id, device_type: 'note', local_api_port: own });
  await restart();
  const { body } = await call<Served>('GET', `/settings/board/${id}/local-api`);
  assert.equal([body.listening, body.error], [false, `Port ${own} is taken by flapbox itself: choose a free one.`]);
  await close();
});

test('a stored number that is no port is told, and hurts nothing else', async () => {
  const store = (local_api_port: number | null) =>
    appliance.app.store.update(({ boards }) => ({
      boards: boards.map((board) => (board.id === boardId ? { ...board, local_api_port } : board)),
    }));
  await store(-1);
  await store(1e300);
  const body = await served();
  assert.equal([body.listening, body.error], [false, 'Port 1e+300 cannot be used (ERR_SOCKET_BAD_PORT).']);
  assert.is((await appliance.call('GET', '/v1/boards')).status, 200);
  await store(null);
});

test('one port for two boards is refused', async () => {
  await change({ local_api_port: port });
  const { status, body } = await appliance.call<{ detail: string }>('POST', '/settings/board/add', {
    device_type: 'note',
    local_api_port: port,
  });
  assert.equal([status, body.detail.includes(String(port))], [400, true]);
  assert.is((await appliance.call<{ total: number }>('GET', '/v1/boards')).body.total, 2);
});

test('without a port it is off again', async () => {
  await change({ local_api_port: null });
  assert.is((await served()).listening, false);
  assert.is(
    await ask('GET', '/local-api/message').then(
      () => true,
      () => false,
    ),
    false,
  );
});

/** Served boards apart from an appliance, and which ports of the test accept connections. */
const alone = async () => {
  const ports = [await freePort(), await freePort()];
  let wanted: number | null = ports[0] ?? null;
  const api = new LocalApi({
    host: '127.0.0.1',
    intake: createIntake(systemClock),
    clock: systemClock,
    log: createQuietLog(),
    boards: () => [{ id: 'a', enabled: true, local_api_port: wanted }],
  } as unknown as LocalApiOptions);
  const want = (port: number | null = null): Promise<void> => {
    wanted = port;
    return api.follow();
  };
  const isOpen = (at: number): Promise<boolean> =>
    fetch(`http://127.0.0.1:${at}/`).then(
      () => true,
      () => false,
    );
  return { api, ports, want, isOpen: () => Promise.all(ports.map(isOpen)) };
};

test('of ports that change twice at once none stays open that is not wanted', async () => {
  const { api, ports, want, isOpen } = await alone();
  await want(ports[0]);
  assert.equal(await isOpen(), [true, false]);
  await Promise.all([want(ports[1]), want(null)]);
  assert.equal(await isOpen(), [false, false]);
  await Promise.all([want(ports[1]), want(ports[0])]);
  assert.equal(await isOpen(), [true, false]);
  await api.stop();
});

test('a port that is being opened as the service stops is closed', async () => {
  const { api, ports, want, isOpen } = await alone();
  await Promise.all([want(ports[0]), api.stop()]);
  assert.equal(await isOpen(), [false, false]);
});

test('an unknown board has none', async () => {
  assert.is((await appliance.call('GET', '/settings/board/gone/local-api')).status, 404);
  assert.is((await appliance.call('POST', '/settings/board/gone/local-api/rotate')).status, 404);
});

test.run();
