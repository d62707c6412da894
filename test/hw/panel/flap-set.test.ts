import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { flapOf, hasFlap } from '../../../src/core/flaps/flaps.ts';
import { FlapSet, letterOf, splitGlyphs, substitutionsOf } from '../../../hw/panel/flap-set.ts';
import { STANDARD_REEL } from '../../../hw/panel/mbus/standard-reel.ts';
import { REEL_52 } from '../../../hw/emulator/chainlink/board.ts';
import { OLD_REEL } from '../../../hw/panel/chainlink/link.ts';

const test = suite('flap set');

const LETTERS = ' ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const codeOf = (glyph: string): number => flapOf(glyph) ?? 0;

/** Codes that reels lack, as measured against the codes of the service. */
const LACKING: readonly (readonly [string, string, readonly number[]])[] = [
  ['the standard reel of bus modules', STANDARD_REEL, [62, 71]],
  ['the newer reel of chains', REEL_52, [41, 42, 46, 48, 49, 50, 53, 54, 59, 62, 64, 67, 71]],
  [
    'the older reel of chains',
    OLD_REEL,
    [37, 38, 39, 40, 41, 42, 44, 46, 47, 48, 49, 50, 53, 54, 59, 60, 62, 63, 64, 65, 66, 67, 68, 69, 71],
  ],
  [
    'letters and digits',
    `${LETTERS}0123456789`,
    [37, 38, 39, 40, 41, 42, 44, 46, 47, 48, 49, 50, 52, 53, 54, 55, 56, 59, 60, 62, 63, 64, 65, 66, 67, 68, 69, 71],
  ],
];
for (const [name, reel, lacking] of LACKING) {
  test(`${name} lacks exactly what it lacks`, () => {
    const set = new FlapSet(reel);
    assert.equal(
      Array.from({ length: 72 }, (_, code) => code).filter((code) => set.substituteFor(code) !== null),
      lacking,
    );
  });
}

for (const [name, reel] of LACKING) {
  test(`${name} shows what it has by the flap of it`, () => {
    const set = new FlapSet(reel);
    for (let code = 0; code < 72; code++) {
      const flap = set.flapFor(code);
      assert.ok(flap >= 0 && flap < set.count);
      if (set.substituteFor(code) === null && hasFlap(code) && code !== 70) assert.is(set.codeAt(flap), code);
    }
  });
}

const SUBSTITUTES: readonly (readonly [string, string, number, string])[] = [
  ['a colon becomes a full stop', REEL_52, codeOf(':'), '.'],
  ['a colon is blank without a full stop', `${LETTERS}0123456789`, codeOf(':'), ' '],
  ['orange becomes red', REEL_52, 64, '{63}'],
  ['blue becomes violet', REEL_52, 67, '{68}'],
  ['a filled tile becomes white', REEL_52, 71, '{69}'],
  ['colours are blank without tiles', OLD_REEL, 66, ' '],
  ['an ampersand is blank', OLD_REEL, codeOf('&'), ' '],
  ['a degree sign is blank', STANDARD_REEL, 62, ' '],
];
for (const [name, reel, code, shown] of SUBSTITUTES) {
  test(name, () => {
    const set = new FlapSet(reel);
    assert.is(set.substituteFor(code), shown);
    assert.is(
      set.flapFor(code),
      shown === ' ' ? 0 : set.flapFor(shown.startsWith('{') ? Number(shown.slice(1, 3)) : codeOf(shown)),
    );
  });
}

for (const [name, code] of [
  ['blank', 0],
  ['the black tile', 70],
  ['an unused code', 43],
  ['an unused code', 61],
] as const) {
  test(`${name} (${code}) is blank without a report`, () => {
    const set = new FlapSet(OLD_REEL);
    assert.is(set.flapFor(code), 0);
    assert.is(set.substituteFor(code), null);
  });
}

const GLYPHS: readonly (readonly [string, readonly string[], number, number])[] = [
  ['names of colours', [' ', 'A', 'Red', 'violet'], 63, 2],
  ['purple as another name', [' ', 'purple'], 68, 1],
  ['numbers in braces', [' ', '{66}', '{0}'], 66, 1],
  ['coloured squares', [' ', '🟦', '⬜'], 67, 1],
  ['squares with a variation selector', [' ', '⬜\uFE0F'], 69, 1],
  ['a heart', [' ', '❤\uFE0F'], 62, 1],
  ['a degree sign', [' ', '°'], 62, 1],
  ['the empty text as blank', ['A', ''], 0, 1],
  ['a small letter of which the capital is there', [' ', 'R', 'r'], 63, 2],
  ['a small letter of which the capital is missing', [' ', 'r', 's'], codeOf('R'), 1],
  ['the small q as a double quote', [' ', 'Q', 'q'], codeOf('"'), 2],
];
for (const [name, glyphs, code, flap] of GLYPHS) {
  test(`glyphs: ${name}`, () => {
    const set = new FlapSet(glyphs);
    assert.is(set.flapFor(code), flap);
    assert.is(set.codeAt(flap), code);
  });
}

test('blank need not come first', () => {
  const set = new FlapSet('AB ');
  assert.is(set.flapFor(0), 2);
  assert.is(set.flapFor(codeOf('&')), 2);
});

test('a reel without blank shows home instead', () => assert.is(new FlapSet('AB').flapFor(0), 0));

test('glyphs that no code means are blank when read', () => {
  const set = new FlapSet(' Aß');
  assert.is(set.codeAt(2), 0);
  assert.is(set.codeAt(200), 0);
  assert.is(set.codeAt(-1), 0);
});

test('glyphs that the line cannot ask for count as lacking', () => {
  const set = new FlapSet(' A@', new Set(['@']));
  assert.is(set.substituteFor(codeOf('@')), ' ');
  assert.is(set.flapFor(codeOf('@')), 0);
});

for (const [name, flaps] of [
  ['one glyph', 'A'],
  ['none', ''],
  ['more than a byte counts', 'A'.repeat(256)],
] as const) {
  test(`a reel of ${name} is refused`, () => assert.throws(() => new FlapSet(flaps), /2 to 255/));
}
test('the longest reel is taken', () => assert.is(new FlapSet(` ${'A'.repeat(254)}`).count, 255));

test('the report names what was asked and what is shown, once each', () => {
  const set = new FlapSet(REEL_52);
  assert.equal(substitutionsOf(set, [64, 64, codeOf(':'), 1, 0, 70, codeOf('(')]), {
    '{64}': '{63}',
    ':': '.',
    '(': ' ',
  });
  assert.equal(substitutionsOf(set, [0, 1, 2]), {});
});

for (const [glyph, letter] of [
  ['A', 'A'],
  [' ', ' '],
  ['red', 'r'],
  ['{65}', 'y'],
  ['🟪', 'p'],
  ['r', 'r'],
  ['"', '"'],
  ['{71}', undefined],
  ['ABC', undefined],
] as const) {
  test(`the letter of ${glyph} is ${letter ?? 'none'}`, () => assert.is(letterOf(glyph), letter));
}

test('text is split into glyphs', () => assert.equal(splitGlyphs('A🟥⬜\uFE0FB'), ['A', '🟥', '⬜', 'B']));

test.run();
