import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../src/sources/compiling/read-source.ts';
import { DAMAGES } from '../../src/sources/trying/damage.ts';
import { mistakeText, tryDamages } from '../../src/sources/trying/trial.ts';
import { createDirectDocuments } from '../support/documents.ts';
import { fileFor } from '../plugins/source-file.ts';

/** Damaged answers in the place of those of samples. */
const test = suite('sources/trial');

const ANSWER = { state: 'up', load: 3, rows: [{ at: 5 }] };
const VALUES = {
  state: { formula: 'IF(answer.state = "up", "UP", "DOWN")', max_length: 4 },
  load: { path: 'load', type: 'number', max_length: 4 },
  count: { formula: 'COUNT(LIST(answer.rows))', type: 'number', max_length: 3 },
};
const EXPECTS = { state: 'text', load: 'number', rows: 'list', 'rows[].at': 'number' };

const trialOf = async (request: object, more: object = {}, answer: unknown = ANSWER) => {
  const sample = { now: '2026-11-20T13:30:00Z', answers: { one: answer } };
  const requests = [{ id: 'one', url: 'https://api.example.com/one', ...request }];
  const file = fileFor('', { values: VALUES, requests, samples: { full: sample }, ...more });
  const read = readSource(JSON.stringify(file));
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return tryDamages(read.compiled, createDirectDocuments());
};

const damagesOf = async (request: object, more: object = {}, answer: unknown = ANSWER) => {
  const trial = await trialOf(request, more, answer);
  return 'error' in trial ? [trial.error] : trial.mistakes.map(({ damage }) => damage);
};

test('a file that says what a true answer has refuses all nine damages', async () => {
  assert.is(DAMAGES.length, 9);
  assert.equal(await trialOf({ expects: EXPECTS }), { mistakes: [] });
});

test('one that is content with anything is told which damage shows where', async () => {
  const trial = await trialOf({ expects: { $: 'any' } });
  assert.ok('mistakes' in trial);
  const damages = new Set('mistakes' in trial ? trial.mistakes.map(({ damage }) => damage) : []);
  for (const damage of ['an error with status 200', 'an empty object', 'empty lists', 'nothing but nulls'])
    assert.ok(damages.has(damage as never), damage);
  assert.match('mistakes' in trial ? mistakeText(trial.mistakes[0] as never) : '', /"one" \(sample "full"\).*"state"/);
});

test('empty lists are calm only where the file says so', async () => {
  assert.equal(await damagesOf({ expects: EXPECTS }), []);
  assert.equal(await damagesOf({ expects: { ...EXPECTS, rows: 'any' } }), ['empty lists']);
});

test('a feed or a calendar without entries is calm by itself', async () => {
  const count = { count: { formula: 'COUNT(answer.items)', type: 'number', max_length: 3 } };
  const feed = { version: 'jsonfeed.org', title: 'T', items: [{ title: 'A' }] };
  assert.equal(await damagesOf({ answer: 'rss' }, { values: count }, feed), []);
  assert.ok((await damagesOf({}, { values: count }, feed)).includes('empty lists'));
});

test('a number that becomes a text shows as nothing, or the answer is refused', async () => {
  const word = { word: { formula: 'IF(answer.load < 9, "FREE", "BUSY")', max_length: 4 } };
  assert.equal(await damagesOf({ expects: { state: 'text' } }, { values: word }), ['texts instead of numbers']);
  assert.equal(await damagesOf({ expects: { state: 'text', load: 'number?' } }, { values: word }), []);
});

test('a request that may fail adds nothing to the data when its answer is damaged', async () => {
  const requests = (expects: object) => [
    { id: 'one', url: 'https://api.example.com/one', expects: EXPECTS },
    { id: 'two', url: 'https://api.example.com/two', optional: true, expects },
  ];
  const values = { ...VALUES, more: { formula: 'IF(ISBLANK(two), "", two.n & "!")', max_length: 9 } };
  const samples = { full: { now: '2026-11-20T13:30:00Z', answers: { one: ANSWER, two: { n: 4 } } } };
  assert.equal(await damagesOf({}, { requests: requests({ n: 'number' }), values, samples }), []);
  assert.ok((await damagesOf({}, { requests: requests({ $: 'any' }), values, samples })).length > 0);
});

test('a trigger fires on nothing that is missing', async () => {
  const requests = [
    { id: 'one', url: 'https://api.example.com/one', expects: EXPECTS },
    { id: 'two', url: 'https://api.example.com/two', optional: true, expects: { n: 'number' } },
  ];
  const samples = { full: { now: '2026-11-20T13:30:00Z', answers: { one: ANSWER, two: { n: 4 } } } };
  const more = (when: string) => ({ requests, samples, triggers: [{ id: 'alarm', when, message: 'ALARM' }] });
  assert.equal(await damagesOf({}, more('two.n > 9')), []);
  const trial = await trialOf({}, more('ISBLANK(two)'));
  assert.is('mistakes' in trial && trial.mistakes[0]?.variable, 'trigger alarm');
});

test('tables and texts are no pages of a proxy, and no half ones', async () => {
  const csv = { answer: 'csv', expects: { $: 1, '$[].n': 'number' } };
  const rows = { values: { n: { formula: 'PICK(answer, "[0].n")', type: 'number', max_length: 3 } } };
  assert.equal(await damagesOf(csv, rows, 'n,m\n1,2\n'), []);
  const xml = { answer: 'xml', expects: { 'a.n': 'number' } };
  const tree = { values: { n: { path: 'a.n', type: 'number', max_length: 3 } } };
  assert.equal(await damagesOf(xml, tree, '<a><n>1</n><m>some more of it</m></a>'), []);
  const text = { answer: 'text', expects: { text: 'text' } };
  assert.equal(await damagesOf(text, { values: { t: { path: 'text', max_length: 9 } } }, 'some words'), []);
});

test('a file whose samples ask for too much work is refused, however small it is', async () => {
  const items = Array.from({ length: 200 }, (_, at) => ({ at }));
  const search = 'COUNT(MAP(answer.rows, LOOKUP(answer.rows, "at", item.at, "at")))';
  const values = { n: { formula: `${search} + ${search} + ${search}`, max_length: 5 } };
  const sample = { now: '2026-11-20T13:30:00Z', answers: { one: { rows: items }, two: { a: 1 } } };
  const requests = [
    { id: 'one', url: 'https://api.example.com/one' },
    { id: 'two', url: 'https://api.example.com/two', optional: true },
  ];
  const samples = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`s${at}`, sample]));
  assert.equal(await trialOf({}, { values, requests, samples }), { error: 'its samples ask for too much work' });
});

test.run();
