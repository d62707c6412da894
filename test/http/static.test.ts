import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createStaticFiles, pagePolicy, UI_POLICY } from '../../src/http/pages/static.ts';
import { UNEXPECTED } from '../../src/fault.ts';
import { replyText, type Reply } from '../../src/http/reply.ts';
import { createTestLog, openWire, startServer, type TestServer } from '../support/http.ts';

const test = suite('http/static');

let folder: string;
let server: TestServer;
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-'));
  const ui = join(folder, 'ui');
  await mkdir(join(ui, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(ui, 'index.html'), '<!doctype html><title>flapbox</title>');
  await writeFile(join(ui, 'screen.html'), '<!doctype html><title>screen</title><script>run()</script>');
  await writeFile(join(ui, 'main-3F5QKZ7A.js'), 'run()');
  await writeFile(join(ui, 'main-3F5QKZ7A.js.gz'), gzipSync('run()'));
  await writeFile(join(ui, 'plain.css'), 'a{}');
  await writeFile(join(ui, 'plain.css.gz'), gzipSync('a{}'));
  await writeFile(join(ui, 'packed.js.gz'), gzipSync('run();'.repeat(50_000)));
  await writeFile(join(ui, 'assets', 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(ui, 'large.bin'), Buffer.alloc(3_000_000, 7));
  await writeFile(join(ui, '.hidden.js'), 'hidden');
  await mkdir(join(ui, 'folder.js'));
  await symlink('main-3F5QKZ7A.js', join(ui, 'link.js'));
  server = await startServer([], { staticFiles: createStaticFiles(ui) });
});
test.after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

for (const path of [
  '/',
  '/index.html',
  '/pages',
  '/pages/7/edit',
  '/pages/collection:1',
  '/a%20b',
  '/apifoo',
  '/API',
  '/?x=1',
  '/pages?x=/etc',
  '//pages//',
]) {
  test(`GET ${path} is the interface`, async () => {
    const answer = await server.call('GET', path);
    assert.is(answer.status, 200);
    assert.match(answer.text, '<title>flapbox</title>');
    assert.is(answer.headers['content-type'], 'text/html; charset=utf-8');
    assert.is(answer.headers['content-security-policy'], UI_POLICY);
    assert.is(answer.headers['cache-control'], 'no-cache');
    assert.is(answer.headers['x-frame-options'], 'DENY');
  });
}

const attempts = [
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e%2fsecret.txt',
  '/..%5csecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '//../secret.txt',
  '/./../secret.txt',
  '/secret.txt%00.js',
  '/%00',
  '/..',
  '/....//secret.txt',
  '/.hidden.js',
  '/assets/.%2e/.hidden.js',
  '/%252e%252e/secret.txt',
  '/folder.js',
  '/missing.js',
  '/plain.css/x.js',
];
for (const path of attempts) {
  test(`GET ${path} finds nothing`, async () => {
    const wire = await openWire(server.port);
    wire.send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    const received = await wire.closed();
    assert.match(received, /^HTTP\/1\.1 404/);
    assert.match(received, '"detail"');
    assert.not.match(received, 'secret\n');
  });
}
for (const path of ['/%', '/%zz.js', '/%c3%28'])
  test(`GET ${path} is malformed`, async () => assert.is((await server.call('GET', path)).status, 400));
for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
  test(`${method} of a page is 405`, async () => {
    const answer = await server.call(method, '/pages');
    assert.is(answer.status, 405);
    assert.is(answer.headers.allow, 'GET, HEAD');
  });
}

const encodings: [string, string, string | undefined][] = [
  ['/main-3F5QKZ7A.js', 'gzip, deflate, br', 'gzip'],
  ['/main-3F5QKZ7A.js', 'gzip', 'gzip'],
  ['/main-3F5QKZ7A.js', 'gzip;q=0.5, br;q=0', 'gzip'],
  ['/main-3F5QKZ7A.js', 'GZIP', 'gzip'],
  ['/main-3F5QKZ7A.js', '', undefined],
  ['/main-3F5QKZ7A.js', 'gzipx, identity', undefined],
  ['/plain.css', 'br, gzip', 'gzip'],
  ['/index.html', 'br, gzip', undefined],
  ['/packed.js', 'br, gzip', 'gzip'],
  ['/packed.js', '', undefined],
];
for (const [path, accepted, encoding] of encodings) {
  test(`${path} for "${accepted}" is encoded as ${encoding ?? 'it is'}`, async () => {
    const { headers, status } = await server.call('GET', path, { headers: { 'Accept-Encoding': accepted } });
    assert.is(status, 200);
    assert.is(headers['content-encoding'], encoding);
    assert.is(headers.vary, 'Accept-Encoding');
    assert.match(headers['content-type'] ?? '', /javascript|css|html/);
  });
}
test('what lies there compressed alone is sent unpacked to who takes it no other way', async () => {
  const { text, headers } = await server.call('GET', '/packed.js', { headers: { 'Accept-Encoding': 'identity' } });
  assert.is(text, 'run();'.repeat(50_000));
  assert.is(headers['content-length'], undefined);
  const head = await server.call('HEAD', '/packed.js', { headers: { 'Accept-Encoding': 'identity' } });
  assert.equal([head.status, head.text], [200, '']);
  const packed = await server.call('GET', '/packed.js', { headers: { 'Accept-Encoding': 'gzip' } });
  assert.is.not(packed.headers.etag, headers.etag);
});
test('named by content: kept for a year', async () => {
  assert.is(
    (await server.call('GET', '/main-3F5QKZ7A.js')).headers['cache-control'],
    'public, max-age=31536000, immutable',
  );
});
test('named otherwise: asked for anew', async () =>
  assert.is((await server.call('GET', '/plain.css')).headers['cache-control'], 'no-cache'));
