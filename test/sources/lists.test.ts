import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../src/sources/compiling/read-source.ts';
import { TOO_MUCH_WORK, evaluate, evaluateTriggers, guard } from '../../src/sources/evaluate.ts';
import { PAGE_BOUNDS } from '../../src/core/template/allowance.ts';
import { createBudget } from '../../src/core/template/context.ts';
import { drawPage } from '../../src/sources/pages.ts';
import { runRequests, type Reply } from '../../src/sources/run.ts';
import type { SourceMoment } from '../../src/sources/scope.ts';
import { fileFor } from '../plugins/source-file.ts';

// What lists and values become, which triggers fire, and what ends a round of requests.
const test = suite('sources/lists');

const MOMENT: SourceMoment = {
  settings: {},
  place: {},
  region: 'metric',
  now: Date.parse('2026-11-20T13:30:00Z'),
  zone: 'UTC',
};

const compiledOf = (more: object) => {
  const read = readSource(JSON.stringify(fileFor('https://api.example.com', { values: {}, pages: {}, ...more })));
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.compiled;
};

const VALUES = { n: { path: 'n', max_length: 4 } };
const ANSWER = [
  { n: 'b', v: 2, g: 'x' },
  { n: 'a', v: 10, g: 'y' },
  { n: 'c', v: null, g: 'x' },
  { n: 'd', v: 2, g: 'y' },
];

const dataOf = (list: object, answer: unknown = ANSWER, more: object = {}) => {
  const lists = { l: { from: 'answer', rows: 0, values: VALUES, ...list } };
  const result = evaluate(compiledOf({ lists, ...more }), { one: answer }, MOMENT);
  return 'data' in result ? result.data : { l: [{ n: result.error }] };
};
const namesOf = (list: object, answer: unknown = ANSWER): string =>
  (dataOf(list, answer)['l'] as { n: unknown }[]).map(({ n }) => String(n)).join('');

for (const [what, list, names] of [
  ['in the order of the answer', {}, 'bacd'],
  ['of those that are kept', { where: 'item.v = 2' }, 'bd'],
  ['of those whose row is kept', { where: 'row.n <> "a"' }, 'bcd'],
  ['by place', { where: 'index > 2' }, 'cd'],
  ['kept by an error', { where: '1/0' }, ''],
  ['kept by a text', { where: '"yes"' }, 'bacd'],
  ['sorted, what is missing last', { sort: 'item.v' }, 'bdac'],
  ['sorted downwards, what is missing last', { sort: 'item.v', descending: true }, 'abdc'],
  ['sorted by what cannot be compared', { sort: 'item' }, 'bacd'],
  ['sorted by their rows', { sort: 'row.n' }, 'abcd'],
  ['sorted by their rows downwards', { sort: 'row.n', descending: true }, 'dcba'],
  ['one of each', { unique: 'item.g' }, 'ba'],
  ['one of each row', { unique: 'row.n' }, 'bacd'],
  ['one of each after sorting', { sort: 'item.n', unique: 'item.g' }, 'ab'],
  ['the first two', { limit: 2 }, 'ba'],
  ['the first two of what is kept', { where: 'item.g = "y"', limit: 1 }, 'a'],
  ['the first two of the sorted rows', { sort: 'row.n', limit: 2 }, 'ab'],
] as const)
  test(`items ${what}`, () => assert.is(namesOf(list), names));

for (const [answer, names] of [
  [{ n: 'o' }, 'o'],
  [null, ''],
  ['', ''],
  [[], ''],
  [0, ''],
] as const)
  test(`${JSON.stringify(answer)} as a list`, () => assert.is(namesOf({}, answer).replace('null', ''), names));

/** An item at 13:40 that is looked at at an instant, of an answer that came at another one. */
const waited = (now: string, asked: string | null, none: object | null = { n: 'NO' }): unknown => {
  const list = { from: 'answer', rows: 1, where: 'MINUTESTO(item.at) >= 0', values: VALUES, ...(none && { none }) };
  const at = (time: string): number => Date.parse(`2026-11-20T${time}:00Z`);
  const answers = { one: [{ n: 'a', at: at('13:40') }], ...(asked !== null && { asked: at(asked) / 1000 }) };
  const result = evaluate(compiledOf({ lists: { l: list } }), answers, { ...MOMENT, now: at(now) });
  return 'data' in result && (result.data['l'] as { n: unknown }[])[0]?.n;
};
test('that items have passed since the answer came is no word that there is nothing', () => {
  assert.is(waited('13:35', '13:30'), 'a');
  assert.is(waited('13:50', '13:30'), '-');
  assert.is(waited('13:50', '13:45'), 'NO', 'it had passed before');
  assert.is(waited('13:50', '13:50'), 'NO');
  assert.is(waited('13:50', null), 'NO');
  assert.is(waited('13:50', '13:30', null), '');
  assert.is(waited('13:50', '13:30', {}), '');
});

