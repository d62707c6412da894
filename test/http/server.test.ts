import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { Fault } from '../../src/fault.ts';
import type { Authenticator } from '../../src/http/access.ts';
import { Connections } from '../../src/http/wire/connections.ts';
import { MOST_ANSWER_BYTES, TIMES } from '../../src/http/wire/limits.ts';
import { createNodeServer } from '../../src/http/wire/node-server.ts';
import { reply, replyJsonText, replyOpen, replyStream, replyText, type Reply } from '../../src/http/reply.ts';
import { route } from '../../src/http/route.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { integerBetween, maybe } from '../../src/schema/common.ts';
import { call, createTestLog, openWire, startServer, type Sending, type TestServer } from '../support/http.ts';
import { until } from '../support/until.ts';

const test = suite('http/server');

const common = {
  surface: 'internal',
  access: 'credential',
  summary: 's',
  tag: 't',
  success: { status: 200, description: 'd' },
  errors: [],
} as const;
const Body = v.object({ name: v.string(), count: maybe(integerBetween(0, 3)) });

const routes = [
  route({ ...common, method: 'GET', path: '/health', access: 'public', handle: () => ({ status: 'ok' }) }),
  route({ ...common, method: 'GET', path: '/things/{id}', handle: ({ params }) => ({ id: params.id }) }),
  route({
    ...common,
    method: 'PUT',
    path: '/things/{id}',
    body: Body,
    query: v.object({ force: v.optional(v.picklist(['true', 'false'])) }),
    handle: ({ params, body, query }) => ({ ...params, ...body, ...query }),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/things',
    body: Body,
    rawBody: true,
    success: { status: 201, description: 'd' },
    handle: ({ body, rawBody }) => ({ ...body, bytes: rawBody.length }),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/things/{id}',
    success: { status: 204, description: 'd' },
    handle: () => undefined,
  }),
  route({
    ...common,
    method: 'POST',
    path: '/optional',
    body: Body,
    bodyOptional: true,
    handle: ({ body }) => ({ name: body?.name ?? null }),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/any',
    body: v.unknown(),
    rawBody: true,
    handle: ({ body, rawBody }) => ({ body, raw: rawBody.toString() }),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/bytes',
    rawBody: true,
    handle: ({ rawBody, body }) => ({ size: rawBody.length, body: body ?? null }),
  }),
  route({ ...common, method: 'POST', path: '/public', access: 'public', body: Body, handle: () => ({ done: true }) }),
  route({ ...common, method: 'POST', path: '/public-bodyless', access: 'public', handle: () => ({ done: true }) }),
  route({ ...common, method: 'POST', path: '/bodyless', handle: () => ({ done: true }) }),
  route({
    ...common,
    method: 'POST',
    path: '/send-message',
    deprecated: { successor: '/v1/boards/{board}/message' },
    body: Body,
    handle: () => ({ sent: true }),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/fault/{status}',
    handle: ({ params }) => {
      throw new Fault(Number(params.status), 'A sentence.', {
        retryAfter: 0.2,
        body: { setup_required: true },
        headers: { 'X-More': 'yes' },
      });
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/bug',
    handle: () => {
      throw new Error('secret at /home/machine/path');
    },
  }),
  route({ ...common, method: 'GET', path: '/rejected', handle: () => Promise.reject(new TypeError('inside')) }),
  route({
    ...common,
    method: 'GET',
    path: '/reply',
    handle: () => reply(202, { a: 1 }, { 'Set-Cookie': ['a=1', 'b=2'] }),
  }),
  route({ ...common, method: 'GET', path: '/made', handle: () => replyJsonText(200, '{"made":"before"}') }),
  route({ ...common, method: 'GET', path: '/text', handle: () => replyText(200, 'grün', 'text/plain; charset=utf-8') }),
  route({
    ...common,
    method: 'GET',
    path: '/stream',
    handle: () => replyStream(200, Readable.from(['a', 'b', 'c']), { 'Content-Type': 'text/plain' }),
  }),
  route({ ...common, method: 'GET', path: '/nothing', handle: () => undefined }),
  route({ ...common, method: 'GET', path: '/null', handle: () => null }),
  route({ ...common, method: 'GET', path: '/bad-header', handle: () => reply(200, {}, { 'X-Bad': 'a\nb' }) }),
  route({
    ...common,
    method: 'GET',
    path: '/peer',
    handle: ({ peer, secure, cookies, identity }) => ({ peer, secure, cookies, identity }),
  }),
];

const log = createTestLog();
let server: TestServer;
test.before(async () => {
  server = await startServer(routes, { log });
});
test.after(() => server.stop());

const json = (value: unknown): Sending => ({ json: value });
const text = (body: string | Buffer, headers: Sending['headers'] = {}): Sending => ({
  body,
  headers: { 'Content-Type': 'application/json', ...headers },
});

const table: [string, string, Sending, number, unknown][] = [
  ['GET', '/api', {}, 200, { name: 'flapbox', version: '1.2.3', status: 'running' }],
  ['GET', '/api/', {}, 200, { name: 'flapbox', version: '1.2.3', status: 'running' }],
  ['GET', '/api?x=1', {}, 200, { name: 'flapbox', version: '1.2.3', status: 'running' }],
  ['GET', '/api/health', {}, 200, { status: 'ok' }],
  ['GET', '/api/health?x=%zz', {}, 200, { status: 'ok' }],
  ['GET', 'http://127.0.0.1/api/health', {}, 200, { status: 'ok' }],
  ['GET', '//api/health', {}, 200, { status: 'ok' }],
  ['GET', '/api/things/a%20b', {}, 200, { id: 'a b' }],
  ['GET', '/api/nothing', {}, 200, null],
  ['GET', '/api/null', {}, 200, null],
  ['GET', '/api/made', {}, 200, { made: 'before' }],
  ['GET', '/api/reply', {}, 202, { a: 1 }],
  ['POST', '/api/things', json({ name: 'x' }), 201, { name: 'x', bytes: 12 }],
  ['POST', '/api/things', json({ name: 'x', count: 3, more: 1 }), 201, { name: 'x', count: 3, bytes: 31 }],
  ['PUT', '/api/things/7?force=true', json({ name: 'x' }), 200, { id: '7', name: 'x', force: 'true' }],
  ['POST', '/api/things', text('{"name":"x"}'), 201, { name: 'x', bytes: 12 }],
  [
    'POST',
    '/api/things',
    text('{"name":"ü"}', { 'Content-Type': 'Application/JSON; charset="UTF-8"' }),
    201,
    { name: 'ü', bytes: 13 },
  ],
  ['POST', '/api/things', text('\ufeff{"name":"x"}'), 201, { name: 'x', bytes: 15 }],
  [
    'POST',
    '/api/things',
    text('{"name":"x"}', { 'Content-Type': 'application/vnd.thing+json' }),
    201,
    { name: 'x', bytes: 12 },
  ],
  ['POST', '/api/optional', {}, 200, { name: null }],
  ['POST', '/api/optional', text('', { 'Content-Type': 'text/plain' }), 200, { name: null }],
  ['POST', '/api/optional', json(null), 200, { name: null }],
  ['POST', '/api/optional', json({ name: 'y' }), 200, { name: 'y' }],
  ['POST', '/api/any', json([1, { a: null }]), 200, { body: [1, { a: null }], raw: '[1,{"a":null}]' }],
  ['POST', '/api/bytes', text('[]'), 200, { size: 2, body: null }],
  ['POST', '/api/bytes', {}, 200, { size: 0, body: null }],
  ['POST', '/api/bodyless', text('not json', { 'Content-Type': 'text/plain' }), 200, { done: true }],
  ['GET', '/api/fault/409', {}, 409, { detail: 'A sentence.', setup_required: true }],
];
for (const [method, path, sending, status, body] of table) {
  test(`${method} ${path} with ${sending.json === undefined ? JSON.stringify(sending.body ?? '') : JSON.stringify(sending.json)} is ${status}`, async () => {
    const answer = await server.call(method, path, sending);
    assert.is(answer.status, status);
    assert.equal(answer.json, body);
    assert.is(answer.text, JSON.stringify(body));
    assert.is(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.is(answer.headers['cache-control'], 'no-store');
    assert.is(answer.headers['content-length'], String(Buffer.byteLength(answer.text)));
  });
}

const refusals: [string, string, Sending, number][] = [
  ['GET', '/api/unknown', {}, 404],
  ['GET', '/api/health/', {}, 404],
  ['GET', '/api//health', {}, 404],
  ['POST', '/api/unknown/deep/er', json({}), 404],
  ['GET', '/api/things/%', {}, 400],
  ['GET', '/api/%zz', {}, 400],
  ['POST', '/api/health', {}, 405],
  ['PATCH', '/api/things/1', json({}), 405],
  ['TRACE', '/api/health', {}, 405],
  ['POST', '/api/things', text('{'), 400],
  ['POST', '/api/things', text('{"name":}'), 400],
  ['POST', '/api/things', text('{"count":NaN,"name":"x"}'), 400],
  ['POST', '/api/things', text("{'name':'x'}"), 400],
  ['POST', '/api/things', text(Buffer.from([0x22, 0xff, 0x22])), 400],
  ['POST', '/api/things', { body: '{"name":"x"}' }, 415],
  ['POST', '/api/any', { body: '[]' }, 415],
  ['POST', '/api/bytes', { body: '[]' }, 415],
  ['POST', '/api/bytes', text('[]', { 'Content-Type': 'text/plain' }), 415],
  ['POST', '/api/bytes', text('['.repeat(65)), 400],
  ['POST', '/api/public', text('x'.repeat(8193)), 413],
  ['POST', '/api/public-bodyless', text('x'.repeat(8193)), 413],
  ['POST', '/api/things', text('{"name":"x"}', { 'Content-Type': 'text/plain' }), 415],
  ['POST', '/api/things', text('name=x', { 'Content-Type': 'application/x-www-form-urlencoded' }), 415],
  ['POST', '/api/things', text('{"name":"x"}', { 'Content-Type': 'application/jsonx' }), 415],
  ['POST', '/api/things', text('{"name":"x"}', { 'Content-Type': 'application/json; charset=utf-16' }), 415],
  [
    'POST',
    '/api/things',
    text('{"name":"x"}', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }),
    415,
  ],
  ['POST', '/api/optional', text('x', { 'Content-Type': 'text/plain' }), 415],
  ['GET', '/api/fault/404', {}, 404],
  ['GET', '/api/fault/429', {}, 429],
];
for (const [method, path, sending, status] of refusals) {
  test(`${method} ${path} with ${String(sending.body ?? JSON.stringify(sending.json) ?? '')} ${JSON.stringify(sending.headers ?? {})} is refused with ${status}`, async () => {
    const answer = await server.call(method, path, sending);
    assert.is(answer.status, status);
    assert.type((answer.json as { detail?: unknown }).detail, 'string');
    assert.is(answer.headers['content-type'], 'application/json; charset=utf-8');
  });
}

const unprocessable: [string, string, Sending, [string, (string | number)[]][]][] = [
  ['POST', '/api/things', {}, [['missing', ['body']]]],
  ['POST', '/api/things', text('', { 'Content-Type': 'application/json' }), [['missing', ['body']]]],
  ['POST', '/api/things', json([]), [['model_type', ['body']]]],
  ['POST', '/api/things', json('x'), [['model_type', ['body']]]],
  ['POST', '/api/things', json(null), [['model_type', ['body']]]],
  [
    'POST',
    '/api/things',
    json({ count: 4 }),
    [
      ['missing', ['body', 'name']],
      ['less_than_equal', ['body', 'count']],
    ],
  ],
  [
    'PUT',
    '/api/things/1?force=perhaps',
    json({}),
    [
      ['literal_error', ['query', 'force']],
      ['missing', ['body', 'name']],
    ],
  ],
  ['PUT', '/api/things/1?force=true&force=false', json({ name: 'x' }), [['literal_error', ['query', 'force']]]],
  ['POST', '/api/optional', json({}), [['missing', ['body', 'name']]]],
];
for (const [method, path, sending, expected] of unprocessable) {
  test(`${method} ${path} with ${JSON.stringify(sending.json ?? sending.body ?? '')} is 422`, async () => {
    const answer = await server.call(method, path, sending);
    assert.is(answer.status, 422);
    const { detail } = answer.json as { detail: { type: string; loc: (string | number)[] }[] };
    assert.equal(
      detail.map(({ type, loc }) => [type, loc]),
      expected,
    );
  });
}

for (const path of ['/api/health', '/api/unknown', '/api/bug', '/api/text', '/api/things/%', '/page', '/']) {
  test(`${path} has the security headers`, async () => {
    const { headers } = await server.call('GET', path);
    assert.is(headers['x-content-type-options'], 'nosniff');
    assert.is(headers['referrer-policy'], 'no-referrer');
    assert.is(headers['x-frame-options'], 'DENY');
    assert.is(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'");
    assert.is(headers['x-powered-by'], undefined);
  });
}

for (const [path, status] of [
  ['/api/health', 200],
  ['/api/stream', 200],
  ['/api/unknown', 404],
  ['/api/openapi.json', 200],
  ['/', 404],
] as const) {
  test(`HEAD ${path} is the head of GET`, async () => {
    const answer = await server.call('HEAD', path);
    assert.is(answer.status, status);
    assert.is(answer.text, '');
  });
}

test('HEAD tells the length of the body', async () => {
  assert.is((await server.call('HEAD', '/api/health')).headers['content-length'], '15');
});
test('405 names the methods that are allowed', async () => {
  assert.is((await server.call('PATCH', '/api/things/1')).headers.allow, 'GET, HEAD, PUT, DELETE, OPTIONS');
});
test('OPTIONS names the methods', async () => {
  const answer = await server.call('OPTIONS', '/api/things/1');
  assert.is(answer.status, 204);
  assert.is(answer.headers.allow, 'GET, HEAD, PUT, DELETE, OPTIONS');
});
test('OPTIONS of an unknown address is 404', async () =>
  assert.is((await server.call('OPTIONS', '/api/unknown')).status, 404));
test('204 has no body', async () => {
  const answer = await server.call('DELETE', '/api/things/1');
  assert.is(answer.status, 204);
  assert.is(answer.text, '');
  assert.is(answer.headers['content-type'], undefined);
});
test('a fault carries its headers', async () => {
  const { headers } = await server.call('GET', '/api/fault/429');
  assert.is(headers['retry-after'], '1');
  assert.is(headers['x-more'], 'yes');
});
test('several cookies can be set', async () =>
  assert.equal((await server.call('GET', '/api/reply')).headers['set-cookie'], ['a=1', 'b=2']));
test('a stream arrives whole', async () => assert.is((await server.call('GET', '/api/stream')).text, 'abc'));
test('text has the length of its bytes', async () =>
  assert.is((await server.call('GET', '/api/text')).headers['content-length'], '5'));

for (const path of ['/api/bug', '/api/rejected']) {
  test(`${path}: an unexpected error is 500, told to the log and to nobody else`, async () => {
    log.errors.length = 0;
    const answer = await server.call('GET', path);
    assert.is(answer.status, 500);
    assert.equal(Object.keys(answer.json as object), ['detail']);
    assert.not.match(answer.text, /secret|path|inside the handler|stack/);
    assert.is(log.errors.length, 1);
    assert.instance(log.errors[0]?.fields?.error, Error);
  });
}
test('a connection that the system cannot hand over costs nothing but itself', () => {
  const node = createNodeServer(new Connections(systemClock), TIMES, systemClock, () => undefined);
  node.emit('error', Object.assign(new Error('accept ENFILE'), { code: 'ENFILE' }));
});
test('an answer that cannot be written costs its connection only', async () => {
  const failed = await server.call('GET', '/api/bad-header').then(
    () => false,
    () => true,
  );
  assert.ok(failed);
  assert.is((await server.call('GET', '/api/health')).status, 200);
});

for (const [sending, status] of [
  [json({ name: 'x' }), 200],
  [json({}), 422],
  [text('{'), 400],
  [text('', { Origin: 'http://elsewhere' }), 422],
] as const) {
  test(`a deprecated route names its successor when it answers ${status} (${JSON.stringify(sending)})`, async () => {
    const answer = await server.call('POST', '/api/send-message', sending);
    assert.is(answer.status, status);
    assert.is(answer.headers.deprecation, 'true');
    assert.is(answer.headers.link, '</api/v1/boards/{board}/message>; rel="successor-version"');
  });
}
test('other routes name no successor', async () =>
  assert.is((await server.call('GET', '/api/health')).headers.deprecation, undefined));

const forwarded: [Record<string, string>, Record<string, unknown>][] = [
  [{}, { address: '127.0.0.1', loopback: true, secure: false }],
  [{ 'X-Forwarded-For': '10.1.2.3' }, { address: '10.1.2.3', loopback: false, secure: false }],
  [{ 'X-Forwarded-For': '6.6.6.6, 10.1.2.3' }, { address: '10.1.2.3', loopback: false, secure: false }],
  [{ 'X-Forwarded-For': '' }, { address: '127.0.0.1', loopback: true, secure: false }],
  [{ 'X-Forwarded-For': 'nobody' }, { address: '127.0.0.1', loopback: true, secure: false }],
  [{ 'X-Forwarded-For': '9'.repeat(5000) }, { address: '127.0.0.1', loopback: true, secure: false }],
  [{ 'X-Forwarded-For': '10.1.2.3:5678' }, { address: '10.1.2.3', loopback: false, secure: false }],
  [{ 'X-Forwarded-For': '[fd00::1]:5678' }, { address: 'fd00::1', loopback: false, secure: false }],
  [{ 'X-Forwarded-For': 'fd00::1' }, { address: 'fd00::1', loopback: false, secure: false }],
  [{ 'X-Forwarded-For': '::ffff:10.1.2.3' }, { address: '10.1.2.3', loopback: false, secure: false }],
  [{ 'X-Forwarded-Proto': 'https, http' }, { address: '127.0.0.1', loopback: true, secure: false }],
  [{ 'X-Forwarded-Proto': 'HTTPS' }, { address: '127.0.0.1', loopback: true, secure: true }],
  [{ 'X-Forwarded-Proto': 'https' }, { address: '127.0.0.1', loopback: true, secure: true }],
  [{ 'X-Forwarded-Proto': 'http' }, { address: '127.0.0.1', loopback: true, secure: false }],
];
for (const [headers, expected] of forwarded) {
  test(`a proxy on this machine says ${JSON.stringify(headers)}`, async () => {
    const { peer, secure } = (await server.call('GET', '/api/peer', { headers })).json as {
      peer: Record<string, unknown>;
      secure: boolean;
    };
    assert.equal({ address: peer.address, loopback: peer.loopback, secure }, expected);
  });
}
test('cookies are parsed', async () => {
  const { json: body } = await server.call('GET', '/api/peer', {
    headers: { Cookie: 'a=1; service_session=x.y%20z; bad' },
  });
  assert.equal((body as { cookies: unknown }).cookies, { a: '1', service_session: 'x.y z' });
});

test('requests are counted under the declared path', async () => {
  await server.call('GET', '/api/things/counted');
  const { text: figures, headers } = await server.call('GET', '/api/metrics');
  assert.match(figures, /http_requests_total\{method="GET",route="\/things\/\{id\}",status="200"\} \d+/);
  assert.not.match(figures, 'counted');
  assert.match(headers['content-type'] ?? '', 'text/plain; version=0.0.4');
});

test('the figures stand outside the API too', async () => {
  const { status, text: figures, headers } = await server.call('GET', '/metrics?format=prometheus');
  assert.is(status, 200);
  assert.match(figures, /http_requests_total\{method="GET",route="\/metrics",status="200"\} \d+/);
  assert.match(headers['content-type'] ?? '', 'text/plain; version=0.0.4');
  assert.is((await server.call('GET', '/metrics', { headers: { Host: 'evil.example' } })).status, 421);
});

test('a handler learns that its client has gone', async () => {
  let aborted: Promise<unknown> = Promise.resolve();
  let begun = (): void => undefined;
  const started = new Promise<void>((resolve) => (begun = resolve));
  const slow = route({
    ...common,
    method: 'GET',
    path: '/slow',
    handle: async ({ signal }) => {
      aborted = once(signal, 'abort');
      begun();
      await aborted;
    },
  });
  const { port, stop } = await startServer([slow]);
  const wire = await openWire(port);
  wire.send('GET /api/slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await started;
  wire.socket.destroy();
  await aborted;
  await stop();
});

test('an answer whose client has gone takes no room and opens nothing', async () => {
  const large = Buffer.alloc(MOST_ANSWER_BYTES / 2 - 1024);
  let begin = (): void => undefined;
  let end = (): void => undefined;
  let opened = 0;
  const late = (path: string, make: () => Reply) =>
    route({
      ...common,
      method: 'GET',
      path,
      handle: async ({ signal }) => {
        const gone = once(signal, 'abort');
        begin();
        await gone;
        setImmediate(end);
        return make();
      },
    });
  const { port, stop } = await startServer([
    late('/late', () => replyText(200, large, 'text/plain')),
    late('/late-stream', () => replyStream(200, Readable.from(['a']))),
    late('/late-open', () => replyOpen(200, {}, () => opened++)),
    route({ ...common, method: 'GET', path: '/large', handle: async () => replyText(200, large, 'text/plain') }),
  ]);
  try {
    for (const path of ['/late', '/late', '/late', '/late-stream', '/late-open']) {
      const begun = new Promise<void>((resolve) => (begin = resolve));
      const ended = new Promise<void>((resolve) => (end = resolve));
      const wire = await openWire(port);
      wire.send(`GET /api${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      await begun;
      wire.socket.destroy();
      await ended;
    }
    assert.is((await call(port, 'GET', '/api/large')).status, 200);
    assert.is(opened, 0);
  } finally {
    await stop();
  }
});

const askAround = async (letters: number) => {
  let made = 0;
  const text = 'x'.repeat(letters);
  const { port, stop } = await startServer([
    route({ ...common, method: 'GET', path: '/health', access: 'public', handle: () => ({ status: 'ok' }) }),
    route({
      ...common,
      method: 'GET',
      path: '/much',
      handle: async () => {
        await Promise.resolve();
        made++;
        for (const begun = performance.now(); performance.now() - begun < 20; );
        return replyText(200, text, 'text/plain');
      },
    }),
  ]);
  const sockets: Socket[] = [];
  const join = (bytes: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).on('connect', () => socket.write(bytes));
    sockets.push(socket);
  };
  try {
    await call(port, 'GET', '/api/much');
    for (let many = 0; many < 60; many++) join('GET /api/much HTTP/1.1\r\nHost: localhost\r\n\r\n');
    for (let many = 0; many < 60; many++) join('');
    assert.is((await call(port, 'GET', '/api/health')).status, 200);
    assert.ok(made < 30, `${made} answers were made before`);
    for (const socket of sockets) socket.destroy();
    const before = made;
    await call(port, 'GET', '/api/much');
    assert.ok(made < before + 10, `${made - before} answers were made for those who had gone`);
  } finally {
    await stop();
  }
};

test('who asks for little is not kept waiting by many who ask for much', () => askAround(300_000));

test('nor by many whose small answers take long to make', () => askAround(3));

const strict: Authenticator = {
  check: ({ access, path, cookies, headers }) => {
    if (access === 'public') return { kind: 'anonymous', username: null };
    if (cookies.service_session === 'good') return { kind: 'session', username: 'me' };
    const scoped = access === 'credential' && /^\/(v1|mcp|metrics)(\/|$)/.test(path);
    if (scoped && headers.authorization === 'Bearer t') return { kind: 'token', username: null };
    return new Fault(401, 'Not signed in.', { headers: { 'WWW-Authenticate': 'Bearer' }, body: { first_run: false } });
  },
};
const guarded = [
  ...routes,
  route({ ...common, method: 'GET', path: '/v1/boards/{board}', handle: ({ identity }) => identity }),
  route({
    ...common,
    method: 'POST',
    path: '/account',
    access: 'session',
    body: Body,
    handle: ({ identity }) => identity,
  }),
];
const session = { Cookie: 'service_session=good' };
const token = { Authorization: 'Bearer t' };
const access: [string, string, Sending, number][] = [
  ['GET', '/api/health', {}, 200],
  ['HEAD', '/api/health', {}, 200],
  ['GET', '/api/', {}, 200],
  ['GET', '/api/openapi.json', {}, 200],
  ['GET', '/api/internal/openapi.json', {}, 401],
  ['GET', '/api/internal/openapi.json', { headers: session }, 200],
  ['GET', '/api/internal/openapi.json', { headers: token }, 401],
  ['GET', '/api/metrics', {}, 401],
  ['GET', '/metrics', {}, 401],
  ['GET', '/api/metrics', { headers: token }, 200],
  ['GET', '/metrics', { headers: token }, 200],
  ['GET', '/metrics', { headers: session }, 200],
  ['POST', '/metrics', { headers: session }, 405],
  ['GET', '/api/events', {}, 401],
  ['GET', '/api/v1/boards/x', {}, 401],
  ['GET', '/api/v1/boards/x', { headers: session }, 200],
  ['GET', '/api/v1/boards/x', { headers: token }, 200],
  ['GET', '/api/things/1', { headers: token }, 401],
  ['GET', '/api/things/1', { headers: session }, 200],
  ['POST', '/api/account', { ...json({ name: 'x' }), headers: token }, 401],
  ['POST', '/api/account', { ...json({ name: 'x' }), headers: session }, 200],
  ['GET', '/api/unknown', {}, 401],
  ['GET', '/api/unknown', { headers: session }, 404],
  ['GET', '/api/v1/unknown', {}, 401],
  ['GET', '/api/v1/unknown', { headers: token }, 404],
  ['GET', '/api/%zz', {}, 401],
  ['GET', '/api/%zz', { headers: session }, 400],
  ['PATCH', '/api/things/1', {}, 401],
  ['PATCH', '/api/things/1', { headers: session }, 405],
  ['POST', '/api/health', {}, 405],
  ['POST', '/api/things', text('{'), 401],
  ['POST', '/api/things', { body: 'x'.repeat(2_000_000) }, 401],
  ['OPTIONS', '/api/things/1', {}, 204],
  ['GET', '/page', {}, 404],
];
for (const [method, path, sending, status] of access) {
  test(`with login on, ${method} ${path} ${JSON.stringify(sending.headers ?? {})} is ${status}`, async () => {
    const one = await startServer(guarded, { authenticator: strict });
    const answer = await one.call(method, path, sending);
    assert.is(answer.status, status);
    if (status === 401 && method !== 'HEAD') {
      assert.equal(answer.json, { detail: 'Not signed in.', first_run: false });
      assert.is(answer.headers['www-authenticate'], 'Bearer');
    }
    await one.stop();
  });
}

test('while the appliance opens, all requests wait but those for the first routes', async () => {
  let open: () => void = () => undefined;
  let opening: Promise<void> | null = new Promise((resolve) => (open = resolve));
  const first = route({ ...common, method: 'GET', path: '/alive', access: 'public', handle: () => ({ is: true }) });
  const server = await startServer(routes, { firstRoutes: [first], opening: () => opening });
  const told: string[] = [];
  const waiting = server.call('PUT', '/api/things/7', { json: { name: 'A' } }).then(({ status, json }) => {
    told.push('thing');
    assert.equal([status, json], [200, { id: '7', name: 'A' }]);
  });
  for (let look = 0; look < 3; look++) assert.is((await server.call('GET', '/api/alive')).status, 200);
  told.push('open');
  opening = null;
  open();
  await waiting;
  assert.equal(told, ['open', 'thing']);
  await server.stop();
});

test('a large answer that will find no room is not made again and again', async () => {
  let made = 0;
  const { port, stop } = await startServer([
    route({
      ...common,
      method: 'GET',
      path: '/listing',
      handle: () => {
        made++;
        return replyText(200, 'x'.repeat(MOST_ANSWER_BYTES - 1024), 'text/plain');
      },
    }),
  ]);
  const deaf = connect(port, '127.0.0.1');
  try {
    await once(deaf, 'connect');
    deaf.pause();
    deaf.write('GET /api/listing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await until(() => made === 1);
    for (let asked = 0; asked < 5; asked++) {
      const { status, json } = await call(port, 'GET', '/api/listing');
      assert.is(status, 503);
      assert.match((json as { detail: string }).detail, /^Too many large answers/);
    }
    assert.is(made, 1);
    deaf.destroy();
    await until(async () => (await call(port, 'GET', '/api/listing')).status === 200);
    assert.is(made, 2);
  } finally {
    deaf.destroy();
    await stop();
  }
});

test.run();
