import { dayNumberOf, daysInMonth } from '../../core/time/day.ts';
import { dayOf } from './civil-days.ts';
import type { ContentLine } from './content-lines.ts';
import { fixedClock, instantAt, UTC_CLOCK, wallAt, type ZoneClock } from './zone-clock.ts';
import { DAY_MS, MINUTE_MS } from '../../core/time/durations.ts';

/** A time of a calendar. */
export interface When {
  /** What the clock shows, as if it were UTC; midnight for a date. */
  readonly wall: number;
  readonly isDate: boolean;
  /** The clock that shows it; that of the viewer for dates and for times without a zone. */
  readonly clock: ZoneClock;
  readonly kind: 'date' | 'floating' | 'zoned' | 'utc';
}

/** A length: days by the calendar, then exact milliseconds. */
export interface Length {
  readonly days: number;
  readonly ms: number;
}

/** Where the zones of a calendar are looked up. */
export interface ZoneSource {
  readonly viewer: ZoneClock;
  clockOf(tzid: string): ZoneClock;
}

const FORM = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ]?(\d{2}):?(\d{2})(?::?(\d{2}))?(?:[.,]\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** A time as it is written, before its zone is known; `shift` is what it says to be ahead of UTC. */
export interface WrittenTime {
  readonly wall: number;
  readonly isDate: boolean;
  readonly shift: number | null;
}

const shiftOf = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  if (/^z$/i.test(text)) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
};

/** Reads `20261121`, `20261121T100000Z` and the like; null when it is no time. */
export const readTime = (text: string): WrittenTime | null => {
  const [, year, month, day, hour, minute, second = '0', shift] = FORM.exec(text.trim()) ?? [];
  const date = [Number(year), Number(month), Number(day)] as const;
  if (!(date[0] >= 1 && date[1] >= 1 && date[1] <= 12 && date[2] >= 1 && date[2] <= daysInMonth(date[0], date[1])))
    return null;
  const midnight = dayNumberOf(...date) * DAY_MS;
  if (hour === undefined) return { wall: midnight, isDate: true, shift: null };
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Math.min(59, Number(second));
  if (Number(minute) > 59 || Number(second) > 60 || seconds > 86_400) return null;
  return { wall: midnight + seconds * 1000, isDate: false, shift: shiftOf(shift) };
};

const toWhen = (written: WrittenTime, { params }: ContentLine, zones: ZoneSource): When => {
  const { wall, shift } = written;
  if (written.isDate || params['VALUE']?.toUpperCase() === 'DATE')
    return { wall: dayOf(wall) * DAY_MS, isDate: true, clock: zones.viewer, kind: 'date' };
  if (shift !== null) return { wall, isDate: false, clock: shift === 0 ? UTC_CLOCK : fixedClock(shift), kind: 'utc' };
  const tzid = params['TZID'];
  return tzid
    ? { wall, isDate: false, clock: zones.clockOf(tzid), kind: 'zoned' }
    : { wall, isDate: false, clock: zones.viewer, kind: 'floating' };
};

/** The time that a property holds; null when it is none. */
export const timeOf = (line: ContentLine, zones: ZoneSource): When | null => {
  const written = readTime(line.value);
  return written && toWhen(written, line, zones);
};

/** Which listed times matter, as wall clocks, and how many more may be kept. */
export interface ListLimit {
  readonly from: number;
  readonly to: number;
  left: number;
}

/** A listed time with its own length, when it is a period. */
export interface ListedTime {
  readonly when: When;
  readonly length: Length | null;
}

const readListed = (part: string, line: ContentLine, zones: ZoneSource, limit: ListLimit): ListedTime | null => {
  const [start = '', end] = part.split('/');
  const written = readTime(start);
  if (!written || written.wall < limit.from || written.wall > limit.to || limit.left-- <= 0) return null;
  const when = toWhen(written, line, zones);
  if (end === undefined) return { when, length: null };
  const until = timeOf({ ...line, value: end }, zones);
  return { when, length: until ? { days: 0, ms: Math.max(0, instantOf(until) - instantOf(when)) } : readDuration(end) };
};

/** The times that a property lists and that matter. What is no time is left out. */
export const timesOf = (line: ContentLine, zones: ZoneSource, limit: ListLimit): ListedTime[] =>
  [...new Set(line.value.split(','))].flatMap((part) => readListed(part, line, zones, limit) ?? []);

const DURATION = /^\+?P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,10})S)?)?$/i;

/** Reads a duration such as `P1DT2H`; null when it is none or goes backwards. */
export const readDuration = (text: string): Length | null => {
  const found = DURATION.exec(text.trim());
  if (!found) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
};

/** The instant of a time. */
export const instantOf = ({ wall, clock }: When): number => instantAt(wall, clock);

/** What another clock shows at a time. */
export const wallOn = (when: When, clock: ZoneClock): number =>
  when.clock === clock ? when.wall : wallAt(instantOf(when), clock);
