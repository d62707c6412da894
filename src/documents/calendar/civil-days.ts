import { DAY_MS } from '../../core/time/durations.ts';

/** A day of the calendar; `month` 1 to 12. */
export interface CivilDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The number of a day, counted from 1 January 1970. */
export const dayNumber = (year: number, month: number, day: number): number => {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
};

/** The day of a number. */
export const civilDay = (number: number): CivilDay => {
  const shifted = number + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
};

/** The day that a wall clock shows, told as if it were UTC. */
export const dayOf = (wall: number): number => Math.floor(wall / DAY_MS);

/** Weekday of a day number, Monday 0 to Sunday 6. */
export const weekday = (number: number): number => (((number + 3) % 7) + 7) % 7;

/** Whether a year has 29 February. */
export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Days of a month. */
export const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/** The first day of the week that a day lies in. */
export const weekStart = (number: number, firstWeekday: number): number =>
  number - ((weekday(number) - firstWeekday + 7) % 7);

const firstWeek = (year: number, firstWeekday: number): number => weekStart(dayNumber(year, 1, 4), firstWeekday);

/**
 * The week of the year that a day lies in, from the front and from the back (-1 is the last): a week belongs to the
 * year that holds four of its days.
 */
export const weekOfYear = (number: number, firstWeekday: number): readonly [number, number] => {
  const start = weekStart(number, firstWeekday);
  const { year } = civilDay(start + 3);
  const week = Math.round((start - firstWeek(year, firstWeekday)) / 7) + 1;
  const weeks = Math.round((firstWeek(year + 1, firstWeekday) - firstWeek(year, firstWeekday)) / 7);
  return [week, week - weeks - 1];
};
