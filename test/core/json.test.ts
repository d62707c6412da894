import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodePart, isDecodable } from '../../src/core/encode.ts';
import { memberOf, parseJson, parseObject } from '../../src/core/json.ts';

const test = suite('core/json');

const texts: [text: string, value: unknown, object: object | null][] = [
  ['{"a":1}', { a: 1 }, { a: 1 }],
  ['{}', {}, {}],
  ['[1]', [1], null],
  ['null', null, null],
  ['"a"', 'a', null],
  ['0', 0, null],
  ['', undefined, null],
  ['{', undefined, null],
];
for (const [text, value, object] of texts)
  test(`the value and the object of ${JSON.stringify(text)}`, () => {
    assert.equal(parseJson(text), value);
    assert.equal(parseObject(text), object);
  });

const members: [value: unknown, member: unknown][] = [
  [{ a: 1 }, 1],
  [{ b: 1 }, undefined],
  [Object.create({ a: 1 }), undefined],
  [null, undefined],
  ['a', undefined],
];
for (const [value, member] of members)
  test(`the member a of ${JSON.stringify(value)}`, () => assert.is(memberOf(value, 'a'), member));

const parts: [text: string, decodable: boolean, decoded: string][] = [
  ['a%20b', true, 'a b'],
  ['%C3%A4', true, 'ä'],
  ['100%', false, '100%'],
  ['%C3', false, '%C3'],
  ['', true, ''],
];
for (const [text, decodable, decoded] of parts)
  test(`the part "${text}" of an address`, () => {
    assert.is(isDecodable(text), decodable);
    assert.is(decodePart(text), decoded);
  });

test.run();
