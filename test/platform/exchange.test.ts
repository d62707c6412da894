import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type LookupFunction, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  exchange,
  parseAddress,
  readBody,
  readPieces,
  type ExchangeRequest,
} from '../../src/platform/network/exchange.ts';
import { until } from '../support/until.ts';

const test = suite('platform/exchange');

const answerOf = (pieces: readonly Buffer[], headers: Record<string, string> = {}): IncomingMessage =>
  Object.assign(Readable.from(pieces), { headers }) as unknown as IncomingMessage;

type Outcome = readonly [said: string, taken: number, atMost: number, takes: readonly number[]];

/** What is read of an answer, or why not; the bytes taken of the room then and at most, and one after the other. */
const read = async (answer: IncomingMessage, most: number): Promise<Outcome> => {
  let [taken, atMost, watching] = [0, 0, 0];
  const takes: number[] = [];
  const room = {
    watch: () => {
      watching++;
      return () => watching--;
    },
    take: (bytes: number) => {
      takes.push(bytes);
      taken += bytes;
      atMost = Math.max(atMost, taken);
    },
  };
  const said = await readBody(answer, most, room).then(
    (body) => `${body.length} bytes`,
    (error: Error) => error.message,
  );
  assert.is(watching, 0);
  return [said, taken, atMost, takes];
};

const pieces = (count: number): Buffer[] => Array.from({ length: count }, () => Buffer.alloc(1024));
const REFUSED = 'the answer is larger than 64 KiB';
const MOST = 64 * 1024;

test('a body may have as many bytes as its bound, in however many pieces', async () => {
  assert.equal((await read(answerOf(pieces(64)), MOST)).slice(0, 2), ['65536 bytes', MOST]);
  assert.equal((await read(answerOf([...pieces(64), Buffer.of(1)]), MOST)).slice(0, 2), [REFUSED, 0]);
  assert.equal((await read(answerOf([Buffer.alloc(MOST + 1)]), MOST)).slice(0, 2), [REFUSED, 0]);
});

test('a body that comes in small pieces moves to a larger place a few times only', async () => {
  for (const [count, takes] of [
    [16, [16, 0]],
    [17, [16, 16, -15]],
    [64, [16, 16, 32, 0]],
  ] as const)
    assert.equal(
      (await read(answerOf(pieces(count)), MOST))[3],
      takes.map((times) => times * 1024),
    );
  const atOnce = await read(answerOf([Buffer.alloc(40 * 1024)]), MOST);
  assert.equal(atOnce[3], [16 * 1024, 24 * 1024, 0]);
});

test('the bytes of a body stay taken, and no others', async () => {
  for (const count of [0, 1, 37]) {
    const [said, taken] = await read(answerOf(pieces(count)), MOST);
    assert.equal([said, taken], [`${count * 1024} bytes`, count * 1024]);
  }
});

test('what is unpacked counts, and no more is taken meanwhile than twice of that', async () => {
  const packed = (bytes: number) => answerOf([gzipSync(Buffer.alloc(bytes))], { 'content-encoding': 'gzip' });
  const [said, taken, atMost] = await read(packed(MOST), MOST);
  assert.equal([said, taken], ['65536 bytes', MOST]);
  assert.ok(atMost <= 2 * MOST, `${atMost} bytes`);
  assert.equal((await read(packed(MOST + 1), MOST)).slice(0, 2), [REFUSED, 0]);
});

test('an answer is let go, whether it was read or is too large', async () => {
  for (const count of [1, 65]) {
    const answer = answerOf(pieces(count));
    await read(answer, MOST);
    assert.is(answer.destroyed, true);
  }
});

test('pieces come one by one, and what has them is let go at the end', async () => {
  const answer = answerOf(pieces(3));
  let left = 0;
  const room = { watch: () => () => void left++, take: () => undefined };
  const sizes: number[] = [];
  for await (const piece of readPieces(answer, room)) sizes.push(piece.length);
  assert.equal([sizes, left, answer.destroyed], [[1024, 1024, 1024], 1, true]);
});

