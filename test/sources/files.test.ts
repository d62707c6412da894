import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileExpects, looseMembers } from '../../src/sources/compiling/expects.ts';
import { JsonSyntaxError, locateJson, positionOf } from '../../src/sources/compiling/json-position.ts';
import { readSource } from '../../src/sources/compiling/read-source.ts';
import { CATEGORIES, GALLERY_CATEGORIES, galleryCategory } from '../../src/sources/form/categories.ts';
import { FACES } from '../../src/sources/form/faces.ts';
import { FACE_NAMES, PRIORITIES, type RequestSpec } from '../../src/sources/form/schema.ts';
import { defaultSettings, settingsSchemaOf } from '../../src/sources/form/settings.ts';
import { momentOfSample, writeRequest } from '../../src/sources/trying/sample.ts';
import { DAMAGES, damageBody } from '../../src/sources/trying/damage.ts';
import { assertRecorded } from '../support/recording.ts';
import { fileFor } from '../plugins/source-file.ts';

// What a file is made of: its places, its face, its settings; and what its answers are when they are damaged.
const test = suite('sources/files');

test('faces, priorities and categories are what files were written with', () =>
  assertRecorded('sources/faces.txt', [
    ...FACE_NAMES.flatMap((name) => {
      const { values, lists, ...pages } = FACES[name];
      return [
        ...Object.entries(pages).map(([page, rows]) => `${name} ${page} ${JSON.stringify(rows)}`),
        ...Object.entries(values).map(
          ([value, spec]) => `${name}.${value} ${JSON.stringify({ ...spec, description: undefined })}`,
        ),
        ...Object.entries(lists).flatMap(([list, { values: fields, ...more }]) => [
          `${name}.${list} ${JSON.stringify({ ...more, description: undefined })}`,
          ...Object.entries(fields).map(
            ([value, spec]) => `${name}.${list}.${value} ${JSON.stringify({ ...spec, description: undefined })}`,
          ),
        ]),
      ];
    }),
    JSON.stringify(PRIORITIES),
    ...Object.entries({ ...GALLERY_CATEGORIES }).map(([id, label]) => `${id} ${label}${id in CATEGORIES ? '' : ' *'}`),
  ]));

for (const [id, category, own] of [
  ['calendar', 'utility', 'calendar'],
  ['holidays', 'utility', 'calendar'],
  ['home_assistant', 'data', 'home'],
  ['moon', 'weather', 'sky'],
  ['rss', 'data', 'words'],
  ['stocks', 'data', 'money'],
  ['sun', 'weather', 'sky'],
  ['sun_art', 'weather', 'art'],
  ['other', 'utility', 'everyday'],
  ['other', 'entertainment', 'culture'],
  ['other', 'transit', 'transport'],
  ['other', 'weather', 'weather'],
  ['other', 'data', 'data'],
  ['other', 'transition', 'transition'],
  ['other', 'unheard', 'everyday'],
  ['other', 'toString', 'everyday'],
  ['other', undefined, 'everyday'],
] as const)
  test(`${id} of ${category ?? 'nothing'} stands with ${own}`, () => assert.is(galleryCategory(id, category), own));

const compiledOf = (more: object) => {
  const read = readSource(JSON.stringify(fileFor('https://api.example.com', more)));
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.compiled;
};
const plain = { values: { a: { path: 'a', max_length: 4 } }, pages: {} };
const settingsOf = (more: object) => {
  const { properties, required } = settingsSchemaOf(compiledOf({ ...plain, ...more }).source) as {
    properties: Record<string, unknown>;
    required: string[];
  };
  return [Object.keys(properties).join(' '), required.join(' ')];
};
const oauth = (secret: string) => ({
  account: {
    url: 'https://example.com',
    text: 'an app',
    oauth: {
      service: 'Bank',
      authorize: 'https://login.example.com/a',
      token: 'https://login.example.com/t',
      secret,
      steps: ['Go.'],
    },
  },
});

