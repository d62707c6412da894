import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startEmulator, type Emulator } from '../../../hw/emulator/vestaboard/emulator.ts';
import type { BackupImportAnswer } from '../../../src/schema/appliance/backup.ts';
import type { State } from '../../../src/schema/state.ts';
import { startAppliance, type Appliance } from '../../support/appliance.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { until } from '../../support/until.ts';

type File = Record<string, unknown> & {
  data: Record<string, unknown>;
  secrets: { token: string; salt: string } | null;
  schema_versions: Record<string, number>;
};

const BOARD_KEY = 'board-key-4711';
const PLUGIN_KEY = 'token-of-the-house';
const MQTT_KEY = 'broker-pass-0815';
const PASSPHRASE = 'correct horse battery';

const clock = createFakeClock('2026-03-02T10:00:30Z');
let appliance: Appliance;
let emulator: Emulator;
let wall = '';
let pinned = '';
let full: State;

const test = suite('http/flat/backup-restore');

const plain = async (from = appliance) => (await from.call<File>('GET', '/backup/export')).body;
const sealed = async (from = appliance) =>
  (await from.call<File>('POST', '/backup/export', { passphrase: PASSPHRASE })).body;
const bring = (file: object, into = appliance) =>
  into.call<BackupImportAnswer & { detail: string }>('POST', '/backup/import', file);
const state = (of = appliance) => of.app.store.state;
/** What a backup brings: neither the account nor what tells the appliance from others. */
const saved = ({ auth: _auth, settings: { follower_suffix: _own, ...settings }, plugins, ...rest }: State) => ({
  ...rest,
  settings,
  // Whom plugins may ask is confirmed at each appliance.
  plugins: Object.fromEntries(Object.entries(plugins).map(([key, { confirmed: _here, ...kept }]) => [key, kept])),
});
const first = () => emulator.shown()[0]?.[0];
const addPage = async (name: string, template: string[]) =>
  (await appliance.call<{ id: string }>('POST', '/v1/pages', { name, type: 'template', template })).body.id;

/** Makes something of every kind that a backup has. */
const fill = async () => {
  const { body } = await appliance.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
    device_type: 'flagship',
    name: 'Wall',
    host: `127.0.0.1:${emulator.port}`,
    local_api_key: BOARD_KEY,
  });
  wall = body.boards[1]?.id ?? '';
  pinned = await addPage('Pinned', ['PINNED']);
  await appliance.call('PUT', `/v1/boards/${wall}/active-page`, { page_id: pinned });
  await appliance.call('POST', '/v1/schedules', {
    board_id: wall,
    page_id: pinned,
    start_time: '08:00',
    end_time: '09:00',
  });
  await appliance.call('POST', '/v1/collections', {
    name: 'Both',
    page_ids: [pinned, await addPage('Other', ['OTHER'])],
  });
  await appliance.call('PUT', '/settings/mqtt', { broker_host: 'broker', password: MQTT_KEY });
  await appliance.call('PUT', '/config/general', { instance_name: 'Hallway' });
  await appliance.call('PATCH', '/v1/plugins/home_assistant', {
    config: { url: 'http://127.0.0.1:9', token: PLUGIN_KEY },
  });
  await appliance.call('PUT', '/settings/silence-schedule', { board_id: wall, start_time: '22:00' });
};

/** Changes something of every kind. */
const spoil = async () => {
  for (const { id } of state().pages) await appliance.call('DELETE', `/v1/pages/${id}`);
  for (const { id } of state().schedules) await appliance.call('DELETE', `/v1/schedules/${id}`);
  for (const { id } of state().collections) await appliance.call('DELETE', `/v1/collections/${id}`);
  if (state().boards.length > 1) await appliance.call('DELETE', `/settings/board/${wall}`);
  await appliance.call('PUT', '/settings/mqtt', { password: 'another', broker_host: 'elsewhere' });
  await appliance.call('PUT', '/config/general', { instance_name: 'Cellar' });
  await appliance.call('PATCH', '/v1/plugins/home_assistant', {
    config: { url: 'http://127.0.0.1:9', token: 'another token' },
  });
};

test.before(async () => {
  emulator = await startEmulator({ type: 'flagship', port: 0, key: BOARD_KEY });
  appliance = await startAppliance({ clock });
  await fill();
  full = state();
});
test.after(async () => {
  await appliance.close();
  await emulator.close();
});
test.before.each(() => appliance.app.store.update(({ auth }) => ({ ...full, auth })));

