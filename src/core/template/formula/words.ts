import { countCells } from '../../cells.ts';
import { textCost } from '../context.ts';
import { fixedText } from '../values.ts';
import { cutText } from './characters.ts';
import { define } from './definition.ts';

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '-',
  mdash: '-',
  hellip: '...',
  rsquo: "'",
  lsquo: "'",
  ldquo: '"',
  rdquo: '"',
  deg: '°',
  euro: '€',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
};

const entityText = (whole: string, name: string): string => {
  if (!name.startsWith('#')) return NAMED[name] ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 31 && code < 0x110000 ? String.fromCodePoint(code) : ' ';
};

/** The text of a piece of HTML in one line: without tags, with entities decoded. */
const plainText = (html: string): string =>
  html
    .replace(/<(?:script|style)\b[^]{0,20000}?<\/(?:script|style)>/gi, ' ')
    .replace(/<[^<>]{0,2000}>/g, (tag) => (/^<\/?(?:b|i|em|strong|a|span|u|sup|sub)\b/i.test(tag) ? '' : ' '))
    .replace(/&(#?\w{1,10});/g, entityText)
    .replace(/\s+/g, ' ')
    .trim();

/** A text of at most so many cells, cut behind a word where one ends in its second half, and nowhere else marked. */
export const cutAtWord = (text: string, cells: number): string => {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (countCells(plain) <= cells) return plain;
  let kept = '';
  for (const letter of plain) {
    if (countCells(kept + letter) > cells) break;
    kept += letter;
  }
  const space = plain[kept.length] === ' ' ? -1 : kept.lastIndexOf(' ');
  return (space >= kept.length / 2 ? kept.slice(0, space) : kept).replace(/[\s,;:-]+$/, '');
};

/** A number with commas between thousands. */
export const groupedText = (number: number, digits: number): string => {
  const [whole = '', fraction] = fixedText(number, digits).split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`);
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

/** Functions of words and written numbers. */
export const WORD_FUNCTIONS = {
  PLAIN: define('PLAIN(s)', 'The text of a piece of HTML, in one line.', ['text'], ({ context }, text) => {
    context.budget.spend(textCost(text.length * 4));
    return cutText(plainText(text));
  }),
  CUT: define(
    'CUT(s, n)',
    'A text of at most n cells, cut behind a word.',
    ['text', 'integer'],
    ({ context }, text, n) => {
      context.budget.spend(textCost(text.length) + Math.max(0, n));
      return cutAtWord(text.slice(0, 4000), Math.min(Math.max(0, n), 1000));
    },
  ),
  GROUPED: define('GROUPED(x[, n])', 'A number with commas between thousands.', ['number', 'integer?'], (_, x, n = 0) =>
    groupedText(x, n),
  ),
  COMPACT: define('COMPACT(x)', 'A number in at most five letters: 950, 1.2K, 34K, 5.6M.', ['number'], (_, x) =>
    compactText(x),
  ),
  SIGNED: define('SIGNED(x[, n])', 'A number with its sign and n decimals.', ['number', 'integer?'], (_, x, n = 0) =>
    signedText(x, n),
  ),
};
