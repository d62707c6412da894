import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSwitch } from '../../src/core/switch-word.ts';

const test = suite('core/switch-word');

for (const [word, value] of [
  ['ON', true],
  ['false', false],
  ['on', true],
  ['1', true],
  ['TRUE', true],
  ['Yes', true],
  ['OFF', false],
  ['0', false],
  ['no', false],
  ['', null],
  ['maybe', null],
  ['2', null],
] as const) {
  test(`the word "${word}" is ${value}`, () => assert.is(readSwitch(word), value));
}

test.run();
