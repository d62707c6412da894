import type { Day as DayName, Schedule } from '../../schema/content/schedules.ts';
import { dateOf, dayNumberOf, weekdayOfNumber, type CalendarDate } from '../time/day.ts';

/** Names of the days, Monday first, as bodies and answers write them. */
export const DAY_NAMES: readonly DayName[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];

/** The days on which something begins, by day number. */
export type Calendar =
  /** `mask`: bit 0 is Monday. */
  | { readonly kind: 'weekly'; readonly mask: number }
  /** Month · 100 + day, both ends included; `from` after `to` wraps the year. */
  | { readonly kind: 'annual'; readonly from: number; readonly to: number }
  /** Day numbers, both included. */
  | { readonly kind: 'one_off'; readonly from: number; readonly to: number };

const LONGEST_LEAP_GAP_YEARS = 8;

/** The mask of named weekdays; names that are none are left out. */
export const maskOf = (names: readonly string[]): number => names.reduce((mask, name) => mask | maskBit(name), 0);

const maskBit = (name: string): number => {
  const index = DAY_NAMES.indexOf(name as DayName);
  return index < 0 ? 0 : 1 << index;
};

/** Month · 100 + day of `MM-DD`, 02-29 included; null when no year has that date. */
export const parseAnnual = (text: string): number | null => {
  const match = /^(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  return parseDate(`2024-${text}`) === null ? null : Number(match[1]) * 100 + Number(match[2]);
};

/** The day number of `YYYY-MM-DD`; null when the calendar has no such date. */
export const parseDate = (text: string): number | null => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const number = dayNumberOf(year, month, day);
  const date = dateOf(number);
  return date.month === month && date.day === day ? number : null;
};

/** The days of the week on which a weekly rule begins, a bit for each, Monday first. */
export const patternMask = (rule: Pick<Schedule, 'day_pattern' | 'custom_days'>): number => {
  if (rule.day_pattern === 'custom') return maskOf(rule.custom_days ?? []);
  return { all: 0b1111111, weekdays: 0b0011111, weekends: 0b1100000 }[rule.day_pattern];
};

/** The days on which a rule begins; null when its dates cannot be read. */
export const calendarOf = (rule: Schedule): Calendar | null => {
  if (rule.recurrence_type === 'weekly') return { kind: 'weekly', mask: patternMask(rule) };
  const annual = rule.recurrence_type === 'annual_date';
  const parse = annual ? parseAnnual : parseDate;
  const [first, last] = annual ? [rule.annual_date, rule.annual_end_date] : [rule.one_off_date, rule.one_off_end_date];
  const from = parse(first ?? '');
  const to = last ? parse(last) : from;
  if (from === null || to === null) return null;
  return { kind: annual ? 'annual' : 'one_off', from, to };
};

const withinYear = (calendar: { from: number; to: number }, date: CalendarDate): boolean => {
  const key = date.month * 100 + date.day;
  return calendar.from <= calendar.to
    ? key >= calendar.from && key <= calendar.to
    : key >= calendar.from || key <= calendar.to;
};

/** Whether something begins on a day. */
export const includesDay = (
  calendar: Calendar,
  day: CalendarDate & { readonly number: number; readonly weekday: number },
): boolean => {
  if (calendar.kind === 'weekly') return (calendar.mask & (1 << day.weekday)) !== 0;
  if (calendar.kind === 'annual') return withinYear(calendar, day);
  return day.number >= calendar.from && day.number <= calendar.to;
};

/** The number of the first day from `number` on that a calendar includes; null when there is none. */
export const nextDayIn = (calendar: Calendar, number: number): number | null => {
  if (calendar.kind === 'one_off') return number <= calendar.to ? Math.max(number, calendar.from) : null;
  if (calendar.kind === 'annual') return nextAnnualDay(calendar, number);
  for (let ahead = 0; ahead < 7; ahead++)
    if (calendar.mask & (1 << weekdayOfNumber(number + ahead))) return number + ahead;
  return null;
};

const nextAnnualDay = (calendar: { from: number; to: number }, number: number): number | null => {
  const today = dateOf(number);
  if (withinYear(calendar, today)) return number;
  for (let year = today.year; year <= today.year + LONGEST_LEAP_GAP_YEARS; year++) {
    // A range that begins on 02-29 begins on 03-01 in other years, if it reaches that far.
    const first = dayNumberOf(year, Math.floor(calendar.from / 100), calendar.from % 100);
    if (first >= number && withinYear(calendar, dateOf(first))) return first;
  }
  return null;
};
