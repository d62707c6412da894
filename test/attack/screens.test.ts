import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { until } from '../support/until.ts';

/** What somebody does who stands before the screen of another, or who has taken its token away. */
const test = suite('attack/screens');

let appliance: Appliance;
let cookie: Record<string, string>;
let board: string;
let other: string;
let screenId: string;
let token: string;

test.before(async () => {
  // A clock that stands: what ends at once does not end at the next heartbeat.
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  appliance = await startAppliance({ clock, env: { SERVICE_AUTH_ENABLED: 'true', SERVICE_LOG_LEVEL: 'debug' } });
  const account = await appliance.call('POST', '/auth/setup', { username: 'owner', password: 'correct horse' });
  cookie = { Cookie: String(account.headers.get('set-cookie')).split(';')[0] ?? '' };
  const added = await owner<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
    device_type: 'note',
    name: 'Private',
  });
  [board = '', other = ''] = added.body.boards.map(({ id }) => id);
  const made = await owner<{ screen: { id: string }; token: string }>('POST', '/screens', { board_ids: [board] });
  screenId = made.body.screen.id;
  token = made.body.token;
});
test.after(() => appliance.close());

const owner = <T>(method: string, path: string, body?: unknown) => appliance.call<T>(method, path, body, cookie);
const bearer = (value = token) => ({ Authorization: `Bearer ${value}` });
const stolen = async (method: string, path: string, headers: Record<string, string> = bearer()): Promise<number> => {
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
  const init = { method, headers: { ...headers, ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }) } };
  const response = await fetch(`${appliance.url}/api${path}`, { ...init, ...body });
  await response.body?.cancel();
  return response.status;
};

test('the token of a screen opens no operation but the two that show its board', async () => {
  const places: Record<string, string> = { board: board, boardId: board, id: board };
  const refused: string[] = [];
  const passed: string[] = [];
  for (const { method, path, access } of appliance.app.routes) {
    if (access === 'public') continue;
    const address = path.replace(/\{(\w+)\}/g, (_whole, name: string) => places[name] ?? 'x');
    const status = await stolen(method, address);
    (status === 401 || status === 403 ? refused : passed).push(`${method} ${path} ${status}`);
  }
  assert.equal(passed.sort(), ['GET /screens/events 200', 'GET /screens/view 200']);
  assert.ok(refused.length > 150, `${refused.length}`);
});

test('it reads no board that it was not given, by no spelling', async () => {
  for (const named of [other, `${board},${other}`, `%2C${other}`, `${other}%00`, '..', 'none', `${board},`]) {
    assert.is(await stolen('GET', `/screens/view?boards=${named}`), 403, named);
    assert.is(await stolen('GET', `/screens/events?boards=${named}`), 403, named);
  }
  const all = await appliance.call<{ boards: { id: string }[] }>('GET', '/screens/view?boards=*', undefined, bearer());
  assert.equal(
    all.body.boards.map(({ id }) => id),
    [board],
  );
});

test('it counts in no other place: not as a cookie, not in the address, not with an API token, not on MCP', async () => {
  assert.is(await stolen('GET', '/screens/view', { Cookie: `service_session=${token}` }), 401);
  for (const name of ['token', 'access_token', 'authorization', 'key'])
    assert.is(await stolen('GET', `/screens/view?${name}=${token}`, {}), 401);
  assert.is(await stolen('GET', '/screens/view', { Authorization: token }), 401);
  assert.is(await stolen('GET', '/screens/view', { Authorization: `Basic ${token}` }), 401);
  const { body } = await owner<{ token: string }>('POST', '/auth/mcp-token');
  assert.is(await stolen('GET', '/v1/boards'), 401);
  assert.is(await stolen('POST', '/mcp'), 401);
  assert.is(await stolen('GET', '/screens/view', bearer(body.token)), 401, 'and the API token is no screen');
  await owner('DELETE', '/auth/mcp-token');
});

test('what is nearly the token is refused', async () => {
  const near = [token.slice(0, -1), `${token}A`, token.toLowerCase(), '', 'undefined', 'null', 'x'.repeat(7000)];
  for (const value of near) assert.is(await stolen('GET', '/screens/view', bearer(value)), 401, value.slice(0, 50));
});

