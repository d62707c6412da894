import { countCells } from '../../flaps/cells.ts';
import { recordOf } from '../../record.ts';
import { textCost, type RenderContext } from '../context.ts';
import { fixedText } from '../values.ts';
import { cutText } from './characters.ts';
import { define, defineWriting, payDigits } from './definition.ts';

/** The names of characters in HTML, and what is read for them. */
const NAMED: Readonly<Record<string, string>> = {
  nbsp: ' ',
  ...recordOf(`
    amp & lt < gt > quot " apos ' rsquo ' lsquo ' ldquo " rdquo " ndash - mdash - hellip ... deg ° euro €
    auml ä ouml ö uuml ü Auml Ä Ouml Ö Uuml Ü szlig ß eacute é egrave è agrave à ccedil ç
  `),
};

const entityText = (whole: string, name: string): string => {
  if (!name.startsWith('#')) return (Object.hasOwn(NAMED, name) ? NAMED[name] : undefined) ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 31 && code < 0x110000 ? String.fromCodePoint(code) : ' ';
};

const LAST_SCRIPT = /^[^]*<\/(?:script|style)>/i;

/** Only up to the last end of a script: behind it each beginning would be looked for an end in vain. */
const withoutScripts = (html: string): string => {
  const [before = ''] = LAST_SCRIPT.exec(html) ?? [];
  return before.replace(/<(?:script|style)\b[^]*?<\/(?:script|style)>/gi, ' ') + html.slice(before.length);
};

/** The text of a piece of HTML in one line: without tags, with entities decoded. */
const plainText = (html: string): string =>
  withoutScripts(html)
    .replace(/<[^<>]{0,2000}>/g, (tag) => (/^<\/?(?:b|i|em|strong|a|span|u|sup|sub)\b/i.test(tag) ? '' : ' '))
    .replace(/&(#?\w{1,10});/g, entityText)
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Where the longest beginning of a text ends that takes at most so many cells. Only as much is read as is needed, twice
 * over: what takes no cell at all may go on for long.
 */
const endWithin = (text: string, cells: number): number => {
  const fits = (end: number): boolean => countCells(text.slice(0, end)) <= cells;
  let [low, high] = [0, cells + 1];
  while (high < text.length && fits(high)) [low, high] = [high, high * 2];
  if (high >= text.length && fits(text.length)) return text.length;
  high = Math.min(high, text.length);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
};

/** Whether a text takes at most so many cells. */
export const fitsIn = (text: string, cells: number): boolean => endWithin(text, cells) === text.length;

/** A text of at most so many cells, cut behind a word where one ends in its second half, and nowhere else marked. */
export const cutAtWord = (text: string, cells: number): string => {
  const plain = text.replace(/\s+/g, ' ').trim();
  const end = endWithin(plain, cells);
  if (end === plain.length) return plain;
  const kept = plain.slice(0, end);
  const space = plain[kept.length] === ' ' ? -1 : kept.lastIndexOf(' ');
  return (space >= kept.length / 2 ? kept.slice(0, space) : kept).replace(/[\s,;:-]+$/, '');
};

/** A number with commas between thousands. */
export const groupedText = (number: number, digits: number): string => {
  const [whole = '', fraction] = fixedText(Math.abs(number), digits).split('.');
  let [rest, grouped] = [whole, fraction === undefined ? '' : `.${fraction}`];
  for (; rest.length > 3; rest = rest.slice(0, -3)) grouped = `,${rest.slice(-3)}${grouped}`;
  return (number < 0 && /[1-9]/.test(whole + (fraction ?? '')) ? '-' : '') + rest + grouped;
};

const SCALES = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const;

/** A number in at most five cells: `950`, `1.2K`, `34K`, `5.6M`. */
export const compactText = (number: number): string => {
  const size = Math.abs(number);
  const [scale, letter] = SCALES.find(([least]) => size >= least * 0.9995) ?? [1, ''];
  const scaled = number / scale;
  const digits = scale === 1 || Math.abs(scaled) >= 9.95 ? 0 : 1;
  return fixedText(scaled, digits).replace(/\.0$/, '') + letter;
};

/** A number with its sign, which zero has not. */
export const signedText = (number: number, digits: number): string => {
  const text = fixedText(number, digits);
  return number > 0 && /[1-9]/.test(text) ? `+${text}` : text;
};

/** What is read of a text that is cut to cells, in letters. */
export const LONGEST_SHOWN = 4000;
const MOST_CELLS = 1000;

/** Spends the cost of cutting a text to so many cells: letters outside ASCII are put together to graphemes. */
export const payCells = ({ budget }: RenderContext, text: string, cells: number): void => {
  const letters = Math.min(text.length, LONGEST_SHOWN);
  const graphemes = /^[ -~]*$/.test(text.slice(0, LONGEST_SHOWN)) ? 0 : Math.min(letters, cells * 4);
  budget.spend(1 + letters / 8 + graphemes * 4);
};

/** Functions of words and written numbers. */
export const WORD_FUNCTIONS = {
  PLAIN: define(['text'], ({ context }, text) => {
    context.budget.spend(textCost(text.length * 4));
    context.budget.spendLetters(text.length);
    return cutText(plainText(text));
  }),
  CUT: define(['text', 'integer'], ({ context }, text, n) => {
    const cells = Math.min(Math.max(0, n), MOST_CELLS);
    payCells(context, text, cells);
    return cutAtWord(text.slice(0, LONGEST_SHOWN), cells);
  }),
  GROUPED: defineWriting(groupedText),
  COMPACT: define(['number'], (run, x) => {
    payDigits(run, x, 1);
    return compactText(x);
  }),
  SIGNED: defineWriting(signedText),
};