test('a picture that could carry code has the policy', async () => {
  const { headers } = await server.call('GET', '/assets/icon.svg');
  assert.is(headers['content-type'], 'image/svg+xml');
  assert.is(headers['content-security-policy'], UI_POLICY);
});
test('what is known is not sent again', async () => {
  const { headers } = await server.call('GET', '/plain.css');
  for (const known of [headers.etag, `W/${headers.etag}`, `"x", ${headers.etag}`, '*']) {
    const again = await server.call('GET', '/plain.css', { headers: { 'If-None-Match': known } });
    assert.is(again.status, 304);
    assert.is(again.text, '');
    assert.is(again.headers.etag, headers.etag);
  }
  assert.is((await server.call('GET', '/plain.css', { headers: { 'If-None-Match': '"x"' } })).status, 200);
});
test('each encoding has a tag of its own', async () => {
  const plain = await server.call('GET', '/plain.css');
  const packed = await server.call('GET', '/plain.css', { headers: { 'Accept-Encoding': 'gzip' } });
  assert.is.not(plain.headers.etag, packed.headers.etag);
});
test('HEAD tells the size', async () => {
  const answer = await server.call('HEAD', '/large.bin');
  assert.is(answer.headers['content-length'], '3000000');
  assert.is(answer.text, '');
});
test('a large file arrives whole', async () =>
  assert.is((await server.call('GET', '/large.bin')).text.length, 3_000_000));
test('a client that leaves in the middle of a file does no harm', async () => {
  const wire = await openWire(server.port);
  wire.send('GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await wire.until('200 OK');
  wire.socket.destroy();
  assert.is((await server.call('GET', '/plain.css')).status, 200);
});
test('without an interface there is a sentence', async () => {
  const empty = await startServer([], { staticFiles: createStaticFiles(join(folder, 'none')) });
  const answer = await empty.call('GET', '/');
  assert.is(answer.status, 404);
  assert.type((answer.json as { detail: unknown }).detail, 'string');
  await empty.stop();
});

test('a page may run the scripts and use the styles that are inside it, and no others', () => {
  const policy = pagePolicy('<style>a{}</style><script src="/a.js"></script><script data-x="1">go()</script>');
  assert.ok(policy.startsWith(UI_POLICY));
  const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  assert.match(policy, `; script-src 'self' ${digest('go()')}; style-src 'self' ${digest('a{}')}`);
});

for (const path of ['/screen', '/screen/', '/screen/primary', '/screen/a.b/c', '/screen.html']) {
  test(`${path} is the page of screens, which pages of others may show in a frame`, async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
    assert.match(await answer.text(), /<title>screen/);
    assert.is(answer.headers.get('x-frame-options'), null);
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(policy, /frame-ancestors \*(;|$)/);
    assert.match(policy, /default-src 'self'.*object-src 'none'.*script-src 'self' 'sha256-/);
    assert.is(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.is(answer.headers.get('cache-control'), 'no-cache');
    assert.ok(answer.headers.get('etag'));
  });
}

for (const path of ['/screens', '/screenshot', '/', '/settings/screens']) {
  test(`${path} is the interface, which nobody shows in a frame`, async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
    assert.match(await answer.text(), /<title>flapbox/);
    assert.is(answer.headers.get('x-frame-options'), 'DENY');
    assert.match(answer.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  });
}

test('a page that fails is 500, one that cannot be written ends its connection, and the log has both', async () => {
  const log = createTestLog();
  const replies: (() => Promise<Reply>)[] = [
    () => Promise.reject(new Error('no disk')),
    async () => replyText(200, 'page', 'text/plain', { 'X-Broken': 'a\nb' }),
  ];
  const own = await startServer([], { log, staticFiles: { serve: () => replies.shift()?.() ?? Promise.reject() } });
  const failed = await own.call('GET', '/');
  assert.equal([failed.status, (failed.json as { detail: string }).detail], [500, UNEXPECTED]);
  const wire = await openWire(own.port);
  wire.send('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  assert.is(await wire.closed(), '');
  await own.stop();
  assert.equal(
    log.errors.map(({ message, fields }) => [message, fields?.['error'] instanceof Error]),
    [
      ['a page failed unexpectedly', true],
      ['an answer could not be written', true],
    ],
  );
});

test.run();
