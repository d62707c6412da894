import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipMarks, takeGraphemes } from '../../src/core/flaps/graphemes.ts';
import { seededRandom } from '../support/seeded.ts';

const test = suite('graphemes');

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const expected = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);
const taken = (text: string): string[] => {
  const all: string[] = [];
  for (let at = 0; at < text.length; ) at = takeGraphemes(text, at, (grapheme) => all.push(grapheme) > 0);
  return all;
};

/** The ends of the ranges whose units are a grapheme by themselves, and what lies around them. */
const ENDS = [
  0x2ff, 0x300, 0x36f, 0x370, 0x482, 0x483, 0x489, 0x48a, 0x52f, 0x530, 0x200b, 0x200d, 0x2010, 0x2027, 0x2028, 0x202e,
  0x2030, 0x205f, 0x2060, 0x20a0, 0x20cf, 0x20d0, 0x3000, 0x3029, 0x302a, 0x3040, 0x3098, 0x3099, 0x309a, 0x309b,
  0x9fff, 0xa000, 0xabff, 0xac00, 0xd7a3, 0xd7a4, 0xd7b0, 0xfe0f,
];
for (const unit of ENDS)
  test(`what belongs to the letter before ${unit.toString(16)} is as Unicode has it`, () => {
    const letter = String.fromCharCode(unit);
    for (const text of [letter, `é${letter}`, `${letter}é`, `い${letter}い`, `${letter}${letter}`, `é${letter}a`])
      assert.equal(taken(text), expected(text), JSON.stringify(text));
    const isMark = /[\p{M}\u200d\ufe0e\ufe0f]/u.test(letter);
    assert.is(skipMarks(`a${letter}${letter}b`, 1), isMark ? 3 : 1);
  });

test('letters, marks, emoji and halves of them in any order are as Unicode has them, in long texts too', () => {
  const random = seededRandom(7);
  const pieces = ['a', 'é', 'e\u0301', '👩‍👩‍👧', '🟥', '❤️', '日', '한', 'ä\u0308', ' ', '…', '\ud83d', '\u200d', '☃'];
  for (let turn = 0; turn < 200; turn++) {
    const text = Array.from({ length: turn * 6 }, () => pieces[Math.floor(random() * pieces.length)]).join('');
    assert.equal(taken(text), expected(text));
  }
});

test('a long text is cut between graphemes, wherever they end', () => {
  for (let before = 500; before < 520; before++)
    for (const after of [0, 1, 600]) {
      const text = `🟥${'é'.repeat(before)}👍🏻❤️${'é'.repeat(after)}`;
      assert.equal(taken(text), expected(text), `${before}, ${after}`);
    }
});

test('whoever takes graphemes may stop, and is told those up to the next character of ASCII', () => {
  const all: string[] = [];
  assert.is(
    takeGraphemes('🟥🟥🟥', 0, (grapheme) => all.push(grapheme) < 2),
    4,
  );
  assert.equal(all, ['🟥', '🟥']);
  assert.is(
    takeGraphemes('x🟥❤️ab', 1, () => true),
    5,
  );
});

test.run();
