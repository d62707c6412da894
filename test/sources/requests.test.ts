import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBudget } from '../../src/core/template/context.ts';
import { compileTemplate } from '../../src/sources/compiling/text-template.ts';
import { readPathsOf } from '../../src/sources/compiling/read-paths.ts';
import { readSource } from '../../src/sources/compiling/read-source.ts';
import { firstAddresses } from '../../src/sources/first-addresses.ts';
import { hostsOf, namerOf, typedSettings } from '../../src/sources/hosts.ts';
import { compileLookup } from '../../src/sources/lookup.ts';
import type { LookupSpec } from '../../src/sources/form/schema.ts';
import { compileRequest, type RequestForm } from '../../src/sources/request-plan.ts';
import { FormulaNames, FormulaProblem, compileRule, contextOf, namesOf, type Scope } from '../../src/sources/scope.ts';
import { fileFor } from '../plugins/source-file.ts';

// What is sent: addresses, heads, bodies, and what is kept of an answer while it is read.
const test = suite('sources/requests');

const MOMENT = {
  settings: {},
  place: {},
  region: 'metric' as const,
  now: Date.parse('2026-11-20T13:30:00Z'),
  zone: 'UTC',
};
const CONTEXT = contextOf(MOMENT);
const SCOPE: Scope = {
  settings: {
    base_url: 'https://base.example//',
    key: 'k&y',
    none: '',
    list: ['a b', 'c'],
    empty: [],
    number: 1.25,
    yes: true,
    odd: 'a,b:c@d/ä\ud800',
    user: 'me',
  },
  place: { latitude: 52.5, longitude: '13.4' },
  item: { deep: [1, { a: 'x' }] },
};

const FORM: RequestForm = { url: 'https://a.example/x', method: 'GET', answer: 'json' } as RequestForm;

const plan = (more: object, scope: Scope = SCOPE) => {
  return compileRequest({ ...FORM, ...more }, new FormulaNames())(scope, CONTEXT);
};

for (const [form, url] of [
  [{}, 'https://a.example/x'],
  [{ url: '/x' }, 'https://base.example/x'],
  [{ url: '{{settings.base_url}}/x' }, 'https://base.example/x'],
  [{ url: '{{settings.base_url & "a//"}}/x' }, 'https://base.example//a/x'],
  [{ url: 'https://a.example/{{settings.odd}}' }, 'https://a.example/a,b:c@d%2F%C3%A4%EF%BF%BD'],
  [{ url: 'https://a.example/{{settings.none}}/y' }, 'https://a.example//y'],
  [{ url: 'https://a.example/{{settings.gone}}' }, 'https://a.example/'],
  [{ query: {} }, 'https://a.example/x'],
  [{ query: { none: '{{settings.none}}' } }, 'https://a.example/x'],
  [{ query: { a: 1, b: false, 'c d': '{{settings.key}}' } }, 'https://a.example/x?a=1&b=false&c%20d=k%26y'],
  [{ url: 'https://a.example/x?y=1', query: { a: 'b' } }, 'https://a.example/x?y=1&a=b'],
  [{ query: { a: '1' }, auth: { query: { key: '{{settings.key}}' } } }, 'https://a.example/x?a=1&key=k%26y'],
  [{ auth: { query: { key: '{{settings.none}}' } } }, 'https://a.example/x'],
] as const)
  test(`the address of ${JSON.stringify(form)}`, () => assert.is(plan(form).url, url));

const basic = (user: string, password: string) => ({ auth: { basic: { user, password } } });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

for (const [form, headers] of [
  [{}, {}],
  [{ headers: { accept: 'text/{{settings.user}}', none: '{{settings.none}}' } }, { accept: 'text/me' }],
  [{ auth: { header: { 'x-key': '{{settings.key}}' } } }, { 'x-key': 'k&y' }],
  [{ headers: { a: '1' }, auth: { header: { a: '2' } } }, { a: '2' }],
  [{ auth: { bearer: '{{settings.key}}' } }, { authorization: 'Bearer k&y' }],
  [{ auth: { bearer: '{{settings.none}}' } }, {}],
  [basic('{{settings.user}}', 'pw'), { authorization: `Basic ${base64('me:pw')}` }],
  [basic('{{settings.user}}', '{{settings.none}}'), { authorization: `Basic ${base64('me:')}` }],
  [basic('{{settings.none}}', 'pw'), { authorization: `Basic ${base64(':pw')}` }],
  [basic('{{settings.none}}', '{{settings.none}}'), {}],
  [{ auth: { cookie: 'sid={{settings.user}}' } }, { cookie: 'sid=me' }],
  [{ auth: { cookie: '{{cookies.one}}' } }, {}],
  [{ method: 'POST', body: { a: 1 } }, { 'content-type': 'application/json' }],
  [{ method: 'POST', body: { a: 1 }, headers: { 'content-type': 'x/y' } }, { 'content-type': 'x/y' }],
  [{ method: 'POST', body: 'plain' }, {}],
] as const)
  test(`the head of ${JSON.stringify(form)}`, () => assert.equal(plan(form).headers, headers));

