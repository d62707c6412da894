import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findJsonExcess, isCutOff } from '../../src/core/bounds/json-bounds.ts';

const test = suite('core/json-bounds');

const BOUNDS = { levels: 2, containers: 3, members: 5 };

const table: [string, string | null][] = [
  ['', null],
  ['1', null],
  ['[[]]', null],
  ['[[[]]]', 'levels'],
  ['{"a":{"b":[]}}', 'levels'],
  ['[[],[]]', null],
  ['[[],[],[]]', 'containers'],
  ['[1,2,3,4,5]', null],
  ['[1,2,3,4,5,6]', 'members'],
  ['{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', 'members'],
  ['"[[[[,,,,"', null],
  [String.raw`["\"[[[[,,,,"]`, null],
  [String.raw`["\\",[[1]]]`, 'levels'],
  ['"[[[[', null],
  ['["ü[[[ü,,,,,"]', null],
];
for (const [text, excess] of table) {
  test(`${text} has ${excess === null ? 'nothing' : excess} in excess`, () =>
    assert.is(findJsonExcess(Buffer.from(text), BOUNDS), excess));
}

for (const [text, isCut] of [
  ['', false],
  ['{"a":[1]}', false],
  ['{"a":[1]', true],
  ['{"a":[1', true],
  ['{"a":"}', true],
  [String.raw`{"a":"\"}`, true],
  [String.raw`{"a":"\\"}`, false],
  ['{"a":"{["}', false],
  ['x', false],
  ['}{', false],
] as const)
  test(`${text} is ${isCut ? 'cut off' : 'as long as it begins'}`, () => assert.is(isCutOff(Buffer.from(text)), isCut));

test.run();
