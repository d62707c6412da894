import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../src/sources/read-source.ts';
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

test.run();
