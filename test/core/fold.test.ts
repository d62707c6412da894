import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeGrid } from '../../src/core/flaps/flaps.ts';
import { foldGrapheme } from '../../src/core/flaps/fold.ts';
import { layoutLines, layoutText } from '../../src/core/flaps/message.ts';
import { countCells } from '../../src/core/flaps/cells.ts';

const test = suite('folding');

const folds: [string, string][] = [
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
  ['Ä', 'AE'],
  ['Ö', 'OE'],
  ['Ü', 'UE'],
  ['Æ', 'AE'],
  ['Œ', 'OE'],
  ['ẞ', 'SS'],
  ['å', 'a'],
  ['Å', 'A'],
  ['à', 'a'],
  ['á', 'a'],
  ['â', 'a'],
  ['ã', 'a'],
  ['ç', 'c'],
  ['č', 'c'],
  ['è', 'e'],
  ['é', 'e'],
  ['ê', 'e'],
  ['ë', 'e'],
  ['ì', 'i'],
  ['ï', 'i'],
  ['ñ', 'n'],
  ['ń', 'n'],
  ['ò', 'o'],
  ['ô', 'o'],
  ['õ', 'o'],
  ['ø', 'o'],
  ['Ø', 'O'],
  ['ù', 'u'],
  ['û', 'u'],
  ['ů', 'u'],
  ['ý', 'y'],
  ['ÿ', 'y'],
  ['š', 's'],
  ['ş', 's'],
  ['ž', 'z'],
  ['ż', 'z'],
  ['ł', 'l'],
  ['Ł', 'L'],
  ['ğ', 'g'],
  ['đ', 'd'],
  ['ế', 'e'],
  ['Ǽ', 'AE'],
  ['ǿ', 'o'],
  ['Ÿ', 'Y'],
  ['‘', "'"],
  ['’', "'"],
  ['‚', "'"],
  ['“', '"'],
  ['”', '"'],
  ['„', '"'],
  ['«', '"'],
  ['»', '"'],
  ['–', '-'],
  ['—', '-'],
  ['‑', '-'],
  ['−', '-'],
  ['…', '...'],
  ['🟥', '{63}'],
  ['🟧', '{64}'],
  ['🟨', '{65}'],
  ['🟩', '{66}'],
  ['🟦', '{67}'],
  ['🟪', '{68}'],
  ['⬜', '{69}'],
  ['⬛', '{70}'],
  ['⬛\ufe0f', '{70}'],
  ['❤', '{62}'],
  ['❤\ufe0f', '{62}'],
  ['♥', '{62}'],
  ['💙', '{62}'],
  ['🖤', '{62}'],
  ['❤\ufe0f\u200d🔥', '{62}'],
  ['\ufe0f', ''],
  ['\u00ad', ''],
  ['\u200b', ''],
  ['\u2066', ''],
  ['\ufeff', ''],
  ['e\u0301', 'e'],
  ['a\u0308', 'ae'],
  ['O\u0308', 'OE'],
  ['a\u030a', 'a'],
  ['°', '°'],
  ['漢', '漢'],
  ['😀', '😀'],
  ['ж', 'zh'],
  ['Щ', 'SHCH'],
  ['й', 'y'],
  ['и\u0306', 'y'],
  ['ь', ''],
  ['θ', 'th'],
  ['ά', 'a'],
  ['Ώ', 'O'],
  ['µ', 'u'],
  ['℃', '°C'],
  ['€', '€'],
  ['™', '™'],
  ['\u3000', ' '],
  ['\u2003', ' '],
];
for (const [from, to] of folds) {
  test(`${JSON.stringify(from)} folds to ${JSON.stringify(to)}`, () => {
    assert.is(foldGrapheme(from), to);
    assert.is(foldGrapheme(from), to, 'the second time too');
  });
}

