import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { missingIn } from '../../src/core/flaps/missing.ts';

const test = suite('core/missing');

for (const [text, missing] of [
  ['HELLO, WORLD! 12:30 20°', []],
  ['Grüße – “Ωmega” …', []],
  ['{red}🟥❤ {sun}', []],
  ['PARTY 🎉🎉 <3', ['🎉', '<']],
  ['漢字 * 👩‍👩‍👧', ['漢', '字', '*', '👩‍👩‍👧']],
  ['[a]_~\\', []],
  ['LINE\r\nBREAK', []],
  ['10\u00a0KM\u202f! SOFT\u00adHYPHEN \u200eLEFT', []],
] as const) {
  test(`of ${JSON.stringify(text)} ${missing.length} have no flap`, () => assert.equal(missingIn(text), missing));
}

test('of very many without a flap forty are named', () => {
  const letters = Array.from({ length: 60 }, (_, at) => String.fromCharCode(0x4e00 + at));
  for (const text of [letters.join(''), letters.join('a')]) assert.equal(missingIn(text), letters.slice(0, 40));
});

test.run();
