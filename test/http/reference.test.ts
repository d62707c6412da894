import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BODY_EXAMPLES, PATH_EXAMPLES, SOME_PAGE } from '../../src/http/reference/examples.ts';
import { OPERATIONS, TAGS } from '../../src/http/reference/reference.ts';
import { PARAMETERS } from '../../src/http/reference/parameters.ts';
import { BODIES, BODY_MEMBERS, WORDS } from '../../src/http/reference/words.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';

/**
 * The texts of the API description against the appliance as it is: nothing without a text, and no text without its
 * thing.
 */
const test = suite('http/reference');

interface Schema {
  readonly properties?: Record<string, Schema>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: Schema[];
  readonly description?: string;
  readonly $ref?: string;
}
interface Part {
  readonly content?: Record<string, { readonly schema?: Schema }>;
  readonly description?: string;
}
interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly summary?: string;
  readonly tags: string[];
  readonly parameters?: { readonly name: string; readonly description?: string; readonly schema?: Schema }[];
  readonly requestBody?: Part;
  readonly responses: Record<string, Part>;
  readonly security: object[];
}
interface Document {
  readonly info: { readonly description?: string; readonly contact?: object; readonly license?: object };
  readonly tags: { readonly name: string; readonly description?: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Schema>; readonly securitySchemes: object };
}

let appliance: Appliance;
let documents: Record<string, Document>;
test.before(async () => {
  appliance = await startAppliance();
  const read = async (path: string) => (await (await fetch(`${appliance.url}/api${path}`)).json()) as Document;
  documents = { versioned: await read('/openapi.json'), internal: await read('/internal/openapi.json') };
});
test.after(() => appliance.close());

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ ...one, name: `${method.toUpperCase()} ${path}` })),
  );

