import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fixedText, numberText, renderValue, roundHalfEven } from '../../src/core/template/values.ts';

const test = suite('template values');

const rendered: [unknown, string | undefined][] = [
  [true, 'Yes'],
  [false, 'No'],
  ['', ''],
  ['text', 'text'],
  [' {63} ', ' {63} '],
  [0, '0'],
  [-0, '0'],
  [68, '68'],
  [-3, '-3'],
  [5.55, '5.5'],
  [0.25, '0.2'],
  [0.35, '0.3'],
  [0.75, '0.8'],
  [2.5, '2.5'],
  [-1.25, '-1.2'],
  [4.04, '4.0'],
  [9.96, '10.0'],
  [0.04, '0'],
  [-0.04, '0'],
  [0.05, '0.1'],
  [1e21, '1000000000000000000000'],
  [-1e21, '-1000000000000000000000'],
  [1e20, '100000000000000000000'],
  [1e-7, '0'],
  [123456789.25, '123456789.2'],
  [NaN, undefined],
  [Infinity, undefined],
  [-Infinity, undefined],
  [null, undefined],
  [undefined, undefined],
  [[], undefined],
  [[1], undefined],
  [{}, undefined],
  [10n, undefined],
  [() => 1, undefined],
];
for (const [value, expected] of rendered)
  test(`${typeof value} ${String(value)} renders as ${expected}`, () => assert.is(renderValue(value), expected));

const fixed: [number, number, string][] = [
  [5.55, 1, '5.5'],
  [0.5, 0, '0'],
  [1.5, 0, '2'],
  [2.5, 0, '2'],
  [9.5, 0, '10'],
  [10.5, 0, '10'],
  [99.5, 0, '100'],
  [0.125, 2, '0.12'],
  [0.375, 2, '0.38'],
  [0.0625, 3, '0.062'],
  [1.005, 2, '1.00'],
  [2.675, 2, '2.67'],
  [-2.5, 0, '-2'],
  [-0.5, 0, '0'],
  [-0.001, 2, '0.00'],
  [3, 2, '3.00'],
  [3, -1, '3'],
  [1e21, 1, '1000000000000000000000.0'],
  [0.1, 20, '0.10000000000000000555'],
  [2 ** 52 + 0.5, 0, '4503599627370496'],
];
for (const [value, digits, expected] of fixed)
  test(`${value} with ${digits} decimals`, () => assert.is(fixedText(value, digits), expected));

test('no number has more than 70 decimals', () => {
  assert.is(fixedText(0.1, 70).length, 72);
  assert.is(fixedText(0.1, 71).length, 72);
});

const rounded: [number, number, number][] = [
  [2.5, 0, 2],
  [3.5, 0, 4],
  [-2.5, 0, -2],
  [5.55, 1, 5.5],
  [0.25, 1, 0.2],
  [0.35, 1, 0.3],
  [1250, -2, 1200],
  [1350, -2, 1400],
  [1250.0001, -2, 1300],
  [-1350, -2, -1400],
  [5, -1, 0],
  [15, -1, 20],
  [25, -1, 20],
  [1, -500, 0],
  [1.23456789, 500, 1.23456789],
  [1e300, 2, 1e300],
  [2 ** 53, 0, 2 ** 53],
];
for (const [value, digits, expected] of rounded)
  test(`${value} rounded to ${digits} digits`, () => assert.is(roundHalfEven(value, digits), expected));

test('zero never has a sign', () => {
  assert.ok(Object.is(roundHalfEven(-0.5, 0), 0));
  assert.ok(Object.is(roundHalfEven(-49, -2), 0));
  assert.is(numberText(-0.01), '0');
});

test.run();