for (const [more, names, required] of [
  [{}, 'refresh_seconds', ''],
  [{ place: true }, 'place refresh_seconds', ''],
  [{ base_url: 'https://usual.example' }, 'refresh_seconds base_url', ''],
  [{ settings: { key: { type: 'string' } }, required: ['key'] }, 'key refresh_seconds', 'key'],
  [{ values: { a: { path: 'a', max_length: 4, unit: 'km', type: 'number' } } }, 'units refresh_seconds', ''],
  [{ values: { a: { path: 'a', max_length: 6, format: 'time' } } }, 'units refresh_seconds', ''],
  [{ values: { a: { path: 'a', max_length: 6, format: 'date' } } }, 'units refresh_seconds', ''],
  [{ values: { a: { path: 'a', max_length: 6, format: 'weekday' } } }, 'refresh_seconds', ''],
  [
    { lists: { l: { from: 'answer', values: { t: { path: 't', max_length: 6, format: 'time' } } } } },
    'units refresh_seconds',
    '',
  ],
  [{ vars: { v: 'region.name' } }, 'units refresh_seconds', ''],
  [
    { requests: [{ id: 'one', url: 'https://api.example.com/', query: { u: '{{region.name}}' } }] },
    'units refresh_seconds',
    '',
  ],
  [oauth('required'), 'client_id client_secret refresh_seconds', 'client_id client_secret'],
  [oauth('optional'), 'client_id client_secret refresh_seconds', 'client_id'],
  [oauth('none'), 'client_id refresh_seconds', 'client_id'],
] as const)
  test(`the settings with ${JSON.stringify(more).slice(0, 80)}`, () =>
    assert.equal(settingsOf(more), [names, required]));

test('settings in full, and what they are before anybody changed them', () => {
  const { source } = compiledOf({
    ...plain,
    ...oauth('optional'),
    place: true,
    base_url: 'https://usual.example',
    settings: { list: { type: 'array', default: ['a'] }, key: { type: 'string' } },
    values: { a: { path: 'a', max_length: 4, unit: 'km', type: 'number' } },
    refresh: { usual: 120, least: 60 },
  });
  const { properties } = settingsSchemaOf(source) as { properties: Record<string, Record<string, unknown>> };
  const { description: _client, ...client } = properties['client_id'] ?? {};
  assert.equal(client, { type: 'string', title: 'Client ID', maxLength: 300 });
  const { description: _secret, ...secret } = properties['client_secret'] ?? {};
  assert.equal(secret, {
    type: 'string',
    title: 'Client secret',
    default: '',
    maxLength: 500,
    'ui:widget': 'password',
  });
  assert.equal(properties['place'], {
    type: 'object',
    title: 'Place',
    description: 'Empty follows the appliance',
    'ui:widget': 'place',
    properties: {
      name: { type: 'string', title: 'Name', maxLength: 60 },
      latitude: { type: 'number', title: 'Latitude', minimum: -90, maximum: 90 },
      longitude: { type: 'number', title: 'Longitude', minimum: -180, maximum: 180 },
      time_zone: { type: 'string', title: 'Time zone', 'ui:widget': 'time-zone' },
    },
  });
  assert.equal(properties['units']?.['enum'], ['auto', 'metric', 'imperial']);
  assert.equal(properties['refresh_seconds'], {
    type: 'integer',
    title: 'Refresh',
    description: 'Seconds between two fetches',
    default: 120,
    minimum: 60,
    maximum: 86_400,
  });
  const { description: _base, ...base } = properties['base_url'] ?? {};
  assert.equal(base, {
    type: 'string',
    title: 'Server',
    format: 'uri',
    default: 'https://usual.example',
    'ui:widget': 'url',
  });
  const settings = defaultSettings(source);
  assert.equal(settings, {
    client_secret: '',
    list: ['a'],
    units: 'auto',
    refresh_seconds: 120,
    base_url: 'https://usual.example',
  });
  assert.is.not(settings['list'], source.settings['list']?.['default']);
});

const TEXT = '{\n  "a": [1, {"b": null}],\n "c\\u0041":  "x"\n}';
for (const [path, line, column] of [
  [[], 1, 1],
  [['a'], 2, 8],
  [['a', 0], 2, 9],
  [['a', 1, 'b'], 2, 18],
  [['a', 1, 'gone', 'more'], 2, 12],
  [['a', 9], 2, 8],
  [['cA'], 3, 14],
  [['cA', 0], 3, 14],
  [['gone'], 1, 1],
] as const)
  test(`${JSON.stringify(path)} stands in line ${line}, column ${column}`, () =>
    assert.equal(locateJson(TEXT)(path), { line, column }));

