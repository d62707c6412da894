import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRedactor } from '../../src/platform/redactor.ts';
import { SourceNet, type SourceAsk } from '../../src/plugins/network/source-net.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { withServer } from './loopback.ts';
import { createDirectDocuments } from '../support/documents.ts';

/** The one way of all sources to the network, against a real server. */
const test = suite('plugins/source-net');

/** A source of the stock without secrets. */
const STOCK = { source: null, hide: (text: string) => text };

const rig = (base: string) => {
  const clock = createFakeClock('2026-11-20T13:30:07Z');
  const net = new SourceNet({
    documents: createDirectDocuments(),
    clock,
    version: '1.2.3',
    contact: () => 'me@example.org',
  });
  const allowed = new Set([base]);
  const ask = async (path: string, more: Partial<SourceAsk> = {}, headers: Record<string, string> = {}) => {
    let done = false;
    const work = net
      .ask(
        { method: 'GET', url: base + path, headers, body: null },
        { allowed, maxAgeMs: 0, daily: undefined, ...STOCK, signal: new AbortController().signal, ...more },
      )
      .finally(() => {
        done = true;
      });
    while (!done) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      await clock.advance(50);
    }
    return work;
  };
  return { clock, net, ask };
};

const textOf = (answer: object): string =>
  'bytes' in answer ? new TextDecoder().decode(answer.bytes as Uint8Array) : JSON.stringify(answer);

test('it says who asks', () =>
  withServer(
    (_request, response) => response.end('x'),
    async (base, requests) => {
      await rig(base).ask('/a');
      assert.is(requests[0]?.headers['user-agent'], 'flapbox/1.2.3 (+me@example.org)');
    },
  ));

test('an edition that is known is not sent again', () => {
  let sent = 0;
  return withServer(
    (request, response) => {
      response.setHeader('etag', '"e1"');
      response.setHeader('last-modified', 'Fri, 20 Nov 2026 10:00:00 GMT');
      if (request.headers['if-none-match'] === '"e1"') response.writeHead(304).end();
      else {
        sent++;
        response.end('text');
      }
    },
    async (base, requests) => {
      const { ask } = rig(base);
      assert.is(textOf(await ask('/a')), 'text');
      assert.is(textOf(await ask('/a')), 'text');
      assert.is(requests.length, 2);
      assert.is(sent, 1);
      assert.is(requests[1]?.headers['if-modified-since'], 'Fri, 20 Nov 2026 10:00:00 GMT');
    },
  );
});

test('what stays true by its own word is not asked for again', () =>
  withServer(
    (request, response) => {
      if (request.url === '/age') response.setHeader('cache-control', 'public, max-age=300');
      else response.setHeader('expires', 'Fri, 20 Nov 2026 13:40:07 GMT');
      response.end('text');
    },
    async (base, requests) => {
      const { ask, clock } = rig(base);
      for (const path of ['/age', '/age', '/until', '/until']) await ask(path);
      assert.is(requests.length, 2);
      await clock.advance(700_000);
      for (const path of ['/age', '/until']) await ask(path);
      assert.is(requests.length, 4);
    },
  ));

test('an answer that is young enough serves the next who asks, unless a header differs', () =>
  withServer(
    (_request, response) => response.end('text'),
    async (base, requests) => {
      const { ask } = rig(base);
      await ask('/a');
      await ask('/a', { maxAgeMs: 60_000 });
      assert.is(requests.length, 1);
      await ask('/a', { maxAgeMs: 60_000 }, { 'x-key': 'other' });
      assert.is(requests.length, 2);
    },
  ));

test('an answer from the home network serves nobody who may not ask there', () =>
  withServer(
    (_request, response) => response.end('secret'),
    async (base) => {
      const { ask } = rig(base);
      assert.is(textOf(await ask('/a', { maxAgeMs: 60_000 })), 'secret');
      const stranger = await ask('/a', { maxAgeMs: 60_000, allowed: new Set() });
      assert.match(textOf(stranger), /is in the home network/);
    },
  ));

test('no two requests to one host within a second', async () => {
  const at: number[] = [];
  const now = { read: () => 0 };
  await withServer(
    (_request, response) => {
      at.push(now.read());
      response.end('x');
    },
    async (base) => {
      const { ask, clock } = rig(base);
      now.read = () => clock.monotonic();
      await Promise.all(['/a', '/b', '/c'].map((path) => ask(path)));
      assert.is(at.length, 3);
      const [first = 0, second = 0, third = 0] = at;
      assert.ok(second - first >= 950 && third - second >= 950, at.join(' '));
    },
  );
});

