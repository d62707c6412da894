import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../time/durations.ts';
import type { Node } from './ast.ts';
import { isBlank, type Value } from './coerce.ts';
import { payReading, special, type Run } from './definition.ts';
import { VALUE, isError, type FormulaError } from './errors.ts';

const UNITS: Readonly<Record<string, number>> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
/** More characters are no period, and are not read. */
const LONGEST_PERIOD = 20;
const PERIOD = /^\s*(\d{1,6})\s*([smhd]?)\s*$/i;

/** The ms that `"20m"`, `"2h"`, `"1d"`, `"90s"` or a number of minutes stands for. */
const toPeriod = (value: Value): number | FormulaError => {
  if (isError(value)) return value;
  const text = typeof value === 'number' ? String(value) : value;
  const [, count, unit = ''] =
    typeof text === 'string' && text.length <= LONGEST_PERIOD ? (PERIOD.exec(text) ?? []) : [];
  return count === undefined ? VALUE : Number(count) * (UNITS[unit.toLowerCase()] ?? MINUTE_MS);
};

const isOlder = ({ context }: Run, keys: readonly string[], period: number): boolean =>
  keys.some((key) => {
    context.budget.spend(1);
    const readAt = context.source(key)?.readAt;
    return readAt !== undefined && context.now - readAt > period;
  });

/** The function that looks at the age of data. */
export const FRESH_FUNCTIONS = {
  FRESH: {
    ...special(2, 3, ([of, ...more], compiler) => {
      const { evaluate: value, keys } = compiler.compileNoting(of as Node);
      const [age = () => null, fallback = () => '-'] = compiler.compileAll(more);
      return (run) => {
        run.context.budget.spend(2);
        const given = age(run);
        payReading(run, given);
        const period = toPeriod(given);
        if (isError(period)) return period;
        if (isOlder(run, keys, period)) return fallback(run);
        const found = value(run);
        return isError(found) || isBlank(found) ? fallback(run) : found;
      };
    }),
    readsClock: true,
  },
};