test('the first letter of a line is in column 1', () => {
  assert.equal(positionOf('ab\ncd', 0), { line: 1, column: 1 });
  assert.equal(positionOf('ab\ncd', 2), { line: 1, column: 3 });
  assert.equal(positionOf('ab\ncd', 3), { line: 2, column: 1 });
});

for (const [text, message, offset] of [
  ['', 'expected a JSON value', 0],
  ['{"a" 1}', 'expected ":"', 5],
  ['{"a":1 "b"}', 'expected "," or "}"', 7],
  ['[1 2]', 'expected "," or "]"', 3],
  ['[1,]', 'expected a JSON value', 3],
  ['{a:1}', 'expected a text in double quotes', 1],
  ['"a\n"', 'expected a text in double quotes', 0],
  ['["\\x"]', 'expected a text without control characters and unknown escapes', 1],
  ['[1] 2', 'expected the end of the file', 4],
  ['{"a":1,"a":2}', 'the member "a" stands here twice', 7],
  [`{"${'a'.repeat(70)}":1,"${'a'.repeat(70)}":2}`, `the member "${'a'.repeat(60)}" stands here twice`, 76],
  ['-', 'expected a JSON value', 0],
  ['nul', 'expected a JSON value', 0],
] as const)
  test(`${text.slice(0, 20)}: ${message.slice(0, 40)}`, () => {
    try {
      locateJson(text);
      assert.unreachable();
    } catch (error) {
      assert.instance(error, JsonSyntaxError);
      assert.equal([(error as JsonSyntaxError).message, (error as JsonSyntaxError).offset], [message, offset]);
    }
  });

for (const text of ['-1.5e+3', 'true', 'false', 'null', '[]', '{}', ' [ 1 , 2 ] ', '"\\"\\n"'])
  test(`${text} is JSON`, () => assert.equal(locateJson(text)([]).line, 1));

test('a file has 64 levels and 20,000 values at most', () => {
  const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  locateJson(deep(65));
  assert.throws(() => locateJson(deep(66)), /at most 64 levels/);
  const wide = (values: number): string => `[${Array.from({ length: values }, () => '1').join(',')}]`;
  locateJson(wide(19_999));
  assert.throws(() => locateJson(wide(20_000)), /at most 20000 values/);
});

const FILE = fileFor('https://api.example.com');
const problemsOf = (file: unknown): string[] => {
  const read = readSource(typeof file === 'string' ? file : JSON.stringify(file));
  return 'problems' in read ? read.problems.map(({ path, message }) => `${path}: ${message}`) : [];
};

test('what is wrong with a form is told in words', () => {
  assert.equal(problemsOf(FILE), []);
  assert.equal(problemsOf({ ...FILE, extra: 1 }), ['extra: unknown member "extra"']);
  assert.equal(problemsOf({ ...FILE, name: undefined }), ['name: expected the member "name"']);
  assert.equal(problemsOf({ ...FILE, name: 5 }), ['name: expected string, found 5']);
  assert.equal(problemsOf('[01]'), [': expected JSON']);
  assert.equal(problemsOf('{"form": 1,}'), [': expected a text in double quotes']);
});

for (const [member, path, message] of [
  [{ account: 5 }, 'account', /^expected .*, found 5$/],
  [{ account: {} }, 'account.url', /^expected the member "url"$/],
  [{ account: { url: 'https://a', text: 5 } }, 'account.text', /^expected string, found 5$/],
  [
    { account: { url: 'https://a', text: 'a', oauth: { service: 5 } } },
    'account.oauth.service',
    /^expected string, found 5$/,
  ],
  [
    { pages: { note: ['A', { repeat: 'l', count: 'x', row: '' }] } },
    'pages.note.1.count',
    /^expected number, found "x"$/,
  ],
  [{ pages: { note: [5] } }, 'pages.note.0', /^expected .*, found 5$/],
] as const)
  test(`of several forms the nearest one is told, at ${path}`, () => {
    const read = readSource(JSON.stringify({ ...FILE, ...member }, null, 1));
    const [problem] = 'problems' in read ? read.problems : [];
    assert.is(problem?.path, path);
    assert.match(problem?.message ?? '', message);
    assert.ok((problem?.line ?? 0) > 1, 'line');
  });

