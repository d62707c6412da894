import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startAppliance, type Appliance } from '../../support/appliance.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const KEY = 'very-secret-local-key';
let appliance: Appliance;
let other: Appliance;
const clock = createFakeClock('2026-03-02T10:00:30Z');
const test = suite('backup');

test.before(async () => {
  appliance = await startAppliance({ clock });
  other = await startAppliance({ clock });
  await appliance.call('POST', '/settings/board/add', { device_type: 'note', name: 'Kitchen', host: '127.0.0.1:1', local_api_key: KEY, enabled: false });
  await appliance.call('POST', '/v1/pages', { name: 'Tea', type: 'template', template: ['TEA'] });
  await appliance.call('PUT', '/settings/mqtt', { password: 'mqtt-secret' });
});
test.after(async () => {
  await appliance.close();
  await other.close();
});

interface File {
  created_at: string;
  secrets: unknown;
  data: Record<string, unknown>;
}
const plain = async () => (await appliance.call<File>('GET', '/backup/export')).body;
const locked = async (passphrase = 'four words') => (await appliance.call<File>('POST', '/backup/export', { passphrase })).body;
const restore = (file: object, target = other) => target.call<Record<string, never>>('POST', '/backup/import', file);
const names = async (target: Appliance) => (await target.call<{ boards: { name: string }[] }>('GET', '/v1/boards')).body.boards.map(({ name }) => name);

test('the file is an attachment that nobody keeps', async () => {
  const { headers } = await appliance.call('GET', '/backup/export');
  assert.is(headers.get('content-disposition'), 'attachment; filename="flapbox-2026-03-02.json"');
  assert.is(headers.get('cache-control'), 'no-store');
});

test('without a passphrase there is no secret in it', async () => {
  const file = await plain();
  assert.is(file.secrets, null);
  const text = JSON.stringify(file);
  for (const secret of [KEY, 'mqtt-secret']) assert.not.ok(text.includes(secret) || text.includes(Buffer.from(secret).toString('base64')));
});

test('with one they are encrypted', async () => {
  const file = await locked();
  assert.ok(file.secrets);
  assert.not.ok(JSON.stringify(file).includes(KEY));
});

for (const [body, status] of [[{}, 422], [{ passphrase: '' }, 400], [{ passphrase: 7 }, 422]] as const) {
  test(`an export refuses ${JSON.stringify(body)}`, async () => assert.is((await appliance.call('POST', '/backup/export', body)).status, status));
}

test('another appliance takes everything over, running', async () => {
  const { status, body } = await restore({ ...(await locked()), passphrase: 'four words' });
  assert.is(status, 200, JSON.stringify(body));
  assert.equal(body['restored'], { boards: 2, pages: 2, schedules: 0, collections: 0, plugins: Object.keys((await plain()).data['plugins'] ?? {}).length } as never);
  assert.equal(await names(other), ['My Board', 'Kitchen']);
  assert.is(other.app.store.state.boards[1]?.secrets.local_api_key, KEY);
  assert.is(other.app.store.state.settings.mqtt.secrets.password, 'mqtt-secret');
  assert.is((await other.call('POST', '/v1/boards/primary/message', { text: 'HI' })).status, 200);
});

test('what was restored is on the disk, its secrets encrypted', async () => {
  await other.restart();
  assert.equal(await names(other), ['My Board', 'Kitchen']);
  const bytes = readdirSync(other.dir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).map((one) => readFileSync(join(one.parentPath, one.name), 'latin1')).join('');
  assert.not.ok(bytes.includes(KEY));
});

const damages: [what: string, file: (whole: File) => object][] = [
  ['a wrong passphrase', (file) => ({ ...file, passphrase: 'three words' })],
  ['no file at all', () => ({ passphrase: 'x' })],
  ['another format', (file) => ({ ...file, format: 'zip', passphrase: 'four words' })],
  ['a version of the future', (file) => ({ ...file, version: 99, passphrase: 'four words' })],
  ['pages that are none', (file) => ({ ...file, data: { ...file.data, pages: [{ id: 1 }] }, passphrase: 'four words' })],
  ['missing data', (file) => ({ ...file, data: {}, passphrase: 'four words' })],
];
for (const [what, change] of damages) {
  test(`${what} changes nothing`, async () => {
    await other.call('PUT', '/config/general', { instance_name: what });
    const before = JSON.stringify(other.app.store.state);
    const { status, body } = await restore(change(await locked()));
    assert.is(status, 400, JSON.stringify(body));
    assert.is(JSON.stringify(other.app.store.state), before);
  });
}

test('without the passphrase the secrets stay as they are here', async () => {
  const { status } = await restore(await locked());
  assert.is(status, 200);
  assert.is(other.app.store.state.boards[1]?.secrets.local_api_key, KEY);
});

test('a board outside of the home network is not brought in by a backup', async () => {
  const file = await plain();
  const boards = (file.data['boards'] as { host: string }[]).map((board) => ({ ...board, host: board.host && '8.8.8.8' }));
  assert.is((await restore({ ...file, data: { ...file.data, boards } })).status, 400);
});

test('the timeline tells the stretches of a day', async () => {
  const page = other.app.store.state.pages[0]?.id;
  await other.call('PUT', '/v1/boards/primary/active-page', { page_id: null });
  await other.call('POST', '/v1/schedules', { page_id: page, start_time: '12:00', end_time: '13:00' });
  const { body } = await other.call<{ ranges: { from: string; to: string; page_id: string | null }[]; from: string; to: string }>('GET', '/timeline?from=2026-03-02T00:00:00&to=2026-03-03T00:00:00');
  assert.is(body.from, '2026-03-01T23:00:00.000Z');
  const shown = body.ranges.filter(({ page_id }) => page_id === page);
  assert.equal(shown.map(({ from, to }) => [from, to]), [['2026-03-02T11:00:00.000Z', '2026-03-02T12:00:00.000Z']]);
});

for (const [query, status] of [['from=x', 400], ['from=2026-03-02T10:00:00Z&to=2026-03-02T10:00:00Z', 400], ['from=2026-03-02&to=2026-04-03', 400], ['board_id=gone', 404], ['from=2026-03-02&to=2026-04-01', 200], ['from=2026-02-30', 400]] as const) {
  test(`the timeline answers ${status} for ${query}`, async () => assert.is((await other.call('GET', `/timeline?${query}`)).status, status));
}

test.run();
