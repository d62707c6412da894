import { DAY_MS } from '../../src/core/time/durations.ts';
import { DAY_NAMES, maskOf } from '../../src/core/schedule/calendar.ts';
import { weekdaysText } from '../../src/core/schedule/day-words.ts';
import { DAY_MINUTES, parseTime } from '../../src/core/time/time-of-day.ts';
import type { Schedule } from '../../src/schema/content/schedules.ts';
import { schedule } from '../strings/schedule.ts';
import { CLOCK, dateForm } from '../kit/language.ts';

const UTC = { timeZone: 'UTC' } as const;
const timeText = dateForm({ ...UTC, ...CLOCK });
const fullDate = dateForm({ ...UTC, day: 'numeric', month: 'long', year: 'numeric' });
const shortDate = dateForm({ ...UTC, day: 'numeric', month: 'short' });
const yearlyDate = dateForm({ ...UTC, day: 'numeric', month: 'long' });

/** A minute of the day as a clock shows it. */
export const formatMinute = (minute: number): string =>
  minute === DAY_MINUTES ? schedule.endOfDay : timeText(minute * 60_000);

/** The same for where there is little room: midnight in numbers. */
export const clockOf = (minute: number): string => timeText(minute * 60_000);

/** A day of the calendar by its number, with or without its year. */
export const formatDay = (number: number, style: 'full' | 'short' = 'full'): string =>
  (style === 'full' ? fullDate : shortDate)(number * DAY_MS);

/** `MM-DD` or `YYYY-MM-DD` in words. */
export const formatDate = (text: string): string => {
  const yearly = text.length === 5;
  const at = Date.parse(`${yearly ? `2024-${text}` : text}T00:00:00Z`);
  if (Number.isNaN(at)) return text;
  return (yearly ? yearlyDate : fullDate)(at);
};

const WEEKDAYS = { all: [0, 1, 2, 3, 4, 5, 6], weekdays: [0, 1, 2, 3, 4], weekends: [5, 6] } as const;

/** The members of a rule that say on which days it applies. */
export type RuleDays = Pick<
  Schedule,
  | 'recurrence_type'
  | 'day_pattern'
  | 'custom_days'
  | 'annual_date'
  | 'annual_end_date'
  | 'one_off_date'
  | 'one_off_end_date'
>;

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
  if (rule.day_pattern !== 'custom') return weekdaysText(WEEKDAYS[rule.day_pattern]);
  const mask = maskOf(rule.custom_days ?? []);
  const places = DAY_NAMES.flatMap((_, place) => (mask & (1 << place) ? [place] : []));
  return weekdaysText(places);
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
