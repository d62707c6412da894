import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { replyText } from '../../src/http/reply.ts';
import { route } from '../../src/http/route.ts';
import { openWire, startServer, type TestServer } from '../support/http.ts';
import { until } from '../support/until.ts';

const test = suite('http/wire');

const common = {
  surface: 'internal',
  access: 'credential',
  summary: 's',
  tag: 't',
  success: { status: 200, description: 'd' },
  errors: [],
} as const;
let release = (): void => undefined;
let entered: Promise<void> = Promise.resolve();
let enter = (): void => undefined;
let leave = (): void => undefined;
const largeGone = new Promise<void>((resolve) => (leave = resolve));
const limit = 1024 * 1024;

const routes = [
  route({ ...common, method: 'GET', path: '/health', handle: () => ({ status: 'ok' }) }),
  route({
    ...common,
    method: 'POST',
    path: '/echo',
    body: v.unknown(),
    rawBody: true,
    handle: ({ rawBody }) => ({ size: rawBody.length }),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/large',
    handle: ({ stream }) => {
      stream.socket.once('close', () => leave());
      return replyText(200, Buffer.alloc(64 * limit), 'text/plain');
    },
  }),
  route({ ...common, method: 'POST', path: '/bodyless', handle: () => ({ done: true }) }),
  route({
    ...common,
    method: 'GET',
    path: '/slow',
    handle: () => {
      enter();
      return new Promise((resolve) => (release = () => resolve({ slow: true })));
    },
  }),
];

let server: TestServer;
test.before.each(async () => {
  entered = new Promise((resolve) => (enter = resolve));
  server = await startServer(routes);
});
test.after.each(() => server.stop());
/** A test of what comes too late, with a server that waits for little. */
const hurried = (name: string, run: (port: number) => Promise<void>): void =>
  test(name, async () => {
    const impatient = await startServer(routes, { limits: { headersMs: 300, requestMs: 400, checkMs: 50 } });
    await run(impatient.port).finally(() => impatient.stop());
  });

const exchange = async (bytes: string, until: string | RegExp = /\r\n\r\n/): Promise<string> => {
  const wire = await openWire(server.port);
  wire.send(bytes);
  const received = await wire.until(until);
  wire.socket.destroy();
  return received;
};

const statusOf = (received: string): number => Number(received.slice(9, 12));
const JSON_TYPE = { 'Content-Type': 'application/json' };
const padded = (size: number): string => `"${'x'.repeat(size - 2)}"`;