test('the plain file has every part but the account, and no secret', async () => {
  const file = await plain();
  assert.equal(Object.keys(file.data).sort(), [
    'boards',
    'collections',
    'devices',
    'favourites',
    'pages',
    'plugins',
    'programmes',
    'schedules',
    'settings',
  ]);
  for (const secret of [BOARD_KEY, PLUGIN_KEY, MQTT_KEY]) assert.not.ok(JSON.stringify(file).includes(secret), secret);
});

test('in the sealed file neither secrets nor passphrase stand in clear', async () => {
  const text = JSON.stringify(await sealed());
  for (const secret of [BOARD_KEY, PLUGIN_KEY, MQTT_KEY, PASSPHRASE]) assert.not.ok(text.includes(secret), secret);
});

test('round trip: everything is as it was, secrets included, and the board is driven with its key', async () => {
  const file = await sealed();
  await spoil();
  assert.is(state().boards.length, 1);
  const answer = await bring({ ...file, passphrase: PASSPHRASE });
  const restored = {
    boards: 2,
    pages: full.pages.length,
    schedules: 1,
    collections: 1,
    plugins: Object.keys(full.plugins).length,
  };
  assert.equal([answer.status, answer.body], [200, { status: 'ok', restored }]);
  assert.equal(saved(state()), saved(full));
  const sent = await appliance.call('POST', `/v1/boards/${wall}/message`, { fill: 9 });
  assert.equal([sent.status, sent.body['sent'], first()], [200, true, 9]);
});

test('what is restored is shown without being asked, and is there after a restart', async () => {
  const file = await sealed();
  await appliance.call('POST', `/v1/boards/${wall}/message`, { fill: 9 });
  await spoil();
  await bring({ ...file, passphrase: PASSPHRASE });
  await until(() => first() === 16);
  await appliance.restart();
  assert.equal(saved(state()), saved(full));
});

test('without a passphrase present secrets stay with what has the same id', async () => {
  const file = await plain();
  await appliance.call('PUT', '/config/general', { instance_name: 'Cellar' });
  assert.is((await bring(file)).status, 200);
  assert.equal(saved(state()), saved(full));
});

test('a sealed file with the word that its secrets are not wanted brings everything else', async () => {
  const file = await sealed();
  await spoil();
  const moved = await bring({ ...file, passphrase: null });
  assert.equal([moved.status, moved.body.detail.split(':')[0]], [400, 'settings.mqtt.password']);
  await appliance.call('PUT', '/settings/mqtt', { password: 'another', broker_host: 'broker' });
  assert.is((await bring({ ...file, passphrase: null })).status, 200);
  assert.equal(
    [state().boards[1]?.secrets, state().settings.general.instance_name, state().settings.mqtt.secrets.password],
    [{}, 'Hallway', 'another'],
  );
});

test('another appliance takes the file, keeps its own account, and drives the board', async () => {
  const file = await sealed();
  const other = await startAppliance({ clock });
  try {
    const account = state(other).auth;
    assert.is((await bring({ ...file, passphrase: PASSPHRASE }, other)).status, 200);
    assert.equal(saved(state(other)), saved(full));
    assert.is(state(other).auth, account);
    const sent = await other.call('POST', `/v1/boards/${wall}/message`, { fill: 11 });
    assert.equal([sent.body['sent'], first()], [true, 11]);
  } finally {
    await other.close();
  }
});

test('an account that a file brings is not taken', async () => {
  const file = await plain();
  const before = state().auth;
  const auth = { preference: 'enabled', user: null, token_hash: 'x', audit: [] };
  assert.is((await bring({ ...file, data: { ...file.data, auth } })).status, 200);
  assert.is(state().auth, before);
});

test('a timed message that ended since is not begun again', async () => {
  await appliance.call('POST', `/v1/boards/${wall}/message`, { fill: 9, duration_minutes: 1 });
  const file = await plain();
  await clock.advance(120_000);
  assert.is((await bring(file)).status, 200);
  await until(() => first() === 16);
  assert.is((await appliance.call('GET', `/v1/boards/${wall}`)).body['override_expires_at'], null);
});