test('at most twenty problems of a file are told, and no file is larger than 256 KiB', () => {
  const extra = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`extra${at}`, 1]));
  assert.is(
    problemsOf({ ...FILE, extra: undefined, requests: [{ id: 'one', url: 'https://a.example', ...extra }] }).length <=
      20,
    true,
  );
  const values = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`v${at}`, { max_length: 3 }]));
  assert.is(problemsOf({ ...FILE, values, pages: {} }).length, 20);
  const text = JSON.stringify(FILE);
  assert.equal(problemsOf(text.padEnd(256 * 1024)), []);
  assert.equal(problemsOf(text.padEnd(256 * 1024 + 1)), [': expected at most 256 KiB']);
});

test('a value needs a path or a formula, and a length', () => {
  assert.equal(problemsOf({ ...FILE, pages: {}, values: { a: { max_length: 3 } } }), [
    'values.a: expected a path or a formula',
  ]);
  assert.equal(problemsOf({ ...FILE, pages: {}, values: { a: { path: 'a' } } }), ['values.a: expected max_length']);
  assert.equal(problemsOf({ ...FILE, pages: {}, lists: { l: { values: {} } } })[0], 'lists.l: expected from');
});

for (const [member, place] of [
  [{ vars: { v: 'IF(' } }, 'vars.v'],
  [{ lists: { l: { from: 'IF(' } } }, 'lists.l.from'],
  [{ lists: { l: { from: 'answer', where: 'IF(' } } }, 'lists.l.where'],
  [{ lists: { l: { from: 'answer', sort: 'IF(' } } }, 'lists.l.sort'],
  [{ lists: { l: { from: 'answer', unique: 'IF(' } } }, 'lists.l.unique'],
  [{ lists: { l: { from: 'answer', values: { a: { formula: 'IF(', max_length: 3 } } } } }, 'lists.l.values.a.formula'],
  [{ values: { a: { formula: 'IF(', max_length: 3 } } }, 'values.a.formula'],
  [{ requests: [{ id: 'one', url: 'https://a.example', when: 'IF(' }] }, 'requests.0.when'],
  [{ requests: [{ id: 'one', url: 'https://a.example', each: 'IF(' }] }, 'requests.0.each'],
  [{ requests: [{ id: 'one', url: 'https://a.example', error: 'IF(' }] }, 'requests.0.error'],
  [
    { requests: [{ id: 'one', url: 'https://a.example', paging: { next: 'IF(', items: 'a' } }] },
    'requests.0.paging.next',
  ],
  [{ requests: [{ id: 'one', url: 'https://a.example', query: { a: '{{IF(}}' } }] }, 'requests.0'],
  [{ triggers: [{ id: 't', when: 'IF(', message: 'M' }] }, 'triggers.0.when'],
  [{ triggers: [{ id: 't', when: '1', message: '{{IF(}}' }] }, 'triggers.0.message'],
  [{ settings: { s: {} }, lookups: { s: { from: 'IF(', value: 'item', label: 'item' } } }, 'lookups.s'],
] as const)
  test(`a formula that fails is told at ${place}`, () =>
    assert.equal(
      problemsOf({ ...FILE, values: { a: { path: 'a', max_length: 3 } }, pages: {}, ...member }).map(
        (one) => one.split(':')[0],
      ),
      [place],
    ));

for (const [value, usesTime] of [
  [{ path: 'a', max_length: 3 }, false],
  [{ path: 'a', max_length: 3, format: 'wait' }, true],
  [{ path: 'a', max_length: 3, format: 'ago' }, true],
  [{ path: 'a', max_length: 6, format: 'time' }, false],
  [{ formula: 'MINUTESTO(answer.a)', max_length: 3 }, true],
] as const)
  test(`${JSON.stringify(value)} ${usesTime ? 'goes on with' : 'does not depend on'} the clock`, () => {
    const message = { triggers: [{ id: 't', when: 'NOW() > 0', message: '{{NOW()}}' }] };
    assert.is(compiledOf({ values: { a: value }, pages: {}, ...message }).usesTime, usesTime);
  });