test('the same asked twice at once is one request', () =>
  withServer(
    (_request, response) => response.end('x'),
    async (base, requests) => {
      const { ask } = rig(base);
      await Promise.all([ask('/a'), ask('/a')]);
      assert.is(requests.length, 1);
    },
  ));

test('a host that asks for rest gets it', () =>
  withServer(
    (_request, response) => response.writeHead(429, { 'retry-after': '120' }).end(),
    async (base, requests) => {
      const { ask, clock, net } = rig(base);
      assert.equal(await ask('/a'), { error: 'the server answers with status 429', status: 429 });
      assert.match(textOf(await ask('/b')), /asks to be left alone for another 2 min/);
      assert.is(requests.length, 1);
      assert.match(net.hosts()[0]?.not_before ?? '', /^2026-11-20T13:3[12]/);
      await clock.advance(121_000);
      await ask('/b');
      assert.is(requests.length, 2);
    },
  ));

test('the budget of a day is kept, told, and new on the next day', async () => {
  const clock = createFakeClock('2026-11-20T23:50:00Z');
  const seen: string[] = [];
  const resolve = (host: string, _options: object, done: (error: Error | null, found: []) => void): void => {
    seen.push(host);
    done(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []);
  };
  const net = new SourceNet({ documents: createDirectDocuments(), clock, version: '1', resolve });
  const ask = (at: number) =>
    net.ask(
      { method: 'GET', url: `http://api.example.com/${at}`, headers: {}, body: null },
      { allowed: new Set(), maxAgeMs: 0, daily: 2, ...STOCK, signal: new AbortController().signal },
    );
  const answers = [];
  for (let at = 0; at < 3; at++) {
    const answer = ask(at);
    await clock.advance(1500);
    answers.push(textOf(await answer));
  }
  assert.match(answers[2] ?? '', /today's budget of 2 requests to api\.example\.com is spent/);
  assert.equal(net.hosts(), [{ host: 'api.example.com', source: null, requests: 2, budget: 2, not_before: null }]);
  await clock.advance(3_600_000);
  void ask(9);
  await clock.advance(1000);
  assert.is(seen.length, 3);
});

test('the budget of a day is that of the host which a source names, wherever that leads to', () =>
  withServer(
    (request, response) => {
      const [, port] = request.headers.host?.split(':') ?? [];
      if (request.url === '/1') response.writeHead(302, { location: '/2' }).end();
      else if (request.url === '/2') response.writeHead(302, { location: `http://localhost:${port}/3` }).end();
      else response.end('there');
    },
    async (base) => {
      const { ask, net } = rig(base);
      const allowed = new Set([base, base.replace('127.0.0.1', 'localhost')]);
      assert.is(textOf(await ask('/1', { allowed, daily: 5 })), 'there');
      assert.equal(
        net.hosts().map(({ host, requests, budget }) => [host, requests, budget]),
        [
          ['127.0.0.1', 2, 5],
          ['localhost', 1, null],
        ],
      );
    },
  ));

test('a name that leads into the home network is refused, also behind a redirect', () =>
  withServer(
    (_request, response) => response.writeHead(302, { location: 'http://192.168.1.1/' }).end(),
    async (base) => {
      assert.match(textOf(await rig(base).ask('/a')), /192\.168\.1\.1 is in the home network/);
      const clock = createFakeClock('2026-11-20T13:30:00Z');
      const net = new SourceNet({
        documents: createDirectDocuments(),
        clock,
        version: '1',
        resolve: (_host, _options, done) => done(null, [{ address: '10.0.0.7', family: 4 }]),
      });
      const answer = await net.ask(
        { method: 'GET', url: 'http://api.example.com/', headers: {}, body: null },
        { allowed: new Set(), maxAgeMs: 0, daily: undefined, ...STOCK, signal: new AbortController().signal },
      );
      assert.match(textOf(answer), /api\.example\.com is in the home network/);
    },
  ));

test('headers of a source stay with their host', () =>
  withServer(
    (_request, response) => response.end('other'),
    (other, seen) =>
      withServer(
        (_request, response) => response.writeHead(302, { location: `${other}/x` }).end(),
        async (base) => {
          const { ask } = rig(base);
          await ask('/a', { allowed: new Set([base, other]) }, { authorization: 'Bearer k' });
          assert.is(seen.length, 1);
          assert.is(seen[0]?.headers.authorization, undefined);
        },
      ),
  ));

test('what was sent in a body is not repeated to another host', () =>
  withServer(
    (_request, response) => response.end('other'),
    (other, seen) =>
      withServer(
        (_request, response) => response.writeHead(307, { location: `${other}/x` }).end(),
        async (base) => {
          const clock = createFakeClock('2026-11-20T13:30:00Z');
          const net = new SourceNet({ documents: createDirectDocuments(), clock, version: '1' });
          const answer = await net.ask(
            { method: 'POST', url: `${base}/login`, headers: {}, body: '{"password":"p"}' },
            {
              allowed: new Set([base, other]),
              maxAgeMs: 0,
              daily: undefined,
              ...STOCK,
              signal: new AbortController().signal,
            },
          );
          assert.match(textOf(answer), /must not see what was sent/);
          assert.is(seen.length, 0);
        },
      ),
  ));

test('an answer beyond 4 MB is refused, a compressed one counts unpacked', () =>
  withServer(
    (_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(Buffer.alloc(5 * 1024 * 1024)));
    },
    async (base) => assert.match(textOf(await rig(base).ask('/a')), /larger than 4096 KiB/),
  ));

