import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { exportBackup } from '../../src/store/backup.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { until } from '../support/until.ts';

/** A value that occurs nowhere else, with characters that JSON and addresses write otherwise. */
const secret = (name: string): string => `S3CR3T-${name}-"/+é-${name.length}`;

const NAMES = [
  'local-key',
  'cloud-key',
  'array-token',
  'panel',
  'home-assistant',
  'webhook',
  'json-header',
  'mqtt',
  'login',
  'next-login',
  'typed',
  'passphrase',
  'words',
  'environment',
  'broker',
  'calendar-path',
  'feed-key',
  'json-user',
  'json-list',
  'topic-broker',
  'panel-broker',
  'cloud-user',
  'mistyped',
] as const;
const SECRETS: Record<string, string> = Object.fromEntries(NAMES.map((name) => [name, secret(name)]));
const of = (name: (typeof NAMES)[number]): string => SECRETS[name] ?? '';

/** A value as it stands in an address. */
const inAddress = (name: (typeof NAMES)[number]): string => encodeURIComponent(of(name));

const PLUGINS_READ = ['home_assistant', 'webhook', 'json', 'json:more', 'calendar', 'rss', 'mqtt'];

/** Where something was written, and what. */
interface Trace {
  readonly place: string;
  readonly bytes: Buffer;
}

// Base64 of a value inside a longer text depends on where it begins: the middle of each of the three is looked for.
const insideBase64 = (value: Buffer): string[] =>
  [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), value])
      .toString('base64')
      .slice(offset === 0 ? 0 : 4, -4),
  );

const formsOf = (value: string | Buffer): string[] => {
  const bytes = Buffer.from(value);
  const base64 = insideBase64(bytes);
  const plain = typeof value === 'string' ? [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)] : [];
  return [
    ...plain,
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ];
};

const findIn = (traces: readonly Trace[], name: string, value: string | Buffer): string[] => {
  const forms = formsOf(value);
  return traces
    .filter(
      ({ bytes }) => forms.some((form) => bytes.includes(form)) || (typeof value !== 'string' && bytes.includes(value)),
    )
    .map(({ place }) => `${name} in ${place}`);
};

const filesBelow = (dir: string): Trace[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dir, name)).isFile())
    .map((name) => ({ place: name, bytes: readFileSync(join(dir, name)) }));

const test = suite('app: secrets stay secret');

const root = mkdtempSync(join(tmpdir(), 'flapbox-secrets-'));
const traces: Trace[] = [];
const cookies: string[] = [];
let token = '';
let sessionKey = Buffer.alloc(0);
let plugin: { data: { env: string } } | null = null;
let events = '';
let appliance: Appliance;
let cookie = '';

const note = (place: string, text: string): void => void traces.push({ place, bytes: Buffer.from(text) });

