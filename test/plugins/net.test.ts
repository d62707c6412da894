import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { MOST_ANSWER_BYTES } from '../../src/plugins/exchange.ts';
import { createNet } from '../../src/plugins/net.ts';
import { serveText, withServer } from './loopback.ts';

const test = suite('plugins/net');
const net = createNet();

const errorOf = (answer: object): string => ('error' in answer ? String(answer.error) : 'no error');

test('a document with its type', () => withServer(serveText('hello', 'text/html'), async (base) => assert.equal(await net.text(base), { text: 'hello', contentType: 'text/html' })));
test('a JSON value', () => withServer(serveText('{"a": [1]}'), async (base) => assert.equal(await net.json(base), { value: { a: [1] } })));
test('JSON null is a value', () => withServer(serveText('null'), async (base) => assert.equal(await net.json(base), { value: null })));
test('what is no JSON says so', () => withServer(serveText('<html>'), async (base) => assert.is(errorOf(await net.json(base)), 'the answer is no JSON')));

for (const [encoding, pack] of [['gzip', gzipSync], ['deflate', deflateSync], ['br', brotliCompressSync]] as const) {
  test(`content in ${encoding}`, () =>
    withServer(
      (_request, response) => {
        response.setHeader('content-encoding', encoding);
        response.end(pack(Buffer.from('packed')));
      },
      async (base) => assert.equal(await net.text(base), { text: 'packed', contentType: '' }),
    ));
}

test('a damaged packing is an error, not a crash', () =>
  withServer(
    (_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end('not gzip');
    },
    async (base) => assert.match(errorOf(await net.text(base)), /cannot be fetched/),
  ));

for (const [name, type, bytes, text] of [
  ['the header', 'text/plain; charset=iso-8859-1', [0x67, 0x72, 0xfc, 0x6e], 'grün'],
  ['the XML declaration', 'text/xml', [...Buffer.from('<?xml version="1.0" encoding="windows-1252"?>'), 0xfc], '<?xml version="1.0" encoding="windows-1252"?>ü'],
  ['nothing: UTF-8', 'text/plain', [...Buffer.from('grün')], 'grün'],
  ['an unknown name: UTF-8', 'text/plain; charset=klingon', [...Buffer.from('grün')], 'grün'],
] as const) {
  test(`the character set of ${name}`, () =>
    withServer(
      (_request, response) => {
        response.setHeader('content-type', type);
        response.end(Buffer.from(bytes));
      },
      async (base) => assert.equal(await net.text(base), { text, contentType: type }),
    ));
}

for (const status of [199 + 101, 400, 401, 404, 429, 500, 503]) {
  test(`status ${status} is a failure that tells it`, () =>
    withServer(
      (_request, response) => {
        response.statusCode = status;
        response.end('secret page');
      },
      async (base) => assert.equal(await net.text(base), { error: `the server answers with status ${status}`, status }),
    ));
}

const redirectTo = (location: (path: string) => string | null, code = 302) => (request: { url?: string | undefined }, response: { statusCode: number; setHeader(name: string, value: string): unknown; end(text?: string): unknown }): void => {
  const to = location(request.url ?? '/');
  if (to === null) return void response.end('there');
  response.statusCode = code;
  response.setHeader('location', to);
  response.end();
};

for (const code of [301, 302, 303, 307, 308]) test(`a redirect by ${code} is followed`, () => withServer(redirectTo((path) => (path === '/' ? '/next' : null), code), async (base) => assert.equal(await net.text(base), { text: 'there', contentType: '' })));

test('five redirects are followed, six are not', async () => {
  const chain = (length: number) => redirectTo((path) => (Number(path.slice(1) || 0) < length ? `/${Number(path.slice(1) || 0) + 1}` : null));
  await withServer(chain(5), async (base) => assert.equal(await net.text(base), { text: 'there', contentType: '' }));
  await withServer(chain(6), async (base) => assert.is(errorOf(await net.text(base)), 'more than 5 redirects'));
});

test('headers stay at the origin that they were meant for', () =>
  withServer(serveText('there'), async (other, seen) => {
    await withServer(redirectTo(() => other), async (base, first) => {
      await net.text(base, { headers: { authorization: 'Bearer abc' } });
      assert.is(first[0]?.headers['authorization'], 'Bearer abc');
      assert.is(seen[0]?.headers['authorization'], undefined);
    });
  }));

test('a redirect to another kind of address is refused', () => withServer(redirectTo(() => 'file:///etc/passwd'), async (base) => assert.match(errorOf(await net.text(base)), /file:/)));

test('user and password in an address become credentials, and stay out of errors', () =>
  withServer(
    (request, response) => {
      response.statusCode = request.headers.authorization === `Basic ${Buffer.from('me:p@ss').toString('base64')}` ? 500 : 200;
      response.end();
    },
    async (base) => {
      const error = errorOf(await net.text(base.replace('http://', 'http://me:p%40ss@')));
      assert.is(error, 'the server answers with status 500');
    },
  ));

test('an answer of exactly the limit passes, one byte more does not', async () => {
  const serve = (size: number) => serveText('x'.repeat(size));
  await withServer(serve(MOST_ANSWER_BYTES), async (base) => assert.ok('text' in (await net.text(base))));
  await withServer(serve(MOST_ANSWER_BYTES + 1), async (base) => assert.is(errorOf(await net.text(base)), 'the answer is larger than 1024 KiB'));
});

test('the limit counts what comes out of the packing', () =>
  withServer(
    (_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(Buffer.alloc(MOST_ANSWER_BYTES * 4)));
    },
    async (base) => assert.match(errorOf(await net.text(base)), /larger than/),
  ));

test('an aborted fetch ends', () =>
  withServer(
    () => undefined,
    async (base) => {
      const controller = new AbortController();
      const answer = net.text(base, { signal: controller.signal });
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
    async (base) => assert.match(errorOf(await net.text(base)), /ended the connection|cannot be fetched/),
  ));

test('a server that is not there', async () => {
  let address = '';
  await withServer(serveText(''), async (base) => void (address = base));
  assert.is(errorOf(await net.text(address)), 'the server refuses the connection');
});

for (const [address, error] of [
  ['nonsense', /no URL/],
  ['', /no URL/],
  ['ftp://127.0.0.1/', /ftp:/],
  ['file:///etc/passwd', /file:/],
  ['data:text/plain,hello', /data:/],
] as const) {
  test(`the address "${address}" is refused`, async () => assert.match(errorOf(await net.text(address)), error));
}

test('webcal is https', async () => {
  const error = errorOf(await net.text('webcal://127.0.0.1:1/calendar.ics'));
  assert.is(error, 'the server refuses the connection');
});

test.run();
