import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startEmulator, type Emulator } from '../../../hw/emulator/vestaboard/emulator.ts';
import type { BoardInstance, BoardSettings, StoredBoard } from '../../../src/schema/boards/boards.ts';
import { memoryOf } from '../../../src/store/device-memory.ts';
import { startAppliance, type Appliance } from '../../support/appliance.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { until } from '../../support/until.ts';

const KEY = 'key-of-the-wall';
const SECRETS = ['local_api_key', 'cloud_key', 'note_array_token'] as const;

const clock = createFakeClock('2026-03-02T10:00:30Z');
let appliance: Appliance;
let emulator: Emulator;

const test = suite('http/flat/boards');

const call = (method: string, path: string, body?: unknown) =>
  appliance.call<BoardSettings & { detail: string }>(method, `/settings/board${path}`, body);
const get = async () => (await call('GET', '')).body;
const put = (body: unknown) => call('PUT', '', body);
const add = (body: unknown) => call('POST', '/add', body);
const stored = () => appliance.app.store.state;
const target = async () => (await appliance.call('GET', '/settings/output')).body['target'];
const wallSettings = () => ({
  device_type: 'flagship',
  name: 'Wall',
  host: `127.0.0.1:${emulator.port}`,
  local_api_key: KEY,
});
/** Adds a board and answers it. */
const made = async (body: object): Promise<BoardInstance> => (await add(body)).body.boards.at(-1) as BoardInstance;

test.before(async () => {
  emulator = await startEmulator({ type: 'flagship', port: 0, key: KEY });
});
test.after(() => emulator.close());
test.before.each(async () => {
  emulator.switches.fault = 'none';
  appliance = await startAppliance({ clock });
});
test.after.each(() => appliance.close());