const call = async (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> => {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
  const response = await fetch(`${appliance.url}/api${path}`, {
    method,
    headers: { Cookie: cookie, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...sent,
  });
  const text = await response.text();
  for (const one of response.headers.getSetCookie()) cookie = one.split(';')[0] ?? '';
  if (response.headers.has('set-cookie') && cookie.length > 60) cookies.push(cookie.slice('service_session='.length));
  const shownOnce = path === '/auth/mcp-token' && response.status === 201;
  note(`the answer to ${method} ${path}`, shownOnce ? '' : text);
  note(`the headers of ${method} ${path}`, [...response.headers].filter(([name]) => name !== 'set-cookie').join('\n'));
  return { status: response.status, text };
};

const expectStatus = async (status: number, ...request: Parameters<typeof call>): Promise<string> => {
  const answer = await call(...request);
  assert.is(answer.status, status, `${request[0]} ${request[1]}: ${answer.text}`);
  return answer.text;
};

const installPlugin = (): void => {
  mkdirSync(join(root, 'plugins/looker'), { recursive: true });
  writeFileSync(
    join(root, 'plugins/looker/manifest.json'),
    JSON.stringify({ id: 'looker', name: 'Looker', version: '1.0.0', timeout_seconds: 5 }),
  );
  writeFileSync(
    join(root, 'plugins/looker/index.mjs'),
    `export const fetchData = async ({ config, log }) => { log('looked'); return { available: true, data: { env: JSON.stringify(typeof process === 'undefined' ? {} : process.env), world: Object.getOwnPropertyNames(globalThis).join() } }; };`,
  );
};

/** Follows the events until the appliance ends the stream. */
const listen = async (): Promise<void> => {
  const response = await fetch(`${appliance.url}/api/events`, { headers: { Cookie: cookie } });
  assert.is(response.status, 200);
  const decoder = new TextDecoder();
  void (async () => {
    for await (const chunk of response.body ?? []) events += decoder.decode(chunk);
  })().catch(() => undefined);
};

/** A board that refuses every write and repeats what it was sent, as badly written ones do. */
const startRudeBoard = async () => {
  const server = createServer((request, response) => {
    request
      .on('data', () => undefined)
      .on('end', () => response.writeHead(401).end(`bad key ${JSON.stringify(request.headers)}`));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
};

const setUpInstall = async (host: string): Promise<void> => {
  await expectStatus(201, 'POST', '/settings/board/add', {
    device_type: 'flagship',
    id: 'wall',
    host,
    local_api_key: of('local-key'),
  });
  await expectStatus(201, 'POST', '/settings/board/add', {
    device_type: 'flagship',
    id: 'cloud',
    api_mode: 'cloud',
    cloud_key: of('cloud-key'),
  });
  await expectStatus(201, 'POST', '/settings/board/add', {
    device_type: 'note_array',
    id: 'array',
    api_mode: 'cloud',
    note_array_token: of('array-token'),
  });
  await expectStatus(201, 'POST', '/settings/board/add', {
    device_type: 'panel',
    id: 'panel',
    grid_rows: 3,
    grid_cols: 15,
    panel: {
      driver: 'mqtt-text',
      connection: {
        url: `mqtt://flaps:${inAddress('panel-broker')}@127.0.0.1:9`,
        command_topic: 't',
        username: 'u',
        password: of('panel'),
      },
    },
  });
  await call('PATCH', '/v1/plugins/home_assistant', {
    enabled: true,
    config: { url: `http://${host}`, token: of('home-assistant'), entities: ['sensor.x'] },
  });
  await call('PATCH', '/v1/plugins/webhook', { enabled: true, config: { secret: of('webhook') } });
  await expectStatus(201, 'POST', '/plugins/json/instances', { label: 'more' });
  await expectStatus(200, 'PATCH', '/v1/plugins/json:more', {
    enabled: true,
    config: { url: `http://${host}/x`, others: [{ at: `https://${inAddress('json-list')}@${host}/` }] },
  });
  await expectStatus(200, 'PATCH', '/v1/plugins/calendar', {
    enabled: true,
    config: { url: `http://${host}/calendar/ical/me%40example.org/private-${inAddress('calendar-path')}/basic.ics` },
  });
  await expectStatus(200, 'PUT', '/plugins/rss/config', {
    url: `http://${host}/feed?lang=de&api_key=${inAddress('feed-key')}`,
  });
  await expectStatus(200, 'POST', '/plugins/rss/enable');
  await expectStatus(200, 'PATCH', '/v1/plugins/mqtt', {
    enabled: true,
    config: { connection: { url: `mqtt://flaps:${inAddress('topic-broker')}@127.0.0.1:9` }, topics: [{ topic: 'a' }] },
  });
  await expectStatus(200, 'PATCH', '/v1/plugins/json', {
    enabled: true,
    config: {
      url: `http://me:${inAddress('json-user')}@${host}/x`,
      headers: { 'X-Key': of('json-header') },
      variables: [{ name: 'a', path: 'a' }],
    },
  });
  await expectStatus(200, 'PATCH', '/v1/plugins/looker', { enabled: true });
  await appliance.app.store.update(({ settings }) => ({
    settings: { ...settings, mqtt: { ...settings.mqtt, secrets: { password: of('mqtt') } } },
  }));
  await call('PUT', '/settings/mqtt', { password: of('mqtt') });
};

// Each names a secret where something else is wrong with the request.
const provoke = async (): Promise<void> => {
  const broken: [string, string, unknown][] = [
    ['POST', '/auth/login', { username: 'owner', password: of('typed') }],
    ['POST', '/auth/login', { password: of('typed') }],
    ['POST', '/auth/login', { username: 5, password: [of('typed')] }],
    ['POST', '/auth/login', [of('typed')]],
    ['POST', '/auth/login', `{"password":${JSON.stringify(of('typed'))}`],
    ['POST', '/auth/login', JSON.stringify(of('typed'))],
    ['POST', '/auth/change-password', { current_password: of('typed'), new_password: 'short' }],
    ['POST', '/auth/change-password', { current_password: { nested: of('typed') } }],
    ['POST', '/auth/setup', { username: 'a b', password: of('typed') }],
    ['POST', '/settings/board/add', { device_type: 'nonsense', local_api_key: of('local-key') }],
    ['POST', '/settings/board/add', { device_type: 'flagship', local_api_key: { is: of('local-key') } }],
    [
      'PUT',
      '/settings/board',
      { boards: [{ id: 'wall', device_type: 'flagship', rows: 'x', local_api_key: of('local-key'), host: 5 }] },
    ],
    ['PATCH', '/v1/plugins/webhook', { config: { secret: [of('webhook')] } }],
    ['PATCH', '/v1/plugins/home_assistant', { config: { token: of('home-assistant'), url: 'nonsense' } }],
    ['POST', '/backup/import', { passphrase: of('passphrase'), format: 'nonsense' }],
    ['PATCH', '/v1/plugins/json', { config: { url: `gopher://x:${inAddress('mistyped')}@h/` } }],
    ['PATCH', '/v1/plugins/json', { config: `http://x:${inAddress('mistyped')}@h/` }],
    ['PATCH', '/v1/plugins/json', { config: { url: `http://***:${inAddress('mistyped')}@h/` } }],
    [
      'POST',
      '/settings/board/add',
      {
        device_type: 'panel',
        panel: { driver: 'mqtt-text', connection: { url: [`mqtt://x:${inAddress('mistyped')}@h/`] } },
      },
    ],
    [
      'PUT',
      '/settings/mqtt',
      { external_url: `http://x:${inAddress('mistyped')}@h/`, broker_host: `x:${inAddress('mistyped')}@h` },
    ],
  ];
  for (const [method, path, body] of broken) await call(method, path, body);
};

const write = async (): Promise<void> => {
  for (const board of ['wall', 'cloud', 'array', 'panel', 'primary']) {
    await call('POST', `/v1/boards/${board}/message`, { text: 'HELLO' });
    await call('GET', `/v1/boards/${board}`);
  }
  for (const id of PLUGINS_READ) {
    await call('GET', `/v1/plugins/${id}/data`);
    // What was shown can be sent back, and changes nothing.
    const { config, enabled } = JSON.parse(await expectStatus(200, 'GET', `/v1/plugins/${id}`)) as {
      config: object;
      enabled: boolean;
    };
    const stored = appliance.app.store.state.plugins[id];
    await expectStatus(200, 'PATCH', `/v1/plugins/${id}`, { enabled, config });
    assert.equal(appliance.app.store.state.plugins[id], stored, id);
  }
  const boards = JSON.parse(await expectStatus(200, 'GET', '/settings/board')) as object;
  const before = appliance.app.store.state.boards;
  await expectStatus(200, 'PUT', '/settings/board', boards);
  assert.equal(appliance.app.store.state.boards, before);
  await call('POST', '/v1/plugins/webhook/receive', { a: 1 }, { 'X-Webhook-Signature': 'sha256=00' });
  await until(async () => {
    plugin = JSON.parse(await expectStatus(200, 'GET', '/v1/plugins/looker/data')) as typeof plugin;
    return Boolean(plugin?.data?.env);
  });
};

const readEverything = async (): Promise<void> => {
  const { paths } = JSON.parse(await expectStatus(200, 'GET', '/internal/openapi.json')) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const readable = Object.keys(paths).filter(
    (path) =>
      paths[path]?.['get'] && !['/events', '/screens/events', '/mcp'].includes(path) && !/^\/(?:docs|redoc)/.test(path),
  );
  for (const id of PLUGINS_READ) for (const way of ['/plugins', '/v1/plugins']) await call('GET', `${way}/${id}`);
  for (const path of readable)
    await call(
      'GET',
      path.replaceAll(/\{\w+\}/g, path.includes('plugin') ? 'webhook' : path.includes('board') ? 'wall' : 'x'),
    );
};

const askTools = async (): Promise<void> => {
  const headers = { Cookie: '', Authorization: `Bearer ${token}`, Accept: 'application/json, text/event-stream' };
  const ask = (method: string, params: object) =>
    expectStatus(200, 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params }, headers);
  for (const plugin_id of PLUGINS_READ) {
    const found = await ask('tools/call', { name: 'get_plugin', arguments: { plugin_id } });
    assert.match(found, 'settings_schema');
    await ask('tools/call', { name: 'get_plugin_data', arguments: { plugin_id } });
  }
  const { result } = JSON.parse(await ask('resources/list', {})) as { result: { resources: { uri: string }[] } };
  for (const { uri } of result.resources) await ask('resources/read', { uri });
};

const makeBackups = async (): Promise<void> => {
  const { state } = appliance.app.store;
  note('the backup without a passphrase', JSON.stringify(await exportBackup(state, null, '2026-05-01T12:00:00Z')));
  note(
    'the backup with a passphrase',
    JSON.stringify(await exportBackup(state, of('passphrase'), '2026-05-01T12:00:00Z')),
  );
  await call('POST', '/backup/export', { passphrase: of('passphrase') });
};

const changeDoors = async (): Promise<void> => {
  ({ token } = JSON.parse(await expectStatus(201, 'POST', '/auth/mcp-token')) as { token: string });
  await expectStatus(200, 'GET', '/v1/boards', undefined, { Cookie: '', Authorization: `Bearer ${token}` });
  await expectStatus(401, 'GET', '/v1/boards', undefined, { Authorization: `Bearer ${of('typed')}` });
  await expectStatus(200, 'POST', '/auth/change-password', {
    current_password: of('login'),
    new_password: of('next-login'),
  });
};

test.before(async () => {
  installPlugin();
  const worker = join(process.cwd(), 'dist/sandbox/worker.cjs');
  execFileSync(process.execPath, ['esbuild.config.mjs', '--if-stale'], { stdio: 'ignore' });
  assert.ok(statSync(worker).isFile());
  const board = await startRudeBoard();
  const env = {
    SERVICE_AUTH_ENABLED: '',
    SERVICE_LOG_LEVEL: 'debug',
    SERVICE_SECRET_KEY: of('words'),
    SERVICE_PLUGINS_DIR: join(root, 'plugins'),
    SERVICE_MQTT_URL: `mqtt://user:${encodeURIComponent(of('broker'))}@127.0.0.1:9`,
    SERVICE_VESTABOARD_RW_URL: board.url,
    SERVICE_VESTABOARD_CLOUD_URL: board.url.replace('//', `//x:${inAddress('cloud-user')}@`),
    LOOKER_TOKEN: of('environment'),
  };
  // A child process would inherit the environment of this one.
  Object.assign(process.env, {
    SERVICE_SECRET_KEY: env.SERVICE_SECRET_KEY,
    SERVICE_MQTT_URL: env.SERVICE_MQTT_URL,
    LOOKER_TOKEN: env.LOOKER_TOKEN,
  });
  appliance = await startAppliance({ env });
  await expectStatus(201, 'POST', '/auth/setup', { username: 'owner', password: of('login') });
  await listen();
  await setUpInstall(board.host);
  await write();
  await provoke();
  await changeDoors();
  await askTools();
  await makeBackups();
  await readEverything();
  traces.push(...filesBelow(appliance.dir).map(({ place, bytes }) => ({ place: `before the stop, ${place}`, bytes })));
  await appliance.restart();
  sessionKey = Buffer.from(readFileSync(join(appliance.dir, '.session_key'), 'latin1'), 'base64');
  await readEverything();
  traces.push(...filesBelow(appliance.dir));
  note('the log', appliance.lines.join('\n'));
  note('the events', events);
  note("the third-party plugin's environment", plugin?.data.env ?? '');
  board.close();
});
test.after(async () => {
  await appliance.close();
  rmSync(root, { recursive: true, force: true });
});

test('there is something to search', () => {
  assert.ok(traces.length > 150, String(traces.length));
  assert.equal([sessionKey.length, token.length], [32, 43]);
  assert.ok(cookies.length >= 2);
  assert.match(events, 'event: board');
  assert.match(appliance.lines.join(' '), 'login failed');
  assert.ok(plugin);
});
test('the search finds each form', () => {
  for (const form of formsOf('S3CR3T-x'))
    assert.equal(findIn([{ place: 'here', bytes: Buffer.from(`.${form}.`) }], 'x', 'S3CR3T-x'), ['x in here'], form);
  for (const padding of ['', 'a', 'ab', 'abc']) {
    const bytes = Buffer.from(Buffer.from(`${padding}S3CR3T-long-enough${padding}`).toString('base64'));
    assert.equal(findIn([{ place: 'here', bytes }], 'x', 'S3CR3T-long-enough'), ['x in here'], padding);
  }
});
for (const name of NAMES) {
  test(`${name} is nowhere`, () => assert.equal(findIn(traces, name, of(name)), []));
}
test('the token is nowhere but in the answer that made it', () => assert.equal(findIn(traces, 'token', token), []));
test('sessions are nowhere but in the cookie', () => {
  for (const one of cookies) assert.equal(findIn(traces, 'session', one.split('.').at(-1) ?? ''), []);
});
test('the key of the sessions is nowhere but in its file', () => {
  const elsewhere = traces.filter(({ place }) => !place.endsWith('.session_key'));
  assert.is(traces.length - elsewhere.length, 2);
  assert.equal(findIn(elsewhere, 'session key', sessionKey), []);
});
test('the hash of the password is in auth.json and nowhere else', () => {
  const hash = appliance.app.store.state.auth.user?.password_hash ?? '';
  assert.match(hash, /^\$2b\$/);
  const found = findIn(traces, 'hash', hash);
  assert.ok(found.length > 0);
  assert.equal(
    found.filter((place) => !/auth\.json(?:\.bak)?$/.test(place)),
    [],
  );
});
test('a third-party plugin sees nothing of the environment of the service', () => {
  const seen = Object.keys(JSON.parse(plugin?.data.env ?? '{}') as object);
  assert.equal(
    seen.filter((name) => /SERVICE|LOOKER|TOKEN|KEY|SECRET/.test(name)),
    [],
  );
});
test('everything in the data folder is for its owner only', () => {
  assert.is(statSync(appliance.dir).mode & 0o077, 0);
  // The cache has no secrets, and its library chooses the mode.
  for (const { place } of filesBelow(appliance.dir).filter((one) => !one.place.startsWith('cache/')))
    assert.is(statSync(join(appliance.dir, place)).mode & 0o077, 0, place);
});

test.run();
