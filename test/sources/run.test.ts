import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../src/sources/compiling/read-source.ts';
import { evaluate } from '../../src/sources/evaluate.ts';
import { writeRequest } from '../../src/sources/trying/sample.ts';
import { runRequests, type Reply } from '../../src/sources/run.ts';
import type { SourceMoment } from '../../src/sources/scope.ts';
import { fileFor } from '../plugins/source-file.ts';

/** Requests that are made one after the other, and what formulas make of answers. */
const test = suite('sources/run');

const MOMENT: SourceMoment = {
  settings: {},
  place: {},
  region: 'metric',
  now: Date.parse('2026-11-20T13:30:00Z'),
  zone: 'Europe/Berlin',
};

const compiledOf = (more: object) => {
  const read = readSource(JSON.stringify(fileFor('https://api.example.com', { values: {}, ...more })));
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.compiled;
};

const run = async (more: object, answer: (url: string) => Reply) => {
  const asked: string[] = [];
  const result = await runRequests(compiledOf(more), MOMENT, async (planned) => {
    asked.push(writeRequest(planned));
    return answer(planned.url);
  });
  return { asked, result };
};

test('a request is made for each entry of a list, at most as often as it says', async () => {
  const requests = [
    { id: 'one', url: '/list' },
    { id: 'each', url: 'https://api.example.com/{{entry.id}}', each: 'one', most: 2 },
  ];
  const { asked, result } = await run({ base_url: 'https://api.example.com', requests }, (url) => ({
    value: url.endsWith('/list') ? [{ id: 'a' }, { id: 'b' }, { id: 'c' }] : url.slice(-1),
  }));
  assert.equal(asked.length, 3);
  assert.equal('answers' in result && result.answers['each'], [
    { entry: { id: 'a' }, answer: 'a' },
    { entry: { id: 'b' }, answer: 'b' },
  ]);
});

test('pages are followed as far as allowed, and never to another host', async () => {
  const requests = [
    { id: 'one', url: 'https://api.example.com/1', paging: { next: 'page.next', items: 'items', most: 3 } },
  ];
  const { asked, result } = await run({ requests }, (url) => {
    const number = Number(url.slice(-1));
    return { value: { items: [number], next: `https://api.example.com/${number + 1}` } };
  });
  assert.is(asked.length, 3);
  assert.equal('answers' in result && result.answers['one'], [1, 2, 3]);
  const strange = await run({ requests }, () => ({ value: { items: [1], next: 'https://other.example/2' } }));
  assert.is(strange.asked.length, 1);
  const relative = await run({ requests }, (url) => ({ value: { items: [url], next: '/2?a' } }));
  assert.equal(relative.asked.slice(0, 2), ['GET https://api.example.com/1', 'GET https://api.example.com/2?a']);
  const odd = await run({ requests }, () => ({ value: { items: [1], next: 'http://' } }));
  assert.equal('answers' in odd.result && odd.result.answers['one'], [1], 'what is no address ends the list');
});

test('cookies of one request go with the next where the file says so', async () => {
  const requests = [
    { id: 'login', url: 'https://api.example.com/login', method: 'POST', body: { a: '{{1 + 1}}' }, session: true },
    { id: 'read', url: 'https://api.example.com/read', auth: { cookie: '{{cookies.login}}' } },
  ];
  const { asked, result } = await run({ requests, values: { x: { formula: 'read', max_length: 3 } } }, (url) =>
    url.endsWith('login') ? { value: {}, cookies: 'sid=7' } : { value: 1 },
  );
  assert.equal(asked, [
    'POST https://api.example.com/login | content-type: application/json | {"a":2}',
    'GET https://api.example.com/read | cookie: sid=7',
  ]);
  assert.equal('answers' in result && Object.keys(result.answers), ['read'], 'a session is not handed on');
});

