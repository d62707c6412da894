import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readTime } from '../../../ui/kit/time-input.tsx';

const test = suite('times of day, as they are typed');

for (const [typed, read] of [
  ['07:30', '07:30'],
  ['7:30', '07:30'],
  ['730', '07:30'],
  ['0730', '07:30'],
  ['7.30', '07:30'],
  [' 19 ', '19:00'],
  ['7', '07:00'],
  ['7:30 pm', '19:30'],
  ['12 am', '00:00'],
  ['12:05 PM', '12:05'],
  ['11 p.m.', '23:00'],
  ['23:59', '23:59'],
  ['24:00', null],
  ['13 pm', null],
  ['0 am', null],
  ['7:60', null],
  ['7:3', null],
  ['noon', null],
  ['', null],
] as const) {
  test(`"${typed}" is ${read ?? 'none'}`, () => assert.is(readTime(typed), read));
}

test.run();