test('the first board: a flagship without wires, named My Board', async () => {
  const { board_type, boards, devices } = await get();
  assert.equal([board_type, devices, boards.length], ['black', ['flagship'], 1]);
  const [board] = boards;
  assert.match(board?.id ?? '', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const { id: _id, ...rest } = board as BoardInstance;
  assert.equal(rest, {
    name: 'My Board',
    device_type: 'flagship',
    board_color: 'black',
    code62_glyph: 'degree',
    api_mode: 'local',
    host: '',
    local_api_key: '',
    cloud_key: '',
    note_array_token: '',
    notes_wide: 1,
    notes_tall: 1,
    grid_rows: null,
    grid_cols: null,
    panel: null,
    tiles: null,
    local_api_port: null,
    enabled: true,
    schedule_enabled: true,
    paused: false,
    follow: null,
    critical_passes: 'silence',
  });
});

test('adding needs a device type only; names are counted', async () => {
  for (const device_type of ['flagship', 'note', 'note_array']) assert.is((await add({ device_type })).status, 201);
  const { boards, devices } = await get();
  assert.equal(
    boards.map(({ name }) => name),
    ['My Board', 'My Board 2', 'My Board 3', 'My Board 4'],
  );
  assert.equal(devices, ['flagship', 'note', 'note_array']);
  const { boards: list } = (await appliance.call<{ boards: { rows: number; cols: number }[] }>('GET', '/v1/boards'))
    .body;
  assert.equal(
    list.map(({ rows, cols }) => `${rows}x${cols}`),
    ['6x22', '6x22', '3x15', '3x15'],
  );
});

const SIZES: [string, object, string][] = [
  ['an array of 1 x 1', { device_type: 'note_array', notes_wide: 1, notes_tall: 1 }, '3x15'],
  ['an array of 8 x 8', { device_type: 'note_array', notes_wide: 8, notes_tall: 8 }, '24x120'],
  ['the smallest panel', { device_type: 'panel', grid_rows: 3, grid_cols: 15 }, '3x15'],
  ['the largest panel', { device_type: 'panel', grid_rows: 96, grid_cols: 128 }, '96x128'],
];
for (const [name, body, size] of SIZES) {
  test(`a board can be ${name}`, async () => {
    const { id } = await made(body);
    const { body: detail } = await appliance.call('GET', `/v1/boards/${id}`);
    assert.is(`${detail['rows']}x${detail['cols']}`, size);
  });
}

const FORMS: [string, unknown][] = [
  ['nothing', {}],
  ['no device type', { name: 'X' }],
  ['an unknown device type', { device_type: 'wall' }],
  ['an empty name', { device_type: 'note', name: '' }],
  ['a name of 101', { device_type: 'note', name: 'x'.repeat(101) }],
  ['a red board', { device_type: 'note', board_color: 'red' }],
  ['an unknown mode', { device_type: 'note', api_mode: 'radio' }],
  ['no Notes', { device_type: 'note_array', notes_wide: 0 }],
  ['nine Notes', { device_type: 'note_array', notes_tall: 9 }],
  ['half a Note', { device_type: 'note_array', notes_tall: 1.5 }],
  ['no rows', { device_type: 'panel', grid_rows: 0, grid_cols: 15 }],
  ['97 rows', { device_type: 'panel', grid_rows: 97, grid_cols: 15 }],
  ['no columns', { device_type: 'panel', grid_rows: 3, grid_cols: 0 }],
  ['129 columns', { device_type: 'panel', grid_rows: 3, grid_cols: 129 }],
  ['an unknown driver', { device_type: 'panel', grid_rows: 3, grid_cols: 15, panel: { driver: 'steam' } }],
  ['port 0', { device_type: 'note', local_api_port: 0 }],
  ['port 65536', { device_type: 'note', local_api_port: 65_536 }],
  ['text for a flag', { device_type: 'note', enabled: 'yes' }],
  ['a number for a key', { device_type: 'note', local_api_key: 5 }],
  ['a list', []],
];
for (const [name, body] of FORMS) {
  test(`422 for adding ${name}`, async () => {
    assert.is((await add(body)).status, 422);
    assert.is(stored().boards.length, 1);
  });
}

const HOSTS: [string, number][] = [
  ['192.168.1.20', 201],
  ['10.0.0.1:7001', 201],
  ['172.31.255.255', 201],
  ['169.254.1.1', 201],
  ['localhost', 201],
  ['[::1]:7000', 201],
  ['fe80::1', 201],
  ['', 201],
  ['8.8.8.8', 400],
  ['172.32.0.1', 400],
  ['192.169.0.1', 400],
  ['2001:db8::1', 400],
  ['http://192.168.1.20', 201],
  ['http://8.8.8.8/', 400],
  ['http://user@192.168.1.20', 400],
  ['192.168.1.20/x', 400],
  ['192.168.1.20:0', 400],
  ['192.168.1.20:65536', 400],
  ['192.168.1', 400],
  ['user@192.168.1.20', 400],
  ['a b', 400],
  ['nobody-has-this-name.invalid', 400],
];
for (const [host, expected] of HOSTS) {
  test(`${expected} for a board at "${host}"`, async () => {
    const answer = await add({ device_type: 'flagship', host, enabled: false });
    assert.equal([answer.status, stored().boards.length], [expected, expected === 201 ? 2 : 1]);
  });
}

const PASTED = 'http://192.168.1.20:7001/';
const BARE = '192.168.1.20:7001';
const DEVICE = { device_type: 'panel', grid_rows: 1, grid_cols: 8, enabled: false };
const PLACES: [string, object, (board: StoredBoard | undefined) => unknown, string][] = [
  ['board', { device_type: 'note', host: PASTED, enabled: false }, (board) => board?.host, BARE],
  [
    'Note of an array',
    { device_type: 'note_array', tiles: [{ row: 0, col: 0, host: PASTED }], enabled: false },
    (board) => board?.tiles?.[0]?.host,
    BARE,
  ],
  [
    'Note whose port stands beside its host',
    { device_type: 'note_array', tiles: [{ row: 0, col: 0, host: '192.168.1.20', port: 7001 }], enabled: false },
    (board) => board?.tiles?.[0]?.host,
    BARE,
  ],
  [
    'device',
    { ...DEVICE, panel: { driver: 'awtrix', connection: { host: PASTED } } },
    (board) => board?.panel?.connection.host,
    BARE,
  ],
  [
    'broker that is followed',
    { device_type: 'note', follow: { topic: 'hall', url: '192.168.1.20:1883' } },
    (board) => board?.follow?.url,
    'mqtt://192.168.1.20:1883',
  ],
];
for (const [what, body, placeIn, meant] of PLACES)
  test(`the address that was pasted for a ${what} is stored as what is meant`, async () => {
    const { status, body: answer } = await add(body);
    assert.is(status, 201, JSON.stringify(answer));
    assert.is(placeIn(stored().boards[1]), meant);
  });

const RULES: [string, object, number][] = [
  ['a panel without a size', { device_type: 'panel' }, 400],
  [
    'a certificate that is none',
    {
      device_type: 'panel',
      grid_rows: 3,
      grid_cols: 15,
      panel: {
        driver: 'mqtt-text',
        connection: { url: 'mqtts://192.168.1.10', command_topic: 'x', ca_certificate: 'nonsense' },
      },
    },
    400,
  ],
  [
    'a cell with two modules',
    {
      device_type: 'panel',
      grid_rows: 3,
      grid_cols: 15,
      panel: {
        driver: 'virtual',
        modules: [
          { row: 0, col: 0, address: 0 },
          { row: 0, col: 0, address: 1 },
        ],
      },
    },
    400,
  ],
  [
    'an address of two modules',
    {
      device_type: 'panel',
      grid_rows: 3,
      grid_cols: 15,
      panel: {
        driver: 'virtual',
        modules: [
          { row: 0, col: 0, address: 7 },
          { row: 0, col: 1, address: 7 },
        ],
      },
    },
    400,
  ],
  [
    'a tile outside of the array',
    {
      device_type: 'note_array',
      notes_wide: 2,
      notes_tall: 1,
      tiles: [{ row: 1, col: 0, host: '127.0.0.1', local_api_key: 'k' }],
    },
    400,
  ],
  [
    'two tiles at one place',
    {
      device_type: 'note_array',
      notes_wide: 2,
      notes_tall: 1,
      tiles: [
        { row: 0, col: 0, host: '127.0.0.1', local_api_key: 'k' },
        { row: 0, col: 0, host: '127.0.0.2', local_api_key: 'k' },
      ],
    },
    400,
  ],
  [
    'a module outside of the panel',
    {
      device_type: 'panel',
      grid_rows: 3,
      grid_cols: 15,
      panel: { driver: 'virtual', modules: [{ row: 3, col: 0, address: 0 }] },
    },
    400,
  ],
  ['the id primary', { device_type: 'note', id: 'primary' }, 400],
  [
    'a Note of an array in the internet',
    { device_type: 'note_array', tiles: [{ row: 0, col: 0, host: '8.8.8.8' }] },
    400,
  ],
];
const TOPICS: [driver: string, connection: object][] = [
  ['mqtt-text', { command_topic: 'wall\nset' }],
  ['mqtt-text', { command_topic: '$SYS/set' }],
  ['mqtt-text', { command_topic: 'wall/set', state_topic: 'wall/#' }],
  ['mbus', { topic_prefix: 'wall\u007f' }],
  ['awtrix', { topic_prefix: '$share/a' }],
  ['broker', { topic_prefix: 'campus/+' }],
];
for (const [driver, connection] of TOPICS)
  RULES.push([
    `${driver} with ${JSON.stringify(connection)}`,
    {
      device_type: 'panel',
      grid_rows: 3,
      grid_cols: 15,
      panel: { driver, connection: { url: 'mqtt://127.0.0.1:9', ...connection } },
    },
    422,
  ]);
for (const [name, body, expected] of RULES) {
  test(`${expected} for adding ${name}`, async () => {
    assert.is((await add(body)).status, expected);
    assert.is(stored().boards.length, 1);
  });
}

test('a new Note has the heart, unless its owner says otherwise, and a flagship the degree sign (rules, M10)', async () => {
  const glyph = async (body: object) => (await made(body)).code62_glyph;
  assert.is(await glyph({ device_type: 'note' }), 'heart');
  assert.is(await glyph({ device_type: 'note_array', notes_wide: 2 }), 'heart');
  assert.is(await glyph({ device_type: 'note', code62_glyph: 'degree' }), 'degree');
  assert.is(await glyph({ device_type: 'flagship' }), 'degree');
  const { id } = await made({ device_type: 'note' });
  const { body } = await appliance.call<{ text: string }>('POST', `/v1/boards/${id}/message`, { text: '20° ❤' });
  assert.match(body.text, /^20DEG ° /);
  const page = await appliance.call<{ id: string }>('POST', '/v1/pages', {
    name: 'Warm',
    type: 'template',
    device_type: 'note',
    template: ['20°'],
  });
  const drawn = async (path: string) => (await fetch(`${appliance.url}/api${path}`)).text();
  const written = await appliance.call<{ id: string }>('POST', '/v1/pages', {
    name: 'Written',
    type: 'template',
    device_type: 'note',
    template: ['20DEG'],
  });
  assert.is(
    await drawn(`/pages/${page.body.id}/picture.svg`),
    await drawn(`/pages/${written.body.id}/picture.svg`),
    'a picture shows what the wall shows',
  );
});

test('409 for an id that is taken', async () => {
  assert.is((await add({ device_type: 'note', id: 'mine' })).status, 201);
  assert.is((await add({ device_type: 'note', id: 'mine' })).status, 409);
  assert.is((await put({ boards: [{ id: 'mine' }, { id: 'mine' }] })).status, 409);
});

test('secrets are masked, kept with ***, replaced and removed', async () => {
  const { id } = await made({
    device_type: 'flagship',
    host: '10.0.0.1',
    enabled: false,
    local_api_key: 'aaaa',
    cloud_key: 'bbbb',
    note_array_token: 'cccc',
  });
  const secrets = () => stored().boards.find((board) => board.id === id)?.secrets;
  const masked = (await get()).boards.find((board) => board.id === id);
  assert.equal(masked && SECRETS.map((name) => masked[name]), ['***', '***', '***']);
  const others = (await get()).boards.filter((board) => board.id !== id);
  await put({ boards: [...others, { id, local_api_key: '***', cloud_key: 'new!' }] });
  assert.equal(secrets(), { local_api_key: 'aaaa', cloud_key: 'new!', note_array_token: 'cccc' });
  await put({ boards: [...others, { id, local_api_key: '', note_array_token: null }] });
  assert.equal(secrets(), { cloud_key: 'new!', note_array_token: 'cccc' });
});

test('an answer can be sent back as it is, and changes nothing', async () => {
  await add({
    device_type: 'note_array',
    notes_wide: 2,
    notes_tall: 1,
    tiles: [{ row: 0, col: 0, host: '10.0.0.1', local_api_key: 'tile' }],
    enabled: false,
  });
  await add({
    device_type: 'panel',
    grid_rows: 3,
    grid_cols: 15,
    panel: { driver: 'mqtt-text', connection: { url: 'mqtt://10.0.0.1', password: 'hidden' } },
    enabled: false,
  });
  const [answer, before] = [await get(), stored().boards];
  const again = await put(answer);
  assert.equal([again.status, again.body], [200, answer]);
  assert.equal(stored().boards, before);
});

test('the order of boards decides which is primary; boards that are left out are gone', async () => {
  const other = await made({ device_type: 'note', name: 'Other' });
  const [first] = (await get()).boards;
  const swapped = await put({ boards: [other, first] });
  assert.equal(
    swapped.body.boards.map(({ id }) => id),
    [other.id, first?.id],
  );
  assert.is((await appliance.call('GET', '/v1/boards/primary')).body['id'], other.id);
  assert.equal(
    (await put({ boards: [{ id: other.id, name: 'Alone' }] })).body.boards.map(({ name, device_type }) => [
      name,
      device_type,
    ]),
    [['Alone', 'note']],
  );
});

test('an unknown id in the list is a new board, which needs a device type', async () => {
  const { boards } = await get();
  assert.is((await put({ boards: [...boards, { name: 'New' }] })).status, 400);
  const answer = await put({ boards: [...boards, { device_type: 'note', id: 'mine' }] });
  assert.equal(
    answer.body.boards.map(({ id }) => id),
    [boards[0]?.id, 'mine'],
  );
});

test('devices add what is missing, board_type paints all', async () => {
  assert.equal((await put({ devices: ['note', 'flagship', 'note'] })).body.devices, ['flagship', 'note']);
  assert.equal(
    (await put({ board_type: 'white' })).body.boards.map(({ board_color }) => board_color),
    ['white', 'white'],
  );
  assert.is((await get()).board_type, 'white');
});

for (const [name, body, expected] of [
  ['nothing', {}, 400],
  ['only nulls', { boards: null, devices: null, board_type: null }, 400],
  ['no boards', { boards: [] }, 400],
  ['no devices', { devices: [] }, 400],
  ['an unknown device', { devices: ['wall'] }, 422],
  ['an unknown colour', { board_type: 'red' }, 422],
  ['a board for the list', { boards: { id: 'x' } }, 422],
  ['a list', [], 422],
] as const) {
  test(`${expected} for putting ${name}`, async () => {
    const before = stored().boards;
    assert.is((await put(body)).status, expected);
    assert.is(stored().boards, before);
  });
}

test('a stored board whose name is not known now can still be renamed', async () => {
  const [board] = stored().boards;
  await appliance.app.store.update(() => ({
    boards: board ? [{ ...board, host: 'nobody-has-this-name.invalid', enabled: false }] : [],
  }));
  assert.is(
    (await put({ boards: [{ id: board?.id, name: 'Off', host: 'nobody-has-this-name.invalid' }] })).body.boards[0]
      ?.name,
    'Off',
  );
  assert.is((await put({ boards: [{ id: board?.id, host: 'another-name-of-nobody.invalid' }] })).status, 400);
});

test('removing: 404 unknown, 400 the last one, and what belonged to a board goes with it', async () => {
  const { id } = await made({ device_type: 'note' });
  const page = (
    await appliance.call('POST', '/v1/pages', { name: 'P', type: 'template', device_type: 'note', template: ['A'] })
  ).body['id'];
  await appliance.call('POST', '/v1/schedules', { board_id: id, page_id: page, start_time: '08:00' });
  await appliance.call('PUT', '/settings/silence-schedule', { board_id: id, enabled: true });
  await appliance.call('POST', `/v1/boards/${id}/message`, { text: 'A', duration_minutes: 5 });
  await memoryOf(appliance.app.store, id).save({ offsets: {} });
  assert.is((await call('DELETE', '/nope')).status, 404);
  const removed = await call('DELETE', `/${id}`);
  assert.equal([removed.status, removed.body.boards.length], [200, 1]);
  assert.equal(
    [stored().schedules, stored().settings.silence_by_board, Object.keys(stored().programmes).includes(id)],
    [[], {}, false],
  );
  assert.equal(stored().devices, {});
  assert.is((await appliance.call('GET', `/v1/boards/${id}`)).status, 404);
  assert.is((await call('DELETE', `/${removed.body.boards[0]?.id}`)).status, 400);
  assert.is((await call('DELETE', '/primary')).status, 400);
});

test('output is for the browser until the first board with flaps, and then for both; a choice stays', async () => {
  assert.is(await target(), 'ui');
  await add({ device_type: 'note' });
  assert.is(await target(), 'ui');
  const wall = await made(wallSettings());
  assert.is(await target(), 'both');
  await appliance.call('PUT', '/settings/output', { target: 'board' });
  await call('DELETE', `/${wall.id}`);
  await add(wallSettings());
  assert.is(await target(), 'board');
});

test('a choice of ui is not turned over by a new board', async () => {
  await appliance.call('PUT', '/settings/output', { target: 'ui' });
  await add(wallSettings());
  assert.is(await target(), 'ui');
});

test('a board that is added is driven at once, one that is removed no longer', async () => {
  const { id } = await made(wallSettings());
  const sent = await appliance.call('POST', `/v1/boards/${id}/message`, { fill: 5 });
  assert.equal([sent.body['sent'], emulator.shown()[0]?.[0]], [true, 5]);
  await call('DELETE', `/${id}`);
  const before = emulator.requests.length;
  await clock.advance(120_000);
  assert.is(emulator.requests.length, before);
});

test('a new key counts at once', async () => {
  const wall = await made({ ...wallSettings(), local_api_key: 'wrong' });
  const refused = await appliance.call('POST', `/v1/boards/${wall.id}/message`, { fill: 5 });
  assert.is(refused.status, 500);
  await put({
    boards: [...(await get()).boards.filter(({ id }) => id !== wall.id), { id: wall.id, local_api_key: KEY }],
  });
  assert.is((await appliance.call('POST', `/v1/boards/${wall.id}/message`, { fill: 5 })).body['sent'], true);
});

test('identify: the name for 10 s, and then what was there; messages stay', async () => {
  const wall = await made(wallSettings());
  await appliance.call('POST', `/v1/boards/${wall.id}/message`, { fill: 5 });
  const answer = await appliance.call('POST', `/settings/board/${wall.id}/identify`);
  assert.equal(
    [answer.status, answer.body],
    [200, { board_id: wall.id, sent: true, reason: null, code: 'sent' } as never],
  );
  assert.ok(emulator.shown().flat().includes(23));
  await clock.advance(9999);
  assert.ok(emulator.shown().flat().includes(23));
  await clock.advance(1);
  await until(() =>
    emulator
      .shown()
      .flat()
      .every((code) => code === 5),
  );
});

test('identify: a board without a programme gets back what was on it', async () => {
  const wall = await made(wallSettings());
  const hasG = () => emulator.shown().flat().includes(7);
  const body = { name: 'G', type: 'template', device_type: 'flagship', template: ['G'] };
  const { id } = (await appliance.call<{ id: string }>('POST', '/v1/pages', body)).body;
  await appliance.call('PUT', `/v1/boards/${wall.id}/active-page`, { page_id: id });
  await until(hasG);
  await appliance.call('PUT', `/v1/boards/${wall.id}/active-page`, { page_id: null });
  await appliance.call('POST', `/settings/board/${wall.id}/identify`);
  await until(() => !hasG());
  await clock.advance(10_000);
  await until(hasG);
});

test('identify: a message in between stays', async () => {
  const wall = await made(wallSettings());
  await appliance.call('POST', `/v1/boards/${wall.id}/message`, { fill: 5 });
  await appliance.call('POST', `/settings/board/${wall.id}/identify`);
  await appliance.call('POST', `/v1/boards/${wall.id}/message`, { fill: 9 });
  await clock.advance(20_000);
  assert.ok(
    emulator
      .shown()
      .flat()
      .every((code) => code === 9),
  );
});

test('identify: 404 unknown, 409 paused and silenced, 500 unreachable, honest without flaps', async () => {
  const wall = await made(wallSettings());
  const identify = async (id: string) =>
    await appliance.call<{ sent: boolean; reason: string | null }>('POST', `/settings/board/${id}/identify`);
  assert.is((await identify('nope')).status, 404);
  const virtual = await identify('primary');
  assert.equal([virtual.status, virtual.body.sent, typeof virtual.body.reason], [200, false, 'string']);
  await appliance.call('PATCH', `/v1/boards/${wall.id}`, { paused: true });
  assert.is((await identify(wall.id)).status, 409);
  await appliance.call('PATCH', `/v1/boards/${wall.id}`, { paused: false });
  emulator.switches.fault = 'status';
  assert.is((await identify(wall.id)).status, 500);
  emulator.switches.fault = 'none';
  await appliance.call('PUT', '/settings/silence-schedule', { enabled: true, start_time: '11:00', end_time: '12:00' });
  assert.is((await identify(wall.id)).status, 409);
});

test('boards outlive a restart, secrets included', async () => {
  const wall = await made(wallSettings());
  const before = stored().boards;
  await appliance.restart();
  assert.equal(stored().boards, before);
  assert.is((await appliance.call('POST', `/v1/boards/${wall.id}/message`, { fill: 8 })).body['sent'], true);
});

test('the summary tells how the first board is reached, and whether there is a key for it', async () => {
  const summary = async () => {
    const { board_host, board_key_set, board_api_mode } = (await appliance.call('GET', '/config')).body;
    return [board_api_mode, board_host, board_key_set];
  };
  assert.equal(await summary(), ['local', null, false]);
  const [first] = (await get()).boards;
  await put({ boards: [{ ...first, local_api_port: 47123 }] });
  await appliance.call('GET', `/settings/board/${first?.id}/local-api`);
  assert.equal(await summary(), ['local', null, false], 'a key that programs were given is not one for the board');
  await put({ boards: [{ ...first, host: `127.0.0.1:${emulator.port}`, local_api_key: KEY, local_api_port: null }] });
  assert.equal(await summary(), ['local', `127.0.0.1:${emulator.port}`, true]);
  await put({ boards: [{ ...first, api_mode: 'cloud', cloud_key: 'c' }] });
  assert.equal(await summary(), ['cloud', 'cloud', true]);
});

for (const id of ['*', 'a/b', '..', 'a b', '__proto__', 'ü', 'x'.repeat(65)]) {
  test(`an id that cannot stand in an address is refused: ${id.slice(0, 10)}`, async () => {
    assert.is((await add({ device_type: 'note', id })).status, 422);
    assert.is((await put({ boards: [{ device_type: 'note', id }] })).status, 422);
  });
}

test.run();