for (const [body, sent] of [
  [undefined, null],
  ['plain {{settings.user}}', 'plain me'],
  ['{{settings.number}}', '1.25'],
  ['{{settings.yes}}', 'true'],
  ['{{settings.list}}', '["a b","c"]'],
  ['{{1/0}}', ''],
  ['a{{1/0}}b', 'ab'],
  [
    { text: 'a {{settings.number}}', alone: '{{settings.number}}', yes: '{{settings.yes}}' },
    '{"text":"a 1.25","alone":1.25,"yes":true}',
  ],
  [{ deep: [{ a: '{{settings.user}}' }, 5, null, true] }, '{"deep":[{"a":"me"},5,null,true]}'],
  [{ list: '{{settings.list}}', gone: '{{1/0}}' }, '{"list":["a b","c"],"gone":null}'],
  [['{{settings.user}}'], '["me"]'],
  [7, '7'],
  [null, 'null'],
  [{}, '{}'],
] as const)
  test(`the body ${JSON.stringify(body)}`, () => {
    const planned = plan({ method: 'POST', ...(body === undefined ? {} : { body }) });
    assert.equal([planned.method, planned.body], ['POST', sent]);
  });

const only = (more: object) => ({ list: '', has: {}, is: {}, most: 500, ...more });
const sieve = (more: object, form: object = {}, scope: Scope = SCOPE) =>
  plan({ ...form, only: only(more) }, scope).sieve;
const SIEVE = {
  kind: 'json',
  list: [],
  where: [],
  near: null,
  fields: null,
  witnesses: 0,
  most: 500,
  csv: { separator: ',', columns: null, skip: 0 },
};

for (const [what, more, form, expected] of [
  ['nothing', {}, {}, {}],
  [
    'a list and a bound',
    { list: 'data.stations', most: 7, fields: ['a'] },
    {},
    { list: ['data', 'stations'], most: 7, fields: ['a'] },
  ],
  [
    'words',
    { has: { 'a | b': 'Köln; {{settings.user}},x ' } },
    {},
    { where: [{ paths: ['a', 'b'], words: ['koln', 'me', 'x'] }] },
  ],
  ['words of a list', { has: { a: '{{settings.list}}' } }, {}, { where: [{ paths: ['a'], words: ['a', 'b', 'c'] }] }],
  ['no words', { has: { a: '{{settings.none}}' } }, {}, {}],
  ['a value', { is: { 'a | b.c': '{{settings.number}}' } }, {}, { where: [{ paths: ['a', 'b.c'], is: ['1.25'] }] }],
  ['one of a list', { is: { a: '{{settings.list}}' } }, {}, { where: [{ paths: ['a'], is: ['a b', 'c'] }] }],
  ['one of no list', { is: { a: '{{settings.empty}}' } }, {}, { where: [{ paths: ['a'], is: [] }] }],
  ['no value', { is: { a: '{{settings.none}}' } }, {}, {}],
  [
    'what is near',
    { near: { latitude: 'a', longitude: 'b' } },
    {},
    { near: { paths: ['a', 'b'], place: [52.5, 13.4] } },
  ],
  [
    'a table',
    {},
    { answer: 'csv', csv: { separator: ';', columns: ['a'], skip: 2 } },
    { kind: 'csv', csv: { separator: ';', columns: ['a'], skip: 2 } },
  ],
  ['a request', {}, { id: 'one' }, { witnesses: 3 }],
] as const)
  test(`what is kept by ${what}`, () => assert.equal(sieve(more, form), { ...SIEVE, ...expected }));

for (const place of [{}, { latitude: 1 }, { longitude: 1 }, 'there', undefined])
  test(`nothing is near the place ${JSON.stringify(place)}`, () =>
    assert.is(sieve({ near: { latitude: 'a', longitude: 'b' } }, {}, { ...SCOPE, place })?.near, null));

test('without a word of the file everything is kept', () => assert.not('sieve' in plan({})));

