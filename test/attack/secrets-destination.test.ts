import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardSettings } from '../../src/schema/boards/boards.ts';
import type { PluginDetail } from '../../src/schema/plugins/plugins.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';

const test = suite('attack: secrets that are sent elsewhere');

const HOME = 'http://127.0.0.1:9';
const BROKER = 'mqtt://127.0.0.1:9';

/** A server that must never hear of anybody. */
const heard: string[] = [];
const thief: Server = createServer((request, response) => {
  heard.push(JSON.stringify([request.url, request.headers]));
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
let away = '';
let port = 0;
let appliance: Appliance;

test.before(async () => {
  await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
  port = (thief.address() as AddressInfo).port;
  away = `http://127.0.0.1:${port}`;
  appliance = await startAppliance();
  await appliance.call('POST', '/auth/preference', { enabled: false });
});
test.after(async () => {
  await appliance.close();
  thief.close();
});

type Settings = Record<string, unknown>;
interface Refusal {
  readonly status: number;
  readonly detail: string;
}

const detailOf = (body: unknown): string => String((body as { detail?: unknown } | null)?.detail ?? '');

/** Every way to write the settings of a plugin. */
const DOORS: Record<string, (id: string, config: Settings) => Promise<Refusal>> = {
  'PATCH v1': async (id, config) => {
    const { status, body } = await appliance.call('PATCH', `/v1/plugins/${id}`, { config, enabled: true });
    return { status, detail: detailOf(body) };
  },
  'PUT flat': async (id, config) => {
    const { status, body } = await appliance.call('PUT', `/plugins/${id}/config`, { config });
    return { status, detail: detailOf(body) };
  },
  'PUT flat, bare': async (id, config) => {
    const { status, body } = await appliance.call('PUT', `/plugins/${id}/config`, config);
    return { status, detail: detailOf(body) };
  },
  MCP: async (id, config) => {
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'update_plugin', arguments: { plugin_id: id, config, enabled: true } },
    };
    const { body } = await appliance.call<{ result: { isError?: boolean; content: { text: string }[] } }>(
      'POST',
      '/mcp',
      call,
      { Accept: 'application/json, text/event-stream' },
    );
    const text = body.result.content.map((one) => one.text).join('');
    return {
      status: Number(/^Refused \((\d+)\)/.exec(text)?.[1] ?? 200),
      detail: text.replace(/^Refused \(\d+\): /, ''),
    };
  },
};

const json = (url: string, key: string): Settings => ({ url, headers: { 'X-Key': key } });
const house = (url: string | undefined, token: string): Settings => ({ ...(url === undefined ? {} : { url }), token });
const topics = [{ topic: 'a' }];
const mqtt = (url: string, password: string): Settings => ({ connection: { url, password }, topics });

