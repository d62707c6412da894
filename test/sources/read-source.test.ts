import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../src/sources/compiling/read-source.ts';
import { STOCK } from './stock.ts';

const test = suite('source files that are not in order');
const GOOD = readFileSync(`${STOCK}/volcanoes.source.json`, 'utf8');

const problemOf = (text: string) => {
  const read = readSource(text);
  return 'problems' in read ? read.problems[0] : null;
};

test('a good file has no problem', () => assert.is(problemOf(GOOD), null));

test('what is no JSON is told by line and column', () => {
  assert.equal(problemOf('{\n  "form": 1,\n  oops\n}'), {
    line: 3,
    column: 3,
    path: '',
    message: 'expected a text in double quotes',
  });
});

test('an unknown category is told where it stands, with those that there are', () => {
  const problem = problemOf(GOOD.replace('"category": "nature"', '"category": "lava"'));
  assert.is(problem?.path, 'category');
  assert.is(problem?.line, GOOD.slice(0, GOOD.indexOf('"category"')).split('\n').length);
  assert.match(problem?.message ?? '', /expected .*"nature".*found "lava"/);
});

test('an unknown member and a missing one are named', () => {
  assert.match(problemOf(GOOD.replace('"icon"', '"ikon"'))?.message ?? '', /ikon|icon/);
  assert.match(problemOf(GOOD.replace('"form": 1,', ''))?.message ?? '', /form/);
});

test('a formula that cannot be compiled is told by its place', () => {
  const problem = problemOf(GOOD.replace('COUNT(answer.items)', 'COUNTS(answer.items)'));
  assert.is(problem?.path, 'values.count.formula');
  assert.match(problem?.message ?? '', /there is no function COUNTS/);
});

test('a name that no formula knows is refused', () => {
  assert.match(problemOf(GOOD.replace('COUNT(answer.items)', 'COUNT(anwser.items)'))?.message ?? '', /anwser/);
});

const changed = (change: (file: Record<string, unknown>) => void): string => {
  const file = JSON.parse(GOOD) as Record<string, unknown>;
  change(file);
  return JSON.stringify(file, null, 2);
};
const request = { id: 'one', url: 'https://example.org/a' };
const value = { path: 'a', max_length: 4 };
const plain = { values: { a: value }, lists: {}, vars: {}, colors: {}, triggers: [], pages: {}, samples: {} };
const settingsWith = (patterns: number): object =>
  Object.fromEntries(Array.from({ length: patterns }, (_, at) => [`s${at}`, { type: 'string', pattern: '^a$' }]));
const trigger = { id: 'hot', when: 'data.a > 1', message: 'HOT' };

