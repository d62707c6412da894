import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Evidence } from '../../src/schema/plugins/evidence.ts';
import { confidenceOf, evidenceText, isUntested } from '../../src/sources/form/evidence.ts';
import { readSource } from '../../src/sources/compiling/read-source.ts';

const test = suite('evidence of a source');

const entry = (kind: Evidence['kind'], date: string): Evidence => ({
  kind,
  date,
  url: 'https://example.org/answer.json',
  compared: ['now'],
});

const FILE = {
  form: 1,
  id: 'mine',
  name: 'Mine',
  description: 'A number',
  category: 'home',
  icon: 'activity',
  attribution: { text: 'us', url: 'https://example.org', terms: 'free' },
  account: 'none',
  requests: [{ id: 'one', url: 'https://example.org/now.json' }],
  values: { now: { path: 'now', type: 'number', max_length: 5 } },
  refresh: { usual: 600, least: 60 },
  pages: { flagship: ['{{now}}'], note: ['{{now}}'] },
};
const problemsOf = (more: object): string[] => {
  const read = readSource(JSON.stringify({ ...FILE, ...more }));
  return 'problems' in read ? read.problems.map(({ path }) => path) : [];
};

test('the strongest kind counts', () => {
  assert.is(confidenceOf([]), 'low');
  assert.is(confidenceOf(['documentation']), 'medium');
  assert.is(confidenceOf(['client']), 'medium');
  assert.is(confidenceOf(['documentation', 'recorded']), 'high');
});

test('a source is untested until an answer of its service was recorded', () => {
  assert.ok(isUntested([]));
  assert.ok(isUntested(['client', 'documentation']));
  assert.not(isUntested(['client', 'recorded']));
});

test('a sentence names the strongest kind and the latest month of it', () => {
  assert.is(evidenceText([]), 'Nobody has compared it with its service yet.');
  assert.is(evidenceText([entry('documentation', '2026-11')]), 'From documentation, November 2026.');
  assert.is(
    evidenceText([entry('documentation', '2026-12'), entry('recorded', '2025-01'), entry('recorded', '2026-02-03')]),
    'Compared with a recorded answer, February 2026.',
  );
});

test('a file of your own may leave it out, and old members say nothing', () => {
  assert.equal(problemsOf({}), []);
  assert.equal(problemsOf({ confidence: 'high', untested: false }), []);
});

test('what is wrong in it is refused by its place', () => {
  const good = entry('recorded', '2026-11');
  assert.equal(problemsOf({ evidence: [good] }), []);
  assert.equal(problemsOf({ evidence: [{ ...good, kind: 'rumour' }] }), ['evidence.0.kind']);
  assert.equal(problemsOf({ evidence: [{ ...good, url: 'nowhere' }] }), ['evidence.0.url']);
  assert.equal(problemsOf({ evidence: [{ ...good, date: 'May' }] }), ['evidence.0.date']);
  assert.equal(problemsOf({ evidence: [{ ...good, compared: [] }] }), ['evidence.0.compared']);
});

test.run();