for (const form of [
  { url: 'https://a.example/{{IF(}}' },
  { query: { a: '{{nobody}}' } },
  { headers: { a: '{{nobody}}' } },
  { body: { a: ['{{nobody}}'] } },
  { auth: { bearer: '{{nobody}}' } },
  { only: only({ has: { a: '{{nobody}}' } }) },
])
  test(`${JSON.stringify(form)} cannot be compiled`, () =>
    assert.throws(
      () => compileRequest({ ...FORM, ...form } as RequestForm, new FormulaNames()),
      (error: unknown) => error instanceof FormulaProblem,
    ));

for (const [text, isAlone, usesTime, printed] of [
  ['a{{settings.user}}b{{=settings.number}}', false, false, 'ameb1.25'],
  ['{{settings.user}}', true, false, 'me'],
  ['plain', false, false, 'plain'],
  ['', false, false, ''],
  ['{{settings.user}} ', false, false, 'me '],
  ['{{settings.user}}{{settings.user}}', false, false, 'meme'],
  ['{{YEAR(NOW())}}', true, true, '2026'],
] as const)
  test(`the template ${JSON.stringify(text)}`, () => {
    const template = compileTemplate(text, new FormulaNames());
    assert.equal([template.alone !== undefined, template.usesTime], [isAlone, usesTime]);
    assert.is(template.print(SCOPE, CONTEXT), printed);
  });

test('the values of a template are written with their place in it', () => {
  const template = compileTemplate('{{settings.user}}/{{settings.user}}', new FormulaNames());
  assert.is(
    template.print(SCOPE, CONTEXT, (text, at) => `<${text}${at}>`),
    '<me0>/<me2>',
  );
});

test('braces that nothing closes are text, and looked at once', () => {
  const text = '{{'.repeat(1_000_000);
  const template = compileTemplate(text, new FormulaNames());
  const budget = createBudget(1e9, { steps: 1e9, members: 1e9, letters: 1e9 });
  assert.ok(template.print(SCOPE, { ...CONTEXT, budget }) === text);
});

test('a file has at most 500 formulas, and 16,384 letters of them', () => {
  const some = new FormulaNames();
  for (let count = 0; count < 500; count++) assert.not(compileRule('1', some).usesTime);
  assert.throws(() => compileRule('1', some), /at most 500 formulas of 16384 letters/);
  const long = new FormulaNames();
  const other = long.withNames(['mine']);
  assert.not(compileRule(`1${' '.repeat(16_381)}`, long).usesTime);
  assert.ok(other.take('ab'));
  assert.not(other.take('x'));
});

test('formulas may use the requests by their ids, and say where they fail', () => {
  const names = namesOf({ requests: [{ id: 'one' }] });
  assert.is(compileRule('one.a', names).read({ one: { a: 7 } }, CONTEXT), 7);
  assert.throws(() => compileRule('1 + two', names), /\(at 5 of the formula\)$/);
});

const lookup = (more: object) =>
  compileLookup({ ...FORM, from: 'answer', value: 'item.v', label: 'item.l', search: true, ...more } as LookupSpec);

test('a search has rules, and a request where it has an address', () => {
  const found = lookup({ url: 'https://a.example/{{query}}', also: { name: 'item.n' } });
  assert.is(found.plan?.({ query: 'a b' }, CONTEXT).url, 'https://a.example/a%20b');
  const scope = { answer: [1], item: { v: 1, l: 'L', n: 'N' } };
  assert.equal(
    [found.from, found.value, found.label].map((rule) => rule.read(scope, CONTEXT)),
    [[1], 1, 'L'],
  );
  assert.equal(
    found.also.map(([name, rule]) => [name, rule.read(scope, CONTEXT)]),
    [['name', 'N']],
  );
  const still = lookup({ url: undefined });
  assert.equal([still.plan, still.also], [null, []]);
});

for (const more of [
  { from: 'IF(' },
  { value: 'nobody' },
  { label: ')' },
  { also: { a: 'IF(' } },
  { url: 'https://a/{{IF(}}' },
])
  test(`the search ${JSON.stringify(more)} is told by its first failure`, () =>
    assert.throws(
      () => lookup(more),
      (error: unknown) => error instanceof FormulaProblem,
    ));

const compiledOf = (more: object) => {
  const read = readSource(JSON.stringify(fileFor('https://api.example.com', more)));
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.compiled;
};

