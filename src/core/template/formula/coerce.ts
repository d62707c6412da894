import { sizeOf } from '../lookup.ts';
import { numberText } from '../values.ts';
import type { Comparison } from './ast.ts';
import { cutText } from './characters.ts';
import { NUM, REF, VALUE, finite, isError, type FormulaError } from './errors.ts';
import { Moment, formatMoment, parseMoment, subtract } from './moment.ts';

/** What a formula computes with; lists and objects come from plugin data. */
export type Value =
  | null
  | boolean
  | number
  | string
  | Moment
  | FormulaError
  | List
  | { readonly [key: string]: unknown };
/** A list of plugin data. */
export type List = readonly unknown[];

const UNKNOWN = '???';
const NUMERIC = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const FALSE_TEXTS = new Set(['', 'false', 'no', '0']);
/** No number, no truth value and no moment is longer; longer texts are not parsed. */
export const MOST_LOOKED_AT = 512;

/** Plugin data as a value of the language; what it has no type for is `#VALUE`, undefined is NULL. */
export const asValue = (data: unknown): Value => {
  if (data === undefined || data === null) return null;
  const isKnown =
    typeof data === 'boolean' || typeof data === 'number' || typeof data === 'string' || typeof data === 'object';
  return isKnown ? (data as Value) : VALUE;
};

/** The number that a text is written as, or undefined; no hexadecimal, Infinity or NaN. */
export const parseNumber = (text: string): number | undefined => {
  if (text.length > MOST_LOOKED_AT) return undefined;
  const trimmed = text.trim();
  return NUMERIC.test(trimmed) ? Number(trimmed) : undefined;
};

const isBlankText = (text: string): boolean => text.length <= MOST_LOOKED_AT && text.trim() === '';

const textToNumber = (text: string): number | FormulaError => {
  if (isBlankText(text)) return 0;
  const number = parseNumber(text);
  if (number !== undefined) return finite(number);
  return text.length <= MOST_LOOKED_AT && text.trim() === UNKNOWN ? REF : VALUE;
};

/** A finite number: Yes is 1, NULL and blank text are 0, numeric text is parsed; `???` is `#REF`, all else `#VALUE`. */
export const toNumber = (value: Value): number | FormulaError => {
  if (typeof value === 'number') return finite(value);
  if (typeof value === 'string') return textToNumber(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null) return 0;
  return isError(value) ? value : VALUE;
};

const textToTruth = (text: string): boolean | FormulaError => {
  if (text.length > MOST_LOOKED_AT) return true;
  const word = text.trim().toLowerCase();
  return word === UNKNOWN ? REF : !FALSE_TEXTS.has(word);
};

/**
 * Truth: text is false when empty, `false`, `no` or `0`, numbers when 0, lists and objects when empty, NULL always;
 * `???` is `#REF`.
 */
export const toTruth = (value: Value): boolean | FormulaError => {
  if (typeof value === 'boolean' || isError(value)) return value;
  if (typeof value === 'string') return textToTruth(value);
  if (typeof value === 'number') return value !== 0;
  if (value === null) return false;
  if (value instanceof Moment) return true;
  return Array.isArray(value) ? value.length > 0 : sizeOf(value) > 0;
};

/** The text that shows a value, cut at 64 KiB; lists and objects are `#VALUE`. */
export const toText = (value: Value): string | FormulaError => {
  if (typeof value === 'string') return cutText(value);
  if (typeof value === 'number') return numberText(value) ?? NUM;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === null) return '';
  if (isError(value)) return value;
  return value instanceof Moment ? formatMoment(value, 'YYYY-MM-DD HH:mm') : VALUE;
};

/** A moment, or a text that names one; all else is `#VALUE`. */
export const toMoment = (value: Value): Moment | FormulaError => {
  if (value instanceof Moment || isError(value)) return value;
  return (typeof value === 'string' && value.length <= MOST_LOOKED_AT ? parseMoment(value) : undefined) ?? VALUE;
};

/** A list, or `#VALUE`. */
export const toList = (value: Value): List | FormulaError =>
  Array.isArray(value) ? (value as List) : isError(value) ? value : VALUE;

/** Whether a value shows nothing: NULL, empty text, or `???`. */
export const isBlank = (value: Value): boolean => value === null || value === '' || value === UNKNOWN;

/** A number where the value is one or is written as one; truth values are none. */
export const numericOf = (value: Value): number | undefined => {
  const number = typeof value === 'string' ? parseNumber(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

const orderTexts = (left: Value, right: Value): number | FormulaError => {
  const a = toText(left);
  if (isError(a)) return a;
  const b = toText(right);
  if (isError(b)) return b;
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  return x < y ? -1 : Number(x > y);
};

/**
 * Negative, 0 or positive as left comes before, with or after right: moments by time, numbers and numeric texts as
 * numbers, the rest as text in any case.
 */
export const orderOf = (left: Value, right: Value): number | FormulaError => {
  if (isError(left)) return left;
  if (isError(right)) return right;
  if (left instanceof Moment && right instanceof Moment) return subtract(left, right);
  const [a, b] = [numericOf(left), numericOf(right)];
  if (a === undefined || b === undefined) return orderTexts(left, right);
  return a < b ? -1 : Number(a > b);
};

/** What each comparison makes of an order. */
export const COMPARISONS: Readonly<Record<Comparison, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '>': (order) => order > 0,
  '<=': (order) => order <= 0,
  '>=': (order) => order >= 0,
};
