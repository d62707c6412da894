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

test.run();