/** What is stored, what is sent over it, and the setting that the refusal names. */
const MOVES: [plugin: string, what: string, stored: () => Settings, sent: () => Settings, field: string][] = [
  [
    'json',
    'a header to another port',
    () => json(`${HOME}/a`, 'S3CR3T'),
    () => json(`${away}/a`, '***'),
    'headers.X-Key',
  ],
  [
    'json',
    'a header to another host',
    () => json(`${HOME}/a`, 'S3CR3T'),
    () => json('http://127.0.0.2:9/a', '***'),
    'headers.X-Key',
  ],
  [
    'json',
    'a header to another scheme',
    () => json(`${HOME}/a`, 'S3CR3T'),
    () => json('https://127.0.0.1:9/a', '***'),
    'headers.X-Key',
  ],
  [
    'json',
    'a header to what follows a name',
    () => json(`${HOME}/a`, 'S3CR3T'),
    () => json(`http://127.0.0.1:9@127.0.0.1:${port}/a`, '***'),
    'headers.X-Key',
  ],
  [
    'json',
    'user and password in the address',
    () => ({ url: 'http://me:S3CR3T@127.0.0.1:9/a' }),
    () => ({ url: `http://***:***@127.0.0.1:${port}/a` }),
    'url',
  ],
  [
    'json',
    'a key in the query',
    () => ({ url: `${HOME}/a?api_key=S3CR3T` }),
    () => ({ url: `${away}/a?api_key=***` }),
    'url',
  ],
  [
    'json',
    'an address in a list',
    () => ({ url: HOME, others: [{ at: 'http://S3CR3T@127.0.0.1:9/' }] }),
    () => ({ url: HOME, others: [{ at: `http://***@127.0.0.1:${port}/` }] }),
    'others[0].at',
  ],
  ['json', 'a part that was never stored', () => ({ url: `${HOME}/a` }), () => ({ url: `${HOME}/a?key=***` }), 'url'],
  [
    'calendar',
    'a secret address',
    () => ({ url: `${HOME}/ical/private-S3CR3T/basic.ics` }),
    () => ({ url: `${away}/ical/private-***/basic.ics` }),
    'url',
  ],
  [
    'rss',
    'a webcal address to http',
    () => ({ url: 'webcal://127.0.0.1:9/published/2/S3CR3T' }),
    () => ({ url: 'http://127.0.0.1:9/published/2/***' }),
    'url',
  ],
  ['home_assistant', 'a token to another host', () => house(HOME, 'S3CR3T'), () => house(away, '***'), 'token'],
  [
    'home_assistant',
    'a token without an address to a first one',
    () => house(undefined, 'S3CR3T'),
    () => house(away, '***'),
    'token',
  ],
  [
    'mqtt',
    'a password to another broker',
    () => mqtt(BROKER, 'S3CR3T'),
    () => mqtt(`mqtt://127.0.0.1:${port}`, '***'),
    'connection.password',
  ],
  [
    'mqtt',
    'a password out of its encryption',
    () => mqtt('mqtts://127.0.0.1:8883', 'S3CR3T'),
    () => mqtt('mqtt://127.0.0.1:8883', '***'),
    'connection.password',
  ],
  [
    'mqtt',
    'user and password in the address',
    () => ({ connection: { url: 'mqtt://me:S3CR3T@127.0.0.1:9' }, topics }),
    () => ({ connection: { url: `mqtt://***:***@127.0.0.1:${port}` }, topics }),
    'connection.url',
  ],
];
for (const [door, write] of Object.entries(DOORS)) {
  for (const [plugin, what, stored, sent, field] of MOVES) {
    test(`${plugin} over ${door}: ${what} is refused`, async () => {
      await appliance.call('PATCH', `/v1/plugins/${plugin}`, { config: {}, enabled: false });
      assert.is((await appliance.call('PATCH', `/v1/plugins/${plugin}`, { config: stored() })).status, 200);
      const before = appliance.app.store.state.plugins[plugin];
      const { status, detail } = await write(plugin, sent());
      assert.is(status, 400, detail);
      assert.is(detail.slice(0, field.length + 1), `${field}:`);
      assert.match(detail, 'again');
      assert.not.match(detail, 'S3CR3T');
      assert.is(appliance.app.store.state.plugins[plugin], before);
    });
  }
}

for (const [plugin, what, stored, change] of [
  ['json', 'another path', json(`${HOME}/a`, 'S3CR3T'), (config: Settings) => ({ ...config, url: `${HOME}/b` })],
  [
    'json',
    'the usual port, written',
    json('http://127.0.0.1/a', 'S3CR3T'),
    (config: Settings) => ({ ...config, url: 'http://127.0.0.1:80/b' }),
  ],
  [
    'json',
    'another query beside the key',
    { url: `${HOME}/a?key=S3CR3T&lang=de` },
    (config: Settings) => ({ ...config, url: `${HOME}/a?key=***&lang=en` }),
  ],
  ['home_assistant', 'no address', house(HOME, 'S3CR3T'), ({ url: _url, ...config }: Settings) => config],
  ['mqtt', 'other topics', mqtt(BROKER, 'S3CR3T'), (config: Settings) => ({ ...config, topics: [{ topic: 'b' }] })],
  [
    'webhook',
    'a secret that goes nowhere',
    { secret: 'S3CR3T' },
    (config: Settings) => ({ ...config, display_field: 'x' }),
  ],
  [
    'guest_wifi',
    'a password that goes nowhere',
    { ssid: 'a', password: 'S3CR3T' },
    (config: Settings) => ({ ...config, ssid: 'b' }),
  ],
] as const) {
  test(`${plugin}: with ${what} the secret stays`, async () => {
    await appliance.call('PATCH', `/v1/plugins/${plugin}`, { config: {}, enabled: false });
    const { body } = await appliance.call<PluginDetail>('PATCH', `/v1/plugins/${plugin}`, { config: stored });
    const written = await appliance.call<PluginDetail>('PATCH', `/v1/plugins/${plugin}`, {
      config: change(body.config),
    });
    assert.is(written.status, 200, detailOf(written.body));
    assert.not.match(JSON.stringify(written.body), 'S3CR3T');
    assert.match(JSON.stringify(appliance.app.store.state.plugins[plugin]?.secrets), 'S3CR3T');
  });
}