test('rows of a page are written out, with columns as wide as they may be', () => {
  const { source } = compiledOf({
    values: { head: { path: 'h', max_length: 9 } },
    lists: { l: { from: 'answer', values: { a: { path: 'a', max_length: 5 }, b: { path: 'b', max_length: 3 } } } },
    colors: { 'l.*.b': [] },
    pages: {
      flagship: [
        '{{head}} {{ head|upper}} {{date_time.time}} {{l.0.a}} {{head_color}}',
        { repeat: 'l', count: 2, row: '{{a}} {{b_color}}{{ b }}' },
        { repeat: 'l', count: 1, from: 2, row: '{{a|upper}} {{date_time.date}} {{a}}{{fill_space}}{{b}}' },
      ],
      note: [],
    },
  });
  assert.equal(source.pages.flagship, [
    '{{probe.head}} {{probe.head|upper}} {{date_time.time}} {{probe.l.0.a}} {{probe.head_color}}',
    '{{probe.l.0.a|pad:5}} {{probe.l.0.b_color}}{{probe.l.0.b}}',
    '{{probe.l.1.a|pad:5}} {{probe.l.1.b_color}}{{probe.l.1.b}}',
    '{{probe.l.2.a|upper}} {{date_time.date}} {{probe.l.2.a}}{{fill_space}}{{probe.l.2.b}}',
  ]);
});

test('what a file says goes before its face, and a formula of the face yields to a path', () => {
  const { source } = compiledOf({
    face: 'list',
    values: { title: { formula: '"T"' }, own: { path: 'o', max_length: 2, type: 'number' } },
    lists: {
      list: {
        from: 'answer',
        limit: 3,
        values: { a: { path: 'a' }, b: { path: 'b', align: 'right' }, a9: { path: 'short' } },
      },
    },
    pages: { note: ['{{own}}'] },
  });
  assert.equal(Object.keys(source.values), ['title', 'own']);
  const { description: _title, ...title } = source.values['title'] ?? {};
  assert.equal(title, { type: 'string', format: 'plain', align: 'left', max_length: 22, formula: '"T"' });
  assert.equal(source.values['own'], {
    type: 'number',
    description: '',
    format: 'plain',
    align: 'left',
    path: 'o',
    max_length: 2,
  });
  const list = source.lists['list'];
  assert.equal([list?.limit, list?.rows, list?.from, list?.label, list?.none], [3, 5, 'answer', 'a', { a: 'NOTHING' }]);
  assert.equal(list?.values['a9']?.formula, undefined);
  assert.equal([list?.values['a9']?.max_length, list?.values['b']?.align], [9, 'right']);
  assert.equal(source.pages.note, ['{{probe.own}}']);
  assert.is(source.pages.flagship.length, 6);
});

test('a list without a word of the file has five rows of five items', () => {
  const { source } = compiledOf({ ...plain, lists: { l: { from: 'answer', values: {} } } });
  const { limit, rows, description } = source.lists['l'] ?? {};
  assert.equal([limit, rows, description], [5, 5, '']);
});

test('a sample says when and where it was, over the defaults', () => {
  const compiled = compiledOf({
    ...plain,
    settings: { a: { type: 'string', default: 'x' }, b: { type: 'string', default: 'y' } },
  });
  const sample = { now: '2026-11-20T13:30:00Z', zone: 'UTC', region: 'imperial', settings: { b: 'z' } } as never;
  assert.equal(momentOfSample(compiled, sample), {
    settings: { a: 'x', b: 'z', refresh_seconds: 60 },
    place: { name: '' },
    region: 'imperial',
    now: Date.parse('2026-11-20T13:30:00Z'),
    zone: 'UTC',
  });
  const there = { latitude: 1, longitude: 2, name: 'P', time_zone: 'Asia/Tokyo' };
  const other = momentOfSample(compiled, { ...(sample as object), place: there } as never);
  assert.equal([other.place, other.zone], [there, 'Asia/Tokyo']);
});

