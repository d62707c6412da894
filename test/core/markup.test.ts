import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countCells } from '../../src/core/flaps/cells.ts';
import { hasFlap } from '../../src/core/flaps/flaps.ts';
import { dropEndTags, expandSymbols, isWellMarked, neutralize } from '../../src/core/flaps/markup.ts';
import { layoutLines } from '../../src/core/flaps/message.ts';

const test = suite('markup');

const codesOf = (text: string, cols = 12): number[] => [...layoutLines([text], { rows: 1, cols }).codes];
/** The codes of a text between two letters, so that its width shows. */
const between = (text: string): number[] => {
  const codes = codesOf(`A${text}B`);
  return codes.slice(1, codes.indexOf(2));
};

for (let code = 0; code <= 71; code++) {
  test(`{${code}} is the flap ${hasFlap(code) ? code : 0}`, () => {
    assert.equal(codesOf(`A{${code}}Z`, 3), [1, hasFlap(code) ? code : 0, 26]);
    assert.is(countCells(`{${code}}`), 1);
  });
}

const names: [string, number][] = [
  ['red', 63],
  ['orange', 64],
  ['yellow', 65],
  ['green', 66],
  ['blue', 67],
  ['violet', 68],
  ['purple', 68],
  ['white', 69],
  ['black', 70],
  ['filled', 71],
];
for (const [name, code] of names) {
  for (const written of [name, name.toUpperCase(), name.charAt(0).toUpperCase() + name.slice(1)]) {
    test(`{${written}} is one tile`, () => assert.equal(between(`{${written}}`), [code]));
    test(`{/${written}} takes no cell`, () => {
      assert.equal(between(`{/${written}}`), []);
      assert.is(countCells(`{/${written}}`), 0);
    });
  }
}

const symbols: [string, number][] = [
  ['sun', 65],
  ['star', 65],
  ['cloud', 69],
  ['partly', 69],
  ['rain', 67],
  ['snow', 68],
  ['storm', 64],
  ['check', 66],
  ['x', 63],
  ['fog', 44],
  ['heart', 62],
];
for (const [name, code] of symbols) {
  for (const written of [name, name.toUpperCase()])
    test(`{${written}} draws ${code}`, () => assert.equal(between(`{${written}}`), [code]));
  test(`{/${name}} is no end tag`, () => assert.is(countCells(`{/${name}}`), name.length + 3));
}

const literal = [
  '{72}',
  '{063}',
  '{00}',
  '{01}',
  '{ red}',
  '{red }',
  '{redd}',
  '{re}',
  '{}',
  '{ }',
  '{-1}',
  '{6 3}',
  '{+5}',
  '{1.0}',
  '{/63}',
  '{/foo}',
  '{//}',
  '{/ }',
  '{moon}',
  '{100}',
  '{999999999}',
  '{constructor}',
  '{red',
  'red}',
  '{',
  '}',
  '}{',
  '{{',
  '}}',
];
for (const text of literal) {
  test(`${text} is literal: its braces draw blanks`, () => {
    assert.is(countCells(text), text.length);
    const codes = codesOf(text, text.length);
    [...text].forEach((character, at) => assert.ok(!'{}'.includes(character) || codes[at] === 0, `cell ${at}`));
  });
}

const rows: [string, number[]][] = [
  ['{{red}}', [0, 63, 0]],
  ['{{63}}', [0, 63, 0]],
  ['{{{red}}}', [0, 0, 63, 0, 0]],
  ['{red}{red}', [63, 63]],
  ['{re{red}d}', [0, 18, 5, 63, 4, 0]],
  ['{6{63}', [0, 32, 63]],
  ['{/}{/}A', [1]],
  ['A{/}', [1]],
  ['{}{63}', [0, 0, 63]],
  ['{63}}', [63, 0]],
  ['{red}A{/red}B', [63, 1, 2]],
  ['{sun}{SUN}', [65, 65]],
  ['{heart}3', [62, 29]],
  ['{62}{0}{43}A', [62, 0, 0, 1]],
];
for (const [text, codes] of rows)
  test(`${text} draws ${codes.join(' ')}`, () => assert.equal(codesOf(text, codes.length), codes));

const neutral: [string, string][] = [
  ['plain', 'plain'],
  ['{63}', '{63}'],
  ['{red}', '{red}'],
  ['{0}', '{0}'],
  ['{/}', '{/}'],
  ['{/red}', '{/red}'],
  ['{/63}', '(/63)'],
  ['{moon}', '(moon)'],
  ['{sun}', '(sun)'],
  ['{HEART}', '(HEART)'],
  ['{', '('],
  ['}', ')'],
  ['}{', ')('],
  ['{{red}}', '({red})'],
  ['{{x.y}}', '((x.y))'],
  ['{= 1 }', '(= 1 )'],
  ['{72}', '(72)'],
  ['a{b', 'a(b'],
  ['{6{63}', '(6{63}'],
  ['{63', '(63'],
  ['', ''],
];
for (const [text, safe] of neutral) {
  test(`the value ${JSON.stringify(text)} becomes ${JSON.stringify(safe)}`, () => {
    assert.is(neutralize(text), safe);
    assert.is(neutralize(safe), safe, 'once is enough');
    assert.is(countCells(safe), countCells(text.replace(/\{(sun|HEART)\}/g, '($1)')), 'the same width');
  });
}

const expanded: [string, string][] = [
  ['{sun} {STAR}', '{65} {65}'],
  ['{cloud}{partly}{rain}{snow}{storm}', '{69}{69}{67}{68}{64}'],
  ['{check}{x}{fog}{heart}', '{66}{63}-{62}'],
  ['{moon} {62} {red} {/}', '{moon} {62} {red} {/}'],
  ['{{sun}}', '{{65}}'],
  ['sun', 'sun'],
  ['{sun', '{sun'],
];
for (const [text, result] of expanded) test(`symbols of ${text}`, () => assert.is(expandSymbols(text), result));

const tagless: [string, string][] = [
  ['A{/}B', 'AB'],
  ['{red}A{/red}', '{red}A'],
  ['{/63}', '{/63}'],
  ['{/}{/}', ''],
  ['A', 'A'],
];
for (const [text, result] of tagless) test(`${text} without end tags`, () => assert.is(dropEndTags(text), result));

const wellMarked: [string, boolean][] = [
  ['', true],
  ['abc', true],
  ['{63}', true],
  ['a{/}b{sun}', true],
  ['{', false],
  ['}', false],
  ['{63}}', false],
  ['{moon}', false],
  ['{{63}}', false],
];
for (const [text, whole] of wellMarked)
  test(`${JSON.stringify(text)} is ${whole ? '' : 'not '}well marked`, () => assert.is(isWellMarked(text), whole));

const hostile = ['{', '}', '{{', '}}', '{red', '{63', '{/', 'red}'];
for (const piece of hostile) {
  test(`200 kB of ${piece} are read to the end`, () => {
    const text = piece.repeat(200_000 / piece.length);
    assert.is(neutralize(text).length, text.length);
    assert.is(expandSymbols(text), text);
    assert.is(countCells(text), text.length);
  });
}

test.run();