/** Every member below a schema, with the way to it. */
const membersOf = (schema: Schema | boolean | undefined, path: string): [path: string, member: Schema][] => {
  if (typeof schema !== 'object') return [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, one]): [string, Schema][] => [
    [`${path}.${name}`, one],
    ...membersOf(one, `${path}.${name}`),
  ]);
  return [
    ...own,
    ...membersOf(schema.additionalProperties, `${path}{}`),
    ...membersOf(schema.items, path),
    ...(schema.anyOf ?? []).flatMap((one) => membersOf(one, path)),
  ];
};
const allMembers = (document: Document) => [
  ...Object.entries(document.components.schemas).flatMap(([name, schema]) => membersOf(schema, name)),
  ...operationsOf(document).flatMap(({ operationId, requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap((part) =>
      Object.values(part?.content ?? {}).flatMap(({ schema }) => membersOf(schema, operationId)),
    ),
  ),
];
const isSentence = (text: string | undefined): boolean => /^[A-Z0-9`"*].*[.!]$/s.test(text ?? '');

const fitsTogether = (one: string, other: string): boolean =>
  one === other || one.startsWith('{') || other.startsWith('{');
/** Whether an address exists that both templates describe. */
const areAmbiguous = (one: string, other: string): boolean => {
  const [left, right] = [one.split('/'), other.split('/')];
  return left.length === right.length && left.every((part, at) => fitsTogether(part, right[at] ?? ''));
};

for (const name of ['versioned', 'internal']) {
  const document = () => documents[name] as Document;
  test(`no two paths of the ${name} document are ambiguous`, () => {
    const templates = Object.keys(document().paths).filter((path) => path.includes('{'));
    const pairs = templates.flatMap((one, at) => templates.slice(at + 1).map((other) => [one, other] as const));
    assert.equal(
      pairs.filter(([one, other]) => areAmbiguous(one, other)),
      [],
    );
  });
  test(`the ${name} document has the security schemes that it uses and no other`, () => {
    const used = new Set(operationsOf(document()).flatMap(({ security }) => security.flatMap(Object.keys)));
    assert.equal(Object.keys(document().components.securitySchemes).sort(), [...used].sort());
  });
  test(`every operation of the ${name} document is described and has a spoken name`, () => {
    const all = operationsOf(document());
    assert.equal(
      all.filter(({ description, summary }) => !isSentence(description) || !summary).map((one) => one.name),
      [],
    );
    assert.equal(
      all.filter((one) => OPERATIONS[one.name]?.[0] !== one.operationId).map((one) => one.name),
      [],
    );
    assert.equal(
      all
        .filter(({ operationId }) => !/^[a-z]+(?:[A-Z][a-z]*)*$/.test(operationId))
        .map(({ operationId }) => operationId),
      [],
    );
    assert.is(new Set(all.map(({ operationId }) => operationId)).size, all.length);
  });
  test(`every parameter and every member of the ${name} document is described`, () => {
    const parameters = operationsOf(document()).flatMap((one) =>
      (one.parameters ?? [])
        .filter(({ description }) => !isSentence(description))
        .map((each) => `${one.operationId}.${each.name}`),
    );
    assert.equal(parameters, []);
    assert.equal(
      allMembers(document())
        .filter(([, { description }]) => !isSentence(description))
        .map(([path]) => path),
      [],
    );
  });
  test(`the ${name} document keeps the rules of the common linters`, () => {
    const { info, tags, paths } = document();
    assert.ok(info.description && info.contact && info.license);
    const declared = tags.map((one) => one.name);
    assert.equal(
      tags.filter(({ description }) => !isSentence(description)).map((one) => one.name),
      [],
      'tags are described',
    );
    assert.is(new Set(declared).size, declared.length);
    assert.equal(
      Object.keys(paths).filter((path) => path !== '/' && path.endsWith('/')),
      [],
      'no path ends with a slash',
    );
    for (const { name: one, tags: used, responses, security } of operationsOf(document())) {
      const statuses = Object.keys(responses);
      assert.ok(used.length > 0 && used.every((tag) => declared.includes(tag)), one);
      assert.ok(
        statuses.some((status) => status.startsWith('2')) && statuses.some((status) => status.startsWith('4')),
        one,
      );
      assert.ok(
        Object.values(responses).every(({ description }) => description),
        one,
      );
      assert.ok(Array.isArray(security), one);
    }
    const shapes = Object.keys(paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
    assert.is(new Set(shapes).size, shapes.length, 'no two paths differ in the names of their parameters only');
  });
}

test('an id in a path is told as that of a plugin behind plugins alone', () => {
  const told = operationsOf(documents['internal'] as Document).flatMap(({ name, parameters = [] }) =>
    parameters.filter((one) => one.name === 'id' && one.description?.includes('plugin')).map(() => name),
  );
  assert.equal(
    told.filter((name) => !name.includes(' /plugins/')),
    [],
  );
});

test('every answer has the media type of its body, but for those without one', () => {
  const typesOf = ({ responses }: Operation) =>
    Object.entries(responses)
      .filter(([status]) => /^20[01]$/.test(status))
      .flatMap(([, { content = {} }]) => Object.keys(content));
  const operations = operationsOf(documents['internal'] as Document);
  const bare = operations.filter((one) => typesOf(one).length === 0 && !('204' in one.responses));
  assert.equal(
    bare.map(({ name }) => name),
    ['DELETE /mcp'],
  );
  const others = operations.filter((one) => typesOf(one).some((type) => type !== 'application/json'));
  assert.equal(Object.fromEntries(others.map((one) => [one.name, typesOf(one).join()])), {
    'GET /sign-in/redirect': 'text/html',
    'GET /boards/{id}/picture.svg': 'image/svg+xml',
    'GET /pages/{id}/picture.svg': 'image/svg+xml',
    'POST /pages/preview/picture.svg': 'image/svg+xml',
    'GET /boards/{id}/picture.png': 'image/png',
    'GET /pages/{id}/picture.png': 'image/png',
    'POST /pages/preview/picture.png': 'image/png',
    'GET /boards/{id}/picture.apng': 'image/apng',
    'GET /screens/events': 'text/event-stream',
    'GET /mcp': 'text/event-stream',
    'GET /metrics': 'text/plain',
    'GET /events': 'text/event-stream',
    'GET /docs': 'text/html',
    'GET /docs/{file}': '*/*',
    'GET /redoc': 'text/html',
    'GET /redoc/{file}': '*/*',
  });
});

test('no text is left over', () => {
  const document = documents['internal'] as Document;
  const operations = operationsOf(document);
  assert.equal(
    Object.keys(OPERATIONS).filter((key) => !operations.some(({ name }) => name === key)),
    [],
  );
  const parameters = operations.flatMap(({ operationId, name: place, parameters: own = [] }) => [
    ...own.flatMap(({ name }) => [name, `${operationId}.${name}`]),
    ...[...place.matchAll(/(\w+)\/\{(\w+)\}/g)].map(([, folder, name]) => `${folder}/${name}`),
  ]);
  assert.equal(
    Object.keys(PARAMETERS).filter((key) => !parameters.includes(key)),
    [],
  );
  const members = allMembers(document);
  assert.equal(
    Object.keys(WORDS).filter(
      (name) => !members.some(([path, { description }]) => path.endsWith(`.${name}`) && description === WORDS[name]),
    ),
    [],
  );
  const paths = new Set(members.map(([path]) => path));
  assert.equal(
    Object.keys(BODY_MEMBERS).filter((path) => !paths.has(path)),
    [],
  );
  assert.equal(
    Object.keys(BODIES).filter((id) => !operations.some(({ operationId }) => operationId === id)),
    [],
  );
  assert.equal(
    Object.keys(TAGS).filter((key) => !document.tags.some(({ name }) => name === key)),
    [],
  );
});

test('a member is described by the sentence above it in its schema, also where others take it over, with the bounds that it names', () => {
  const describe = (schema: string, ...way: string[]): string | undefined =>
    way.reduce<Schema | undefined>(
      (one, name) => one?.properties?.[name],
      documents['internal']?.components.schemas[schema],
    )?.description;
  const lines = 'Lines to show as they are, one for each row.';
  assert.equal([describe('Message', 'lines'), describe('FavouriteCreate', 'lines')], [lines, lines]);
  assert.is(describe('Setup', 'password'), 'Password of the account, 8 to 1024 characters.');
  assert.is(describe('SilenceWindow', 'days'), 'Days of the week.');
});

test('the protocol documents what it refuses, in its own form', async () => {
  const { post, get } = (documents['internal'] as Document).paths['/mcp'] ?? {};
  const formOf = (one: Operation | undefined, status: number) =>
    one?.responses[status]?.content?.['application/json']?.schema?.$ref;
  for (const [one, status] of [
    [post, 400],
    [get, 400],
    [get, 406],
  ] as const)
    assert.is(formOf(one, status), '#/components/schemas/RpcError');
  const answer = await fetch(`${appliance.url}/api/mcp`, { headers: { Accept: 'application/json' } });
  assert.is(answer.status, 406);
  assert.equal(Object.keys((await answer.json()) as object).sort(), ['error', 'id', 'jsonrpc']);
});

test('every versioned operation with a body has an example, which it takes as it stands', async () => {
  const { paths } = documents['versioned'] as Document;
  const bodies = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, requestBody, responses }]) =>
      requestBody ? [{ method: method.toUpperCase(), path, operationId, responses }] : [],
    ),
  );
  assert.equal(Object.keys(BODY_EXAMPLES).sort(), bodies.map(({ operationId }) => operationId).sort());
  const { pages } = (await (await fetch(`${appliance.url}/api/v1/pages`)).json()) as { pages: { id: string }[] };
  const ids: Record<string, string> = { ...PATH_EXAMPLES, page_id: pages[0]?.id ?? '' };
  for (const { method, path, operationId, responses } of bodies) {
    const answer = await fetch(
      `${appliance.url}/api${path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')}`,
      {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(BODY_EXAMPLES[operationId]).replaceAll(SOME_PAGE, ids['page_id'] ?? ''),
      },
    );
    const text = await answer.text();
    assert.ok(answer.ok && answer.status in responses, `${operationId}: ${answer.status} ${text}`);
    if (answer.status === 201) ids[path.replace(/^\/v1\/(\w+)s$/, '$1_id')] = (JSON.parse(text) as { id: string }).id;
  }
});

test('an earlier address answers as the present one, and is not documented', async () => {
  const { paths } = documents['internal'] as Document;
  assert.not('/plugins/catalogue/{id}' in paths);
  const read = async (path: string) => (await fetch(`${appliance.url}/api${path}`)).text();
  assert.is(await read('/plugins/catalogue/quakes'), await read('/plugins/quakes/catalogue'));
});

test.run();