test('neither the log nor a file has the token or the secret of a pairing, whatever address they were put in', async () => {
  const { body } = await appliance.call<{ secret: string }>('POST', '/screens/pairing', {});
  await stolen('GET', `/screens/view?token=${token}`, {});
  await stolen('GET', `/screens/pairing/${body.secret}`, {});
  await fetch(`${appliance.url}/screen/${board}?token=${token}`).then((page) => page.text());
  const files = readdirSync(appliance.dir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const text = [...appliance.lines, ...files.map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'))].join(
    '\n',
  );
  assert.ok(text.includes(screenId), 'the file of the account was read');
  for (const secret of [token, body.secret]) assert.not.ok(text.includes(secret));
});

test('a code is no credential: whoever knows it can neither collect the token nor confirm', async () => {
  const { body } = await appliance.call<{ code: string; secret: string }>('POST', '/screens/pairing', {});
  assert.is((await appliance.call('POST', '/screens/pairing/token', { secret: body.code })).status, 404);
  assert.is((await appliance.call('POST', '/screens', { code: body.code, board_ids: [board] })).status, 401);
  const byScreen = await appliance.call('POST', '/screens', { code: body.code, board_ids: [board] }, bearer());
  assert.is(byScreen.status, 401, 'nor can another screen');
});

test('pages of another origin neither ask for codes nor confirm them nor revoke screens', async () => {
  const foreign = { Origin: 'https://evil.example' };
  const ask = (method: string, path: string, body: object, headers: Record<string, string>) =>
    appliance.call(method, path, body, headers);
  assert.is((await ask('POST', '/screens/pairing', {}, foreign)).status, 403);
  assert.is((await ask('POST', '/screens/pairing/token', { secret: 'x' }, foreign)).status, 403);
  assert.is((await ask('POST', '/screens', { board_ids: [board] }, { ...foreign, ...cookie })).status, 403);
  assert.is((await ask('PATCH', `/screens/${screenId}`, { name: 'x' }, { ...foreign, ...cookie })).status, 403);
  assert.is((await ask('DELETE', `/screens/${screenId}`, {}, { ...foreign, ...cookie })).status, 403);
});

test('guessing codes ends after ten, and asking for codes too, with the time to wait', async () => {
  const guesses: number[] = [];
  for (let turn = 0; turn < 15; turn++) {
    const answer = await owner('POST', '/screens', { code: `22222${turn % 10}`, board_ids: [board] });
    guesses.push(answer.status);
    if (answer.status === 429) assert.ok(Number(answer.headers.get('retry-after')) > 0);
  }
  assert.equal([...new Set(guesses)], [404, 429]);
  assert.ok(guesses.indexOf(429) <= 10);
  const begun: number[] = [];
  for (let turn = 0; turn < 200; turn++) begun.push((await appliance.call('POST', '/screens/pairing', {})).status);
  assert.ok(
    begun.filter((status) => status === 201).length <= 10,
    `${begun.filter((status) => status === 201).length}`,
  );
  const { body } = await owner<{ total: number }>('GET', '/screens/pairing');
  assert.ok(body.total <= 4, `${body.total} wait`);
});

test('what a screen sends about itself is bounded and plain', async () => {
  const big = await appliance.call('POST', '/screens/pairing', `{"width":1,"x":"${'x'.repeat(20_000)}"}`);
  assert.is(big.status, 413);
  assert.is((await appliance.call('POST', '/screens/pairing', { width: -1 })).status, 422);
  assert.is((await appliance.call('POST', '/screens/pairing', { width: '<b>' })).status, 422);
});

test('revoking ends the stream of the screen at once, and nothing more is told', async () => {
  const response = await fetch(`${appliance.url}/api/screens/events`, { headers: bearer() });
  let text = '';
  let isOver = false;
  void (async () => {
    for await (const piece of response.body ?? []) text += new TextDecoder().decode(piece as Uint8Array);
    isOver = true;
  })();
  await until(() => text.includes('retry'));
  await owner('DELETE', `/screens/${screenId}`);
  await until(() => isOver);
  await owner('POST', `/v1/boards/${board}/message`, { text: 'AFTERWARDS' });
  assert.is(await stolen('GET', '/screens/view'), 401);
  assert.is(await stolen('GET', '/screens/events'), 401);
});

test('a restored backup revives no screen', async () => {
  const kept = await owner<object>('GET', '/backup/export');
  assert.not.match(JSON.stringify(kept.body), /token_hash/);
  assert.is((await owner('POST', '/backup/import', kept.body)).status, 200);
  assert.is(await stolen('GET', '/screens/view'), 401);
});

test.run();