test('a request is written in one line, its headers by name', () => {
  const request = { method: 'POST', url: 'https://a.example/', headers: { b: '2', a: '1' }, body: '{}' } as const;
  assert.is(writeRequest(request), 'POST https://a.example/ | a: 1 | b: 2 | {}');
  assert.is(writeRequest({ ...request, headers: {}, body: null }), 'POST https://a.example/');
});

const specOf = (answer: string, more: object = {}): RequestSpec => ({ answer, ...more }) as never;
const damaged = (body: unknown, spec: RequestSpec): unknown[] =>
  DAMAGES.map((damage) => damageBody(body, damage, spec));
const ERROR = '{"error":{"code":500,"message":"internal failure"},"status":"error","message":"internal failure"}';

for (const [what, body, spec, expected] of [
  [
    'an object',
    { a: 5, l: [1, 'x'], n: null },
    specOf('json'),
    [
      '{"a":5,"l":[],"n":null}',
      '{"a":null,"l":[null,null],"n":null}',
      '{"a":"qzxj","l":["qzxj","x"],"n":null}',
      '{"a":5,"l":[1,"x',
      '[{"a":5,"l":[1,"x"],"n":null}]',
    ],
  ],
  ['a list', [{ a: 1 }], specOf('json'), ['[]', '[{"a":null}]', '[{"a":"qzxj"}]', '[{"a"', '{"a":1}']],
  ['an empty list', [], specOf('json'), [null, null, null, null, '{}']],
  ['a number', 5, specOf('json'), [null, 'null', '"qzxj"', null, '{}']],
  [
    'numbers that may be texts',
    { a: 1, b: { c: 2 } },
    specOf('json', { expects: { 'b.c': 'any' } }),
    [null, '{"a":null,"b":{"c":null}}', '{"a":"qzxj","b":{"c":2}}', '{"a":1,"b":', '[{"a":1,"b":{"c":2}}]'],
  ],
  ['a table', 'h,1\nx,2', specOf('csv'), [null, 'h,1\n,', 'h,1\nx,qzxj', null, '["other"]']],
  [
    'a table without heads',
    'x;2',
    specOf('csv', { csv: { separator: ';', columns: ['a', 'b'] } }),
    [null, ';', 'x;qzxj', null, '["other"]'],
  ],
  [
    'elements',
    '<a><b>7</b><c>x</c></a>',
    specOf('xml'),
    [null, '<a><b></b><c></c></a>', '<a><b>qzxj</b><c>x</c></a>', '<a><b>7</b><c', '<other><thing>1</thing></other>'],
  ],
  ['a feed', '<rss/>', specOf('rss'), [null, 'null', null, null, '<other><thing>1</thing></other>']],
  ['a text', 'hello', specOf('text'), [null, null, null, null, '["other"]']],
  ['a calendar', 'BEGIN', specOf('ical'), [null, 'null', null, null, '["other"]']],
] as const)
  test(`damages of ${what}`, () => {
    const [page, error, ...others] = damaged(body, spec);
    assert.match(String(page), /^<!DOCTYPE html>/);
    assert.is(error, ERROR);
    assert.equal(others, ['', '{}', ...expected]);
  });

test('a member may be a text as well as a number where the file says so', () => {
  const isLoose = looseMembers({ 'a.b': 'any', 'c[].d | e': 'text', f: 'number', g: 3, 'h[]': 'text?' });
  for (const [steps, loose] of [
    [['a', 'b'], true],
    [['a'], false],
    [['a', 'b', 'c'], false],
    [['c', '0', 'd'], true],
    [['c', 'x', 'd'], true],
    [['c', '0', 'x'], false],
    [['e'], true],
    [['f'], false],
    [['g'], false],
    [['h', '0'], true],
  ] as const)
    assert.is(isLoose(steps), loose, steps.join('.'));
});

test('no more than 2000 entries of a list are looked at', () => {
  const rows = (bad: number) => Array.from({ length: 2001 }, (_, at) => ({ n: at >= bad ? 1 : null }));
  const lack = compileExpects({ 'rows[].n': 'number' });
  assert.is(lack({ rows: rows(1999) }), undefined);
  assert.type(lack({ rows: rows(2000) }), 'string');
});

test.run();