test('what may fail is null, what may not ends the run', async () => {
  const fails = (url: string): Reply => (url.endsWith('two') ? { error: 'no', status: 500 } : { value: 1 });
  const requests = (optional: boolean) => [
    { id: 'one', url: 'https://api.example.com/one' },
    { id: 'two', url: 'https://api.example.com/two', optional },
  ];
  assert.equal((await run({ requests: requests(true) }, fails)).result, { answers: { one: 1, two: null } });
  assert.equal((await run({ requests: requests(false) }, fails)).result, { error: 'no' });
});

const ANSWER = {
  hours: { time: ['2026-11-20T13:00', '2026-11-20T14:00', '2026-11-20T15:00'], temp: [1, 2, 3] },
  rows: [
    ['a', 'b'],
    [1, 2],
  ],
  table: { x: 1, y: 2 },
  stops: [{ n: 'S', deps: [{ t: 1 }, { t: 2 }] }, { n: 'T' }],
  html: '<p>Fish &amp; <b>chips</b></p>',
};

for (const [formula, value] of [
  ['PICK(answer, "hours.temp[-1]")', 3],
  ['PICK(answer, "hours.none", "?")', '?'],
  ['COUNT(LIST(answer.table))', 1],
  ['PICK(ENTRIES(answer.table), "[1].key")', 'y'],
  ['PICK(COLUMNS(answer.hours), "[1].temp")', 2],
  ['PICK(ROWS(answer.rows, "p,q"), "[1].q")', 2],
  ['COUNT(FLATTEN(answer.stops, "deps"))', 2],
  ['PICK(FLATTEN(answer.stops, "deps"), "[0].parent.n")', 'S'],
  ['PICK(SLOT(COLUMNS(answer.hours), "time"), "temp")', 2],
  ['SUMOF(MAP(answer.hours.temp, item * 2))', 12],
  ['AVGOF(answer.hours.temp)', 2],
  ['PLAIN(answer.html)', 'Fish & chips'],
  ['COMPACT(12345)', '12K'],
  ['GROUPED(1234567)', '1,234,567'],
  ['SIGNED(5)', '+5'],
  ['CUT("one two three", 8)', 'one two'],
  ['WAIT("2026-11-20T13:45:00Z")', '15'],
  ['AGO("2026-11-20T12:00:00Z")', '1H'],
  ['SPAN(134)', '2H 14M'],
  ['EPOCH("2026-11-20T13:30:00Z")', 1_795_181_400],
  ['MINUTESTO("2026-11-20T14:30:00")', 0],
  ['PICK(PAIRS("A", 1, "B", 1/0), "[1].value")', '-'],
] as const)
  test(`${formula} is ${value}`, () => {
    const type = typeof value === 'number' ? 'number' : 'string';
    const compiled = compiledOf({ values: { x: { formula, type, max_length: 20 } } });
    assert.equal(evaluate(compiled, { one: ANSWER }, MOMENT), { data: { x: value } });
  });

for (const [number, max_length, shown] of [
  [99, 2, 99],
  [150, 2, '-'],
  [-12, 2, '-'],
  [123_456, 4, '123K'],
  [123_456, 3, '-'],
] as const)
  test(`${number} in ${max_length} cells is ${shown}: no number loses its last digits`, () => {
    const compiled = compiledOf({ values: { x: { path: 'n', type: 'number', max_length } } });
    assert.equal(evaluate(compiled, { one: { n: number } }, MOMENT), { data: { x: shown } });
  });

test('an error that is an object is an error, and one that is missing is none', async () => {
  const requests = [{ id: 'one', url: 'https://api.example.com/one', error: 'DEFAULT(page.error, "")' }];
  const answer = async (page: object) => (await run({ requests }, () => ({ value: page }))).result;
  assert.equal(await answer({ error: { code: 9 } }), { error: 'the service answers with an error' });
  assert.equal(await answer({ error: ['no'] }), { error: 'the service answers with an error' });
  assert.equal(await answer({ error: 'no' }), { error: 'no' });
  assert.ok('answers' in (await answer({})));
});

test.run();
