import { DAY_MS } from '../../src/core/time/durations.ts';
import { DAY_NAMES, parseDate, patternMask } from '../../src/core/schedule/calendar.ts';
import { dateText, weekdaysText } from '../../src/core/schedule/day-words.ts';
import { DAY_MINUTES, formatTime } from '../../src/core/time/time-of-day.ts';
import type { Schedule } from '../../src/schema/content/schedules.ts';
import { schedule } from '../strings/schedule.ts';
import { dateForm } from '../kit/language.ts';

const shortDate = dateForm({ timeZone: 'UTC', day: 'numeric', month: 'short' });

/** A minute of the day as a clock shows it. */
export const formatMinute = (minute: number): string =>
  minute === DAY_MINUTES ? schedule.endOfDay : formatTime(minute);

/** A day of the calendar by its number, without its year. */
export const formatDay = (number: number): string => shortDate(number * DAY_MS);

/** `MM-DD` or `YYYY-MM-DD` in words. */
export const formatDate = (text: string): string => {
  const yearly = text.length === 5;
  const number = parseDate(yearly ? `2024-${text}` : text);
  return number === null ? text : dateText(number, yearly);
};

/** On which days a rule applies, in words. */
export const daysText = (rule: Schedule): string => {
  if (rule.recurrence_type === 'annual_date') {
    const [first, last] = [formatDate(rule.annual_date ?? ''), rule.annual_end_date];
    return last ? schedule.everyYearSpan(first, formatDate(last)) : schedule.everyYear(first);
  }
  if (rule.recurrence_type === 'one_off_date') {
    const [first, last] = [formatDate(rule.one_off_date ?? ''), rule.one_off_end_date];
    return last ? schedule.onceSpan(first, formatDate(last)) : schedule.once(first);
  }
  const mask = patternMask(rule);
  return weekdaysText([...DAY_NAMES.keys()].filter((place) => mask & (1 << place)));
};

/** When a rule begins or ends, in words; `resolved` is its time on the clock, null at the end of the day. */
export const edgeText = (rule: Schedule, edge: 'start' | 'end', resolved: string | null): string => {
  const [type, offset] = [rule[`${edge}_type`], rule[`${edge}_sun_offset`]];
  const time = resolved ?? schedule.endOfDay;
  if (type === 'fixed') return time;
  const { at, before, after } = schedule.sun;
  const words = offset === 0 ? at[type] : offset < 0 ? before(-offset, at[type]) : after(offset, at[type]);
  return schedule.withTime(words, time);
};
