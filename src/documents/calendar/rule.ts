import { dateOf, weekdayOfNumber } from '../../core/time/day.ts';
import { dayOf } from './civil-days.ts';

/** How often a rule repeats, from the rarest to the densest. */
const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;

/** A frequency of a rule. */
export type Frequency = (typeof FREQUENCIES)[number];

/**
 * A weekday of a rule, Monday 0; `nth` counts it within the month or the year, from the back when negative, 0 is every
 * one.
 */
export interface RuleDay {
  readonly nth: number;
  readonly weekday: number;
}

/** A recurrence rule as it is written. Parts that are not there are null. */
export interface RuleText {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | null;
  readonly until: string | null;
  readonly firstWeekday: number;
  readonly months: readonly number[] | null;
  readonly weeks: readonly number[] | null;
  readonly yearDays: readonly number[] | null;
  readonly monthDays: readonly number[] | null;
  readonly days: readonly RuleDay[] | null;
  readonly hours: readonly number[] | null;
  readonly minutes: readonly number[] | null;
  readonly seconds: readonly number[] | null;
  readonly positions: readonly number[] | null;
}

/** A rule whose end is known as a wall clock; what it leaves open is taken from its start. */
export interface Rule extends Omit<RuleText, 'until'> {
  /** The last wall clock that belongs to it. */
  readonly until: number;
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** Thrown when a rule is none. */
class RuleError extends Error {
  override readonly name = 'RuleError';
}

const numbers = (text: string | undefined, isFitting: (value: number) => boolean): number[] | null => {
  if (text === undefined || text === '') return null;
  const values = text
    .split(',')
    .map((part) => Number.parseInt(part.trim(), 10))
    .filter(isFitting);
  if (values.length === 0) throw new RuleError('no value fits');
  return [...new Set(values)].sort((a, b) => a - b);
};

const within =
  (from: number, to: number) =>
  (value: number): boolean =>
    value >= from && value <= to;
/** Positions count from the front, or from the back when negative. */
const position =
  (most: number) =>
  (value: number): boolean =>
    value !== 0 && Math.abs(value) <= most;

const toDay = (text: string): RuleDay => {
  const [, nth = '', name = ''] = /^([+-]?\d{0,3})([A-Z]{2})$/.exec(text.trim()) ?? [];
  if (!WEEKDAYS.includes(name)) throw new RuleError('no weekday');
  return { nth: Number(nth), weekday: WEEKDAYS.indexOf(name) };
};

const positive = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new RuleError('no count');
  return Math.min(value, 1e9);
};

const build = (parts: ReadonlyMap<string, string>): RuleText => {
  const frequency = FREQUENCIES.find((name) => name === parts.get('FREQ'));
  if (!frequency || (parts.get('RSCALE') ?? 'GREGORIAN') !== 'GREGORIAN') throw new RuleError('no frequency');
  const first = WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO');
  return {
    frequency,
    interval: positive(parts.get('INTERVAL')) ?? 1,
    count: positive(parts.get('COUNT')),
    until: parts.get('UNTIL') ?? null,
    firstWeekday: first === -1 ? 0 : first,
    months: numbers(parts.get('BYMONTH'), within(1, 12)),
    weeks: numbers(parts.get('BYWEEKNO'), position(53)),
    yearDays: numbers(parts.get('BYYEARDAY'), position(366)),
    monthDays: numbers(parts.get('BYMONTHDAY'), position(31)),
    days: parts.get('BYDAY') ? (parts.get('BYDAY') as string).split(',').map(toDay) : null,
    hours: numbers(parts.get('BYHOUR'), within(0, 23)),
    minutes: numbers(parts.get('BYMINUTE'), within(0, 59)),
    seconds: numbers(parts.get('BYSECOND'), within(0, 59)),
    positions: numbers(parts.get('BYSETPOS'), position(366)),
  };
};

/** The parts of a rule such as `FREQ=DAILY;COUNT=3`, in whatever case; null when it is no rule that can be followed. */
export const parseRule = (text: string): RuleText | null => {
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(';')) {
    const [name = '', value = ''] = part.split('=');
    if (name.trim() !== '') parts.set(name.trim(), value.trim());
  }
  try {
    return build(parts);
  } catch (error) {
    if (error instanceof RuleError) return null;
    throw error;
  }
};

const namesDays = ({ weeks, yearDays, monthDays, days }: Rule): boolean =>
  [weeks, yearDays, monthDays, days].some((part) => part !== null);

/** A rule in which nothing is open any more: days that it does not name are those of its start. */
export const completeRule = (rule: Rule, start: number): Rule => {
  const { month, day } = dateOf(dayOf(start));
  const own = [{ nth: 0, weekday: weekdayOfNumber(dayOf(start)) }];
  if (rule.frequency === 'YEARLY' && rule.weeks && !rule.yearDays && !rule.monthDays && !rule.days)
    return { ...rule, days: own };
  if (namesDays(rule)) return rule;
  if (rule.frequency === 'YEARLY') return { ...rule, months: rule.months ?? [month], monthDays: [day] };
  if (rule.frequency === 'MONTHLY') return { ...rule, monthDays: [day] };
  return rule.frequency === 'WEEKLY' ? { ...rule, days: own } : rule;
};
