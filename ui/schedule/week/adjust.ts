import { dateOf, type Day } from '../../../src/core/time/day.ts';
import { DAY_NAMES, maskOf, parseDate } from '../../../src/core/schedule/calendar.ts';
import { windowOf, type Window } from '../../../src/core/schedule/overlap.ts';
import { readyRule } from '../../../src/core/schedule/rule.ts';
import { DAY_MINUTES, formatTime } from '../../../src/core/time/time-of-day.ts';
import type { Schedule } from '../../../src/schema/content/schedules.ts';
import type { Location } from '../../../src/schema/appliance/location.ts';
import { isoDate } from './days.ts';
import { SUN_OFFSET_MINUTES } from '../../../src/schema/limits.ts';

/** What is changed about a rule. */
export type RuleChange = Partial<Schedule>;

/** Which part of a block is moved. */
export type GrippedPart = 'whole' | 'start' | 'end';

const [, MOST_OFFSET] = SUN_OFFSET_MINUTES;

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

const snap = (minute: number, step: number): number => Math.round(minute / step) * step;

const startAt = (rule: Schedule, window: Window, minute: number): RuleChange =>
  rule.start_type === 'fixed'
    ? { start_time: formatTime(minute) }
    : { start_sun_offset: clamp(rule.start_sun_offset + minute - window.start, -MOST_OFFSET, MOST_OFFSET) };

const endAt = (rule: Schedule, window: Window, minute: number): RuleChange => {
  if (rule.end_type !== 'fixed')
    return { end_sun_offset: clamp(rule.end_sun_offset + minute - window.end, -MOST_OFFSET, MOST_OFFSET) };
  return { end_time: minute === DAY_MINUTES ? null : formatTime(minute) };
};

const snapped = (fixed: boolean, from: number, delta: number, step: number): number =>
  fixed ? snap(from + delta, step) : from + snap(delta, step);

const moveWhole = (rule: Schedule, window: Window, delta: number, step: number): RuleChange => {
  const length = window.end - window.start;
  const start = clamp(snapped(rule.start_type === 'fixed', window.start, delta, step), 0, DAY_MINUTES - step);
  // A whole day that does not begin at midnight would end when it begins, which no rule can.
  const end = start + (start > 0 ? Math.min(length, DAY_MINUTES - step) : length);
  return start === window.start ? {} : { ...startAt(rule, window, start), ...endAt(rule, window, end) };
};

const moveStart = (rule: Schedule, window: Window, delta: number, step: number): RuleChange => {
  const earliest = Math.max(0, window.end === DAY_MINUTES ? 0 : window.end - DAY_MINUTES + step);
  const start = clamp(
    snapped(rule.start_type === 'fixed', window.start, delta, step),
    earliest,
    Math.min(window.end, DAY_MINUTES) - step,
  );
  return start === window.start ? {} : startAt(rule, window, start);
};

const moveEnd = (rule: Schedule, window: Window, delta: number, step: number): RuleChange => {
  const latest = window.start === 0 ? DAY_MINUTES : window.start + DAY_MINUTES - step;
  const end = clamp(snapped(rule.end_type === 'fixed', window.end, delta, step), window.start + step, latest);
  return end === window.end ? {} : endAt(rule, window, end);
};

const MOVES = { whole: moveWhole, start: moveStart, end: moveEnd } as const;

/**
 * What moving a rule by minutes changes, in steps; `day` is the one on which the moved window begins. Sun edges keep to
 * the sun. Nothing when it cannot move.
 */
export const moveRule = (
  rule: Schedule,
  grip: GrippedPart,
  delta: number,
  step: number,
  day: Day,
  location: Location,
): RuleChange => {
  const ready = readyRule(rule);
  return ready && Math.abs(delta) >= step / 2 ? MOVES[grip](rule, windowOf(ready, day, location), delta, step) : {};
};

const shiftDate = (text: string | null, days: number): string | null => {
  const number = parseDate(text ?? '');
  return number === null ? null : isoDate(dateOf(number + days));
};

/**
 * What moving a rule to another day changes: rules of one weekday and of one date can be moved, all others stay where
 * they are.
 */
export const shiftRule = (rule: Schedule, days: number): RuleChange => {
  if (days === 0) return {};
  if (rule.recurrence_type === 'one_off_date')
    return {
      one_off_date: shiftDate(rule.one_off_date, days),
      one_off_end_date: shiftDate(rule.one_off_end_date, days),
    };
  if (rule.recurrence_type !== 'weekly' || rule.day_pattern !== 'custom') return {};
  const mask = maskOf(rule.custom_days ?? []);
  const place = DAY_NAMES.findIndex((_, index) => mask === 1 << index);
  const target = place < 0 ? undefined : DAY_NAMES[place + days];
  return target ? { custom_days: [target] } : {};
};