test('rows are filled up with blank ones, which are not counted', () => {
  const none = { n: 'NO' };
  assert.equal(dataOf({ rows: 3, none }, [{ n: 'a' }]), { l: [{ n: 'a' }, { n: '' }, { n: '' }], l_count: 1 });
  assert.equal(dataOf({ rows: 2, none }, []), { l: [{ n: 'NO' }, { n: '' }], l_count: 0 });
  assert.equal(dataOf({ rows: 1 }, []), { l: [{ n: '' }], l_count: 0 });
  assert.equal(dataOf({ rows: 1 }, ANSWER)['l_count'], 4);
});

test('a later value of a row sees the earlier ones before they are shown', () => {
  const values = {
    at: { path: 'at', max_length: 6, format: 'time' },
    raw: { formula: 'row.at', max_length: 30 },
    gone: { path: 'gone', max_length: 4 },
    count: { path: 'gone', type: 'number', max_length: 4 },
    named: { path: 'gone', default: 'NONE', max_length: 4 },
    no_text: { formula: 'row.gone = ""', type: 'boolean', max_length: 3 },
    no_number: { formula: 'DEFAULT(row.count, 7)', type: 'number', max_length: 3 },
    stated: { formula: 'row.named', max_length: 10 },
    place: { formula: 'index', type: 'number', max_length: 4 },
  };
  const data = dataOf({ values }, [{ at: '2026-11-20T10:00:00Z' }]);
  assert.equal(data['l'], [
    {
      at: '10:00',
      raw: '2026-11-20T10:00:00Z',
      gone: '',
      count: '-',
      named: 'NONE',
      no_text: true,
      no_number: 7,
      stated: 'NONE',
      place: 1,
    },
  ]);
});

test('values see variables and lists, and what is required has to be there', () => {
  const more = {
    vars: { a: 'answer.x + 1', b: 'vars.a * 2' },
    lists: { l: { from: 'answer.rows', values: { n: { path: 'n', type: 'number', max_length: 3 } } } },
    values: {
      b: { formula: 'vars.b', type: 'number', max_length: 4 },
      first: { formula: 'PICK(data.l, "[0].n")', type: 'number', max_length: 4 },
      own: { path: 'x', formula: 'value + 0.5', type: 'number', digits: 1, max_length: 4 },
      need: { path: 'need_it', max_length: 4, required: true },
    },
  };
  const compiled = compiledOf(more);
  const answer = { x: 1, rows: [{ n: 7 }], need_it: 'ok' };
  const result = evaluate(compiled, { one: answer }, MOMENT);
  assert.equal('data' in result && { ...result.data, l: null }, {
    l: null,
    l_count: 1,
    b: 4,
    first: 7,
    own: '1.5',
    need: 'ok',
  });
  for (const missing of [{ x: 1 }, { need_it: '' }, { need_it: null }])
    assert.equal(evaluate(compiled, { one: missing }, MOMENT), { error: 'the answer holds no need' });
});

test('the name of what is missing is told in words', () => {
  const compiled = compiledOf({ values: { in_the_hall: { path: 'x', max_length: 4, required: true } } });
  assert.equal(evaluate(compiled, { one: {} }, MOMENT), { error: 'the answer holds no in the hall' });
});

test('at most 2000 items are looked at, and 300 rows where rules read them', () => {
  const many = Array.from({ length: 2001 }, (_, n) => ({ n, v: 2001 - n }));
  const last = (list: object) =>
    (
      dataOf({ limit: 50, values: { n: { path: 'n', type: 'number', max_length: 4 } }, ...list }, many)['l'] as object[]
    ).at(0);
  assert.equal(last({ where: 'item.v <= 2' }), { n: 1999 });
  assert.equal(last({ where: 'row.n >= 299' }), { n: 299 });
  assert.equal(last({ where: 'row.n >= 300' }), undefined);
});

const TWO_VALUES = { ...VALUES, g: { path: 'g', max_length: 4 } };
for (const [what, list, members] of [
  ['its items, and for each row the row and its data', {}, 24],
  ['the data of every value', { values: TWO_VALUES }, 32],
  ['no rows of items that are left out before', { where: 'item.v = 2' }, 14],
  ['rows that are left out by what they hold', { where: 'row.n = "a"' }, 24],
  ['rows without an item', { rows: 6 }, 36],
  ['what is sorted', { sort: 'item.n' }, 28],
] as const)
  test(`of the memory of a source a list pays for ${what}`, () => {
    const compiled = compiledOf({ lists: { l: { from: 'answer', rows: 0, values: VALUES, ...list } } });
    const isEnough = (most: number): boolean => {
      const budget = createBudget(1e6, { ...PAGE_BOUNDS, members: most });
      return 'data' in evaluate(compiled, { one: ANSWER }, { ...MOMENT, budget });
    };
    assert.equal([isEnough(members - 1), isEnough(members)], [false, true]);
  });

