import { getEventListeners } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DeviceHttp, NoAnswer } from '../../../../hw/panel/pixels/request.ts';
import { createHomeLookup } from '../../../../src/platform/network/net.ts';
import { systemClock } from '../../../../src/platform/clock.ts';

const test = suite('requests to small devices');

const never = new AbortController().signal;
/** No answer takes so long on a busy machine; where none comes, less is waited for. */
const LONG_MS = 30_000;
const SHORT_MS = 150;
const servers: Server[] = [];

const serve = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};
const at = (host: string, resolve?: (name: string) => Promise<string[]>, answerMs = LONG_MS) =>
  new DeviceHttp(
    { host, label: 'The device', login: 'me:word' },
    systemClock,
    { connectMs: LONG_MS, answerMs },
    resolve ? createHomeLookup(resolve) : createHomeLookup(),
  );
const problemOf = async (work: Promise<unknown>): Promise<NoAnswer> =>
  work.then(
    () => assert.unreachable('it was answered') as never,
    (error: NoAnswer) => error,
  );
const GET = { method: 'GET', path: '/' } as const;

let awake: NodeJS.Timeout;
test.before(() => void (awake = setInterval(() => undefined, 60_000)));
test.after(() => {
  clearInterval(awake);
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

test('it sends body and login, and takes whatever status comes', async () => {
  const heard: unknown[] = [];
  const port = await serve((request, response) => {
    heard.push([request.method, request.url, request.headers.authorization, request.headers.connection]);
    request.on('data', (bytes) => heard.push(String(bytes)));
    request.on('end', () => response.writeHead(418).end('tea'));
  });
  const answer = await at(`127.0.0.1:${port}`).ask({ method: 'POST', path: '/post?a=1', body: '{}' }, never);
  assert.equal(answer, { status: 418, text: 'tea' });
  assert.equal(heard, [['POST', '/post?a=1', `Basic ${Buffer.from('me:word').toString('base64')}`, 'close'], '{}']);
});

test('a request without a body names no type, and one without a login no user', async () => {
  const heard: unknown[] = [];
  const port = await serve((request, response) => {
    const { authorization, 'content-type': type, 'content-length': length } = request.headers;
    heard.push([authorization, type, length]);
    response.end();
  });
  const device = new DeviceHttp({ host: `127.0.0.1:${port}`, label: 'The device', login: null }, systemClock);
  assert.equal(await device.ask(GET, never), { status: 200, text: '' });
  await device.ask({ method: 'POST', path: '/', body: 'ä' }, never);
  assert.equal(heard, [
    [undefined, undefined, '0'],
    [undefined, 'application/json', '2'],
  ]);
});

test('nothing of a request stays on a signal that lives on', async () => {
  const port = await serve((_request, response) => response.end('done'));
  const { signal } = new AbortController();
  await at(`127.0.0.1:${port}`).ask(GET, signal);
  await problemOf(at('127.0.0.1:9').ask(GET, signal));
  assert.is(getEventListeners(signal, 'abort').length, 0);
  const aborted = await problemOf(at(`127.0.0.1:${port}`).ask(GET, AbortSignal.abort()));
  assert.is(aborted.message, 'The request to the panel was cancelled.');
});

test('a redirection is an answer: nobody else hears the login', async () => {
  let thief = 0;
  const away = await serve((_request, response) => void (thief++, response.end()));
  const port = await serve((_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${away}/` }).end(),
  );
  assert.is((await at(`127.0.0.1:${port}`).ask(GET, never)).status, 302);
  assert.is(thief, 0);
});

test('addresses and names outside the home network are not connected to', async () => {
  for (const host of ['8.8.8.8', '[2001:4860:4860::8888]:80'])
    assert.match((await problemOf(at(host).ask(GET, never))).message, /is not in the home network/);
  const outside = await problemOf(at('device.lan', () => Promise.resolve(['8.8.8.8'])).ask(GET, never));
  assert.match(outside.message, /leads out of the home network/);
  assert.is(outside.unreached, true);
  const unknown = await problemOf(at('device.lan', () => Promise.resolve([])).ask(GET, never));
  assert.match(unknown.message, /cannot be found by its name/);
});

test('a name that turns to this machine after it led elsewhere is not followed', async () => {
  let heard = 0;
  const port = await serve((_request, response) => void (heard++, response.end()));
  let answer = '192.0.2.1';
  const device = new DeviceHttp(
    { host: `device.lan:${port}`, label: 'The device', login: null },
    systemClock,
    { connectMs: 20, answerMs: 20 },
    createHomeLookup(() => Promise.resolve([answer])),
  );
  answer = '10.255.255.1';
  await problemOf(device.ask(GET, never));
  answer = '127.0.0.1';
  await problemOf(device.ask(GET, never));
  assert.is(heard, 0);
});

test('silence, a huge answer, garbage and an early end are sentences', async () => {
  const cases: [what: RequestListener, reason: RegExp, answerMs?: number][] = [
    [() => undefined, /did not answer within 0\.15 s/, SHORT_MS],
    [(_request, response) => void response.write('x'), /did not answer within/, SHORT_MS],
    [(_request, response) => response.end('x'.repeat(70_000)), /more than 64 KiB/],
    [(request) => request.socket.end('no HTTP at all\r\n\r\n'), /does not answer in HTTP/],
    [(request) => request.socket.destroy(), /closed the connection/],
    [
      (_request, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('x');
        setImmediate(() => response.socket?.destroy());
      },
      /broke off in the middle|closed the connection/,
    ],
  ];
  for (const [listener, reason, answerMs] of cases) {
    const port = await serve(listener);
    const problem = await problemOf(at(`127.0.0.1:${port}`, undefined, answerMs).ask(GET, never));
    assert.match(problem.message, reason);
    assert.is(problem.unreached, false);
    assert.not.match(problem.message, 'word');
  }
});

test('a closed port is no contact at all, and a signal ends the wait', async () => {
  const port = await serve(() => undefined);
  const abort = new AbortController();
  const asking = at(`127.0.0.1:${port}`).ask(GET, abort.signal);
  setImmediate(() => abort.abort());
  assert.not.ok((await problemOf(asking)) instanceof NoAnswer);
  servers.at(-1)?.closeAllConnections();
  await new Promise((resolve) => servers.at(-1)?.close(resolve));
  const refused = await problemOf(at(`127.0.0.1:${port}`).ask(GET, never));
  assert.match(refused.message, /refuses the connection/);
  assert.is(refused.unreached, true);
});

test('a host that is none is refused at once', () => {
  for (const host of ['http://x', 'a b', 'x:99999', 'me@x'])
    assert.throws(() => at(host), /not a name or an IP address/);
});

test.run();
