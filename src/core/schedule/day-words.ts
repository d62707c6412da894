import { dateOf } from '../time/day.ts';
import { DAY_NAMES } from './calendar.ts';
import { DAY_MS } from '../time/durations.ts';
import { MONTHS } from '../time/months.ts';

const LEAP_YEAR = 2024;

const SHORTEST_SPAN = 3;

/** The name of a day of the week, Monday 0, as sentences write it. */
export const dayName = (weekday: number): string => {
  const name = DAY_NAMES[weekday] ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/**
 * Days of the week (Monday 0, in their order) in words: `every day`, `Monday to Friday`, `Monday, Tuesday and Friday`.
 */
export const weekdaysText = (weekdays: readonly number[]): string => {
  if (weekdays.length === DAY_NAMES.length) return 'every day';
  const spans = spansOf(weekdays).flatMap((span) =>
    span.length < SHORTEST_SPAN ? span.map(dayName) : [`${dayName(span[0] ?? 0)} to ${dayName(span.at(-1) ?? 0)}`],
  );
  return spans.length < 2 ? spans.join('') : `${spans.slice(0, -1).join(', ')} and ${spans.at(-1)}`;
};

/** Days that follow each other, together. */
const spansOf = (weekdays: readonly number[]): number[][] => {
  const spans: number[][] = [];
  for (const day of weekdays) {
    const span = spans.at(-1);
    if (span && span.at(-1) === day - 1) span.push(day);
    else spans.push([day]);
  }
  return spans;
};

/** The same behind a verb: `every day`, `from Monday to Friday`, `on Monday and Friday`. */
export const onWeekdays = (weekdays: readonly number[]): string => {
  if (weekdays.length === DAY_NAMES.length) return 'every day';
  const isSpan =
    weekdays.length >= SHORTEST_SPAN && (weekdays.at(-1) ?? 0) - (weekdays[0] ?? 0) === weekdays.length - 1;
  return `${isSpan ? 'from' : 'on'} ${weekdaysText(weekdays)}`;
};

/** The day with a number in words: `25 December 2025`, or of any year `25 December`. */
export const dateText = (number: number, yearly = false): string => {
  const { year, month, day } = dateOf(number);
  return `${day} ${MONTHS[month - 1]}${yearly ? '' : ` ${year}`}`;
};

/** Days since 1970-01-01 of the Monday that a leap year begins with. */
export const FIRST_MONDAY = Date.UTC(LEAP_YEAR, 0, 1) / DAY_MS;