test('formulas that ask for too much are told in a sentence', () => {
  const compiled = compiledOf({ values: { a: { formula: '1 + 1', type: 'number', max_length: 3 } } });
  assert.equal(evaluate(compiled, { one: 1 }, { ...MOMENT, budget: createBudget(2) }), { error: TOO_MUCH_WORK });
  const longer = (path: string, steps: number) => {
    const one = compiledOf({ values: { a: { path, max_length: 3 } } });
    return 'data' in evaluate(one, { one: 1 }, { ...MOMENT, budget: createBudget(steps) });
  };
  assert.equal([longer('n', 20), longer('n'.repeat(400), 20), longer('n'.repeat(400), 70)], [true, false, true]);
  const fail = (): never => {
    throw new TypeError('another failure');
  };
  assert.throws(() => guard(fail), /another failure/);
});

const TRIGGERS = [
  { id: 'hot', when: 'data.t > 30', message: 'HOT: {{data.t}}' },
  { id: 'cold', when: 'data.t < 0', message: 'COLD' },
  { id: 'odd', when: '1/0', message: 'ODD' },
  { id: 'any', when: 'COUNT(answer.rows) > 0', message: 'ROWS' },
];
for (const [answer, fired] of [
  [{ t: 31, rows: [] }, [['hot', 'HOT: 31']]],
  [
    { t: -1, rows: [1] },
    [
      ['cold', 'COLD'],
      ['any', 'ROWS'],
    ],
  ],
  [{ t: 10, rows: [] }, []],
  [{ rows: [1] }, []],
] as const)
  test(`triggers of ${JSON.stringify(answer)}`, () => {
    const compiled = compiledOf({
      values: { t: { path: 't', type: 'number', max_length: 4, required: true } },
      triggers: TRIGGERS,
    });
    assert.equal(
      evaluateTriggers(compiled, { one: answer }, MOMENT).map(({ id, message }) => [id, message]),
      fired,
    );
    assert.equal(evaluateTriggers(compiled, { one: answer }, { ...MOMENT, budget: createBudget(2) }), []);
  });

for (const [rows, cols, isLarge] of [
  [6, 22, true],
  [12, 44, true],
  [5, 22, false],
  [6, 21, false],
  [3, 15, false],
] as const)
  test(`the page for ${rows}x${cols}`, () => {
    const { source } = compiledOf({
      values: { t: { path: 't', max_length: 4 } },
      colors: { t: [{ condition: '==', value: 'hot', color: 'red' }] },
      pages: { flagship: ['LARGE {{t}}'], note: ['SMALL {{t}}'] },
    });
    const [first = ''] = drawPage(source, { t: 'hot' }, { rows, cols }, MOMENT.now, 'UTC');
    assert.match(first, isLarge ? /^LARGE \{63\} hot\s*$/ : /^SMALL \{63\} hot\s*$/);
  });

const run = async (more: object, answer: (url: string, asked: number) => Reply) => {
  const asked: string[] = [];
  const result = await runRequests(compiledOf(more), MOMENT, async ({ url }) => {
    asked.push(new URL(url).pathname);
    return answer(url, asked.length);
  });
  return { asked, result };
};
const api = (path: string) => `https://api.example.com${path}`;

test('a request is made only when its formula holds', async () => {
  const requests = (when: string) => [
    { id: 'one', url: api('/one') },
    { id: 'two', url: api('/two'), when },
  ];
  const value = { value: { x: 1 } };
  assert.equal((await run({ requests: requests('answer.x = 1') }, () => value)).asked, ['/one', '/two']);
  for (const when of ['answer.x = 2', '1/0', 'answer.none']) {
    const { asked, result } = await run({ requests: requests(when) }, () => value);
    assert.equal(asked, ['/one']);
    assert.equal('answers' in result && result.answers['two'], null);
  }
});

test('of requests for each entry those that fail are left out, and all failing is a failure', async () => {
  const requests = [
    { id: 'one', url: api('/list') },
    { id: 'each', url: 'https://api.example.com/{{entry}}', each: 'one' },
  ];
  const some = await run({ requests }, (url) =>
    url.endsWith('/list') ? { value: ['a', 'b', 'c'] } : url.endsWith('/a') ? { error: 'no a' } : { value: 1 },
  );
  assert.equal('answers' in some.result && some.result.answers['each'], [
    { entry: 'b', answer: 1 },
    { entry: 'c', answer: 1 },
  ]);
  const all = await run({ requests }, (url) =>
    url.endsWith('/list') ? { value: ['a', 'b'] } : { error: url.slice(-1) },
  );
  assert.equal(all.result, { error: 'a' });
  for (const nothing of [[], null, 'text']) {
    const { asked, result } = await run({ requests }, () => ({ value: nothing }));
    assert.equal([asked, 'answers' in result && result.answers['each']], [['/list'], []]);
  }
});