test('the first addresses are those of requests, searches and the sign-in that lead somewhere', () => {
  const compiled = compiledOf({
    requests: [
      { id: 'one', url: 'https://api.example.com/one' },
      { id: 'two', url: '{{one.next}}' },
    ],
    settings: { stop: { type: 'string' }, kind: { type: 'string' } },
    lookups: {
      stop: { url: 'https://api.example.com/find?q={{query}}', from: 'answer', value: 'item', label: 'item' },
      kind: { from: 'LIST("a")', value: 'item', label: 'item' },
    },
    account: {
      url: 'https://example.com',
      text: 'an app',
      oauth: {
        service: 'Bank',
        authorize: 'https://login.example.com/authorize',
        token: 'https://login.example.com/token',
        steps: ['Go.'],
      },
    },
  });
  assert.equal(firstAddresses(compiled, { ...MOMENT, settings: { client_id: 'c', client_secret: 's' } }), [
    'https://api.example.com/one',
    'https://api.example.com/find?q=',
    'https://login.example.com/token',
  ]);
});

test('who says where an address leads', () => {
  const { source } = compiledOf({
    base_url: 'https://usual.example',
    settings: {
      host: { type: 'string', default: 'given.example' },
      land: { type: 'string' },
      feed: { type: 'string' },
    },
    tables: { feeds: { a: 'https://table.example/a', b: 'text' } },
    lookups: { feed: { from: 'LIST("a")', value: 'item', label: 'item', also: { host: 'item' } } },
    requests: [
      { id: 'one', url: '/one' },
      { id: 'two', url: 'https://{{settings.host}}/two' },
      { id: 'three', url: 'https://api.{{settings.land}}.example.com:8443/three' },
      { id: 'four', url: '{{settings.feed}}' },
      { id: 'five', url: '{{PICK(tables.feeds, settings.land)}}' },
      { id: 'six', url: 'https://user@written.example/x' },
    ],
  });
  const settings = {
    base_url: 'http://10.0.0.2:81',
    host: 'own.example',
    feed: ' https://feed.example:1/x ',
    land: 'de',
  };
  for (const [address, namer] of [
    ['https://usual.example/one', 'file'],
    ['https://written.example/y', 'file'],
    ['http://written.example/y', null],
    ['https://written.example:81/y', null],
    ['https://given.example/two', 'file'],
    ['https://table.example/b', 'file'],
    ['https://api.de.example.com:8443/three', 'file'],
    ['https://api.de.example.com/three', null],
    ['http://10.0.0.2:81/one', 'settings'],
    ['http://10.0.0.2/one', null],
    ['https://own.example/two', 'settings'],
    ['https://feed.example:1/y', 'settings'],
    ['https://other.example/', null],
    ['nonsense', null],
  ] as const)
    assert.is(namerOf(source, address, settings), namer, address);
  assert.equal(typedSettings(source, 'http://10.0.0.2:81/one', settings), ['base_url']);
  assert.equal(typedSettings(source, 'https://own.example/two', settings), [], 'a search fills it in');
  assert.equal(typedSettings(source, 'https://usual.example/one', settings), []);
  assert.equal(hostsOf(source), [
    '*',
    'api.*.example.com:8443',
    'given.example',
    'table.example',
    'usual.example',
    'written.example',
  ]);
});

for (const [host, namer] of [
  ['{{settings.land}}.example.com', 'file'],
  ['{{settings.land}}.com', 'settings'],
  ['{{settings.land}}.example.com:81', 'file'],
  ['www.{{settings.land}}', 'settings'],
] as const)
  test(`${host} is said by the ${namer}`, () => {
    const { source } = compiledOf({
      settings: { land: { type: 'string' } },
      requests: [{ id: 'one', url: `https://${host}/` }],
    });
    assert.is(namerOf(source, `https://${host.replace(/\{\{.*\}\}/, 'xyz')}/a`, { land: 'xyz' }), namer);
  });

test('the paths that formulas and values read of an answer', () => {
  const source = {
    requests: [{ id: 'one' }, { id: 'two' }],
    vars: { v: 'answer.a.b + one["c d"] + two.x[0] + PICK(two, "p.q") + pick( answer , "r")' },
    lists: { l: { from: 'one.list', where: 'done.no > 1', values: { f: { path: 'ignored', formula: 'item.x' } } } },
    values: { w: { path: 'own.path' }, x: { formula: 'answer.a.b' }, y: { formula: '"two.z"' } },
  } as unknown as Parameters<typeof readPathsOf>[0];
  assert.equal(readPathsOf(source, 'one'), ['own.path', 'a.b', '["c d"]', 'r', 'list']);
  assert.equal(readPathsOf(source, 'two'), ['x[0]', 'p.q']);
});

test.run();
