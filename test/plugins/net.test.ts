import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { createDirectDocuments } from '../support/documents.ts';
import { MOST_ANSWER_BYTES } from '../../src/platform/network/exchange.ts';
import { createNet, type NetRequest } from '../../src/plugins/network/net.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveText, withServer } from './loopback.ts';

const test = suite('plugins/net');
const net = createNet(createDirectDocuments());

/** What an answer says as a text. */
const textOf = async (address: string, request: NetRequest = {}) => {
  const answer = await net.bytes(address, request);
  return 'bytes' in answer ? { text: Buffer.from(answer.bytes).toString(), contentType: answer.contentType } : answer;
};

const errorOf = (answer: object): string => ('error' in answer ? String(answer.error) : 'no error');

test('a document with its type', () =>
  withServer(serveText('hello', 'text/html'), async (base) =>
    assert.equal(await textOf(base), { text: 'hello', contentType: 'text/html' }),
  ));
test('a JSON value', () =>
  withServer(serveText('{"a": [1]}'), async (base) => assert.equal(await net.json(base), { value: { a: [1] } })));
test('JSON null is a value', () =>
  withServer(serveText('null'), async (base) => assert.equal(await net.json(base), { value: null })));
test('what is no JSON says so', () =>
  withServer(serveText('<html>'), async (base) => assert.is(errorOf(await net.json(base)), 'the answer is no JSON')));

for (const [encoding, pack] of [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const) {
  test(`content in ${encoding}`, () =>
    withServer(
      (_request, response) => {
        response.setHeader('content-encoding', encoding);
        response.end(pack(Buffer.from('packed')));
      },
      async (base) => assert.equal(await textOf(base), { text: 'packed', contentType: '' }),
    ));
}

test('a damaged packing is an error, not a crash', () =>
  withServer(
    (_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end('not gzip');
    },
    async (base) => assert.match(errorOf(await textOf(base)), /cannot be fetched/),
  ));

for (const status of [199 + 101, 400, 401, 404, 429, 500, 503]) {
  test(`status ${status} is a failure that tells it`, () =>
    withServer(
      (_request, response) => {
        response.statusCode = status;
        response.end('secret page');
      },
      async (base) => assert.equal(await textOf(base), { error: `the server answers with status ${status}`, status }),
    ));
}

const redirectTo =
  (location: (path: string) => string | null, code = 302) =>
  (
    request: { url?: string | undefined },
    response: { statusCode: number; setHeader(name: string, value: string): unknown; end(text?: string): unknown },
  ): void => {
    const to = location(request.url ?? '/');
    if (to === null) return void response.end('there');
    response.statusCode = code;
    response.setHeader('location', to);
    response.end();
  };

for (const code of [301, 302, 303, 307, 308])
  test(`a redirect by ${code} is followed`, () =>
    withServer(
      redirectTo((path) => (path === '/' ? '/next' : null), code),
      async (base) => assert.equal(await textOf(base), { text: 'there', contentType: '' }),
    ));

test('five redirects are followed, six are not', async () => {
  const chain = (length: number) =>
    redirectTo((path) => (Number(path.slice(1) || 0) < length ? `/${Number(path.slice(1) || 0) + 1}` : null));
  await withServer(chain(5), async (base) => assert.equal(await textOf(base), { text: 'there', contentType: '' }));
  await withServer(chain(6), async (base) => assert.is(errorOf(await textOf(base)), 'more than 5 redirects'));
});

test('headers stay at the origin that they were meant for', () =>
  withServer(serveText('there'), async (other, seen) => {
    await withServer(
      redirectTo(() => other),
      async (base, first) => {
        await textOf(base, { headers: { authorization: 'Bearer abc' } });
        assert.is(first[0]?.headers['authorization'], 'Bearer abc');
        assert.is(seen[0]?.headers['authorization'], undefined);
      },
    );
  }));

test('a redirect to another kind of address is refused', () =>
  withServer(
    redirectTo(() => 'file:///etc/passwd'),
    async (base) => assert.match(errorOf(await textOf(base)), /file:/),
  ));

test('user and password in an address become credentials, and stay out of errors', () =>
  withServer(
    (request, response) => {
      response.statusCode =
        request.headers.authorization === `Basic ${Buffer.from('me:p@ss').toString('base64')}` ? 500 : 200;
      response.end();
    },
    async (base) => {
      const error = errorOf(await textOf(base.replace('http://', 'http://me:p%40ss@')));
      assert.is(error, 'the server answers with status 500');
    },
  ));

test('an answer of exactly the limit passes, one byte more does not', async () => {
  const serve = (size: number) => serveText('x'.repeat(size));
  await withServer(serve(MOST_ANSWER_BYTES), async (base) => assert.ok('text' in (await textOf(base))));
  await withServer(serve(MOST_ANSWER_BYTES + 1), async (base) =>
    assert.is(errorOf(await textOf(base)), 'the answer is larger than 1024 KiB'),
  );
});

test('the limit counts what comes out of the packing', () =>
  withServer(
    (_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(Buffer.alloc(MOST_ANSWER_BYTES * 4)));
    },
    async (base) => assert.match(errorOf(await textOf(base)), /larger than/),
  ));

