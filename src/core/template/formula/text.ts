import { MOST_TEXT, cutText, filling, lengthOf, padSpaces, padZeros, sliceOf } from './characters.ts';
import { define, defineMany, type Run } from './definition.ts';
import { NUM, VALUE } from './errors.ts';
import { extractMatch, isMatch, replaceMatches } from './pattern.ts';

const MOST_REPEATS = 1024;

/** A needle that almost fits everywhere makes the search as slow as both lengths multiplied. */
const paySearch = (run: Run, haystack: string, needle: string): void =>
  run.context.budget.spend((haystack.length * needle.length) / 1500);

/** The letters of a text in which every occurrence of another may be replaced, at most. */
const mostReplaced = (text: string, find: string, replacement: string): number =>
  Math.min(MOST_TEXT + replacement.length, text.length * Math.max(1, replacement.length / find.length));

/** Position, from 1, of a text in another at or after `start`; 0 when it is absent. */
const positionOf = (run: Run, needle: string, haystack: string, start: number): number => {
  paySearch(run, haystack, needle);
  const from = sliceOf(haystack, 0, Math.max(0, start - 1)).length;
  const at = haystack.indexOf(needle, from);
  return at < 0 ? 0 : lengthOf(haystack.slice(0, at)) + 1;
};

const replaceAll = (run: Run, text: string, find: string, replacement: string): string => {
  if (find === '') return text;
  paySearch(run, text, find);
  run.context.budget.spendLetters(mostReplaced(text, find, replacement));
  let result = '';
  let from = 0;
  for (let at = text.indexOf(find); at >= 0 && result.length <= MOST_TEXT; at = text.indexOf(find, from)) {
    run.context.budget.spend(1);
    result += text.slice(from, at) + replacement;
    from = at + find.length;
  }
  return cutText(result + text.slice(from));
};

/** Of an odd gap the extra space stands left when the width is odd, else right. */
const center = (text: string, width: number): string => {
  const cut = sliceOf(text, 0, width);
  const gap = filling(' ', lengthOf(cut), width).length;
  const left = Math.floor(gap / 2) + (gap % 2 === 1 && width % 2 === 1 ? 1 : 0);
  return ' '.repeat(left) + cut + ' '.repeat(gap - left);
};

const repeat = (run: Run, text: string, count: number): string => {
  const copies = Math.min(count, Math.ceil(MOST_TEXT / Math.max(1, text.length)));
  run.context.budget.spendLetters(copies * text.length);
  return cutText(text.repeat(copies));
};

const concat = (run: Run, texts: readonly string[]): string => {
  run.context.budget.spendLetters(texts.reduce((sum, text) => sum + text.length, 0));
  return cutText(texts.join(''));
};

const split = (run: Run, text: string, separator: string | undefined): string[] => {
  const { budget } = run.context;
  if (separator === '') {
    budget.spendMembers(text.length);
    return Array.from(text);
  }
  paySearch(run, text, separator ?? '');
  const parts: string[] = [];
  const add = (part: string): void => {
    budget.spendMembers(1);
    parts.push(part);
  };
  if (separator === undefined) {
    for (const [word] of text.matchAll(/\S+/g)) add(word);
    return parts;
  }
  let from = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
    add(text.slice(from, at));
    from = at + separator.length;
  }
  add(text.slice(from));
  return parts;
};

const inCase = (run: Run, text: string, change: (text: string) => string): string => {
  run.context.budget.spend(text.length / 24);
  run.context.budget.spendLetters(text.length);
  return cutText(change(text));
};

/** Each run of letters and digits begins with a capital; an apostrophe inside does not begin another word. */
const capitalize = (text: string): string =>
  text.replace(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'\u2019]*/gu, (word) => {
    const first = sliceOf(word, 0, 1);
    return first.toUpperCase() + word.slice(first.length).toLowerCase();
  });

/** A function of a text and a width, which may not be negative. */
const defineWidth = (signature: string, summary: string, apply: (text: string, width: number) => string) =>
  define(signature, summary, ['text', 'integer'], (run, text, width) => {
    if (width < 0) return VALUE;
    run.context.budget.spend(text.length / 64);
    run.context.budget.spendLetters(Math.min(width, MOST_TEXT));
    return cutText(apply(text, width));
  });

