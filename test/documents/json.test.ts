import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseJson } from '../../src/documents/json/parse-json.ts';

const test = suite('documents/json');

const read = (text: string, options = {}) => parseJson(Buffer.from(text), options);

test('a value', () => assert.equal(read('{"a": [1, "}"]}'), { value: { a: [1, '}'] } }));
test('null is a value', () => assert.equal(read('null'), { value: null }));
test('a byte order mark', () => assert.equal(read('\ufeff[1]'), { value: [1] }));
test('UTF-16', () => assert.equal(parseJson(Buffer.from('"ü"', 'utf16le'), {}), { value: 'ü' }));
test('the character set of its type', () =>
  assert.equal(parseJson(Buffer.from('"\xfc"', 'latin1'), { contentType: 'application/json; charset=iso-8859-1' }), {
    value: 'ü',
  }));
test('what is none', () => assert.equal(read('<html>'), { error: 'the answer is no JSON' }));
test('the values that are asked for', () =>
  assert.equal(
    read('{"a": {"b": [1, 2]}}', {
      picks: [
        { name: 'x', path: 'a.b[-1]' },
        { name: 'y', path: 'z' },
      ],
    }),
    { value: { x: 2, y: null } },
  ));
test('too deep', () => assert.equal(read('['.repeat(65)), { error: 'the answer is nested deeper than 64 levels' }));
test('brackets in a string are no depth', () =>
  assert.equal(read(`"${'['.repeat(100)}\\"["`), { value: `${'['.repeat(100)}"[` }));
test('too many values', () => {
  const listOf = (count: number) => read(JSON.stringify(new Array(count).fill(1)));
  assert.ok('value' in listOf(200_000));
  assert.equal(listOf(200_001), { error: 'the answer has more than 200000 values' });
});

const STATES = [{ id: 'a', state: 1, more: { unit: 'C', long: 'x' } }, { id: 'b', state: null }, { id: 'c' }, 7];
for (const [list, value] of [
  [
    {
      picks: [
        { name: 'id', path: 'id' },
        { name: 'state', path: 'state' },
        { name: 'unit', path: 'more.unit' },
      ],
    },
    [{ id: 'a', state: 1, unit: 'C' }, { id: 'b', state: null }, { id: 'c' }, {}],
  ],
  [{ only: { path: 'id', values: ['c', 'b'] } }, [STATES[1], STATES[2]]],
  [{ only: { path: 'id', values: ['c'] }, picks: [{ name: 'n', path: 'id' }] }, [{ n: 'c' }]],
  [{}, STATES],
] as const) {
  test(`of the members of a list ${JSON.stringify(list)}`, () =>
    assert.equal(read(JSON.stringify(STATES), { list }), { value }));
}
test('what is no list is not narrowed', () =>
  assert.equal(read('{"id": 1}', { list: { picks: [] } }), { value: { id: 1 } }));

test.run();