const targets: [string, number][] = [
  ['/api/%', 400],
  ['/api/%e0%a4%a', 400],
  ['/api/../api/health', 404],
  ['*', 404],
  ['/api/health#x', 404],
];
for (const [target, status] of targets) {
  test(`GET ${target} is ${status}`, async () => {
    const received = await exchange(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`, /\}$/);
    assert.is(statusOf(received), status);
    assert.match(received, '"detail"');
  });
}

test('a request that is none is 400 with a body', async () => {
  const received = await exchange('NONSENSE\r\n\r\n', /\}$/);
  assert.is(statusOf(received), 400);
  assert.match(received, '{"detail":"Bad Request."}');
});
test('a request without Host is 400 with a body', async () => {
  const received = await exchange('GET /api/health HTTP/1.1\r\n\r\n', /\}$/);
  assert.is(statusOf(received), 400);
  assert.match(received, '{"detail":"The request has no Host header."}');
  assert.match(received, 'Connection: close');
});
test('what is expected beside a word to go on is 417 with a body', async () => {
  const received = await exchange('GET /api/health HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\n\r\n', /\}$/);
  assert.is(statusOf(received), 417);
  assert.match(received, '{"detail":"Expectation Failed."}');
});
test('a request of HTTP/1.0 without Host is answered', async () =>
  assert.is(statusOf(await exchange('GET /api/health HTTP/1.0\r\n\r\n')), 200));
test('a head of 20 kB is 431', async () => {
  const received = await exchange(
    `GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    /\}$/,
  );
  assert.is(statusOf(received), 431);
});
test('two lengths that differ are 400', async () => {
  assert.is(
    statusOf(
      await exchange('POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'),
    ),
    400,
  );
});
test('a length and chunks together are 400', async () => {
  const head = 'POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n';
  assert.is(statusOf(await exchange(`${head}2\r\n{}\r\n0\r\n\r\n`)), 400);
});
test('requests in one piece are answered in order', async () => {
  const one = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const received = await exchange(
    one('/api/health') + one('/api/unknown') + one('/api/health'),
    /(?:HTTP[\s\S]*){3}\}$/,
  );
  assert.equal(
    [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1]),
    ['200', '404', '200'],
  );
});
test('a head in single bytes is understood', async () => {
  const wire = await openWire(server.port);
  for (const byte of 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n') wire.send(byte);
  assert.is(statusOf(await wire.until('"ok"')), 200);
  wire.socket.destroy();
});
hurried('a head that does not end is 408', async (port) => {
  const wire = await openWire(port);
  wire.send('GET /api/health HTTP/1.1\r\nHost:');
  assert.is(statusOf(await wire.closed()), 408);
});
hurried('nor is one that follows an answer, however it trickles', async (port) => {
  const wire = await openWire(port);
  wire.send('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await wire.until('"ok"');
  wire.send('GET /api/health HTTP/1.1\r\nHost:');
  const trickle = setInterval(() => wire.send('a'), 20);
  const received = await wire.closed();
  clearInterval(trickle);
  assert.match(received, 'HTTP/1.1 408');
});
hurried('an idle connection is left alone', async (port) => {
  const wire = await openWire(port);
  wire.send('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await wire.until('"ok"');
  let isClosed = false;
  wire.socket.once('close', () => (isClosed = true));
  const late = await openWire(port);
  late.send('GET /');
  await late.closed();
  assert.is(isClosed, false);
  wire.socket.destroy();
});
hurried('a body that does not come is 408', async (port) => {
  const wire = await openWire(port);
  wire.send(
    'POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  const received = await wire.closed();
  assert.is(statusOf(received), 408);
  assert.match(received, '"detail"');
});
test('a client that leaves in the middle of a body does no harm', async () => {
  const wire = await openWire(server.port);
  wire.send(
    'POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  wire.socket.destroy();
  assert.is((await server.call('GET', '/api/health')).status, 200);
});

for (const [size, status] of [
  [limit - 1, 200],
  [limit, 200],
  [limit + 1, 413],
  [4 * limit, 413],
] as const) {
  test(`a body of ${size} bytes is ${status}`, async () =>
    assert.is((await server.call('POST', '/api/echo', { body: padded(size), headers: JSON_TYPE })).status, status));
  test(`a body of ${size} bytes in chunks is ${status}`, async () => {
    assert.is(
      (
        await server.call('POST', '/api/echo', {
          body: padded(size),
          headers: { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' },
        })
      ).status,
      status,
    );
  });
}
test('a large announced body is refused before it comes, and the connection closed', async () => {
  const wire = await openWire(server.port);
  wire.send(
    `POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${10 * limit}\r\n\r\n`,
  );
  const received = await wire.until('}');
  assert.is(statusOf(received), 413);
  assert.match(received, /connection: close/i);
  wire.socket.end();
  await wire.closed();
});
test('a large body that nobody wants is answered, and the connection closed', async () => {
  const wire = await openWire(server.port);
  wire.send(`POST /api/bodyless HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${limit}\r\n\r\n`);
  assert.is(statusOf(await wire.until('}')), 200);
  wire.send('x'.repeat(limit));
  assert.match(await wire.closed(), /connection: close/i);
});
test('a small body that nobody wants leaves the connection open', async () => {
  const request = 'POST /api/bodyless HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc';
  const received = await exchange(request + request, /(?:\}[\s\S]*){2}$/);
  assert.equal(
    [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1]),
    ['200', '200'],
  );
});
for (const [body, status] of [
  ['['.repeat(64) + ']'.repeat(64), 200],
  ['['.repeat(65) + ']'.repeat(65), 400],
  ['['.repeat(500_000), 400],
  [`[${'0,'.repeat(199_998)}0]`, 200],
  [`[${'0,'.repeat(200_000)}0]`, 400],
  [`[${'[],'.repeat(39_998)}[]]`, 200],
  [`[${'{},'.repeat(100_000)}{}]`, 400],
] as const) {
  test(`a body of ${body.length} bytes, ${body.slice(0, 6)}…, is ${status}`, async () => {
    assert.is((await server.call('POST', '/api/echo', { body, headers: JSON_TYPE })).status, status);
  });
}

test('a hundred headers are taken, one more is 431', async () => {
  const head = (count: number): string =>
    `GET /api/health HTTP/1.1\r\nHost: localhost\r\n${Array.from({ length: count - 1 }, (_, n) => `X-${n}: 1\r\n`).join('')}\r\n`;
  assert.is(statusOf(await exchange(head(100))), 200);
  assert.is(statusOf(await exchange(head(101))), 431);
  const last = head(99).replace(/\r\n$/, 'Origin: https://elsewhere\r\n\r\n');
  assert.match(await exchange(last), 'Access-Control-Allow-Origin: *');
});

test('of connections that stand still one that never said a thing is cut, one in the middle of a head is 408', async () => {
  const still = await startServer(routes, { limits: { stallMs: 100, headersMs: 60_000 } });
  const [silent, begun] = [await openWire(still.port), await openWire(still.port)];
  begun.send('GET /api/health HT');
  assert.is(await silent.closed(), '');
  assert.is(statusOf(await begun.closed()), 408);
  await still.stop();
});
test('of requests in one piece each is begun when the one before is answered', async () => {
  const wire = await openWire(server.port);
  let begun = 0;
  enter = () => begun++;
  wire.send('GET /api/slow HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3));
  for (let n = 1; n <= 3; n++) {
    await until(() => begun === n);
    await server.call('GET', '/api/health');
    assert.is(begun, n);
    release();
  }
  await wire.until(/(?:slow[\s\S]*){3}\}$/);
  wire.socket.destroy();
});
test('a connection with too many unanswered requests ends', async () => {
  const wire = await openWire(server.port);
  wire.send('GET /api/slow HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(2000));
  await until(() => wire.socket.destroyed);
  assert.is(wire.socket.bytesRead, 0);
});
test('a client that takes nothing of its answer loses the connection, one that waits for it does not', async () => {
  const stalling = await startServer(routes, { limits: { stallMs: 200 } });
  const waiting = await openWire(stalling.port);
  waiting.send('GET /api/slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await entered;
  const lazy = await openWire(stalling.port);
  lazy.socket.pause();
  lazy.send('GET /api/large HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await largeGone;
  release();
  await waiting.until('"slow"');
  waiting.socket.destroy();
  lazy.socket.destroy();
  await stalling.stop();
});

test('a stop closes idle connections and lets running answers finish', async () => {
  const idle = await openWire(server.port);
  const silent = await openWire(server.port);
  const busy = await openWire(server.port);
  idle.send('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await idle.until('"ok"');
  busy.send('GET /api/slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await entered;
  const stopped = server.server.stop(5000);
  await Promise.all([idle.closed(), silent.closed()]);
  release();
  const received = await busy.closed();
  assert.match(received, '{"slow":true}');
  assert.match(received, /connection: close/i);
  await stopped;
  assert.ok(
    await openWire(server.port).then(
      () => false,
      () => true,
    ),
  );
});
test('a stop cuts off what takes too long', async () => {
  const busy = await openWire(server.port);
  busy.send('GET /api/slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await entered;
  await server.server.stop(20);
  assert.is(await busy.closed(), '');
});
test('a stop without connections is done at once', () => server.server.stop(60_000));
test('several ports serve one application', async () => {
  const second = await server.server.listen(0, '127.0.0.1');
  const wire = await openWire(second);
  wire.send('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await wire.until('"ok"');
  wire.socket.destroy();
});
test('a port that is taken rejects', async () => {
  const error = await server.server.listen(server.port, '127.0.0.1').then(
    () => null,
    (error_: NodeJS.ErrnoException) => error_,
  );
  assert.is(error?.code, 'EADDRINUSE');
});

test.run();
