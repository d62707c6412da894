import { getTimes } from 'suncalc';
import type { Schedule } from '../../src/schema/content/schedules.ts';
import { datePlus, readerOf, wallMinutes, type WallMinute } from '../support/wall-clock.ts';

/** Where the simulated appliance hangs. */
export const PLACE = { zone: 'Europe/Berlin', latitude: 52.52, longitude: 13.41 };

const DAY_MS = 86_400_000;
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** A stretch of time in ms, its end excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The members of a rule or a silence window that say when it holds. */
export type Recurring = Pick<
  Schedule,
  | 'start_time'
  | 'end_time'
  | 'day_pattern'
  | 'custom_days'
  | 'recurrence_type'
  | 'annual_date'
  | 'annual_end_date'
  | 'one_off_date'
  | 'one_off_end_date'
  | 'start_type'
  | 'end_type'
  | 'start_sun_offset'
  | 'end_sun_offset'
>;

/** A calendar on the wall: every minute of a stretch as a clock of the zone shows it, read with nothing but Intl. */
export interface WallCalendar {
  /** What the clock shows at an instant. */
  at(instant: number): WallMinute;
  /** When a rule holds, for each day on which it begins. */
  spans(rule: Recurring): Span[];
}

const weekdayOf = (date: string): string => DAYS[new Date(`${date}T12:00:00Z`).getUTCDay()] ?? '';

const beginsOn = (rule: Recurring, date: string): boolean => {
  if (rule.recurrence_type === 'one_off_date')
    return date >= (rule.one_off_date ?? '') && date <= (rule.one_off_end_date ?? rule.one_off_date ?? '');
  if (rule.recurrence_type === 'annual_date') {
    const [day, first, last] = [date.slice(5), rule.annual_date ?? '', rule.annual_end_date ?? rule.annual_date ?? ''];
    return first <= last ? day >= first && day <= last : day >= first || day <= last;
  }
  const weekday = weekdayOf(date);
  const isWeekend = weekday === 'saturday' || weekday === 'sunday';
  if (rule.day_pattern === 'custom') return (rule.custom_days ?? []).includes(weekday);
  return rule.day_pattern === 'all' || (rule.day_pattern === 'weekends') === isWeekend;
};

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Builds it for some days around a stretch. */
export const createCalendar = (from: number, to: number): WallCalendar => {
  const first = Math.floor((from - 4 * DAY_MS) / 60_000) * 60_000;
  const minutes = wallMinutes(PLACE.zone, first, to + 4 * DAY_MS);
  const read = readerOf(minutes);
  const dates = [...new Set(minutes.map(({ date }) => date))];
  const noons = new Map(minutes.filter(({ minute }) => minute === 720).map(({ date, at }) => [date, at]));

  /** The minute of a date's sunrise or sunset as its clock shows it, moved by an offset and kept within the date. */
  const sunMinute = (date: string, type: 'sunrise' | 'sunset', offset: number): number => {
    const instant = getTimes(new Date(noons.get(date) ?? 0), PLACE.latitude, PLACE.longitude)[type];
    const at = minutes[Math.round(((instant?.valueOf() ?? 0) - first) / 60_000)];
    return Math.min(1439, Math.max(0, (at?.minute ?? 0) + offset));
  };
  const spanOn = (rule: Recurring, date: string): Span => {
    const edge = (type: Recurring['start_type'], time: string | null, offset: number): number | null =>
      type === 'fixed' ? (time === null ? null : minuteOf(time)) : sunMinute(date, type, offset);
    const start = edge(rule.start_type, rule.start_time, rule.start_sun_offset) ?? 0;
    const end = edge(rule.end_type, rule.end_time, rule.end_sun_offset);
    const next = datePlus(date, 1);
    if (end === null) return { from: read(date, start), to: read(next, 0) };
    if (end > start) return { from: read(date, start), to: read(date, end) };
    // Past midnight it is the sun of the next day that ends it.
    return {
      from: read(date, start),
      to: read(next, rule.end_type === 'fixed' ? end : sunMinute(next, rule.end_type, rule.end_sun_offset)),
    };
  };
  return {
    at: (instant) => minutes[Math.floor((instant - first) / 60_000)] as WallMinute,
    spans: (rule) =>
      dates
        .slice(1, -2)
        .filter((date) => beginsOn(rule, date))
        .map((date) => spanOn(rule, date))
        .filter((span) => span.from < span.to),
  };
};
