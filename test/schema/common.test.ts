import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toJsonSchema } from '@valibot/to-json-schema';
import { is } from 'valibot';
import { NameSchema } from '../../src/schema/common.ts';

const test = suite('names');

for (const [character, name] of [
  ['a', 'letters'],
  ['ä', 'letters with an accent'],
  ['👍', 'emoji, each of which is one character'],
] as const) {
  test(`100 ${name} are a name, 101 are none`, () => {
    assert.ok(is(NameSchema, character.repeat(100)));
    assert.not.ok(is(NameSchema, character.repeat(101)));
  });
}

test('no character is no name', () => assert.not.ok(is(NameSchema, '')));

test('the API document tells both bounds', () => {
  const { minLength, maxLength } = toJsonSchema(NameSchema);
  assert.equal([minLength, maxLength], [1, 100]);
});

test.run();