test('an aborted fetch ends', () =>
  withServer(
    () => undefined,
    async (base) => {
      const controller = new AbortController();
      const answer = textOf(base, { signal: controller.signal });
      setImmediate(() => controller.abort());
      assert.is(errorOf(await answer), 'no answer in time');
    },
  ));

test('an answer that stops in the middle is an error', () =>
  withServer(
    (_request, response) => {
      response.setHeader('content-length', '100');
      response.write('half');
      setImmediate(() => response.destroy());
    },
    async (base) => assert.match(errorOf(await textOf(base)), /ended the connection|cannot be fetched/),
  ));

test('a server that is not there', async () => {
  let address = '';
  await withServer(serveText(''), async (base) => void (address = base));
  assert.is(errorOf(await textOf(address)), 'the server refuses the connection');
});

for (const [address, error] of [
  ['nonsense', /no URL/],
  ['', /no URL/],
  ['ftp://127.0.0.1/', /ftp:/],
  ['file:///etc/passwd', /file:/],
  ['data:text/plain,hello', /data:/],
] as const) {
  test(`the address "${address}" is refused`, async () => assert.match(errorOf(await textOf(address)), error));
}

const edition = (request: IncomingMessage, response: ServerResponse): void => {
  response.setHeader('etag', '"a1"');
  response.setHeader('last-modified', 'Fri, 20 Nov 2026 12:00:00 GMT');
  if (request.headers['if-none-match'] === '"a1"') response.statusCode = 304;
  response.end(response.statusCode === 304 ? undefined : 'one');
};

test('a document that is known is asked for by its edition', () =>
  withServer(edition, async (base, requests) => {
    const first = await net.bytes(base);
    assert.equal('edition' in first && first.edition, { etag: '"a1"', lastModified: 'Fri, 20 Nov 2026 12:00:00 GMT' });
    assert.equal(await net.bytes(base, { known: 'edition' in first ? first.edition : null }), { unchanged: true });
    assert.is(requests[0]?.headers['if-none-match'], undefined);
    assert.is(requests[1]?.headers['if-modified-since'], 'Fri, 20 Nov 2026 12:00:00 GMT');
  }));

test('an edition is named behind a redirect too', () =>
  withServer(
    (request, response) => {
      if (request.url !== '/') return edition(request, response);
      response.statusCode = 301;
      response.setHeader('location', '/there');
      response.end();
    },
    async (base) =>
      assert.equal(await net.bytes(base, { known: { etag: '"a1"', lastModified: null } }), { unchanged: true }),
  ));

test('a known document that the server cannot give now is no unchanged one', () =>
  withServer(
    (_request, response) => void response.writeHead(503).end(),
    async (base) =>
      assert.is(
        errorOf(await net.bytes(base, { known: { etag: '"a1"', lastModified: null } })),
        'the server answers with status 503',
      ),
  ));

test('a status 304 that nobody asked for is an error', () =>
  withServer(
    (_request, response) => void response.writeHead(304).end(),
    async (base) => assert.is(errorOf(await net.json(base)), 'the server answers with status 304'),
  ));

test('a request may allow more', () =>
  withServer(serveText('x'.repeat(MOST_ANSWER_BYTES + 1)), async (base) =>
    assert.ok('bytes' in (await net.bytes(base, { mostBytes: 2 * MOST_ANSWER_BYTES }))),
  ));

test('webcal is https', async () => {
  const error = errorOf(await textOf('webcal://127.0.0.1:1/calendar.ics'));
  assert.is(error, 'the server refuses the connection');
});

test.run();
