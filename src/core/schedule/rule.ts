import type { Schedule } from '../../schema/content/schedules.ts';
import type { Location } from '../../schema/appliance/location.ts';
import { oncePer } from '../memo.ts';
import { dayOf, instantOfMinute, readingAt, type Day } from '../time/day.ts';
import { sunTimes } from '../time/sun.ts';
import { DAY_MINUTES, parseTime } from '../time/time-of-day.ts';
import { calendarOf, type Calendar } from './calendar.ts';
import { MINUTE_MS } from '../time/durations.ts';

/**
 * Where a window begins or ends: a minute of the day, or the sun with an offset in minutes and that minute as its
 * fallback.
 */
export interface Edge {
  readonly type: Schedule['start_type'];
  /** Null, as an end: the end of the day. */
  readonly minute: number | null;
  readonly offset: number;
}

/** A window that recurs on the days of a calendar; a window whose end is not after its start crosses midnight. */
export interface Recurrence {
  readonly calendar: Calendar;
  readonly start: Edge;
  readonly end: Edge;
  /**
   * The latest windows that were computed, at the last two bits of the number of their day; days and locations are
   * values.
   */
  readonly latest: (WorkedOut | undefined)[];
}

/** A window on some days of the week (bit 0 is Monday). */
export const weeklyWindow = (mask: number, start: Edge, end: Edge): Recurrence => ({
  calendar: { kind: 'weekly', mask },
  start,
  end,
  latest: [],
});

interface WorkedOut {
  readonly day: Day;
  readonly location: Location;
  readonly span: Span;
}

/** A rule made ready for evaluation. */
export interface ReadyRule extends Recurrence {
  readonly rule: Schedule;
  /** 3 for one-off dates, 2 for annual ones, 1 for weekly rules. */
  readonly tier: number;
  /** `created_at` in ms. */
  readonly created: number;
}

/** A window on one day: `from` included, `to` excluded, in ms; empty when a clock change skips it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const TIERS = { one_off_date: 3, annual_date: 2, weekly: 1 } as const;

/**
 * A rule ready for evaluation; null when its times or dates cannot be read: such a rule never applies. Prepared once
 * per object.
 */
export const readyRule = oncePer((rule: Schedule): ReadyRule | null => {
  const calendar = calendarOf(rule);
  const minute = parseTime(rule.start_time);
  const last = rule.end_time === null ? null : parseTime(rule.end_time);
  if (!calendar || minute === null || (rule.end_time !== null && last === null)) return null;
  return {
    rule,
    calendar,
    tier: TIERS[rule.recurrence_type],
    created: Date.parse(rule.created_at) || 0,
    start: { type: rule.start_type, minute, offset: rule.start_sun_offset },
    end: { type: rule.end_type, minute: last, offset: rule.end_sun_offset },
    latest: [],
  };
});

/**
 * The minute of a day on which the sun, moved by an offset, stands; clamped to the day, null without a place and at
 * polar times.
 */
export const sunMinute = (edge: Edge, day: Day, location: Location): number | null => {
  if (edge.type === 'fixed') return null;
  const instant = sunTimes(day, day.zone, location)[edge.type];
  if (instant === null) return null;
  const { number, minute } = readingAt(instant + edge.offset * MINUTE_MS, day.zone);
  if (number === day.number) return minute;
  return number < day.number ? 0 : DAY_MINUTES - 1;
};

/** The minute of a day at which an edge lies; null is the end of the day. */
export const edgeMinute = (edge: Edge, day: Day, location: Location): number | null =>
  edge.type === 'fixed' ? edge.minute : (sunMinute(edge, day, location) ?? edge.minute);

/** The window that begins on a day. */
export const spanOn = (recurrence: Recurrence, day: Day, location: Location): Span => {
  const slot = day.number & 3;
  const known = recurrence.latest[slot];
  if (known && known.day === day && known.location === location) return known.span;
  const span = workOut(recurrence, day, location);
  recurrence.latest[slot] = { day, location, span };
  return span;
};

const workOut = (recurrence: Recurrence, day: Day, location: Location): Span => {
  const start = edgeMinute(recurrence.start, day, location) ?? 0;
  const from = instantOfMinute(day, start);
  const end = edgeMinute(recurrence.end, day, location);
  if (end === null) return { from, to: day.end };
  if (end > start) return { from, to: instantOfMinute(day, end) };
  const next = dayOf(day.number + 1, day.zone);
  const last = edgeMinute(recurrence.end, next, location);
  return { from, to: last === null ? next.end : instantOfMinute(next, last) };
};