test('cookies of an answer are handed on', () =>
  withServer(
    (_request, response) => response.writeHead(200, { 'set-cookie': ['sid=1; Path=/', 'b=2; HttpOnly'] }).end('x'),
    async (base) => {
      const answer = await rig(base).ask('/a');
      assert.is('cookies' in answer ? answer.cookies : null, 'sid=1; b=2');
    },
  ));

test('redirects wait for their turn and count like other requests', async () => {
  const at: number[] = [];
  const now = { read: () => 0 };
  await withServer(
    (request, response) => {
      at.push(now.read());
      if (request.url === '/a') response.writeHead(302, { location: '/b' }).end();
      else response.end('x');
    },
    async (base) => {
      const { ask, clock, net } = rig(base);
      now.read = () => clock.monotonic();
      assert.is(textOf(await ask('/a')), 'x');
      const [first = 0, second = 0] = at;
      assert.ok(second - first >= 1000, at.join(' '));
      assert.is(net.hosts()[0]?.requests, 2);
    },
  );
});

test('every server on the way is told who asks', () =>
  withServer(
    (_request, response) => response.end('other'),
    (other, seen) =>
      withServer(
        (_request, response) => response.writeHead(302, { location: `${other}/x` }).end(),
        async (base) => {
          await rig(base).ask('/a', { allowed: new Set([base, other]) }, { 'x-key': 'k' });
          assert.match(seen[0]?.headers['user-agent'] ?? '', /^flapbox\/1\.2\.3 \(\+/);
          assert.is(seen[0]?.headers['x-key'], undefined);
        },
      ),
  ));

test('requests that wait for their turn stay away when the host asks for rest meanwhile', () =>
  withServer(
    (_request, response) => response.writeHead(429, { 'retry-after': '600' }).end(),
    async (base, requests) => {
      const { ask, net } = rig(base);
      const answers = await Promise.all(['/a', '/b', '/c'].map((path) => ask(path)));
      assert.is(requests.length, 1);
      for (const answer of answers.slice(1)) assert.match(textOf(answer), /asks to be left alone/);
      assert.is(net.hosts()[0]?.requests, 1);
    },
  ));

test('the host that asks for rest gets it, not the one that led to it', () =>
  withServer(
    (_request, response) => response.writeHead(503, { 'retry-after': '600' }).end(),
    (busy) =>
      withServer(
        (_request, response) => response.writeHead(302, { location: busy.replace('127.0.0.1', 'localhost') }).end(),
        async (base) => {
          const { ask, net } = rig(base);
          await ask('/a', { allowed: new Set([base, busy.replace('127.0.0.1', 'localhost')]) });
          const resting = net.hosts().filter(({ not_before }) => not_before !== null);
          assert.equal(
            resting.map(({ host }) => host),
            ['localhost'],
          );
        },
      ),
  ));

test('requests to many hosts do not leave all at once', async () => {
  const clock = createFakeClock('2026-11-20T12:00:00Z');
  const at: number[] = [];
  const net = new SourceNet({
    documents: createDirectDocuments(),
    clock,
    version: '1',
    resolve: (_host, _options, done) => {
      at.push(clock.monotonic());
      done(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []);
    },
  });
  const from = clock.monotonic();
  for (let host = 0; host < 10; host++)
    void net.ask(
      { method: 'GET', url: `http://h${host}.example.com/`, headers: {}, body: null },
      { allowed: new Set(), maxAgeMs: 0, daily: undefined, ...STOCK, signal: new AbortController().signal },
    );
  await clock.advance(450);
  assert.is(at.length, 5, at.map((time) => time - from).join(' '));
  await clock.advance(600);
  assert.is(at.length, 10);
});

test('what a source says of its requests a day is kept in the home network too', () =>
  withServer(
    (_request, response) => response.end('x'),
    async (base, requests) => {
      const { ask, net } = rig(base);
      for (const path of ['/a', '/b']) await ask(path, { daily: 2 });
      assert.match(textOf(await ask('/c', { daily: 2 })), /today's budget of 2 requests to 127\.0\.0\.1 is spent/);
      assert.is(requests.length, 2);
      assert.is(net.hosts()[0]?.budget, 2);
    },
  ));

test('the budget of a source that asks no more is forgotten with the day', () =>
  withServer(
    (_request, response) => response.end('x'),
    async (base) => {
      const { ask, clock, net } = rig(base);
      await ask('/a', { daily: 1 });
      await clock.advance(24 * 3_600_000);
      await ask('/b');
      assert.is(net.hosts()[0]?.budget, null);
    },
  ));

test('names of packings are read in any case, and what is none is a sentence', () =>
  withServer(
    (request, response) => {
      response.setHeader('content-encoding', 'GZIP');
      response.end(request.url === '/a' ? gzipSync(Buffer.from('text')) : 'text');
    },
    async (base) => {
      const { ask } = rig(base);
      assert.is(textOf(await ask('/a')), 'text');
      assert.equal(await ask('/b'), { error: 'the address cannot be fetched (Z_DATA_ERROR)' });
    },
  ));

test('a key in the name of a host is told neither in sentences nor in the list of hosts', async () => {
  const clock = createFakeClock('2026-11-20T12:00:00Z');
  const net = new SourceNet({
    documents: createDirectDocuments(),
    clock,
    version: '1',
    resolve: (_host, _options, done) => done(null, [{ address: '10.0.0.7', family: 4 }]),
  });
  const answer = await net.ask(
    { method: 'GET', url: 'http://S3cr3tKey.example.com/', headers: {}, body: null },
    {
      allowed: new Set(),
      maxAgeMs: 0,
      daily: undefined,
      source: 'probe',
      hide: createRedactor(['S3cr3tKey']).hide,
      signal: new AbortController().signal,
    },
  );
  assert.match(textOf(answer), /"\*\*\*\.example\.com is in the home network/);
  assert.equal(
    net.hosts().map(({ host }) => host),
    ['***.example.com'],
  );
});

test('the budget of one file of the owner is its own, those of the stock are one', () =>
  withServer(
    (_request, response) => response.end('x'),
    async (base, requests) => {
      const { ask, net } = rig(base);
      const own = { source: 'probe', daily: 1 };
      await ask('/a', own);
      assert.match(textOf(await ask('/b', own)), /today's budget of 1 requests to 127\.0\.0\.1 is spent/);
      assert.is(textOf(await ask('/c', { source: 'other' })), 'x');
      assert.is(textOf(await ask('/d', { daily: 1 })), 'x');
      assert.match(textOf(await ask('/e')), /budget of 1 requests/);
      assert.is(requests.length, 3);
      assert.equal(
        net
          .hosts()
          .map(({ source, budget }) => `${source} ${budget}`)
          .sort(),
        ['null 1', 'other null', 'probe 1'],
      );
    },
  ));

test('an answer that does not come to its end in time is told so', () =>
  withServer(
    (_request, response) => void response.write('{"a":'),
    async (base) => assert.equal(await rig(base).ask('/a'), { error: 'no answer in time' }),
  ));

test.run();
