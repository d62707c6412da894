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
const defineWidth = (apply: (text: string, width: number) => string) =>
  define(['text', 'integer'], (run, text, width) => {
    if (width < 0) return VALUE;
    run.context.budget.spend(text.length / 64);
    run.context.budget.spendLetters(Math.min(width, MOST_TEXT));
    return cutText(apply(text, width));
  });

/** Functions of texts. Characters are code points. */
export const TEXT_FUNCTIONS = {
  UPPER: define(['text'], (run, text) => inCase(run, text, (one) => one.toUpperCase())),
  LOWER: define(['text'], (run, text) => inCase(run, text, (one) => one.toLowerCase())),
  TRIM: define(['text'], (_, text) => text.trim()),
  PROPER: define(['text'], (run, text) => {
    run.context.budget.spend(text.length);
    run.context.budget.spendLetters(text.length);
    return cutText(capitalize(text));
  }),
  LEN: define(['text'], (_, text) => lengthOf(text)),
  LEFT: defineWidth((text, n) => sliceOf(text, 0, n)),
  RIGHT: defineWidth((text, n) => sliceOf(text, Math.max(0, lengthOf(text) - n))),
  MID: define(['text', 'integer', 'integer'], (_, text, start, length) => {
    const from = Math.max(0, start - 1);
    return length < 0 ? VALUE : sliceOf(text, from, from + length);
  }),
  FIND: define(
    ['text', 'text', 'integer?'],
    (run, needle, haystack, start = 1) => positionOf(run, needle, haystack, start) || VALUE,
  ),
  SEARCH: define(['text', 'text', 'integer?'], (run, needle, haystack, start = 1) => {
    run.context.budget.spendLetters(needle.length + haystack.length);
    return positionOf(run, needle.toLowerCase(), haystack.toLowerCase(), start);
  }),
  CONCAT: defineMany(0, 'text', concat),
  REPLACE: define(['text', 'text', 'text'], replaceAll),
  REPT: define(['text', 'integer'], (run, text, n) => (n < 0 ? VALUE : n > MOST_REPEATS ? NUM : repeat(run, text, n))),
  CONTAINS: define(['text', 'text'], (run, text, part) => {
    paySearch(run, text, part);
    return text.includes(part);
  }),
  STARTSWITH: define(['text', 'text'], (_, text, part) => text.startsWith(part)),
  ENDSWITH: define(['text', 'text'], (_, text, part) => text.endsWith(part)),
  PAD: defineWidth(padSpaces),
  PADLEFT: defineWidth(
    (text, width) => filling(' ', lengthOf(text), width) + sliceOf(text, Math.max(0, lengthOf(text) - width)),
  ),
  ZEROPAD: define(['text', 'integer'], (run, text, width) => {
    run.context.budget.spendLetters(Math.min(Math.max(0, width), MOST_TEXT));
    return padZeros(text, width);
  }),
  CENTER: defineWidth(center),
  SPLIT: define(['text', 'text?'], split),
  REGEXMATCH: define(['text', 'text'], isMatch),
  REGEXEXTRACT: define(['text', 'text', 'integer?'], extractMatch),
  REGEXREPLACE: define(['text', 'text', 'text'], replaceMatches),
};