/** Functions of texts. Characters are code points. */
export const TEXT_FUNCTIONS = {
  UPPER: define('UPPER(s)', 'The text in capitals.', ['text'], (run, text) =>
    inCase(run, text, (one) => one.toUpperCase()),
  ),
  LOWER: define('LOWER(s)', 'The text in small letters.', ['text'], (run, text) =>
    inCase(run, text, (one) => one.toLowerCase()),
  ),
  TRIM: define('TRIM(s)', 'The text without white space at its ends.', ['text'], (_, text) => text.trim()),
  PROPER: define('PROPER(s)', 'The text with a capital at the start of every word.', ['text'], (run, text) => {
    run.context.budget.spend(text.length);
    run.context.budget.spendLetters(text.length);
    return cutText(capitalize(text));
  }),
  LEN: define('LEN(s)', 'How many characters the text has.', ['text'], (_, text) => lengthOf(text)),
  LEFT: defineWidth('LEFT(s, n)', 'The first n characters.', (text, n) => sliceOf(text, 0, n)),
  RIGHT: defineWidth('RIGHT(s, n)', 'The last n characters.', (text, n) =>
    sliceOf(text, Math.max(0, lengthOf(text) - n)),
  ),
  MID: define(
    'MID(s, start, length)',
    'Characters from a position, which counts from 1.',
    ['text', 'integer', 'integer'],
    (_, text, start, length) => {
      const from = Math.max(0, start - 1);
      return length < 0 ? VALUE : sliceOf(text, from, from + length);
    },
  ),
  FIND: define(
    'FIND(needle, haystack[, start])',
    'Where a text first stands in another, from 1; case counts, and absence is an error.',
    ['text', 'text', 'integer?'],
    (run, needle, haystack, start = 1) => positionOf(run, needle, haystack, start) || VALUE,
  ),
  SEARCH: define(
    'SEARCH(needle, haystack[, start])',
    'Where a text first stands in another, from 1, in any case; 0 when it is absent.',
    ['text', 'text', 'integer?'],
    (run, needle, haystack, start = 1) => {
      run.context.budget.spendLetters(needle.length + haystack.length);
      return positionOf(run, needle.toLowerCase(), haystack.toLowerCase(), start);
    },
  ),
  CONCAT: defineMany('CONCAT(a, b, ...)', 'All texts joined to one.', 0, 'text', (texts, run) => concat(run, texts)),
  REPLACE: define(
    'REPLACE(s, find, repl)',
    'The text with every occurrence of one text replaced by another.',
    ['text', 'text', 'text'],
    replaceAll,
  ),
  REPT: define('REPT(s, n)', 'The text n times over, at most 1024.', ['text', 'integer'], (run, text, n) =>
    n < 0 ? VALUE : n > MOST_REPEATS ? NUM : repeat(run, text, n),
  ),
  CONTAINS: define(
    'CONTAINS(s, sub)',
    'Whether a text contains another; case counts.',
    ['text', 'text'],
    (run, text, part) => {
      paySearch(run, text, part);
      return text.includes(part);
    },
  ),
  STARTSWITH: define(
    'STARTSWITH(s, prefix)',
    'Whether a text begins with another; case counts.',
    ['text', 'text'],
    (_, text, part) => text.startsWith(part),
  ),
  ENDSWITH: define(
    'ENDSWITH(s, suffix)',
    'Whether a text ends with another; case counts.',
    ['text', 'text'],
    (_, text, part) => text.endsWith(part),
  ),
  PAD: defineWidth('PAD(s, width)', 'The text filled with spaces on its right, or cut, to a width.', padSpaces),
  PADLEFT: defineWidth(
    'PADLEFT(s, width)',
    'The text filled with spaces on its left to a width; of a longer one the last characters.',
    (text, width) => filling(' ', lengthOf(text), width) + sliceOf(text, Math.max(0, lengthOf(text) - width)),
  ),
  ZEROPAD: define(
    'ZEROPAD(s, width)',
    'The text filled with zeros on its left, behind a minus; a longer one stays as it is.',
    ['text', 'integer'],
    (run, text, width) => {
      run.context.budget.spendLetters(Math.min(Math.max(0, width), MOST_TEXT));
      return padZeros(text, width);
    },
  ),
  CENTER: defineWidth('CENTER(s, width)', 'The text in the middle of a width, cut when it is longer.', center),
  SPLIT: define(
    'SPLIT(text[, sep])',
    'The parts of a text between separators; without one its words, with an empty one its characters.',
    ['text', 'text?'],
    split,
  ),
  REGEXMATCH: define(
    'REGEXMATCH(text, pattern)',
    'Whether a regular expression matches anywhere in the text.',
    ['text', 'text'],
    isMatch,
  ),
  REGEXEXTRACT: define(
    'REGEXEXTRACT(text, pattern[, group])',
    'The first match of a regular expression, or one of its groups; empty without a match.',
    ['text', 'text', 'integer?'],
    extractMatch,
  ),
  REGEXREPLACE: define(
    'REGEXREPLACE(text, pattern, repl)',
    'The text with every match of a regular expression replaced by a fixed text.',
    ['text', 'text', 'text'],
    replaceMatches,
  ),
};
