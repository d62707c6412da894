import type { Location } from '../../schema/appliance/location.ts';
import type { Day } from '../time/day.ts';
import { DAY_MINUTES } from '../time/time-of-day.ts';
import { DAY_NAMES, nextDayIn, type Calendar } from './calendar.ts';
import { dateText, FIRST_MONDAY, onWeekdays } from './day-words.ts';
import { edgeMinute, type ReadyRule, type Recurrence } from './rule.ts';

/** A window in minutes from the midnight of the day it begins on; `end` is beyond 1440 when it crosses midnight. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/** A recurrence's window, with the sun as of a day. */
export const windowOf = ({ start, end }: Recurrence, day: Day, location: Location): Window => {
  const from = edgeMinute(start, day, location) ?? 0;
  const to = edgeMinute(end, day, location) ?? DAY_MINUTES;
  return { start: from, end: to > from ? to : to + DAY_MINUTES };
};

/** Whether two windows overlap when the second begins `shift` days after the first. */
const meet = (first: Window, second: Window, shift: number): boolean =>
  first.start < second.end + shift * DAY_MINUTES && second.start + shift * DAY_MINUTES < first.end;

/**
 * When two rules of the same kind apply at once, in words: `on Monday`, `on 25 December` or `on 25 December 2025`, of
 * dates the first; null when they never do. Rules of different kinds do not overlap: special dates take precedence over
 * the week on purpose.
 */
export const overlapOf = (first: ReadyRule, second: ReadyRule, today: Day, location: Location): string | null => {
  if (first.tier !== second.tier) return null;
  const [one, other] = [windowOf(first, today, location), windowOf(second, today, location)];
  const shifts = [-1, 0, 1].filter((shift) => meet(one, other, shift));
  return shifts.length === 0 ? null : commonDays(first.calendar, second.calendar, shifts);
};

const commonDays = (first: Calendar, second: Calendar, shifts: readonly number[]): string | null => {
  const collide = (day: number): boolean => shifts.some((shift) => beginsOn(first, second, day, shift));
  if (first.kind === 'weekly') {
    const days = DAY_NAMES.flatMap((_, weekday) => (collide(FIRST_MONDAY + weekday) ? [weekday] : []));
    return days.length === 0 ? null : onWeekdays(days);
  }
  if (first.kind === 'annual') {
    const number = Array.from({ length: 366 }, (_, index) => FIRST_MONDAY + index).find(collide);
    return number === undefined ? null : `on ${dateText(number, true)}`;
  }
  const firstOf = nextDayIn(second, first.from - 1) ?? first.from;
  const common = [first.from, first.from + 1, firstOf, firstOf + 1].filter(collide);
  return common.length === 0 ? null : `on ${dateText(Math.min(...common))}`;
};

/** Whether the later of two windows, of which the second begins `shift` days after the first, begins on a day. */
const beginsOn = (first: Calendar, second: Calendar, day: number, shift: number): boolean => {
  const start = day - Math.max(0, shift);
  return nextDayIn(first, start) === start && nextDayIn(second, start + shift) === start + shift;
};
