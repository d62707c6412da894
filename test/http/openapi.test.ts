import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { queryInteger } from '../../src/schema/common.ts';
import { route } from '../../src/http/route.ts';
import {
  BoardDetailSchema,
  BoardListSchema,
  BoardSettingsSchema,
  BoardSettingsWriteSchema,
  BoardUpdateSchema,
} from '../../src/schema/boards/boards.ts';
import { CollectionCreateSchema, CollectionSchema } from '../../src/schema/content/collections.ts';
import {
  MessageAnswerSchema,
  MessageSchema,
  RefreshAnswerSchema,
  RefreshRequestSchema,
} from '../../src/schema/content/messages.ts';
import { PageCreateSchema, PageSchema } from '../../src/schema/content/pages.ts';
import { PluginDetailSchema, PluginUpdateSchema } from '../../src/schema/plugins/plugins.ts';
import {
  ScheduleCreateSchema,
  ScheduleListSchema,
  ScheduleWriteAnswerSchema,
} from '../../src/schema/content/schedules.ts';
import {
  CatalogSchema,
  RenderAnswerSchema,
  RenderQuerySchema,
  RenderRequestSchema,
} from '../../src/schema/content/templates.ts';
import { startServer, type TestServer } from '../support/http.ts';
import { load } from '../support/load.ts';

const test = suite('http/openapi');

interface Json {
  [key: string]: Json;
}
const handle = (): null => null;
const v1 = {
  surface: 'v1',
  access: 'credential',
  summary: 's',
  tag: 'boards',
  errors: [404, 422, 503],
  handle,
} as const;
const ok = <Schema extends v.GenericSchema>(schema: Schema) => ({ status: 200, schema, description: 'd' }) as const;

const routes = [
  route({ ...v1, method: 'GET', path: '/v1/boards', success: ok(BoardListSchema), errors: [503] }),
  route({ ...v1, method: 'GET', path: '/v1/boards/{board}', success: ok(BoardDetailSchema) }),
  route({
    ...v1,
    method: 'PATCH',
    path: '/v1/boards/{board}',
    body: BoardUpdateSchema,
    success: ok(BoardDetailSchema),
  }),
  route({
    ...v1,
    method: 'POST',
    path: '/v1/boards/{board}/message',
    body: MessageSchema,
    success: ok(MessageAnswerSchema),
    errors: [400, 404, 409, 422, 429, 500, 503],
  }),
  route({
    ...v1,
    method: 'POST',
    path: '/v1/pages',
    body: PageCreateSchema,
    success: { status: 201, schema: PageSchema, description: 'd' },
  }),
  route({
    ...v1,
    method: 'GET',
    path: '/v1/schedules',
    query: v.object({ board_id: v.optional(v.string()) }),
    success: ok(ScheduleListSchema),
  }),
  route({
    ...v1,
    method: 'POST',
    path: '/v1/schedules',
    body: ScheduleCreateSchema,
    success: ok(ScheduleWriteAnswerSchema),
  }),
  route({
    ...v1,
    method: 'POST',
    path: '/v1/collections',
    body: CollectionCreateSchema,
    success: ok(CollectionSchema),
  }),
  route({ ...v1, method: 'GET', path: '/v1/variables', success: ok(CatalogSchema) }),
  route({
    ...v1,
    method: 'POST',
    path: '/v1/render',
    query: RenderQuerySchema,
    body: RenderRequestSchema,
    success: ok(RenderAnswerSchema),
  }),
  route({
    ...v1,
    method: 'PATCH',
    path: '/v1/plugins/{plugin_id}',
    body: PluginUpdateSchema,
    success: ok(PluginDetailSchema),
  }),
  route({ ...v1, method: 'GET', path: '/v1/health', success: ok(v.object({ status: v.string() })) }),
  route({
    ...v1,
    surface: 'deprecated',
    method: 'POST',
    path: '/refresh',
    body: RefreshRequestSchema,
    bodyOptional: true,
    success: ok(RefreshAnswerSchema),
    deprecated: { successor: '/v1/boards/{board}/message' },
  }),
  route({
    ...v1,
    surface: 'internal',
    access: 'public',
    method: 'GET',
    path: '/health',
    success: ok(v.object({ status: v.string() })),
  }),
  route({
    ...v1,
    surface: 'internal',
    method: 'GET',
    path: '/logs',
    query: v.object({ limit: v.optional(queryInteger(1, 500), '100'), need: v.string() }),
    success: ok(v.unknown()),
  }),
  route({
    ...v1,
    surface: 'internal',
    access: 'session',
    method: 'DELETE',
    path: '/pages/{id}',
    success: { status: 204, description: 'gone' },
  }),
  route({
    ...v1,
    surface: 'internal',
    method: 'PUT',
    path: '/settings/board',
    body: BoardSettingsWriteSchema,
    success: ok(BoardSettingsSchema),
  }),
  route({
    ...v1,
    surface: 'internal',
    method: 'GET',
    path: '/mcp',
    rawBody: true,
    success: { status: 200, description: 'd' },
  }),
  route({
    ...v1,
    surface: 'internal',
    method: 'GET',
    path: '/mcp/',
    rawBody: true,
    success: { status: 200, description: 'd' },
  }),
];

// It reads its schemas from the files beside it, so it cannot be part of the test's bundle.
const loadValidator = (): Promise<typeof import('@seriousme/openapi-schema-validator')> =>
  load('node_modules/@seriousme/openapi-schema-validator/index.js');

let server: TestServer;
let versioned: Json;
let all: Json;
test.before(async () => {
  server = await startServer(routes, { docsFolder: '/nowhere' });
  versioned = (await server.call('GET', '/api/openapi.json')).json as Json;
  all = (await server.call('GET', '/api/internal/openapi.json')).json as Json;
});
test.after(() => server.stop());

