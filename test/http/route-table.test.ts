import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Access } from '../../src/http/access.ts';
import { createRouteTable } from '../../src/http/route-table.ts';
import { route, type Method, type Route } from '../../src/http/route.ts';

const test = suite('http/route-table');

const declare = (method: Method, path: string, access: Access = 'credential'): Route =>
  route({
    method,
    path,
    surface: 'internal',
    access,
    summary: '',
    tag: 't',
    success: { status: 200, description: '' },
    errors: [],
    handle: () => path,
  });

const table = createRouteTable([
  declare('GET', '/'),
  declare('GET', '/health', 'public'),
  declare('GET', '/pages'),
  declare('POST', '/pages'),
  declare('GET', '/pages/{id}'),
  declare('DELETE', '/pages/{id}'),
  declare('POST', '/pages/{id}/preview'),
  declare('POST', '/pages/preview/batch'),
  declare('GET', '/mcp'),
  declare('GET', '/mcp/'),
  declare('PUT', '/v1/boards/{board}/active-page'),
  declare('GET', '/a/{x}/{y}'),
  declare('GET', '/a/b/c'),
]);

const found: [string, string, string, Record<string, string>][] = [
  ['GET', '/', '/', {}],
  ['GET', '/health', '/health', {}],
  ['HEAD', '/health', '/health', {}],
  ['HEAD', '/pages/x', '/pages/{id}', { id: 'x' }],
  ['POST', '/pages', '/pages', {}],
  ['GET', '/pages/collection:5c', '/pages/{id}', { id: 'collection:5c' }],
  ['GET', '/pages/a%2Fb', '/pages/{id}', { id: 'a/b' }],
  ['GET', '/pages/%C3%A4', '/pages/{id}', { id: 'ä' }],
  ['GET', '/pages/a+b', '/pages/{id}', { id: 'a+b' }],
  ['POST', '/pages/preview/batch', '/pages/preview/batch', {}],
  ['POST', '/pages/preview/preview', '/pages/{id}/preview', { id: 'preview' }],
  ['GET', '/pages/preview', '/pages/{id}', { id: 'preview' }],
  ['GET', '/pages/__proto__', '/pages/{id}', { id: '__proto__' }],
  ['GET', '/mcp', '/mcp', {}],
  ['GET', '/mcp/', '/mcp/', {}],
  ['PUT', '/v1/boards/primary/active-page', '/v1/boards/{board}/active-page', { board: 'primary' }],
  ['GET', '/a/b/c', '/a/b/c', {}],
  ['GET', '/a/b/d', '/a/{x}/{y}', { x: 'b', y: 'd' }],
];
for (const [method, path, pattern, params] of found) {
  test(`${method} ${path} leads to ${pattern}`, () => {
    const match = table.find(method, path);
    assert.is(match.kind, 'route');
    if (match.kind !== 'route') return;
    assert.is(match.route.path, pattern);
    assert.equal({ ...match.params }, params);
  });
}

for (const path of [
  '/nothing',
  '/pages/',
  '/pages//preview',
  '/health/',
  '/Health',
  '/pages/x/y/z',
  '//',
  '/v1',
  '/v1/boards',
  '/toString',
  '/%2e%2e/health',
]) {
  test(`GET ${path} leads nowhere`, () => assert.equal(table.find('GET', path), { kind: 'unknown' }));
}

for (const path of ['/pages/%', '/pages/%zz', '/%E0%A4%A', '/nothing/%ff']) {
  test(`GET ${path} is malformed`, () => assert.equal(table.find('GET', path), { kind: 'malformed' }));
}

const refused: [string, string, string, boolean][] = [
  ['PUT', '/pages', 'GET, HEAD, POST, OPTIONS', false],
  ['POST', '/health', 'GET, HEAD, OPTIONS', true],
  ['HEAD', '/pages/x/preview', 'POST, OPTIONS', false],
  ['OPTIONS', '/pages/x', 'GET, HEAD, DELETE, OPTIONS', false],
  ['PROPFIND', '/', 'GET, HEAD, OPTIONS', false],
];
for (const [method, path, allow, isPublic] of refused) {
  test(`${method} ${path} is a wrong method`, () =>
    assert.equal(table.find(method, path), { kind: 'wrong-method', allow, public: isPublic }));
}

test('a method of the varying path is found behind a fixed one that lacks it', () => {
  const match = table.find('DELETE', '/pages/preview');
  assert.is(match.kind, 'route');
});

test('two routes of one place are refused', () => {
  assert.throws(() => createRouteTable([declare('GET', '/x/{a}'), declare('GET', '/x/{b}')]), /declared twice/);
});

test.run();
