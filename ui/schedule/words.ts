import { DAY_NAMES, maskOf } from '../../src/core/schedule/calendar.ts';
import { DAY_MINUTES, parseTime } from '../../src/core/time-of-day.ts';
import type { Schedule } from '../../src/schema/schedule.ts';
import { schedule } from '../strings/schedule.ts';

const UTC = { timeZone: 'UTC' } as const;
const TIME = new Intl.DateTimeFormat(undefined, { ...UTC, hour: 'numeric', minute: '2-digit' });
const LONG_DAY = new Intl.DateTimeFormat(undefined, { ...UTC, weekday: 'long' });
const SHORT_DAY = new Intl.DateTimeFormat(undefined, { ...UTC, weekday: 'short' });
const FULL_DATE = new Intl.DateTimeFormat(undefined, { ...UTC, day: 'numeric', month: 'long', year: 'numeric' });
const SHORT_DATE = new Intl.DateTimeFormat(undefined, { ...UTC, day: 'numeric', month: 'short' });
const YEARLY = new Intl.DateTimeFormat(undefined, { ...UTC, day: 'numeric', month: 'long' });
const LIST = new Intl.ListFormat(undefined, { type: 'conjunction' });
/** A Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** A minute of the day as a clock of the reader's language shows it. */
export const formatMinute = (minute: number): string => (minute === DAY_MINUTES ? schedule.endOfDay : TIME.format(minute * 60_000));

/** The same for where there is little room: midnight in numbers. */
export const clockOf = (minute: number): string => TIME.format(minute * 60_000);

/** The name of a day of the week, Monday 0. */
export const dayName = (weekday: number, style: 'long' | 'short' = 'long'): string => (style === 'long' ? LONG_DAY : SHORT_DAY).format(MONDAY_MS + weekday * DAY_MS);

/** A day of the calendar by its number, with or without its year. */
export const formatDay = (number: number, style: 'full' | 'short' = 'full'): string => (style === 'full' ? FULL_DATE : SHORT_DATE).format(number * DAY_MS);

/** `MM-DD` or `YYYY-MM-DD` in words. */
export const formatDate = (text: string): string => {
  const yearly = text.length === 5;
  const at = Date.parse(`${yearly ? `2024-${text}` : text}T00:00:00Z`);
  if (Number.isNaN(at)) return text;
  return (yearly ? YEARLY : FULL_DATE).format(at);
};

const weekdaysText = (places: readonly number[]): string => {
  const [first, last] = [places[0] ?? 0, places.at(-1) ?? 0];
  if (places.length > 2 && last - first === places.length - 1) return schedule.daySpan(dayName(first), dayName(last));
  return LIST.format(places.map((place) => dayName(place)));
};

const WEEKDAYS = { weekdays: [0, 1, 2, 3, 4], weekends: [5, 6] } as const;

/** The members of a rule that say on which days it applies. */
export type RuleDays = Pick<Schedule, 'recurrence_type' | 'day_pattern' | 'custom_days' | 'annual_date' | 'annual_end_date' | 'one_off_date' | 'one_off_end_date'>;

/** On which days a rule applies, in words. */
export const daysText = (rule: RuleDays): string => {
  if (rule.recurrence_type === 'annual_date') {
    const [first, last] = [formatDate(rule.annual_date ?? ''), rule.annual_end_date];
    return last ? schedule.everyYearSpan(first, formatDate(last)) : schedule.everyYear(first);
  }
  if (rule.recurrence_type === 'one_off_date') {
    const [first, last] = [formatDate(rule.one_off_date ?? ''), rule.one_off_end_date];
    return last ? schedule.onceSpan(first, formatDate(last)) : schedule.once(first);
  }
  if (rule.day_pattern === 'all') return schedule.everyDay;
  if (rule.day_pattern !== 'custom') return weekdaysText(WEEKDAYS[rule.day_pattern]);
  const mask = maskOf(rule.custom_days ?? []);
  const places = DAY_NAMES.flatMap((_, place) => (mask & (1 << place) ? [place] : []));
  return places.length === 7 ? schedule.everyDay : weekdaysText(places);
};

/** When a rule begins or ends, in words; `resolved` is its time on the clock, null at the end of the day. */
export const edgeText = (rule: Schedule, edge: 'start' | 'end', resolved: string | null): string => {
  const [type, offset] = [rule[`${edge}_type`], rule[`${edge}_sun_offset`]];
  const time = formatMinute((resolved === null ? null : parseTime(resolved)) ?? DAY_MINUTES);
  if (type === 'fixed') return time;
  const { at, before, after } = schedule.sun;
  const words = offset === 0 ? at[type] : offset < 0 ? before(-offset, at[type]) : after(offset, at[type]);
  return schedule.withTime(words, time);
};

const DAY_WORDS = new RegExp(`\\b(?:${DAY_NAMES.join('|')})\\b`, 'g');

/** A sentence of the service with the names of days as the reader writes them. */
export const withDayNames = (sentence: string): string => sentence.replace(DAY_WORDS, (name) => dayName(DAY_NAMES.findIndex((one) => one === name)));
