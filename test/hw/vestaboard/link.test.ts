import { getEventListeners } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { INTERNET, LAN, Link, type Realm } from '../../../hw/vestaboard/link.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { until } from '../../support/until.ts';
import { never } from '../rig.ts';

/** How long boards and the cloud are given, and what becomes of a request that is called off. */
const test = suite('links to Vestaboards');

const servers: Server[] = [];
let awake: NodeJS.Timeout;
test.before(() => void (awake = setInterval(() => undefined, 60_000)));
test.after(() => {
  clearInterval(awake);
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
const serve = async (listener: RequestListener): Promise<URL> => {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
};
const GET = { method: 'GET', path: '/', headers: {} } as const;
/** A name that is never found, so that no connection comes about. */
const nowhere: LookupFunction = () => undefined;

for (const [name, realm, connectMs] of [
  ['a board on the LAN', LAN, 3000],
  ['the cloud', INTERNET, 5000],
] as const) {
  test(`${name} has ${connectMs / 1000} s to accept a connection, and one more try after half a second`, async () => {
    const clock = createFakeClock('2026-01-01T00:00:00Z', 2);
    const link = new Link(
      new URL('http://board.lan:7000'),
      'The board',
      { ...realm, atHome: true },
      {
        clock,
        lookup: nowhere,
      },
    );
    await link.open();
    let ended = -1;
    const exchange = link.exchange(GET, never()).finally(() => (ended = clock.monotonic()));
    await clock.advance(60_000);
    const answer = await exchange;
    assert.is(answer.kind === 'failure' && answer.unreached, true);
    assert.is(ended, 2 * connectMs + 500);
    link.close();
  });

  test(`${name} has 10 s to answer, and is not asked again`, async () => {
    const clock = createFakeClock('2026-01-01T00:00:00Z', 2);
    let heard = 0;
    const url = await serve(() => void heard++);
    const link = new Link(url, 'The board', realm, { clock });
    await link.open();
    let ended = false;
    const exchange = link.exchange(GET, never()).finally(() => (ended = true));
    await until(() => heard === 1);
    await clock.advance(9999);
    assert.not.ok(ended);
    await clock.advance(1);
    const answer = await exchange;
    assert.equal(answer.kind === 'failure' && [answer.unreached, answer.reason], [
      false,
      'The board accepted the connection but did not answer within 10 s.',
    ]);
    await clock.advance(60_000);
    assert.is(heard, 1);
    link.close();
  });
}

test('only the cloud may lie outside of the home network', async () => {
  assert.equal([LAN.atHome, INTERNET.atHome], [true, false]);
  const link = new Link(new URL('http://8.8.8.8:7000'), 'The board', LAN, { clock: systemClock });
  await link.open();
  const answer = await link.exchange(GET, never());
  assert.is(
    answer.kind === 'failure' && answer.reason,
    'The board is not in the home network: it is not connected to.',
  );
  link.close();
});

const slow: Realm = { connectMs: 30_000, answerMs: 30_000, retryMs: 30_000, atHome: true };

test('nothing of an exchange stays on a signal that lives on, however it ended', async () => {
  const url = await serve((request, response) => (request.url === '/hang' ? undefined : response.end('x')));
  const { signal } = new AbortController();
  const link = new Link(url, 'The board', { ...slow, retryMs: 1 }, { clock: systemClock });
  await link.open();
  assert.is((await link.exchange(GET, signal)).kind, 'answer');
  const away = new Link(new URL('http://127.0.0.1:9'), 'The board', { ...slow, retryMs: 1 }, { clock: systemClock });
  await away.open();
  assert.is((await away.exchange(GET, signal)).kind, 'failure');
  assert.is(getEventListeners(signal, 'abort').length, 0);
  const hanging = link.exchange({ ...GET, path: '/hang' }, signal);
  assert.is(getEventListeners(signal, 'abort').length, 1);
  link.close();
  const ended = await hanging;
  assert.is(ended.kind === 'failure' && ended.reason, 'The exchange with the board was cancelled.');
  assert.is(getEventListeners(signal, 'abort').length, 0);
  away.close();
});

test('a connection on which no answer came is closed, one that answered is kept', async () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z', 2);
  const sockets = new Set<unknown>();
  let closed = 0;
  let heard = 0;
  const url = await serve((request, response) => {
    heard++;
    if (!sockets.has(request.socket)) request.socket.once('close', () => void closed++);
    sockets.add(request.socket);
    if (request.url !== '/hang') response.end('x');
  });
  const link = new Link(url, 'The board', LAN, { clock });
  await link.open();
  for (let turn = 0; turn < 2; turn++) assert.is((await link.exchange(GET, never())).kind, 'answer');
  assert.equal([sockets.size, closed], [1, 0]);
  const hanging = link.exchange({ ...GET, path: '/hang' }, never());
  await until(() => heard === 3);
  await clock.advance(10_000);
  assert.is((await hanging).kind, 'failure');
  await until(() => closed === 1);
  link.close();
});

test('a link that is closed is not in use, and one that was called off before is not begun', async () => {
  let heard = 0;
  const url = await serve((_request, response) => {
    heard++;
    response.end();
  });
  const link = new Link(url, 'The board', slow, { clock: systemClock });
  const before = await link.exchange(GET, never());
  await link.open();
  const aborted = await link.exchange(GET, AbortSignal.abort());
  assert.is((await link.exchange(GET, never())).kind, 'answer');
  link.close();
  const after = await link.exchange(GET, never());
  assert.equal(
    [before, aborted, after].map((answer) => answer.kind === 'failure' && answer.reason),
    ['The board is not in use now.', 'The exchange with the board was cancelled.', 'The board is not in use now.'],
  );
  assert.is(heard, 1);
  await link.open();
  assert.is((await link.exchange(GET, never())).kind, 'answer', 'and it can be opened again');
  link.close();
});

test('the base address goes before the path, without a slash twice', async () => {
  const paths: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    paths.push(request.url);
    response.end();
  });
  for (const base of ['', '/', '/mock', '/mock/']) {
    const link = new Link(new URL(base, url), 'The board', slow, { clock: systemClock });
    await link.open();
    await link.exchange({ ...GET, path: '/local-api/message' }, never());
    link.close();
  }
  assert.equal(paths, [
    '/local-api/message',
    '/local-api/message',
    '/mock/local-api/message',
    '/mock/local-api/message',
  ]);
});

test.run();
