import { parseDate } from '../../../src/core/schedule/calendar.ts';
import { dayAt, dayOf, readingAt, type CalendarDate, type Day } from '../../../src/core/time/day.ts';
import { DAY_MINUTES } from '../../../src/core/time/time-of-day.ts';

/** `YYYY-MM-DD` of a date. */
export const isoDate = ({ year, month, day }: CalendarDate): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');

/**
 * The seven days, Monday first, of the week that a date (`YYYY-MM-DD`) lies in; of the present week for anything else.
 */
export const weekOf = (date: string | null, now: number, zone: string): readonly Day[] => {
  const number = parseDate(date ?? '');
  const within = number === null ? dayAt(now, zone) : dayOf(number, zone);
  return Array.from({ length: 7 }, (_, place) => dayOf(within.number - within.weekday + place, zone));
};

/** The minute of a day at which an instant is drawn: 0 before it and 1440 after it. */
export const minuteIn = (day: Day, at: number): number => {
  if (at <= day.start) return 0;
  return at >= day.end ? DAY_MINUTES : readingAt(at, day.zone).minute;
};

/** The instant of a minute of a week, counted from its Monday. */
export const instantInWeek = (days: readonly Day[], minute: number): number => {
  const day = days[Math.min(days.length - 1, Math.floor(minute / DAY_MINUTES))];
  if (!day) return 0;
  const part = minute - Math.floor(minute / DAY_MINUTES) * DAY_MINUTES;
  return day.start + Math.round((part / DAY_MINUTES) * (day.end - day.start));
};

/** The minute of a week, counted from its Monday, at which an instant lies. */
export const minuteInWeek = (days: readonly Day[], at: number): number => {
  const place = days.findIndex(({ end }) => at < end);
  const day = days[place];
  if (!day) return days.length * DAY_MINUTES;
  return place * DAY_MINUTES + Math.max(0, Math.round(((at - day.start) / (day.end - day.start)) * DAY_MINUTES));
};