for (const [encoding, pack] of [
  ['gzip', gzipSync],
  [' X-GZIP ', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', (bytes: Buffer) => bytes],
] as const)
  test(`a body that is packed as "${encoding}" is unpacked`, async () => {
    const answer = answerOf([pack(Buffer.from('words'))], { 'content-encoding': encoding });
    const body = await readBody(answer, MOST, { watch: () => () => undefined, take: () => undefined });
    assert.is(body.toString(), 'words');
  });

test('an answer that breaks off while it is unpacked rejects', async () => {
  const broken = Object.assign(
    Readable.from(
      (async function* () {
        yield gzipSync(Buffer.alloc(4096)).subarray(0, 12);
        throw new Error('gone');
      })(),
    ),
    { headers: { 'content-encoding': 'gzip' } },
  ) as unknown as IncomingMessage;
  assert.equal((await read(broken, MOST)).slice(0, 2), ['gone', 0]);
});

for (const [text, base, meant] of [
  [' http://h/a ', undefined, 'http://h/a'],
  ['webcal://h/a', undefined, 'https://h/a'],
  ['WEBCALS://h/a', undefined, 'https://h/a'],
  ['/b', 'http://h/a/c', 'http://h/b'],
  ['/b', undefined, 'the address is no URL'],
  ['ftp://h/a', undefined, 'addresses of type ftp: cannot be fetched'],
] as const)
  test(`"${text}" ${base ? `from ${base} ` : ''}means ${meant}`, () => {
    const said = () => parseAddress(text, base === undefined ? undefined : new URL(base)).href;
    if (meant.startsWith('http')) assert.is(said(), meant);
    else assert.throws(said, (error: Error) => error.name === 'NetError' && error.message === meant);
  });

interface Heard {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server on loopback, and what it has heard; each request is answered when it is there as a whole. */
const withServer = async (
  respond: RequestListener,
  run: (origin: string, heard: readonly Heard[], port: number) => Promise<void>,
): Promise<void> => {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.on('end', () => {
      const { method, url, headers } = request;
      heard.push({ method, url, headers, body });
      respond(request, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await run(`http://127.0.0.1:${port}`, heard, port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

const ask = async (address: string, request: ExchangeRequest = {}): Promise<string> => {
  try {
    const { answer, url } = await exchange(address, request);
    answer.resume();
    return `${answer.statusCode} ${url.pathname}`;
  } catch (error) {
    return (error as Error).message;
  }
};
const well: RequestListener = (_request, response) => void response.end('well');

test('servers are told who asks, by the address or by headers, which go before it', () =>
  withServer(well, async (origin, heard) => {
    const withUser = origin.replace('//', '//us%20er:p%40w@');
    await ask(withUser);
    await ask(withUser, { headers: { Authorization: 'Bearer t', 'User-Agent': 'own' }, agent: 'house' });
    await ask(origin, { agent: 'house' });
    assert.equal(
      heard.map(({ headers }) => [headers.authorization, headers['user-agent'], headers.connection]),
      [
        [`Basic ${Buffer.from('us er:p@w').toString('base64')}`, 'flapbox', 'close'],
        ['Bearer t', 'own', 'close'],
        [undefined, 'house', 'close'],
      ],
    );
  }));

test('a percent sign in a name or password stands for itself where it stands for nothing else', () =>
  withServer(well, async (origin, heard) => {
    assert.is(await ask(origin.replace('//', '//100%:5%zz%40@')), '200 /');
    assert.is(heard[0]?.headers.authorization, `Basic ${Buffer.from('100%:5%zz%40').toString('base64')}`);
  }));

for (const [status, method, then, body] of [
  [301, 'POST', 'GET', ''],
  [302, 'PUT', 'GET', ''],
  [303, 'HEAD', 'HEAD', ''],
  [307, 'POST', 'POST', 'words'],
  [308, 'PUT', 'PUT', 'words'],
] as const)
  test(`after ${status} ${method} becomes ${then}${body && ' with its body'}`, () =>
    withServer(
      ({ url }, response) => void response.writeHead(url === '/' ? status : 200, { location: '/there' }).end(),
      async (origin, heard) => {
        const sent = method === 'HEAD' ? null : Buffer.from('words');
        assert.is(await ask(origin, { method, body: sent }), '200 /there');
        assert.equal([heard.length, heard[1]?.method, heard[1]?.body], [2, then, body]);
      },
    ));

for (const [what, status, headers] of [
  ['has no place to go on', 302, {}],
  ['is no redirect', 300, { location: '/there' }],
] as const)
  test(`an answer that ${what} is the answer`, () =>
    withServer(
      (_request, response) => void response.writeHead(status, headers).end(),
      async (origin) => assert.is(await ask(origin), `${status} /`),
    ));

test('headers of the owner go on to the same server, and to no other', () =>
  withServer(well, (other, heard) =>
    withServer(
      ({ url }, response) =>
        void response.writeHead(302, { location: url === '/' ? '/second' : `${other}/third` }).end(),
      async (origin, first) => {
        assert.is(await ask(origin, { headers: { 'x-key': 'k' } }), '200 /third');
        assert.equal(
          [...first, ...heard].map(({ url, headers }) => [url, headers['x-key']]),
          [
            ['/', 'k'],
            ['/second', 'k'],
            ['/third', undefined],
          ],
        );
      },
    ),
  ));

test('each place on the way may be refused, and five lead no further', () =>
  withServer(
    ({ url }, response) => void response.writeHead(302, { location: `${url}x` }).end(),
    async (origin, heard) => {
      const entered: string[] = [];
      const enter = async ({ pathname }: URL): Promise<void> => void entered.push(pathname);
      assert.is(await ask(origin, { enter }), 'more than 5 redirects');
      assert.equal([entered, heard.length], [['/x', '/xx', '/xxx', '/xxxx', '/xxxxx'], 6]);
      assert.is(await ask(origin, { enter: () => Promise.reject(new Error('barred')) }), 'barred');
    },
  ));

test('a server that says nothing is left, before its answer and within it', () =>
  withServer(
    ({ url }, response) => {
      if (url === '/half') response.write('a');
    },
    async (origin, _heard, port) => {
      assert.is(await ask(origin, { silenceMs: 40 }), 'the server does not answer');
      const connectFor = () => (done: (error: null, socket: Socket) => void) => done(null, connect(port, '127.0.0.1'));
      assert.is(await ask(origin, { silenceMs: 40, connectFor }), 'the server does not answer');
      const { answer } = await exchange(`${origin}/half`, { silenceMs: 40 });
      assert.is((await read(answer, MOST))[0], 'the server does not answer');
    },
  ));

test('whoever asked may give up', () =>
  withServer(
    () => undefined,
    async (origin, heard) => {
      const ending = new AbortController();
      const asked = ask(origin, { signal: ending.signal });
      await until(() => heard.length === 1);
      ending.abort();
      assert.match(await asked, /aborted/);
    },
  ));

test('a name is looked up, and a connection made, in the ways that are given', () =>
  withServer(well, async (_origin, heard, port) => {
    const lookupFor = ({ hostname }: URL): LookupFunction | undefined =>
      hostname === 'wall.invalid'
        ? (_host, { all }, done) =>
            all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
        : undefined;
    assert.is(await ask(`http://wall.invalid:${port}/a`, { lookupFor }), '200 /a');
    const socket = connect(port, '127.0.0.1');
    const connectFor = () => (done: (error: null, socket: Socket) => void) => done(null, socket);
    assert.is(await ask('http://elsewhere.invalid/b', { connectFor }), '200 /b');
    assert.is(socket.timeout, 10_000);
    const refuse = () => (done: (error: Error) => void) => done(new Error('another certificate'));
    assert.is(await ask('http://elsewhere.invalid/c', { connectFor: refuse }), 'another certificate');
    assert.equal(
      heard.map(({ url }) => url),
      ['/a', '/b'],
    );
  }));

test.run();