const at = (document: Json, ...keys: string[]): Json => keys.reduce((node, key) => node[key] as Json, document);
const operations = (document: Json): Json[] =>
  Object.values(at(document, 'paths')).flatMap((methods) => Object.values(methods));

for (const name of ['versioned', 'internal']) {
  test(`the ${name} document is valid OpenAPI 3.1`, async () => {
    const document = name === 'versioned' ? versioned : all;
    const { Validator } = await loadValidator();
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors));
    assert.is(String(document.openapi), '3.1.0');
  });
  test(`every reference of the ${name} document resolves`, () => {
    const document = name === 'versioned' ? versioned : all;
    const names = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    assert.ok(names.length > 10);
    for (const one of names) assert.ok(one in at(document, 'components', 'schemas'), one);
  });
  test(`the operations of the ${name} document have names of their own`, () => {
    const ids = operations(name === 'versioned' ? versioned : all).map(({ operationId }) => String(operationId));
    assert.is(new Set(ids).size, ids.length);
  });
}
test('the versioned document has the versioned and deprecated operations only', () => {
  assert.is(operations(versioned).length, 13);
  assert.ok(Object.keys(at(versioned, 'paths')).every((path) => path.startsWith('/v1/') || path === '/refresh'));
});
test('the internal document has every operation', () => {
  const twins = server.server.routes.filter(({ path }) => path === '/mcp/');
  assert.is(
    operations(all).length,
    server.server.routes.length - twins.length,
    'the same address with a slash is no further operation',
  );
  for (const path of ['/', '/events', '/metrics', '/docs', '/openapi.json', '/health'])
    assert.ok(path in at(all, 'paths'), path);
});
test('paths are relative to the server', () => assert.equal(versioned.servers, [{ url: '/api' }]));
test('the version is the running one', () => assert.is(String(at(versioned, 'info').version), '1.2.3'));
test('named schemas stand once', () => {
  assert.is(
    at(
      versioned,
      'paths',
      '/v1/boards/{board}',
      'get',
      'responses',
      '200',
      'content',
      'application/json',
      'schema',
      '$ref',
    ),
    '#/components/schemas/BoardDetail',
  );
  assert.is(
    at(
      versioned,
      'paths',
      '/v1/boards/{board}/message',
      'post',
      'requestBody',
      'content',
      'application/json',
      'schema',
      '$ref',
    ),
    '#/components/schemas/Message',
  );
  assert.equal(at(versioned, 'components', 'schemas', 'Message', 'properties', 'fill', 'anyOf'), [
    { $ref: '#/components/schemas/Code' },
    { type: 'null' },
  ]);
  assert.not.ok('BoardInstance' in at(versioned, 'components', 'schemas'));
});
test('every number of the versioned interface is a whole one', () =>
  assert.not.match(JSON.stringify(versioned), /"type":"number"/));
test('bounds are part of the schemas', () =>
  assert.equal(at(versioned, 'components', 'schemas', 'Code'), {
    type: 'integer',
    minimum: 0,
    maximum: 71,
  }));
test('errors and validation errors have their bodies', () => {
  const responses = at(versioned, 'paths', '/v1/boards/{board}/message', 'post', 'responses');
  assert.equal(Object.keys(responses), ['200', '400', '401', '404', '409', '422', '429', '500', '503']);
  assert.is(at(responses, '409', 'content', 'application/json', 'schema', '$ref'), '#/components/schemas/Error');
  assert.is(
    at(responses, '422', 'content', 'application/json', 'schema', '$ref'),
    '#/components/schemas/ValidationError',
  );
  assert.ok('Retry-After' in at(responses, '429', 'headers'));
});
test('201 and 204 stand where they are answered', () => {
  assert.ok('201' in at(versioned, 'paths', '/v1/pages', 'post', 'responses'));
  assert.equal(at(all, 'paths', '/pages/{id}', 'delete', 'responses', '204'), { description: 'gone' });
});
test('parameters of path and query', () => {
  assert.equal(at(all, 'paths', '/pages/{id}', 'delete', 'parameters'), [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: 'Id of the page.' },
  ]);
  assert.equal(at(all, 'paths', '/logs', 'get', 'parameters'), [
    {
      name: 'limit',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
      description: 'The most lines to answer, the newest first.',
    },
    { name: 'need', in: 'query', required: true, schema: { type: 'string' } },
  ]);
});
test('a deprecated operation says so', () => {
  assert.is(at(versioned, 'paths', '/refresh', 'post').deprecated, true);
  assert.is(at(versioned, 'paths', '/refresh', 'post', 'requestBody').required, false);
});
const securities: [string, string, unknown][] = [
  ['/v1/boards', 'get', [{ apiToken: [] }, { session: [] }]],
  ['/mcp', 'get', [{ apiToken: [] }, { session: [] }]],
  ['/logs', 'get', [{ session: [] }]],
  ['/pages/{id}', 'delete', [{ session: [] }]],
  ['/health', 'get', []],
];
for (const [path, method, expected] of securities) {
  test(`${method} ${path} tells its credentials`, () =>
    assert.equal(at(all, 'paths', path, method).security, expected));
}
test('public operations document no 401', () =>
  assert.not.ok('401' in at(all, 'paths', '/health', 'get', 'responses')));
test('the document is made once', async () => {
  const [one, two] = await Promise.all([
    server.call('GET', '/api/openapi.json'),
    server.call('GET', '/api/openapi.json'),
  ]);
  assert.is(one.text, two.text);
});

test.run();