const PANEL = { device_type: 'panel', grid_rows: 3, grid_cols: 15, enabled: false };
const panelAt = (url: string, password?: string) => ({
  driver: 'mqtt-text',
  connection: { url, command_topic: 't', ...(password === undefined ? {} : { password }) },
});
const clockAt = (place: object, password?: string) => ({
  driver: 'awtrix',
  connection: { ...place, username: 'me', ...(password === undefined ? {} : { password }) },
});
const SMALL = { device_type: 'panel', grid_rows: 1, grid_cols: 8, enabled: false };
const tile = (col: number, host: string, local_api_key: string) => ({ row: 0, col, host, local_api_key });

const BOARD_MOVES: [what: string, stored: object, sent: () => object, field: string][] = [
  [
    'a key to another host',
    { device_type: 'flagship', host: '127.0.0.1:9', local_api_key: 'S3CR3T', enabled: false },
    () => ({ host: `127.0.0.1:${port}`, local_api_key: '***' }),
    'local_api_key',
  ],
  [
    'a key that is not mentioned',
    { device_type: 'flagship', host: '127.0.0.1:9', local_api_key: 'S3CR3T', enabled: false },
    () => ({ host: `127.0.0.1:${port}` }),
    'local_api_key',
  ],
  [
    'a key without a host to a first one',
    { device_type: 'flagship', local_api_key: 'S3CR3T', enabled: false },
    () => ({ host: `127.0.0.1:${port}`, local_api_key: '***' }),
    'local_api_key',
  ],
  [
    'the key of a Note',
    { device_type: 'note_array', notes_wide: 2, tiles: [tile(0, '127.0.0.1:9', 'S3CR3T')], enabled: false },
    () => ({ tiles: [tile(0, `127.0.0.1:${port}`, '***')] }),
    'tiles[0].local_api_key',
  ],
  [
    'a password to another broker',
    { ...PANEL, panel: panelAt(BROKER, 'S3CR3T') },
    () => ({ panel: panelAt(`mqtt://127.0.0.1:${port}`, '***') }),
    'panel.connection.password',
  ],
  [
    'a password that is not mentioned',
    { ...PANEL, panel: panelAt(BROKER, 'S3CR3T') },
    () => ({ panel: panelAt(`mqtt://127.0.0.1:${port}`) }),
    'panel.connection.password',
  ],
  [
    'the password of a device to another host',
    { ...SMALL, panel: clockAt({ host: '127.0.0.1:9' }, 'S3CR3T') },
    () => ({ panel: clockAt({ host: `127.0.0.1:${port}` }, '***') }),
    'panel.connection.password',
  ],
  [
    'the password of a device that is not mentioned',
    { ...SMALL, panel: clockAt({ host: '127.0.0.1:9' }, 'S3CR3T') },
    () => ({ panel: clockAt({ host: '127.0.0.2:9' }) }),
    'panel.connection.password',
  ],
  [
    'the password of a device to a broker',
    { ...SMALL, panel: clockAt({ host: '127.0.0.1:9' }, 'S3CR3T') },
    () => ({ panel: clockAt({ url: `mqtt://127.0.0.1:${port}`, topic_prefix: 'a' }, '***') }),
    'panel.connection.password',
  ],
  [
    'the password of a broker to a device',
    { ...SMALL, panel: clockAt({ url: BROKER, topic_prefix: 'a' }, 'S3CR3T') },
    () => ({ panel: clockAt({ url: BROKER, topic_prefix: 'a', host: `127.0.0.1:${port}` }) }),
    'panel.connection.password',
  ],
  [
    'the password of a device through another driver',
    { ...SMALL, panel: clockAt({ host: '127.0.0.1:9' }, 'S3CR3T') },
    () => ({ panel: panelAt(`mqtt://127.0.0.1:${port}`, '***') }),
    'panel.connection.password',
  ],
  [
    'user and password in the address',
    { ...PANEL, panel: panelAt('mqtt://me:S3CR3T@127.0.0.1:9') },
    () => ({ panel: panelAt(`mqtt://***:***@127.0.0.1:${port}`) }),
    'panel.connection.url',
  ],
  [
    'a key that was never stored',
    { device_type: 'flagship', host: '127.0.0.1:9', enabled: false },
    () => ({ local_api_key: '***' }),
    'local_api_key',
  ],
];
const removeOthers = async (): Promise<void> => {
  const [, ...others] = appliance.app.store.state.boards;
  for (const { id } of others) await appliance.call('DELETE', `/settings/board/${id}`);
};
for (const [what, stored, sent, field] of BOARD_MOVES) {
  for (const door of ['PUT /settings/board', 'POST /config/board/test']) {
    test(`boards over ${door}: ${what} is refused`, async () => {
      await removeOthers();
      const added = await appliance.call<BoardSettings>('POST', '/settings/board/add', { id: 'wall', ...stored });
      assert.is(added.status, 201, detailOf(added.body));
      const before = appliance.app.store.state.boards;
      const [first, wall] = added.body.boards;
      const { panel: _panel, tiles: _tiles, local_api_key: _key, ...shown } = wall ?? {};
      const put = door.startsWith('PUT');
      const answer = put
        ? await appliance.call('PUT', '/settings/board', { boards: [first, { ...shown, ...sent() }] })
        : await appliance.call('POST', '/config/board/test', { board_id: 'wall', ...sent() });
      assert.is(answer.status, 400, JSON.stringify(answer.body));
      assert.is(detailOf(answer.body).slice(0, field.length + 1), `${field}:`);
      assert.match(detailOf(answer.body), /send it/);
      assert.is(appliance.app.store.state.boards, before);
    });
  }
}
for (const [what, place] of [
  ['the same host in capitals', { host: 'LOCALHOST:9' }],
  ['no host', {}],
  ['another brightness', { host: 'localhost:9', brightness: 5 }],
] as const) {
  test(`boards: with ${what} the password of a device stays`, async () => {
    await removeOthers();
    const [first] = appliance.app.store.state.boards;
    const stored = { ...SMALL, id: 'wall', panel: clockAt({ host: 'localhost:9' }, 'S3CR3T') };
    assert.is((await appliance.call('POST', '/settings/board/add', stored)).status, 201);
    const sent = { id: 'wall', panel: clockAt(place, '***') };
    const answer = await appliance.call('PUT', '/settings/board', { boards: [{ id: first?.id }, sent] });
    assert.is(answer.status, 200, detailOf(answer.body));
    assert.is(appliance.app.store.state.boards[1]?.secrets.panel_password, 'S3CR3T');
  });
}
for (const host of [
  '8.8.8.8',
  '8.8.8.8:80',
  'http://8.8.8.8/',
  'http://127.0.0.1@8.8.8.8/',
  'ftp://127.0.0.1/',
  'me:S3CR3T@127.0.0.1',
  'http://me:S3CR3T@127.0.0.1/',
  'no.such.name.invalid',
]) {
  test(`boards: a device is not stored at ${host}`, async () => {
    await removeOthers();
    for (const path of ['/settings/board/add', '/config/board/test']) {
      const answer = await appliance.call('POST', path, { ...SMALL, panel: clockAt({ host }) });
      assert.is(answer.status, 400, JSON.stringify(answer.body));
      assert.match(detailOf(answer.body), /^panel\.connection\.host: /);
    }
    assert.is(appliance.app.store.state.boards.length, 1);
  });
}
test('boards: a new board has no stored key', async () => {
  const answer = await appliance.call('POST', '/settings/board/add', {
    device_type: 'flagship',
    host: `127.0.0.1:${port}`,
    local_api_key: '***',
  });
  assert.is(answer.status, 400);
  assert.match(detailOf(answer.body), /^local_api_key:/);
});
test('boards: a Note takes its key along to another place, and a board that is renamed keeps everything', async () => {
  await removeOthers();
  await appliance.call('POST', '/settings/board/add', {
    id: 'wall',
    device_type: 'note_array',
    notes_wide: 2,
    tiles: [tile(0, '127.0.0.1:9', 'S3CR3T-1'), tile(1, '127.0.0.2:9', 'S3CR3T-2')],
    enabled: false,
  });
  const [first] = appliance.app.store.state.boards;
  const answer = await appliance.call('PUT', '/settings/board', {
    boards: [
      { id: first?.id },
      { id: 'wall', name: 'Other', tiles: [tile(1, '127.0.0.1:9', '***'), tile(0, '127.0.0.2:9', '***')] },
    ],
  });
  assert.is(answer.status, 200, detailOf(answer.body));
  assert.equal(appliance.app.store.state.boards[1]?.secrets.tile_keys, { '0,1': 'S3CR3T-1', '0,0': 'S3CR3T-2' });
});

