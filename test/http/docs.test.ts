import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startServer, type TestServer } from '../support/http.ts';

const test = suite('http/docs');

const FILES = ['swagger-ui-bundle.js', 'swagger-ui.css', 'redoc.standalone.js'];
let folder: string;
let server: TestServer;
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-'));
  for (const name of [...FILES, 'other.js']) await writeFile(join(folder, name), `content of ${name}`);
  server = await startServer([], { docsFolder: folder });
});
test.after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

for (const [path, script] of [
  ['/api/docs', 'SwaggerUIBundle'],
  ['/api/redoc', 'Redoc'],
] as const) {
  test(`${path} is a page without code of its own`, async () => {
    const { status, headers, text } = await server.call('GET', path);
    assert.is(status, 200);
    assert.is(headers['content-type'], 'text/html; charset=utf-8');
    assert.not.match(text, /<script>|<script(?![^>]*src=)|onload=|style=|https?:/);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, "default-src 'none'");
    assert.match(policy, "script-src 'self';");
    assert.not.match(policy, 'unsafe-eval');
  });
  test(`every file that ${path} names is served`, async () => {
    const { text } = await server.call('GET', path);
    const names = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]);
    assert.ok(names.length >= 2);
    for (const name of names) assert.is((await server.call('GET', `/api/${name}`)).status, 200, name);
  });
  test(`${path} starts with a script that reads the public document`, async () => {
    const { text, headers } = await server.call('GET', `${path}/start.js`);
    assert.match(text, script);
    assert.match(text, "'openapi.json'");
    assert.is(headers['content-type'], 'text/javascript; charset=utf-8');
  });
}
for (const path of [
  '/api/docs/other.js',
  '/api/docs/redoc.standalone.js',
  '/api/redoc/swagger-ui.css',
  '/api/docs/..%2f..%2fetc%2fpasswd',
  '/api/docs/swagger-ui.css.map',
  '/api/docs/',
  '/api/docs/a/b',
]) {
  test(`GET ${path} is 404`, async () => assert.is((await server.call('GET', path)).status, 404));
}
test('files come from the disk with a tag', async () => {
  const { headers, text } = await server.call('GET', '/api/docs/swagger-ui.css');
  assert.is(text, 'content of swagger-ui.css');
  assert.is(
    (await server.call('GET', '/api/docs/swagger-ui.css', { headers: { 'If-None-Match': headers.etag } })).status,
    304,
  );
});
test('files that the build has not copied are 404', async () => {
  const empty = await startServer([], { docsFolder: join(folder, 'none') });
  assert.is((await empty.call('GET', '/api/redoc/redoc.standalone.js')).status, 404);
  await empty.stop();
});
test('without a folder there is no viewer', async () => {
  const none = await startServer([]);
  assert.is((await none.call('GET', '/api/docs')).status, 404);
  await none.stop();
});

test.run();
