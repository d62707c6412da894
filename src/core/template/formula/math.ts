import { roundHalfEven } from '../values.ts';
import { define, defineMany, payDigits } from './definition.ts';
import { DIV0, NUM, finite, type FormulaError } from './errors.ts';

/** The remainder that has the divisor's sign; dividing by zero is `#DIV/0`. */
export const modulo = (a: number, b: number): number | FormulaError => {
  if (b === 0) return DIV0;
  const rest = a % b;
  return (rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest) + 0;
};

/**
 * The number whose decimal point stands `digits` places further right. Unlike a product with a power of ten it does not
 * deviate from the decimals as written.
 */
const movePoint = (value: number, digits: number): number => {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + digits}`);
};

const roundBy = (round: (magnitude: number) => number, value: number, digits: number): number | FormulaError => {
  const places = Math.max(-308, Math.min(308, digits));
  const moved = movePoint(Math.abs(value), places);
  return finite(Number.isFinite(moved) ? Math.sign(value) * movePoint(round(moved), -places) + 0 : value);
};

const toDigits =
  (round: (value: number, digits: number) => number | FormulaError) =>
  (run: Parameters<typeof payDigits>[0], x: number, n = 0): number | FormulaError => {
    payDigits(run, x, n);
    return round(x, n);
  };

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Functions of numbers. */
export const MATH_FUNCTIONS = {
  ABS: define('ABS(x)', 'The number without its sign.', ['number'], (_, x) => Math.abs(x)),
  FLOOR: define('FLOOR(x)', 'The next whole number at or below.', ['number'], (_, x) => Math.floor(x) + 0),
  CEIL: define('CEIL(x)', 'The next whole number at or above.', ['number'], (_, x) => Math.ceil(x) + 0),
  INT: define('INT(x)', 'The number without its fraction.', ['integer'], (_, x) => x),
  ROUND: define(
    'ROUND(x[, n])',
    'The nearest number of n decimals, halves to the even digit; printing still shows one decimal at most.',
    ['number', 'integer?'],
    toDigits((x, n) => finite(roundHalfEven(x, n))),
  ),
  ROUNDUP: define(
    'ROUNDUP(x[, n])',
    'The next number of n decimals away from zero.',
    ['number', 'integer?'],
    toDigits((x, n) => roundBy(Math.ceil, x, n)),
  ),
  ROUNDDOWN: define(
    'ROUNDDOWN(x[, n])',
    'The next number of n decimals towards zero.',
    ['number', 'integer?'],
    toDigits((x, n) => roundBy(Math.floor, x, n)),
  ),
  POWER: define(
    'POWER(base, exp)',
    'The base to the power of the exponent.',
    ['number', 'number'],
    (_, base, exponent) => finite(base ** exponent),
  ),
  SQRT: define('SQRT(x)', 'The square root.', ['number'], (_, x) => (x < 0 ? NUM : Math.sqrt(x))),
  MIN: defineMany('MIN(a, b, ...)', 'The smallest of the numbers.', 1, 'number', (values) =>
    values.reduce((least, value) => Math.min(least, value)),
  ),
  MAX: defineMany('MAX(a, b, ...)', 'The largest of the numbers.', 1, 'number', (values) =>
    values.reduce((most, value) => Math.max(most, value)),
  ),
  SUM: defineMany('SUM(a, b, ...)', 'All numbers added up.', 1, 'number', (values) => finite(sum(values))),
  AVG: defineMany('AVG(a, b, ...)', 'The mean of the numbers.', 1, 'number', (values) =>
    finite(sum(values) / values.length),
  ),
  MOD: define('MOD(a, b)', "What is left of a after dividing by b, with b's sign.", ['number', 'number'], (_, a, b) =>
    modulo(a, b),
  ),
  SIGN: define(
    'SIGN(x)',
    '-1, 0 or 1 for a negative number, zero, a positive number.',
    ['number'],
    (_, x) => Math.sign(x) + 0,
  ),
};
