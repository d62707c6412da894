import { instantOf, offsetAt } from './zone.ts';
import { DAY_MS, MINUTE_MS } from './durations.ts';

/** A date of the calendar; `month` 1 to 12. */
export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A date in a zone, with the instants (ms) at which it begins and ends there. */
export interface Day extends CalendarDate {
  readonly zone: string;
  /** Days since 1970-01-01. */
  readonly number: number;
  /** Monday 0 to Sunday 6. */
  readonly weekday: number;
  readonly start: number;
  readonly end: number;
  /** Whether the clock does not change on this day. */
  readonly even: boolean;
  /** Instants of minutes that were computed, of a day with a clock change. */
  readonly readings: Map<number, number>;
}

const MOST_REMEMBERED = 1024;
const calendars = new Map<string, Map<number, Day>>();

/** The number of a date: days since 1970-01-01. A day beyond its month, or a month beyond its year, counts on. */
export const dayNumberOf = (year: number, month: number, day: number): number => {
  // Years are counted from March on, so that a leap day is the last of its year.
  const months = year * 12 + month - 3;
  const years = Math.floor(months / 12);
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return years * 365 + leapDays + Math.floor((153 * (months - years * 12) + 2) / 5) + day - 719_469;
};

/** Days of a month. */
export const daysInMonth = (year: number, month: number): number =>
  dayNumberOf(year, month + 1, 1) - dayNumberOf(year, month, 1);

/** The date with a number. */
export const dateOf = (number: number): CalendarDate => {
  const date = new Date(number * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
};

/** Weekday of a day number, Monday 0 to Sunday 6. */
export const weekdayOfNumber = (number: number): number => (((number + 3) % 7) + 7) % 7;

/** What a zone's clock shows at an instant: the number of the day and the minute of it. */
export const readingAt = (at: number, zone: string): { number: number; minute: number } => {
  const wall = at + offsetAt(at, zone);
  const number = Math.floor(wall / DAY_MS);
  return { number, minute: Math.floor((wall - number * DAY_MS) / MINUTE_MS) };
};

const measure = (number: number, zone: string): Day => {
  const date = dateOf(number);
  const midnight = { hour: 0, minute: 0, second: 0 };
  const start = instantOf({ ...date, ...midnight }, zone);
  const end = instantOf({ ...dateOf(number + 1), ...midnight }, zone);
  const even = end - start === DAY_MS && offsetAt(start, zone) === offsetAt(end - 1, zone);
  return { ...date, zone, number, weekday: weekdayOfNumber(number), start, end, even, readings: new Map() };
};

/** The day with a number in a zone; each is measured once. */
export const dayOf = (number: number, zone: string): Day => {
  let days = calendars.get(zone);
  if (!days) calendars.set(zone, (days = new Map<number, Day>()));
  let day = days.get(number);
  if (!day) {
    if (days.size >= MOST_REMEMBERED) days.clear();
    days.set(number, (day = measure(number, zone)));
  }
  return day;
};

/** The day that a zone's calendar shows at an instant. */
export const dayAt = (at: number, zone: string): Day => dayOf(readingAt(at, zone).number, zone);

/**
 * The instant at which the clock first reads a minute (0 to 1439) of a day: of a repeated minute the first one, of a
 * skipped minute the first that exists after it (rules, S4).
 */
export const instantOfMinute = (day: Day, minute: number): number => {
  if (day.even) return day.start + minute * MINUTE_MS;
  let instant = day.readings.get(minute);
  if (instant === undefined) {
    const { year, month, day: date, zone } = day;
    instant = instantOf(
      { year, month, day: date, hour: Math.floor(minute / 60), minute: minute % 60, second: 0 },
      zone,
    );
    day.readings.set(minute, instant);
  }
  return instant;
};
