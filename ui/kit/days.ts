import { DAY_NAMES } from '../../src/core/schedule/calendar.ts';
import { dayName } from '../../src/core/schedule/day-words.ts';

/** The days of the week, to be chosen from. */
export const DAYS = DAY_NAMES.map((value, place) => ({
  value,
  name: dayName(place).slice(0, 3),
  title: dayName(place),
}));
