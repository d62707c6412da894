import { recordOf } from '../record.ts';
import { CODE_62 } from './flaps.ts';

/** Letters and what stands for them. */
const FOLDED_LETTERS: Readonly<Record<string, string>> = {
  ...recordOf('ä ae ö oe ü ue æ ae œ oe ß ss ø o ł l đ d ð d þ th ħ h ŧ t ı i'),
  ...recordOf('α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o'),
  ...recordOf(
    'а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch',
  ),
  ...recordOf('ш sh щ shch ы y э e ю yu я ya і i ї yi є ye ґ g ў u ј j љ lj њ nj ћ c ђ dj џ dz ѓ gj ќ kj ѕ dz'),
  ъ: '',
  ь: '',
};

/** Signs and what stands for them, each list as `characters → text`. */
const FOLDED_SIGNS: readonly (readonly [string, string])[] = [
  ['‘’‚‛′‹›', "'"],
  ['“”„‟″«»', '"'],
  ['‐‑‒–—―−', '-'],
  ['…', '...'],
  ['\u0085\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u2028\u2029\u205f\u3000', ' '],
  ['µ', 'u'],
  ['℃', '°C'],
  ['℉', '°F'],
  ['🟥', '{63}'],
  ['🟧', '{64}'],
  ['🟨', '{65}'],
  ['🟩', '{66}'],
  ['🟦', '{67}'],
  ['🟪', '{68}'],
  ['⬜', '{69}'],
  ['⬛', '{70}'],
  ['❤♥♡❣💙💚💛💜🖤🤍🤎🧡🩷🩵🩶💓💔💕💖💗💘💝💞💟', `{${CODE_62}}`],
];

const FOLDS = new Map<string, string>();
for (const [letter, text] of Object.entries(FOLDED_LETTERS))
  FOLDS.set(letter, text).set(letter.toUpperCase().length === 1 ? letter.toUpperCase() : 'ẞ', text.toUpperCase());
for (const [signs, text] of FOLDED_SIGNS) for (const sign of signs) FOLDS.set(sign, text);

const MARKS = /\p{M}/gu;
/** What nobody sees: soft hyphens, joiners, marks of direction and order, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

const foldSlowly = (grapheme: string): string => {
  const composed = grapheme.replace(INVISIBLE, '').normalize('NFC');
  const known = FOLDS.get(composed) ?? FOLDS.get(String.fromCodePoint(composed.codePointAt(0) ?? 32));
  if (composed === '' || known !== undefined) return composed === '' ? '' : (known ?? '');
  const base = composed.normalize('NFD').replace(MARKS, '');
  const letter = FOLDS.get(base) ?? base;
  return /^[ -~]+$/.test(letter) ? letter : grapheme;
};

const remembered = new Map<string, string>();
const MOST_REMEMBERED = 2048;

/**
 * The replacement of a grapheme that has no flap of its own (rules, M9): letters without their accents, two letters for
 * ä ö ü æ œ ß, the letters that sound like Greek and Cyrillic ones, ASCII quotes, dashes and dots, a marker for colour
 * squares and hearts, nothing for what nobody sees. The case of letters is kept. A grapheme without a replacement is
 * returned as it is.
 */
export const foldGrapheme = (grapheme: string): string => {
  const quick = FOLDS.get(grapheme) ?? remembered.get(grapheme);
  if (quick !== undefined) return quick;
  const folded = foldSlowly(grapheme);
  if (grapheme.length === 1 && remembered.size < MOST_REMEMBERED) remembered.set(grapheme, folded);
  return folded;
};

/** ASCII characters that are replaced by another one. */
export const ASCII_FOLDS: Readonly<Record<string, string>> = { '[': '(', ']': ')', '\\': '/', _: '-', '~': '-' };
