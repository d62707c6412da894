import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { filterProblem, parseFilter } from '../../../src/core/template/filters.ts';

const test = suite('filters');

const applied: [string, string, string][] = [
  ['upper', 'aBc', 'ABC'],
  ['lower', 'aBc', 'abc'],
  ['UPPER', 'a', 'A'],
  [' upper ', 'a', 'A'],
  ['upper', 'straße', 'STRASSE'],
  ['upper', '', ''],
  ['pad:5', 'ab', 'ab   '],
  ['pad:2', 'ab', 'ab'],
  ['pad:1', 'ab', 'a'],
  ['pad:0', 'ab', ''],
  ['pad:-3', 'ab', ''],
  ['pad:+4', 'ab', 'ab  '],
  ['PAD:3', 'a', 'a  '],
  [' pad : 3 ', 'a', 'a  '],
  ['pad:3', '', '   '],
  ['pad:3', '😀', '😀  '],
  ['pad:1', '😀a', '😀'],
  ['pad:3', '???', '???'],
  ['pad:5', '???', '???  '],
  ['truncate:2', 'abc', 'ab'],
  ['truncate:3', 'abc', 'abc'],
  ['truncate:9', 'abc', 'abc'],
  ['truncate:0', 'abc', ''],
  ['truncate:-1', 'abc', ''],
  ['truncate:1', '😀a', '😀'],
  ['truncate:2', '{63}', '{6'],
  ['Truncate:1', 'ab', 'a'],
  ['zeropad:3', '7', '007'],
  ['zeropad:3', '-7', '-07'],
  ['zeropad:3', '1234', '1234'],
  ['zeropad:4', '-1234', '-1234'],
  ['zeropad:0', '7', '7'],
  ['zeropad:-2', '7', '7'],
  ['zeropad:2', '', '00'],
  ['zeropad:5', '1.5', '001.5'],
  ['zeropad:4', 'ab', '00ab'],
  ['zeropad:3', '+7', '0+7'],
];
for (const [filter, text, result] of applied)
  test(`${JSON.stringify(text)}|${filter}`, () => assert.is(parseFilter(filter)?.(text), result));

for (const filter of [
  '',
  'shout',
  'pad',
  'pad:',
  'pad:x',
  'pad:1.5',
  'pad:1e2',
  'pad:5 5',
  'truncate',
  'zeropad:',
  'wrap',
  'upper:3',
  'constructor',
  '__proto__:3',
  'toString',
  'pad:9999999999999999',
]) {
  test(`${JSON.stringify(filter)} changes nothing`, () => assert.is(parseFilter(filter), undefined));
}

test('a width is bounded', () => {
  assert.is(parseFilter('pad:999999999999')?.('a').length, 65_536);
  assert.is(parseFilter('zeropad:999999999999')?.('-1').length, 65_536);
});

const problems: [string, RegExp | undefined][] = [
  ['upper', undefined],
  ['lower', undefined],
  ['pad:3', undefined],
  [' Truncate : 4 ', undefined],
  ['zeropad:2', undefined],
  ['wrap', undefined],
  ['shout', /unknown filter "shout"/],
  ['', /unknown filter ""/],
  ['pad', /whole number/],
  ['pad:x', /whole number/],
  ['upper:3', /takes no number/],
  ['wrap:3', /unknown filter "wrap"/],
  ['constructor', /unknown filter/],
];
for (const [filter, message] of problems) {
  test(`${JSON.stringify(filter)} is ${message ? 'refused' : 'in order'}`, () => {
    if (message) assert.match(filterProblem(filter) ?? '', message);
    else assert.is(filterProblem(filter), undefined);
  });
}

test.run();
