import { dayNumberOf, weekdayOfNumber } from '../../../core/time/day.ts';

/** The number of the western Easter Sunday of a year (Gregorian computus). */
export const easterOf = (year: number): number => {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const epact = (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) % 30;
  const moon = epact - (epact === 29 || (epact === 28 && golden > 10) ? 1 : 0);
  const full = dayNumberOf(year, 3, 21 + moon);
  return full + 7 - ((weekdayOfNumber(full) + 1) % 7);
};

/** The number of the orthodox Easter Sunday of a year (Julian computus), 1900 to 2099. */
export const orthodoxEasterOf = (year: number): number => {
  const moon = (19 * (year % 19) + 15) % 30;
  const weekday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7;
  // The Julian calendar is 13 days behind in these two centuries.
  return dayNumberOf(year, 3, 22 + moon + weekday + 13);
};

const firstWeekdayFrom = (number: number, weekday: number): number =>
  number + ((weekday - weekdayOfNumber(number) + 7) % 7);

/** Astronomers' mean equinox in Japan, for 1980 to 2099. */
const equinoxDay = (year: number, base: number): number =>
  Math.floor(base + 0.242194 * (year - 1980)) - Math.floor((year - 1980) / 4);

const NAMED: Readonly<Record<string, (year: number) => number>> = {
  SPRING: (year) => dayNumberOf(year, 3, equinoxDay(year, 20.8431)),
  AUTUMN: (year) => dayNumberOf(year, 9, equinoxDay(year, 23.2488)),
  // 27 April, or the day before when that is a Sunday.
  KING: (year) => dayNumberOf(year, 4, weekdayOfNumber(dayNumberOf(year, 4, 27)) === 6 ? 26 : 27),
  // 1 February when it is a Friday, else the first Monday.
  BRIGID: (year) => {
    const first = dayNumberOf(year, 2, 1);
    return weekdayOfNumber(first) === 4 ? first : firstWeekdayFrom(first, 0);
  },
};

const nthWeekday = (year: number, month: number, nth: number, weekday: number): number =>
  nth > 0
    ? firstWeekdayFrom(dayNumberOf(year, month, 1), weekday) + 7 * (nth - 1)
    : firstWeekdayFrom(dayNumberOf(year, month + 1, 1) - 7, weekday);

/** The number of the day that a rule of the table of holidays gives in a year; null for what is no rule. */
export const dayOfRule = (rule: string, year: number): number | null => {
  const named = NAMED[rule];
  if (named) return named(year);
  const [, church, shift] = /^([EO])([+-]\d+)$/.exec(rule) ?? [];
  if (church) return (church === 'E' ? easterOf(year) : orthodoxEasterOf(year)) + Number(shift);
  const [, month, nth, weekday] = /^(\d\d)#(-?\d)\.(\d)$/.exec(rule) ?? [];
  if (month) return nthWeekday(year, Number(month), Number(nth), Number(weekday));
  const [, from, day, after] = /^(\d\d)-(\d\d)(?:>(\d))?$/.exec(rule) ?? [];
  if (!from) return null;
  const number = dayNumberOf(year, Number(from), Number(day));
  return after === undefined ? number : firstWeekdayFrom(number, Number(after));
};
