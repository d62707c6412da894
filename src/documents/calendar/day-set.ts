import { dateOf, dayNumberOf, daysInMonth, weekdayOfNumber, type CalendarDate } from '../../core/time/day.ts';
import { daysInYear, weekOfYear } from './civil-days.ts';
import type { Rule, RuleDay } from './rule.ts';
import type { Steps } from './steps.ts';

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Whether a place in a row of `length` is named by one of `wanted`, counted from 1 or from the back. */
const isNamed = (wanted: readonly number[], index: number, length: number): boolean =>
  wanted.includes(index + 1) || wanted.includes(index - length);

/** Whether a day is the nth of its weekday among `length` days, in which it has the place `index`. */
const isNth = ({ nth }: RuleDay, index: number, length: number): boolean =>
  nth === 0 || nth === Math.floor(index / 7) + 1 || nth === -(Math.floor((length - 1 - index) / 7) + 1);

const fitsWeekday = (
  rule: Rule,
  days: readonly RuleDay[],
  number: number,
  { year, month, day }: CalendarDate,
): boolean => {
  const today = days.filter((one) => one.weekday === weekdayOfNumber(number));
  // Only months and years have an nth weekday; a week and a day have one of each.
  if ((rule.frequency !== 'YEARLY' && rule.frequency !== 'MONTHLY') || rule.weeks) return today.length > 0;
  if (rule.frequency === 'YEARLY' && !rule.months)
    return today.some((one) => isNth(one, number - dayNumberOf(year, 1, 1), daysInYear(year)));
  return today.some((one) => isNth(one, day - 1, daysInMonth(year, month)));
};

/** Whether a day is one of a rule's days, whatever its frequency. */
export const fitsDay = (rule: Rule, number: number, civil: CalendarDate = dateOf(number)): boolean => {
  const { year, month, day } = civil;
  if (rule.months && !rule.months.includes(month)) return false;
  if (rule.monthDays && !isNamed(rule.monthDays, day - 1, daysInMonth(year, month))) return false;
  if (rule.days && !fitsWeekday(rule, rule.days, number, civil)) return false;
  if (rule.yearDays && !isNamed(rule.yearDays, number - dayNumberOf(year, 1, 1), daysInYear(year))) return false;
  if (!rule.weeks) return true;
  const [week, fromBack] = weekOfYear(number, rule.firstWeekday);
  return rule.weeks.includes(week) || rule.weeks.includes(fromBack);
};

/** The days of a month that belong to a rule, in order. */
export const daysOfMonth = (rule: Rule, year: number, month: number, steps: Steps): number[] => {
  steps.take();
  if (rule.months && !rule.months.includes(month)) return [];
  const length = daysInMonth(year, month);
  const first = dayNumberOf(year, month, 1);
  const places =
    rule.monthDays?.map((day) => (day > 0 ? day : length + 1 + day)) ?? Array.from({ length }, (_, index) => index + 1);
  steps.take(places.length);
  const fitting = places.filter(
    (day) => day >= 1 && day <= length && fitsDay(rule, first + day - 1, { year, month, day }),
  );
  return [...new Set(fitting)].sort((a, b) => a - b).map((day) => first + day - 1);
};

/** The days of a year that belong to a rule, in order. */
export const daysOfYear = (rule: Rule, year: number, steps: Steps): number[] =>
  (rule.months ?? MONTHS).flatMap((month) => daysOfMonth(rule, year, month, steps));

/** The days of a week that belong to a rule, in order. */
export const daysOfWeek = (rule: Rule, start: number, steps: Steps): number[] => {
  steps.take(7);
  return Array.from({ length: 7 }, (_, index) => start + index).filter((number) => fitsDay(rule, number));
};

/** The first day at or after one whose month belongs to a rule. */
export const nextMonthDay = (rule: Rule, number: number): number => {
  const { months } = rule;
  const { year, month } = dateOf(number);
  if (!months || months.includes(month)) return number;
  const next = months.find((one) => one > month);
  return next === undefined ? dayNumberOf(year + 1, months[0] as number, 1) : dayNumberOf(year, next, 1);
};
