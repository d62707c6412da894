import { dateOf, dayNumberOf, weekdayOfNumber } from '../../core/time/day.ts';
import { DAY_MS } from '../../core/time/durations.ts';

/** The day that a wall clock shows, told as if it were UTC. */
export const dayOf = (wall: number): number => Math.floor(wall / DAY_MS);

/** Days of a year. */
export const daysInYear = (year: number): number => dayNumberOf(year + 1, 1, 1) - dayNumberOf(year, 1, 1);

/** The first day of the week that a day lies in. */
export const weekStart = (number: number, firstWeekday: number): number =>
  number - ((weekdayOfNumber(number) - firstWeekday + 7) % 7);

const firstWeek = (year: number, firstWeekday: number): number => weekStart(dayNumberOf(year, 1, 4), firstWeekday);

/**
 * The week of the year that a day lies in, from the front and from the back (-1 is the last): a week belongs to the
 * year that holds four of its days.
 */
export const weekOfYear = (number: number, firstWeekday: number): readonly [number, number] => {
  const start = weekStart(number, firstWeekday);
  const { year } = dateOf(start + 3);
  const week = Math.round((start - firstWeek(year, firstWeekday)) / 7) + 1;
  const weeks = Math.round((firstWeek(year + 1, firstWeekday) - firstWeek(year, firstWeekday)) / 7);
  return [week, week - weeks - 1];
};
