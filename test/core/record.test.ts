import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { plural } from '../../src/core/plural.ts';
import { isRecord, onlyKeys, withoutNull, withoutUndefined } from '../../src/core/record.ts';
import { sentenceOf } from '../../src/core/sentence.ts';

const test = suite('record');

test('an object with members is one, whatever else is not', () => {
  assert.equal([{}, { a: 1 }, Object.create(null), [], null, undefined, 'text', 1, true, () => 1].map(isRecord), [
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('of what was sent, null clears or counts as absent', () => {
  const sent = { kept: 0, empty: '', none: null, absent: undefined };
  assert.equal(withoutUndefined(sent), { kept: 0, empty: '', none: null });
  assert.equal(withoutNull(sent), { kept: 0, empty: '' });
});

test('entries are kept by their keys', () => {
  assert.equal(onlyKeys({ a: 1, b: 2 }, new Set(['b', 'c'])), { b: 2 });
});

test('an error is described by its message, anything else by a given sentence or its text', () => {
  assert.is(sentenceOf(new TypeError('too wide')), 'too wide');
  assert.is(sentenceOf('torn'), 'torn');
  assert.is(sentenceOf('torn', 'it cannot be read'), 'it cannot be read');
  assert.is(sentenceOf(new Error('too wide'), 'it cannot be read'), 'too wide');
});

test('a count has its noun', () => {
  assert.equal(
    [plural(0, 'board'), plural(1, 'board'), plural(2, 'board'), plural(2, 'entry', 'entries')],
    ['0 boards', '1 board', '2 boards', '2 entries'],
  );
});

test.run();
