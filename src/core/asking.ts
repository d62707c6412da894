import { dayAt, dayOf, instantOfMinute, type Day } from './time/day.ts';
import { SECOND_MS } from './time/durations.ts';
import { DAY_NAMES } from './schedule/calendar.ts';
import { parseTime } from './time/time-of-day.ts';

/** Hours of certain days, all unless given, in which a source is asked more often. */
export interface OftenHours {
  readonly from: string;
  readonly to: string;
  readonly seconds: number;
  readonly days?: readonly string[] | null;
}

/** When a source is asked beside its usual interval: more often at given hours, and at fixed times of day. */
export interface AskingPlan {
  readonly often: readonly OftenHours[];
  readonly times: readonly string[];
}

const daysUntil = (from: number, to: number, zone: string): Day[] => {
  const first = dayAt(from, zone).number - 1;
  const last = dayAt(to, zone).number;
  return Array.from({ length: last - first + 1 }, (_, index) => dayOf(first + index, zone));
};

const instantAt = (day: Day, time: string): number => instantOfMinute(day, parseTime(time) ?? 0);

/** The first moment of these hours of a day at which a source is due again; none when they are over. */
const dueIn = ({ from, to, seconds, days }: OftenHours, day: Day, asked: number, zone: string): number[] => {
  if (days && !days.includes(DAY_NAMES[day.weekday] ?? '')) return [];
  const begin = instantAt(day, from);
  const end = instantAt(to > from ? day : dayOf(day.number + 1, zone), to);
  const due = Math.max(begin, asked + seconds * SECOND_MS);
  return due < end ? [due] : [];
};

/** When a source that was asked at an instant is due again (ms), at the latest after its usual interval. */
export const nextAsk = (asked: number, usualMs: number, { often, times }: AskingPlan, zone: string): number => {
  const usual = asked + usualMs;
  if (often.length === 0 && times.length === 0) return usual;
  const days = daysUntil(asked, usual, zone);
  const dues = days.flatMap((day) => [
    ...often.flatMap((hours) => dueIn(hours, day, asked, zone)),
    ...times.map((time) => instantAt(day, time)).filter((at) => at > asked),
  ]);
  return Math.min(usual, ...dues);
};
