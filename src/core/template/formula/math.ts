import { roundHalfEven } from '../values.ts';
import { define, defineMany, payDigits } from './definition.ts';
import { DIV0, NUM, finite, type FormulaError } from './errors.ts';

/** The remainder that has the divisor's sign; dividing by zero is `#DIV/0`. */
export const modulo = (a: number, b: number): number | FormulaError => {
  if (b === 0) return DIV0;
  const rest = a % b;
  return (Math.sign(rest) === -Math.sign(b) ? rest + b : rest) + 0;
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

/** A function that rounds a number to so many digits, none unless told otherwise. */
const defineRounding = (round: (value: number, digits: number) => number | FormulaError) =>
  define(['number', 'integer?'], (run, x, n = 0) => {
    payDigits(run, x, n);
    return round(x, n);
  });

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Functions of numbers. */
export const MATH_FUNCTIONS = {
  ABS: define(['number'], (_, x) => Math.abs(x)),
  FLOOR: define(['number'], (_, x) => Math.floor(x) + 0),
  CEIL: define(['number'], (_, x) => Math.ceil(x) + 0),
  INT: define(['integer'], (_, x) => x),
  ROUND: defineRounding((x, n) => finite(roundHalfEven(x, n))),
  ROUNDUP: defineRounding((x, n) => roundBy(Math.ceil, x, n)),
  ROUNDDOWN: defineRounding((x, n) => roundBy(Math.floor, x, n)),
  POWER: define(['number', 'number'], (_, base, exponent) => finite(base ** exponent)),
  SQRT: define(['number'], (_, x) => (x < 0 ? NUM : Math.sqrt(x))),
  MIN: defineMany(1, 'number', (_, values) => values.reduce((least, value) => Math.min(least, value))),
  MAX: defineMany(1, 'number', (_, values) => values.reduce((most, value) => Math.max(most, value))),
  SUM: defineMany(1, 'number', (_, values) => finite(sum(values))),
  AVG: defineMany(1, 'number', (_, values) => finite(sum(values) / values.length)),
  MOD: define(['number', 'number'], (_, a, b) => modulo(a, b)),
  SIGN: define(['number'], (_, x) => Math.sign(x) + 0),
};