for (const [what, sent] of [
  ['another host', () => ({ broker_host: '127.0.0.2', password: '***' })],
  ['another port', () => ({ broker_port: port })],
  ['no encryption', () => ({ tls: false, password: null })],
] as const) {
  test(`MQTT: the password goes to no broker with ${what}`, async () => {
    await appliance.call('PUT', '/settings/mqtt', {
      broker_host: '127.0.0.1',
      broker_port: 9,
      tls: true,
      password: 'S3CR3T',
      enabled: false,
    });
    const before = appliance.app.store.state.settings.mqtt;
    const answer = await appliance.call('PUT', '/settings/mqtt', sent());
    assert.equal([answer.status, detailOf(answer.body).slice(0, 9)], [400, 'password:']);
    assert.is(appliance.app.store.state.settings.mqtt, before);
    assert.is((await appliance.call('PUT', '/settings/mqtt', { ...sent(), password: 'another' })).status, 200);
  });
}
test('MQTT: no credentials in what others read', async () => {
  for (const [field, value] of [
    ['broker_host', 'me:S3CR3T@127.0.0.1'],
    ['external_url', 'http://me:S3CR3T@flapbox.local/'],
  ] as const) {
    const answer = await appliance.call('PUT', '/settings/mqtt', { [field]: value });
    assert.equal(
      [answer.status, detailOf(answer.body).startsWith(`${field}:`), detailOf(answer.body).includes('S3CR3T')],
      [400, true, false],
    );
  }
});