test('at most ten entries are asked for', async () => {
  const requests = [
    { id: 'one', url: api('/list') },
    { id: 'each', url: 'https://api.example.com/{{entry}}', each: 'one' },
  ];
  const { asked } = await run({ requests }, () => ({ value: Array.from({ length: 20 }, String) }));
  assert.is(asked.length, 11);
});

const PAGED = [{ id: 'one', url: api('/1'), paging: { next: 'page.next', items: 'items', most: 4 } }];
for (const [what, answer, asked, items] of [
  ['no next page', () => ({ value: { items: [1] } }), 1, [1]],
  ['an empty next page', () => ({ value: { items: [1], next: '' } }), 1, [1]],
  ['items that are none', () => ({ value: { items: 5, next: '/2' } }), 4, []],
  [
    'a page that fails',
    (_: string, count: number) => (count === 2 ? { error: 'no' } : { value: { items: [count], next: '/2' } }),
    2,
    [1],
  ],
  ['another port', () => ({ value: { items: [1], next: 'https://api.example.com:81/2' } }), 1, [1]],
] as const)
  test(`pages end with ${what}`, async () => {
    const found = await run({ requests: PAGED }, answer as never);
    assert.equal([found.asked.length, 'answers' in found.result && found.result.answers['one']], [asked, items]);
  });

test('a first page that fails is a failure', async () =>
  assert.equal((await run({ requests: PAGED }, () => ({ error: 'no' }))).result, { error: 'no' }));

const expecting = [{ id: 'one', url: api('/one'), expects: { a: 'number' } }];
for (const [reply, error] of [
  [{ value: {} }, 'the answer holds no number "a"'],
  [{ value: { message: 'closed' } }, 'the service says: closed'],
  [{ value: { a: 1, message: 'closed' } }, null],
  [{ value: null, isNothing: true }, null],
  [{ error: 'gone', status: 404 }, 'gone'],
] as const)
  test(`a true answer is expected of ${JSON.stringify(reply)}`, async () => {
    const { result } = await run({ requests: expecting }, () => reply);
    assert.is('error' in result ? result.error : null, error);
  });

for (const [formula, error] of [
  ['page.error', 'x'.repeat(200)],
  ['page.gone', null],
  ['page.ok', null],
  ['NOT page.ok', 'Yes'],
  ['1/0', null],
  ['IF(page.ok, "bad")', null],
] as const)
  test(`an error is told by ${formula}`, async () => {
    const requests = [{ id: 'one', url: api('/one'), error: formula, expects: { ok: 'boolean' } }];
    const { result } = await run({ requests }, () => ({ value: { error: 'x'.repeat(300), ok: false } }));
    assert.is('error' in result ? result.error : null, error);
  });

test('answers that are too large together, too much work and what cannot be made are told in sentences', async () => {
  const requests = [{ id: 'one', url: api('/one') }];
  const huge = 'x'.repeat(5_000_000);
  assert.equal((await run({ requests }, () => ({ value: huge }))).result, {
    error: 'the answers of the source take more than 8 MB together',
  });
  const compiled = compiledOf({ requests: [{ id: 'one', url: 'https://api.example.com/{{1 + 1}}' }] });
  const spent = await runRequests(compiled, { ...MOMENT, budget: createBudget(1) }, async () => ({ value: 1 }));
  assert.equal(spent, { error: TOO_MUCH_WORK });
  assert.equal(await runRequests(compiled, MOMENT, () => Promise.reject(new Error('secret'))), {
    error: 'the requests of the source cannot be made',
  });
});

test('the face of prices takes what is now from a value too, and shows nothing where there are none', () => {
  const file = compiledOf({
    face: 'price',
    vars: { slots: 'ROWS(answer.l, "at,price")' },
    values: { now: { path: 'n' } },
  });
  const shown = (answer: object): unknown => {
    const result = evaluate(file, { one: answer }, MOMENT);
    if ('error' in result) return result.error;
    const { now, unit, word, now_text, low_text } = result.data;
    return [now, unit, word, now_text, low_text];
  };
  const l = [
    [MOMENT.now / 1000, 12.34],
    [MOMENT.now / 1000 + 3600, 40],
  ];
  assert.equal(shown({ l, n: 12.34 }), ['12.3', 'CT/KWH', 'CHEAP', '12.3 CT/KWH', 'LOW 12.3 AT']);
  assert.equal(shown({ l: [], n: null }), ['', '', 'NO PRICE', 'NO PRICE', '']);
});

test.run();