/** What, the members that a file then has, where the problem is told, and what is said of it. */
const REFUSED: readonly (readonly [string, object, string, RegExp])[] = [
  [
    'a part of the rows of a table',
    { ...plain, requests: [{ ...request, answer: 'csv', only: { fields: ['a'] } }] },
    'requests.0.only.fields.0',
    /^expected names in JSON/,
  ],
  [
    'a way into the children of an XML member',
    { ...plain, requests: [{ ...request, answer: 'xml', only: { list: 'feed.entry', fields: ['title', 'a.b'] } }] },
    'requests.0.only.fields.1',
    /^expected names in JSON/,
  ],
  ['one pattern too many', { ...plain, settings: settingsWith(21) }, 'settings', /at most 20 patterns/],
  [
    'more paths in expects than are followed',
    { ...plain, requests: [{ ...request, expects: { [Array.from({ length: 61 }, () => 'a').join(' | ')]: 'any' } }] },
    'requests.0.expects',
    /expected at most 60 paths/,
  ],
  [
    'a number that is no whole one',
    { refresh: { usual: 60.5, least: 60 } },
    'refresh.usual',
    /^expected something else, found 60\.5$/,
  ],
  ['a path that does not end', { values: { a: { path: 'x[0', max_length: 4 } } }, 'values.a.path', /expected a path/],
  ['a path with a hole', { values: { a: { path: 'x..y', max_length: 4 } } }, 'values.a.path', /expected a path/],
  [
    'a path in a list',
    { lists: { l: { from: 'answer', values: { a: { path: '[', max_length: 4 } } } } },
    'lists.l.values.a.path',
    /expected a path/,
  ],
  ['a path to be picked', { requests: [{ ...request, pick: { a: 'x[[' } }] }, 'requests.0.pick.a', /expected a path/],
  ['no address', { requests: [{ ...request, url: 'nonsense' }] }, 'requests.0.url', /http:\/\/ or https/],
  ['another protocol', { requests: [{ ...request, url: 'ftp://example.org/' }] }, 'requests.0.url', /http:\/\//],
  ['no base', { base_url: undefined, requests: [{ ...request, url: '/a' }] }, 'requests.0.url', /base_url/],
  ['two requests of an id', { requests: [request, request] }, 'requests.1.id', /already a request one/],
  [
    'a request that hides the settings',
    { requests: [{ ...request, id: 'settings' }] },
    'requests.0.id',
    /something else/,
  ],
  ['a header of the way', { requests: [{ ...request, headers: { Host: 'x' } }] }, 'requests.0.headers.Host', /header/],
  [
    'a header that is none',
    { requests: [{ ...request, headers: { 'a b': 'x' } }] },
    'requests.0.headers.a b',
    /header/,
  ],
  ['a setting that is not there', { required: ['nobody'] }, 'required.0', /no setting nobody/],
  [
    'a search for a setting that is not there',
    { lookups: { nobody: { url: request.url, from: 'answer', value: 'item', label: 'item' } } },
    'lookups.nobody',
    /no setting nobody/,
  ],
  [
    'a setting of the appliance',
    { settings: { refresh_seconds: { type: 'integer' } } },
    'settings.refresh_seconds',
    /itself/,
  ],
  ['a setting of no kind', { settings: { a: { type: 'zzz' } } }, 'settings.a.type', /expected one of string/],
  ['a value like a list', { values: { l: value }, lists: { l: { from: 'answer' } } }, 'values.l', /already a list l/],
  ['colours of nothing', { colors: { b: [] } }, 'colors.b', /no value b/],
  ['two triggers of an id', { triggers: [trigger, trigger] }, 'triggers.1.id', /already a trigger hot/],
  ['an hour that is none', { refresh: { usual: 60, least: 60, quiet: '25:00-06:00' } }, 'refresh.quiet', /hours/],
  ['least beyond usual', { refresh: { usual: 60, least: 61 } }, 'refresh.least', /at most 60/],
  [
    'an address that is a script',
    { attribution: { text: 'a', url: 'javascript:0', terms: 'b' } },
    'attribution.url',
    /http/,
  ],
  ['a page with too many rows', { pages: { note: ['A', 'B', 'C', 'D'] } }, 'pages.note', /at most 3 rows, found 4/],
  ['a page with a formula that fails', { pages: { note: ['{{=IF(}}'] } }, 'pages.note', /row 1/],
  ['a page with a name that is none', { pages: { note: ['{{nobody}}'] } }, 'pages.note', /"nobody" is no variable/],
  [
    'rows of a list that is not there',
    { pages: { note: [{ repeat: 'nobody', count: 3, row: '' }] } },
    'pages.note.0.repeat',
    /no list nobody/,
  ],
];

for (const [what, members, path, message] of REFUSED)
  test(`${what} is refused where it stands`, () => {
    const problem = problemOf(changed((file) => Object.assign(file, plain, members)));
    assert.is(problem?.path, path);
    assert.match(problem?.message ?? '', message);
    assert.ok((problem?.line ?? 0) > 1, 'line');
  });

test('twenty patterns are as many as there may be', () => {
  assert.is(problemOf(changed((file) => Object.assign(file, plain, { settings: settingsWith(20) }))), null);
});

test('variables of other sources may be shown, and formulas stand for parts of an address', () => {
  const members = {
    ...plain,
    requests: [{ id: 'one', url: 'https://api.example.{{settings.land}}:{{settings.port}}/a' }],
    settings: { land: { type: 'string' }, port: { type: 'integer' } },
    pages: { note: ['{{date_time.time}} {{a}}'] },
  };
  assert.is(problemOf(changed((file) => Object.assign(file, members))), null);
});

test('of thousands of problems the first twenty are placed', () => {
  const text = changed((file) => Object.assign(file, { requests: Array.from({ length: 15_000 }, () => 0) }));
  const read = readSource(`${'\n'.repeat(150_000)}${text}`);
  assert.is('problems' in read && read.problems.length, 20);
});

test('a member that stands twice is told by its second place', () => {
  assert.equal(problemOf('{\n  "form": 1,\n  "form": 1\n}'), {
    line: 3,
    column: 3,
    path: '',
    message: 'the member "form" stands here twice',
  });
});

test.run();