test('rules of restored collections are followed', async () => {
  const other = await addPage('By rule', ['RULE']);
  const variable = { rules: [{ expression: '1 = 1', page_id: other }], default_page_id: pinned };
  const made = await appliance.call<{ id: string }>('POST', '/v1/collections', {
    name: 'By rule',
    page_ids: [pinned, other],
    selection_mode: 'variable',
    variable,
  });
  await appliance.call('PUT', `/v1/boards/${wall}/active-page`, { page_id: made.body.id });
  const file = await sealed();
  await spoil();
  await bring({ ...file, passphrase: PASSPHRASE });
  await until(() => first() === 18);
  assert.is((await appliance.call('GET', `/v1/boards/${wall}`)).body['resolved_page_id'], other);
});

test('a board whose name nobody knows now is restored; it may be switched off', async () => {
  const file = await sealed();
  const boards = (file.data['boards'] as { host: string }[]).map((board) => ({
    ...board,
    host: board.host && 'nobody-has-this-name.invalid',
  }));
  assert.is((await bring({ ...file, passphrase: PASSPHRASE, data: { ...file.data, boards } })).status, 200);
});

const withPart = (file: File, member: string, value: unknown) => ({ ...file, data: { ...file.data, [member]: value } });
const eachOf = (file: File, member: string, change: object) =>
  withPart(
    file,
    member,
    (file.data[member] as object[]).map((one) => ({ ...one, ...change })),
  );

const DAMAGES: [string, (file: File) => object][] = [
  ['nothing of a backup', () => ({})],
  ['another format', (file) => ({ ...file, format: 'something-else' })],
  ['a newer version', (file) => ({ ...file, version: 2 })],
  ['newer settings', (file) => ({ ...file, schema_versions: { ...file.schema_versions, settings: 99 } })],
  ['no data', ({ data: _data, ...file }) => file],
  ['data that is a list', (file) => ({ ...file, data: [] })],
  ['no boards', (file) => withPart(file, 'boards', [])],
  ['boards that are no list', (file) => withPart(file, 'boards', 'none')],
  ['boards without a name', (file) => eachOf(file, 'boards', { name: null })],
  ['boards of an unknown type', (file) => eachOf(file, 'boards', { device_type: 'wall' })],
  ['boards in the internet', (file) => eachOf(file, 'boards', { host: '8.8.8.8' })],
  ['boards at no address', (file) => eachOf(file, 'boards', { host: 'http://x/' })],
  ['pages with one id', (file) => eachOf(file, 'pages', { id: 'same' })],
  ['pages with a bad length', (file) => eachOf(file, 'pages', { duration_seconds: 'long' })],
  [
    'settings with an unknown target',
    (file) => withPart(file, 'settings', { ...(file.data['settings'] as object), output_target: 'moon' }),
  ],
  ['secrets and no word about the passphrase', (file) => ({ ...file, passphrase: undefined })],
  ['the wrong passphrase', (file) => ({ ...file, passphrase: 'wrong' })],
  ['an empty passphrase', (file) => ({ ...file, passphrase: '' })],
  [
    'secrets that were changed',
    (file) => ({
      ...file,
      passphrase: PASSPHRASE,
      secrets: { ...file.secrets, token: `${file.secrets?.token.slice(0, -4)}AAAA` },
    }),
  ],
  [
    'secrets with another salt',
    (file) => ({
      ...file,
      passphrase: PASSPHRASE,
      secrets: { ...file.secrets, salt: Buffer.alloc(16).toString('base64') },
    }),
  ],
];
for (const [name, damage] of DAMAGES) {
  test(`400, and nothing is changed: ${name}`, async () => {
    const file = await sealed();
    const before = state();
    const answer = await bring({ passphrase: PASSPHRASE, ...damage(file) });
    assert.equal([answer.status, typeof answer.body.detail], [400, 'string']);
    assert.is(state(), before);
  });
}

for (const [name, body] of [
  ['a list', []],
  ['a passphrase that is a number', { passphrase: 5 }],
] as const) {
  test(`422: ${name}`, async () => assert.is((await bring(body)).status, 422));
}

test('400: half a file', async () => {
  const text = JSON.stringify(await plain());
  const before = state();
  assert.is((await appliance.call('POST', '/backup/import', text.slice(0, text.length / 2))).status, 400);
  assert.is(state(), before);
});

test.run();