type File = Record<string, unknown> & {
  data: { boards: { id: string }[]; plugins: Record<string, { config: Settings }>; settings: { mqtt: Settings } };
};
const fill = async (): Promise<File> => {
  await removeOthers();
  await appliance.call('POST', '/settings/board/add', {
    id: 'wall',
    device_type: 'flagship',
    host: '127.0.0.1:9',
    local_api_key: 'S3CR3T',
    enabled: false,
  });
  await appliance.call('POST', '/settings/board/add', {
    id: 'array',
    device_type: 'note_array',
    tiles: [tile(0, '127.0.0.1:9', 'S3CR3T')],
    enabled: false,
  });
  await appliance.call('POST', '/settings/board/add', {
    id: 'panel',
    ...PANEL,
    panel: panelAt('mqtt://me:S3CR3T@127.0.0.1:9', 'S3CR3T'),
  });
  await appliance.call('POST', '/settings/board/add', {
    id: 'clock',
    ...SMALL,
    panel: clockAt({ host: '127.0.0.1:9' }, 'S3CR3T'),
  });
  await appliance.call('PUT', '/settings/mqtt', { broker_host: '127.0.0.1', broker_port: 9, password: 'S3CR3T' });
  for (const [id, config] of [
    ['json', json('http://me:S3CR3T@127.0.0.1:9/a', 'S3CR3T')],
    ['home_assistant', house(HOME, 'S3CR3T')],
    ['rss', { url: `${HOME}/?key=S3CR3T` }],
    ['mqtt', mqtt(BROKER, 'S3CR3T')],
  ] as const) {
    assert.is((await appliance.call('PATCH', `/v1/plugins/${id}`, { config, enabled: false })).status, 200);
  }
  const { body } = await appliance.call<File>('GET', '/backup/export');
  assert.not.match(JSON.stringify(body), 'S3CR3T');
  return body;
};
const withBoard = (file: File, id: string, change: object): File => ({
  ...file,
  data: { ...file.data, boards: file.data.boards.map((board) => (board.id === id ? { ...board, ...change } : board)) },
});
const withConfig = (file: File, id: string, config: Settings): File => ({
  ...file,
  data: { ...file.data, plugins: { ...file.data.plugins, [id]: { ...file.data.plugins[id], config } } },
});
const IMPORTS: [what: string, change: (file: File) => File, place: string][] = [
  [
    'the host of a board',
    (file) => withBoard(file, 'wall', { host: `127.0.0.1:${port}` }),
    'boards.wall.local_api_key',
  ],
  [
    'the host of a Note',
    (file) => withBoard(file, 'array', { tiles: [{ row: 0, col: 0, host: `127.0.0.1:${port}`, enabled: true }] }),
    'boards.array.tiles[0].local_api_key',
  ],
  [
    'the broker of a panel',
    (file) =>
      withBoard(file, 'panel', {
        panel: {
          ...panelAt(`mqtt://***:***@127.0.0.1:${port}`),
          flaps: null,
          modules: { layout: 'rows', first: 0 },
          max_moving: null,
          land_together: false,
        },
      }),
    'boards.panel.panel.connection.url',
  ],
  [
    'the host of a device',
    (file) =>
      withBoard(file, 'clock', {
        panel: {
          ...clockAt({ host: `127.0.0.1:${port}` }),
          flaps: null,
          modules: { layout: 'rows', first: 0 },
          max_moving: null,
          land_together: false,
        },
      }),
    'boards.clock.panel.connection.password',
  ],
  [
    'the bare broker of a panel',
    (file) =>
      withBoard(file, 'panel', {
        panel: {
          ...panelAt(`mqtt://127.0.0.1:${port}`),
          flaps: null,
          modules: { layout: 'rows', first: 0 },
          max_moving: null,
          land_together: false,
        },
      }),
    'boards.panel.panel.connection.password',
  ],
  [
    'the broker',
    (file) => ({
      ...file,
      data: {
        ...file.data,
        settings: { ...file.data.settings, mqtt: { ...file.data.settings.mqtt, broker_port: port } },
      },
    }),
    'settings.mqtt.password',
  ],
  ['the address beside headers', (file) => withConfig(file, 'json', { url: away, headers: {} }), 'plugins.json'],
  ['the address of a token', (file) => withConfig(file, 'home_assistant', { url: away }), 'plugins.home_assistant'],
  ['the server of a masked address', (file) => withConfig(file, 'rss', { url: `${away}/?key=***` }), 'plugins.rss.url'],
  [
    'the broker of topics',
    (file) => withConfig(file, 'mqtt', { connection: { url: `mqtt://127.0.0.1:${port}` }, topics }),
    'plugins.mqtt',
  ],
];
for (const [what, change, place] of IMPORTS) {
  test(`import: a file that changes ${what} gets no stored secret`, async () => {
    const file = await fill();
    const before = appliance.app.store.state;
    const answer = await appliance.call('POST', '/backup/import', change(file));
    assert.is(answer.status, 400, JSON.stringify(answer.body));
    assert.is(detailOf(answer.body).slice(0, place.length + 1), `${place}:`);
    assert.is(appliance.app.store.state, before);
  });
}
test('import: the file as it was keeps every secret', async () => {
  const file = await fill();
  const { boards, plugins, settings } = appliance.app.store.state;
  assert.is((await appliance.call('POST', '/backup/import', file)).status, 200);
  assert.equal(
    [appliance.app.store.state.boards, appliance.app.store.state.plugins, appliance.app.store.state.settings],
    [boards, plugins, settings],
  );
});
test('import: an address without secrets takes the place of one with', async () => {
  const file = await fill();
  assert.is(
    (await appliance.call('POST', '/backup/import', withConfig(file, 'rss', { url: `${away}/feed` }))).status,
    200,
  );
  assert.equal(appliance.app.store.state.plugins['rss'], {
    enabled: false,
    config: { url: `${away}/feed` },
    secrets: {},
  });
});
test('import: elsewhere a masked address is no address, and does not prevent the import', async () => {
  const file = await fill();
  const other = await startAppliance();
  try {
    await other.call('POST', '/auth/preference', { enabled: false });
    assert.is((await other.call('POST', '/backup/import', file)).status, 200);
    const { body } = await other.call<PluginDetail>('PATCH', '/v1/plugins/rss', { enabled: true });
    assert.equal([body.config, body.configured], [{ url: `${HOME}/?key=***` }, false]);
    assert.is(
      (await other.call('PUT', '/settings/board', (await other.call<BoardSettings>('GET', '/settings/board')).body))
        .status,
      200,
    );
    const again = await other.call<PluginDetail>('PATCH', '/v1/plugins/rss', { config: body.config });
    assert.equal([again.status, again.body.config, again.body.configured], [200, body.config, false]);
  } finally {
    await other.close();
  }
});

test('no request went to a forbidden destination', () =>
  assert.equal(
    heard.filter((one) => one.includes('S3CR3T')),
    [],
  ));

test.run();