/** What a text shows on one row, blanks at the end dropped, and how many cells it takes. */
const shown: [string, string, number][] = [
  ['Grüße', 'GRUESSE', 7],
  ['Ærø', 'AERO', 4],
  ['cafe\u0301!', 'CAFE!', 5],
  ['a\u0308u\u0308o\u0308', 'AEUEOE', 6],
  ['A\u0308B', 'AEB', 3],
  ['e\u0308x', 'EX', 2],
  ['n\u0303o', 'NO', 2],
  ['a\u0327b', 'AB', 2],
  ['x\u0302y\u0304', 'XY', 2],
  ['“Hi” – it’s…', '"HI" - IT\'S...', 14],
  ['[a]\\b_c~d', '(A)/B-C-D', 9],
  ['I ❤\ufe0f U', 'I ° U', 5],
  ['❤♥💙', '°°°', 3],
  ['🟥🟩⬛\ufe0f⬜', '{63}{66}{70}{69}', 4],
  ['A\ufe0fB', 'AB', 2],
  ['21°C', '21°C', 4],
  ['Donau\u00addampf', 'DONAUDAMPF', 10],
  ['\ufeff\u200e12\u200b:30\u2069', '12:30', 5],
  ['1\ufe0f\u20e3', '1', 1],
  ['A😀B', 'A B', 3],
  ['A👨‍👩‍👧‍👦B', 'A B', 3],
  ['A👍🏽B', 'A B', 3],
  ['A🇩🇪🇫🇷B', 'A  B', 4],
  ['A漢字B', 'A  B', 4],
  ['A한글B', 'A  B', 4],
  ['AжB', 'AZHB', 4],
  ['Привет, мир!', 'PRIVET, MIR!', 12],
  ['Подъезд 5', 'PODEZD 5', 8],
  ['Київ', 'KIYIV', 5],
  ['Αθήνα', 'ATHINA', 6],
  ['Καλημέρα ψυχή', 'KALIMERA PSYCHI', 15],
  ['A€B', 'A B', 3],
  ['A\u00a0B', 'A B', 3],
  ['A\tB', 'A B', 3],
  ['A\0B', 'A B', 3],
  ['{', '', 1],
  ['{moon}', ' MOON', 6],
  ['a*b^c<d>e|f`g', 'A B C D E F G', 13],
  ['\u0301\u0301A', 'A', 1],
  ['\ufe0fA', 'A', 1],
  ['नमस्ते!', '   !', 4],
  ['ⅩX', ' X', 2],
];
for (const [text, row, cells] of shown) {
  test(`${JSON.stringify(text)} shows ${JSON.stringify(row)} in ${cells} cells`, () => {
    assert.is(decodeGrid(layoutLines([text], { rows: 1, cols: 20 })).trimEnd(), row);
    assert.is(countCells(text), cells);
  });
}

test('widths are counted after folding', () => {
  assert.is(decodeGrid(layoutText('Grüße Ümit', { rows: 3, cols: 7 })), 'GRUESSE\nUEMIT  \n       ');
  assert.is(decodeGrid(layoutText('üüüü', { rows: 2, cols: 5 })), 'UEUEU\nEUE  ');
  assert.is(decodeGrid(layoutText('………', { rows: 2, cols: 5 })), '.....\n.... ');
});

test('a character without a flap does not end a word', () => {
  assert.is(decodeGrid(layoutText('abc😀def ghi', { rows: 2, cols: 8 })), 'ABC DEF \nGHI     ');
  assert.is(decodeGrid(layoutText('abcde abc*de', { rows: 2, cols: 9 })), 'ABCDE    \nABC DE   ');
});

test('long texts of one grapheme or of many end', () => {
  const family = '👨‍👩‍👧‍👦';
  assert.is(countCells(family.repeat(1000)), 1000);
  assert.is(countCells(`a${'\u0301'.repeat(50_000)}b`), 2);
  assert.is(countCells('😀a'.repeat(3000)), 6000);
  assert.is(countCells('🇩🇪'.repeat(2000)), 2000);
});

test.run();
