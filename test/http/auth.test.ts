import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EventHub } from '../../src/http/events.ts';
import { createAuthenticator } from '../../src/http/access.ts';
import { authRoutes } from '../../src/http/flat/auth.ts';
import { route } from '../../src/http/route.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { openWire, startServer, type Answer, type Sending, type TestServer } from '../support/http.ts';
import { openAccess, type Rig, type RigOptions } from '../service/auth/rig.ts';

const test = suite('http/flat/auth');

const PASSWORD = 'correct horse';
const ACCOUNT = { username: 'owner', password: PASSWORD };
const LOGIN_ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Lax';

interface OpenServer {
  readonly server: TestServer;
  readonly rig: Rig;
  post(path: string, json?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
}

const common = {
  surface: 'v1',
  access: 'credential',
  summary: 's',
  tag: 't',
  success: { status: 200, description: 'd' },
  errors: [],
} as const;
const probes = [
  route({ ...common, method: 'GET', path: '/v1/probe', handle: ({ identity }) => identity }),
  route({
    ...common,
    method: 'POST',
    path: '/flat',
    surface: 'internal',
    access: 'session',
    handle: ({ identity }) => identity,
  }),
];

const opened: OpenServer[] = [];
const open = async (options: RigOptions = {}): Promise<OpenServer> => {
  const clock = options.clock ?? createFakeClock('2026-05-01T12:00:00Z');
  const hub: EventHub = new EventHub(clock);
  const rig = await openAccess({ ...options, clock, onChange: () => hub.disconnect() });
  const server = await startServer([...probes, ...authRoutes(rig.auth)], {
    authenticator: createAuthenticator(rig.auth),
    corsOrigins: ['https://wall.example'],
    events: hub,
  });
  const send = (method: string, path: string, sending: Sending) => server.call(method, `/api${path}`, sending);
  const running: OpenServer = {
    server,
    rig,
    post: (path, json, headers = {}) => send('POST', path, json === undefined ? { headers } : { json, headers }),
    get: (path, headers = {}) => send('GET', path, { headers }),
  };
  opened.push(running);
  return running;
};
test.after(async () => {
  for (const { server } of opened) await server.stop();
});

const setCookie = ({ headers }: Answer): string => (headers['set-cookie'] ?? []).join(' & ');
const cookieOf = (answer: Answer): Record<string, string> => ({
  Cookie: /service_session=[^;]*/.exec(setCookie(answer))?.[0] ?? '',
});
const withUser = async (options: RigOptions = {}): Promise<OpenServer> => {
  const running = await open(options);
  assert.is((await running.post('/auth/setup', ACCOUNT)).status, 201);
  return running;
};
const logIn = (running: OpenServer, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  running.post('/auth/login', { ...ACCOUNT, ...more }, headers);

test('from the first look to the last: what a browser sees', async () => {
  const running = await open();
  const status = async (headers = {}) => (await running.get('/auth/status', headers)).json;
  assert.equal(await status(), {
    enabled: true,
    setup_required: true,
    authenticated: false,
    username: null,
    mode: 'undecided',
    first_run: true,
  });
  const refused = await running.get('/v1/probe');
  assert.equal(
    [refused.status, { ...(refused.json as object), detail: '' }],
    [409, { detail: '', setup_required: true, first_run: true }],
  );
  const created = await running.post('/auth/setup', ACCOUNT);
  assert.equal([created.status, created.json], [201, { status: 'ok', username: 'owner' }]);
  assert.equal((await running.get('/v1/probe', cookieOf(created))).json, { kind: 'session', username: 'owner' });
  assert.equal(await status(), {
    enabled: true,
    setup_required: false,
    authenticated: false,
    username: null,
    mode: 'enabled',
    first_run: false,
  });
  assert.equal(await status(cookieOf(created)), {
    enabled: true,
    setup_required: false,
    authenticated: true,
    username: 'owner',
    mode: 'enabled',
    first_run: false,
  });
  const unknown = await running.get('/v1/probe');
  assert.equal(
    [unknown.status, unknown.json, unknown.headers['www-authenticate']],
    [401, { detail: 'Log in first.' }, undefined],
  );
  const entered = await logIn(running, { remember_me: true });
  assert.equal([entered.status, entered.json], [200, { status: 'ok', username: 'owner' }]);
  const left = await running.post('/auth/logout', undefined, cookieOf(entered));
  assert.equal(
    [left.status, left.json, setCookie(left)],
    [200, { status: 'ok' }, `service_session=; Max-Age=0; ${LOGIN_ATTRIBUTES}`],
  );
  assert.is((await running.get('/v1/probe', cookieOf(entered))).status, 401);
  const off = await running.post('/auth/disable', { current_password: PASSWORD }, cookieOf(created));
  assert.equal(
    [off.status, off.json, setCookie(off)],
    [200, { status: 'ok', username: null }, `service_session=; Max-Age=0; ${LOGIN_ATTRIBUTES}`],
  );
  assert.equal(await status(), {
    enabled: false,
    setup_required: false,
    authenticated: false,
    username: null,
    mode: 'disabled',
    first_run: false,
  });
  assert.equal((await running.get('/v1/probe')).json, { kind: 'open', username: null });
});
test('the choice without a login', async () => {
  const running = await open();
  const answer = await running.post('/auth/preference', { enabled: false });
  assert.equal([answer.status, answer.json, setCookie(answer)], [200, { status: 'ok', username: null }, '']);
  assert.is((await running.get('/v1/probe')).status, 200);
});
test('the choice of a login, before the account', async () => {
  const running = await open();
  assert.is((await running.post('/auth/preference', { enabled: true })).status, 200);
  assert.equal(
    { ...((await running.get('/v1/probe')).json as object), detail: '' },
    { detail: '', setup_required: true, first_run: false },
  );
});

const LIFETIMES = { sessionTtlSeconds: 60, rememberMeTtlSeconds: 600 };
for (const [name, remember, forwarded, expected] of [
  ['for the browser session', false, undefined, `; ${LOGIN_ATTRIBUTES}`],
  ['remembered', true, undefined, `; Max-Age=600; ${LOGIN_ATTRIBUTES}`],
  ['when nothing is said', undefined, undefined, `; ${LOGIN_ATTRIBUTES}`],
  ['over HTTPS', true, 'https', '; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax'],
  ['over a proxy without HTTPS', true, 'http', `; Max-Age=600; ${LOGIN_ATTRIBUTES}`],
] as const) {
  test(`the cookie ${name}`, async () => {
    const running = await withUser({ settings: LIFETIMES });
    const answer = await logIn(
      running,
      remember === undefined ? {} : { remember_me: remember },
      forwarded ? { 'X-Forwarded-Proto': forwarded } : {},
    );
    assert.match(setCookie(answer), /^service_session=[\w.-]+;/);
    assert.is(setCookie(answer).replace(/^service_session=[\w.-]+/, ''), expected);
    assert.is(answer.headers['cache-control'], 'no-store');
  });
}
for (const [remember, seconds] of [
  [false, 60],
  [true, 600],
] as const) {
  test(`a session with remember_me ${remember} ends after ${seconds} s`, async () => {
    const running = await withUser({ settings: LIFETIMES });
    const cookie = cookieOf(await logIn(running, { remember_me: remember }));
    running.rig.clock.jump(seconds * 1000 - 1);
    assert.is((await running.get('/v1/probe', cookie)).status, 200);
    running.rig.clock.jump(1);
    assert.is((await running.get('/v1/probe', cookie)).status, 401);
  });
}
for (const [path, body] of [
  ['/auth/change-password', { current_password: PASSWORD, new_password: 'another one' }],
  ['/auth/change-username', { current_password: PASSWORD, new_username: 'boss' }],
] as const) {
  test(`${path} ends the other sessions and gives a new cookie`, async () => {
    const running = await withUser();
    const [mine, other] = [cookieOf(await logIn(running, { remember_me: true })), cookieOf(await logIn(running))];
    const answer = await running.post(path, body, mine);
    assert.equal(
      [answer.status, answer.json],
      [200, { status: 'ok', username: path.endsWith('username') ? 'boss' : 'owner' }],
    );
    assert.match(setCookie(answer), /; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const seen = await Promise.all(
      [mine, other, cookieOf(answer)].map(async (cookie) => (await running.get('/v1/probe', cookie)).status),
    );
    assert.equal(seen, [401, 401, 200]);
  });
  test(`${path} wants the present password`, async () => {
    const running = await withUser();
    const cookie = cookieOf(await logIn(running));
    const answer = await running.post(path, { ...body, current_password: 'wrong' }, cookie);
    assert.equal([answer.status, setCookie(answer)], [401, '']);
    assert.is((await running.get('/v1/probe', cookie)).status, 200);
    assert.is((await running.post(path, body)).status, 401);
  });
}
test('without a login, changes of an account that is not there are a 401', async () => {
  const running = await open();
  await running.post('/auth/preference', { enabled: false });
  const changes = [
    ['/auth/change-password', { current_password: 'x', new_password: PASSWORD }],
    ['/auth/change-username', { current_password: 'x', new_username: 'y' }],
    ['/auth/disable', { current_password: 'x' }],
  ] as const;
  for (const [path, body] of changes) assert.is((await running.post(path, body)).status, 401, path);
});

test('the eleventh wrong password is a 429 with Retry-After, the right one too; another address goes on', async () => {
  const running = await withUser();
  for (let i = 0; i < 10; i++) {
    const { status, json } = await logIn(running, { password: 'wrong' });
    assert.equal([status, json], [401, { detail: 'The user name or the password is wrong.' }]);
  }
  const calls = running.rig.hash.calls.length;
  const answer = await logIn(running);
  assert.equal([answer.status, answer.headers['retry-after'], running.rig.hash.calls.length], [429, '60', calls]);
  assert.is((await logIn(running, {}, { 'X-Forwarded-For': '10.1.2.3' })).status, 200);
  await running.rig.clock.advance(30_500);
  assert.is((await logIn(running)).headers['retry-after'], '30');
  await running.rig.clock.advance(29_500);
  assert.is((await logIn(running)).status, 200);
});
test('who writes further addresses into X-Forwarded-For is counted all the same', async () => {
  const running = await withUser();
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++)
    statuses.push((await logIn(running, { password: 'wrong' }, { 'X-Forwarded-For': `10.9.9.${i}, 10.1.2.3` })).status);
  assert.equal(statuses, [...Array.from({ length: 10 }, () => 401), 429]);
});

const long = (length: number): string => 'x'.repeat(length);
const bodies: [string, unknown, number][] = [
  ['/auth/preference', {}, 422],
  ['/auth/preference', { enabled: 'true' }, 422],
  ['/auth/preference', { enabled: 1 }, 422],
  ['/auth/preference', { enabled: null }, 422],
  ['/auth/preference', [], 422],
  ['/auth/setup', {}, 422],
  ['/auth/setup', { username: 'owner' }, 422],
  ['/auth/setup', { username: '', password: PASSWORD }, 422],
  ['/auth/setup', { username: long(65), password: PASSWORD }, 422],
  ['/auth/setup', { username: 'my name', password: PASSWORD }, 400],
  ['/auth/setup', { username: 'owner', password: long(7) }, 422],
  ['/auth/setup', { username: 'owner', password: long(1025) }, 422],
  ['/auth/setup', { username: 'owner', password: 12345678 }, 422],
  ['/auth/setup', { username: 'owner', password: long(8) }, 201],
  ['/auth/setup', { username: 'owner', password: long(1024) }, 201],
  ['/auth/setup', { username: long(64), password: PASSWORD }, 201],
  ['/auth/setup', { ...ACCOUNT, extra: 1 }, 201],
  ['/auth/login', ACCOUNT, 409],
  ['/auth/login', {}, 422],
  ['/auth/login', { username: 'owner', password: null }, 422],
  ['/auth/login', { ...ACCOUNT, remember_me: 'yes' }, 422],
];
for (const [path, json, status] of bodies) {
  test(`POST ${path} with ${JSON.stringify(json).slice(0, 60)} is ${status}`, async () => {
    const running = await open();
    const answer = await running.post(path, json);
    assert.is(answer.status, status);
    if (status !== 201) assert.is(running.rig.stored.user, null);
    assert.not.match(answer.text, /correct horse|12345678/);
  });
}
for (const [path, body, status] of [
  ['/auth/change-password', { current_password: PASSWORD, new_password: long(7) }, 422],
  ['/auth/change-password', { current_password: PASSWORD, new_password: long(1025) }, 422],
  ['/auth/change-password', { current_password: PASSWORD, new_password: long(8) }, 200],
  ['/auth/change-password', { new_password: long(8) }, 422],
  ['/auth/change-username', { current_password: PASSWORD, new_username: '' }, 422],
  ['/auth/change-username', { current_password: PASSWORD, new_username: long(65) }, 422],
  ['/auth/change-username', { current_password: PASSWORD, new_username: 'a b' }, 400],
  ['/auth/change-username', { current_password: PASSWORD, new_username: long(64) }, 200],
  ['/auth/disable', {}, 422],
  ['/auth/disable', { current_password: 'wrong' }, 401],
  ['/auth/preference', { enabled: false }, 409],
  ['/auth/setup', { username: 'second', password: PASSWORD }, 409],
] as const) {
  test(`with an account, POST ${path} with ${JSON.stringify(body).slice(0, 70)} is ${status}`, async () => {
    const running = await withUser();
    assert.is((await running.post(path, body, cookieOf(await logIn(running)))).status, status);
  });
}
test('a password that is no JSON is a 400 that does not repeat it', async () => {
  const running = await withUser();
  const answer = await running.server.call('POST', '/api/auth/login', {
    body: '{"password":"correct horse"',
    headers: { 'Content-Type': 'application/json' },
  });
  assert.is(answer.status, 400);
  assert.not.match(answer.text, /horse/);
});

test('the token is made, used, replaced and revoked', async () => {
  const running = await withUser();
  const cookie = cookieOf(await logIn(running));
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const status = async () => (await running.get('/auth/mcp-token', cookie)).json;
  assert.equal(await status(), { configured: false, source: 'none' });
  assert.is((await running.get('/v1/probe', bearer('anything'))).status, 401);
  assert.is((await running.get('/v1/probe', { ...cookie, ...bearer('anything') })).status, 200);
  const made = await running.post('/auth/mcp-token', undefined, cookie);
  const { token } = made.json as { token: string };
  assert.equal([made.status, Object.keys(made.json as object)], [201, ['token']]);
  assert.equal(await status(), { configured: true, source: 'stored' });
  assert.equal((await running.get('/v1/probe', bearer(token))).json, { kind: 'token', username: null });
  const wrong = await running.get('/v1/probe', { ...cookie, ...bearer('wrong') });
  assert.equal([wrong.status, wrong.headers['www-authenticate']], [401, 'Bearer realm="flapbox"']);
  assert.is((await running.post('/flat', undefined, bearer(token))).status, 401);
  assert.is((await running.post('/auth/mcp-token', undefined, bearer(token))).status, 401);
  const { token: next } = (await running.post('/auth/mcp-token', undefined, cookie)).json as { token: string };
  assert.equal(
    [(await running.get('/v1/probe', bearer(token))).status, (await running.get('/v1/probe', bearer(next))).status],
    [401, 200],
  );
  const revoked = await running.server.call('DELETE', '/api/auth/mcp-token', { headers: cookie });
  assert.equal([revoked.status, revoked.json], [200, { status: 'ok' }]);
  assert.is((await running.get('/v1/probe', bearer(next))).status, 401);
  assert.is((await running.server.call('DELETE', '/api/auth/mcp-token', { headers: cookie })).status, 200);
});
test('with a token of the environment, 409 for both changes, in every mode', async () => {
  for (const authEnabled of [true, false]) {
    const running = await withUser({ settings: { mcpToken: 'pinned', authEnabled } });
    const cookie = cookieOf(await logIn(running));
    assert.equal((await running.get('/auth/mcp-token', cookie)).json, { configured: true, source: 'env' });
    for (const method of ['POST', 'DELETE'])
      assert.is((await running.server.call(method, '/api/auth/mcp-token', { headers: cookie })).status, 409);
    assert.is((await running.get('/v1/probe', { Authorization: 'Bearer pinned' })).status, 200);
    assert.is((await running.get('/v1/probe', { Authorization: 'Bearer other' })).status, 401);
  }
});
test('with login off, whoever reaches the service can change the token', async () => {
  const running = await open();
  await running.post('/auth/preference', { enabled: false });
  for (let i = 0; i < 2; i++) assert.is((await running.post('/auth/mcp-token')).status, 201);
  assert.is((await running.get('/v1/probe')).status, 200);
  assert.is((await running.get('/v1/probe', { Authorization: 'Bearer wrong' })).status, 401);
  assert.is((await running.server.call('DELETE', '/api/auth/mcp-token')).status, 200);
});
test('who stored a token has to send it to turn the login on', async () => {
  const running = await open();
  await running.post('/auth/preference', { enabled: false });
  const { token } = (await running.post('/auth/mcp-token')).json as { token: string };
  assert.is((await running.post('/auth/setup', ACCOUNT)).status, 403);
  assert.is((await running.post('/auth/preference', { enabled: true }, { Authorization: 'Bearer no' })).status, 403);
  assert.is((await running.post('/auth/setup', ACCOUNT, { Authorization: `Bearer ${token}` })).status, 201);
});

const FOREIGN = { Origin: 'https://evil.example' };
for (const [method, path, json] of [
  ['POST', '/auth/preference', { enabled: false }],
  ['POST', '/auth/setup', ACCOUNT],
  ['POST', '/auth/mcp-token', undefined],
  ['DELETE', '/auth/mcp-token', undefined],
] as const) {
  test(`a page of a foreign origin may not call ${method} ${path}, even without a session`, async () => {
    const running = await open({ settings: path === '/auth/mcp-token' ? { authEnabled: false } : {} });
    const send = (headers: Record<string, string>) =>
      running.server.call(method, `/api${path}`, json === undefined ? { headers } : { json, headers });
    assert.equal([(await send(FOREIGN)).status, (await send({ Origin: 'null' })).status], [403, 403]);
    assert.equal(running.rig.trail, []);
    assert.ok((await send({ Origin: 'https://wall.example' })).status < 300);
  });
}
test('a page of a foreign origin can sign in, but its browser keeps no cookie', async () => {
  const running = await withUser();
  const { status, headers } = await logIn(running, {}, FOREIGN);
  assert.equal(
    [status, headers['access-control-allow-origin'], headers['access-control-allow-credentials']],
    [200, '*', undefined],
  );
});
test('a page of a foreign origin may change nothing with a session', async () => {
  const running = await withUser();
  const cookie = cookieOf(await logIn(running));
  assert.is((await running.post('/flat', undefined, { ...cookie, ...FOREIGN })).status, 403);
  assert.is((await running.post('/auth/logout', undefined, { ...cookie, ...FOREIGN })).status, 403);
  const listed = await running.post('/flat', undefined, { ...cookie, Origin: 'https://wall.example' });
  assert.equal([listed.status, listed.headers['access-control-allow-credentials']], [200, 'true']);
});

const listen = async (running: OpenServer, cookie: Record<string, string>) => {
  const wire = await openWire(running.server.port);
  wire.send(`GET /api/events HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie['Cookie'] ?? ''}\r\n\r\n`);
  await wire.until('retry:');
  return wire;
};
test('a stream of events ends when its session is revoked', async () => {
  const running = await withUser();
  const [mine, other] = [cookieOf(await logIn(running)), cookieOf(await logIn(running))];
  const wire = await listen(running, other);
  await running.post('/auth/change-password', { current_password: PASSWORD, new_password: 'another one' }, mine);
  await wire.until('\r\n0\r\n\r\n');
  wire.socket.destroy();
  assert.is((await running.get('/events', other)).status, 401);
});
test('a stream of events ends soon after its session has expired, and not before', async () => {
  const running = await withUser({ settings: LIFETIMES });
  const wire = await listen(running, cookieOf(await logIn(running)));
  await running.rig.clock.advance(50_000);
  assert.not.match(await wire.until(':'), /\r\n0\r\n\r\n/);
  await running.rig.clock.advance(25_000);
  await wire.until('\r\n0\r\n\r\n');
  wire.socket.destroy();
});
test('a stream of events ends when a login is demanded', async () => {
  const running = await open();
  await running.post('/auth/preference', { enabled: false });
  const wire = await listen(running, {});
  await running.post('/auth/setup', ACCOUNT);
  await wire.until('\r\n0\r\n\r\n');
  wire.socket.destroy();
});

test('the log of sign-ins is for who is signed in', async () => {
  const running = await withUser();
  assert.is((await running.get('/auth/audit')).status, 401);
  await logIn(running, { password: 'wrong' }, { 'X-Forwarded-For': '10.1.2.3' });
  const { json } = await running.get('/auth/audit', cookieOf(await logIn(running)));
  const { entries, total } = json as { entries: { event: string; client: string }[]; total: number };
  assert.equal(
    [entries.map(({ event, client }) => `${event} ${client}`), total],
    [['login 127.0.0.1', 'login_failed 10.1.2.3', 'setup 127.0.0.1'], 3],
  );
});

test.run();
