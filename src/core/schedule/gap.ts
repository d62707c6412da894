import type { Location } from '../../schema/appliance/location.ts';
import type { Day } from '../time/day.ts';
import { DAY_MINUTES } from '../time/time-of-day.ts';
import { windowOf } from './overlap.ts';
import type { Recurrence } from './rule.ts';

/** A free time on weekdays (Monday 0), in minutes of the day; an `end` of 1439 stands for the end of the day. */
export interface FreeTime {
  readonly start: number;
  readonly end: number;
  readonly days: number[];
}

const LONGEST_IGNORED_MINUTES = 15;
const WEEK_MINUTES = 7 * DAY_MINUTES;

/** Which minutes of a week, from Monday 00:00, weekly rules cover; what runs past Sunday goes on on Monday. */
const coverage = (rules: readonly Recurrence[], today: Day, location: Location): Uint8Array => {
  const covered = new Uint8Array(WEEK_MINUTES);
  for (const rule of rules) {
    const { start, end } = windowOf(rule, today, location);
    for (let day = 0; day < 7; day++) {
      if (rule.calendar.kind !== 'weekly' || !(rule.calendar.mask & (1 << day))) continue;
      const from = day * DAY_MINUTES + start;
      const to = day * DAY_MINUTES + end;
      covered.fill(1, from, Math.min(to, WEEK_MINUTES));
      if (to > WEEK_MINUTES) covered.fill(1, 0, to - WEEK_MINUTES);
    }
  }
  return covered;
};

/**
 * The times of a week longer than 15 minutes that no weekly rule covers, day by day; days with the same free time are
 * joined.
 */
export const freeTimes = (rules: readonly Recurrence[], today: Day, location: Location): FreeTime[] => {
  const covered = coverage(rules, today, location);
  const found = new Map<string, FreeTime>();
  for (let day = 0; day < 7; day++) {
    const minutes = covered.subarray(day * DAY_MINUTES, (day + 1) * DAY_MINUTES);
    for (const { start, end } of freeRuns(minutes)) {
      if (end - start <= LONGEST_IGNORED_MINUTES) continue;
      const last = Math.min(end, DAY_MINUTES - 1);
      const key = `${start}-${last}`;
      const known = found.get(key);
      if (known) known.days.push(day);
      else found.set(key, { start, end: last, days: [day] });
    }
  }
  return [...found.values()];
};

const freeRuns = (minutes: Uint8Array): { start: number; end: number }[] => {
  const runs: { start: number; end: number }[] = [];
  for (let start = minutes.indexOf(0); start !== -1; ) {
    const covered = minutes.indexOf(1, start);
    const end = covered === -1 ? minutes.length : covered;
    runs.push({ start, end });
    start = minutes.indexOf(0, end);
  }
  return runs;
};
