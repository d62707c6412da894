import { dayNumberOf, daysInMonth } from '../../time/day.ts';
import { civilAt, civilOf, instantOf, isZone, offsetAt } from '../../time/zone.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/durations.ts';

const FIRST_WALL = Date.parse('0001-01-01T00:00:00Z');
const LAST_WALL = Date.parse('9999-12-31T23:59:59.999Z');
const UNIT_MS: Readonly<Record<string, number>> = {
  second: 1000,
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};
const ISO =
  /^(\d{4})(-?)(\d{2})\2(\d{2})(?:[T ](\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/**
 * A date with a time of day. Naive (zone empty), in an IANA zone, or at a fixed offset, whose zone is written `+HH:MM`.
 */
export class Moment {
  /** What the wall clock reads, as ms of a UTC clock with the same reading. */
  readonly wall: number;
  readonly zone: string;
  /** What the wall clock is ahead of UTC, in ms, where that is known without the zone's rules. */
  readonly offset: number | undefined;
  constructor(wall: number, zone = '', offset?: number) {
    this.wall = wall;
    this.zone = zone;
    this.offset = offset;
  }
}

/** The wall clock of a zone at an instant; an unknown zone counts as UTC. */
export const momentAt = (ms: number, zone: string): Moment => {
  const known = isZone(zone) ? zone : 'UTC';
  const offset = offsetAt(ms, known);
  return new Moment(ms + offset, known, offset);
};

/** Midnight at the start of a moment's day. */
export const startOfDay = (moment: Moment): Moment =>
  new Moment(Math.floor(moment.wall / DAY_MS) * DAY_MS, moment.zone);

const instantMs = ({ wall, zone, offset }: Moment): number =>
  offset === undefined ? instantOf(civilAt(wall, 'UTC'), zone) : wall - offset;

/** Whether two moments can only be compared by the rules of their zones: both have one, and not the same. */
export const differInZone = (a: Moment, b: Moment): boolean => a.zone !== '' && b.zone !== '' && a.zone !== b.zone;

/**
 * a - b in ms. A naive side is taken to be in the other's zone. Moments of one zone differ by their wall clocks, so
 * that whole days stay whole over a clock change; moments of different zones differ by instants.
 */
export const subtract = (a: Moment, b: Moment): number =>
  differInZone(a, b) ? instantMs(a) - instantMs(b) : a.wall - b.wall;

const parseOffset = (text: string): number | undefined => {
  if (/^z$/i.test(text)) return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * HOUR_MS + minutes * MINUTE_MS);
};

const wallOf = (year: number, month: number, day: number, timeMs: number): number =>
  dayNumberOf(year, month, day) * DAY_MS + timeMs;

const parseTime = (hour = '0', minute = '0', second = '0', fraction = ''): number | undefined => {
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return (
    Number(hour) * HOUR_MS +
    Number(minute) * MINUTE_MS +
    Number(second) * 1000 +
    Number(fraction.padEnd(3, '0').slice(0, 3))
  );
};

/**
 * The moment an ISO date or date-time names: naive without an offset, `Z` is UTC. Undefined for any other text and for
 * days that do not exist.
 */
export const parseMoment = (text: string): Moment | undefined => {
  const found = ISO.exec(text.trim());
  if (!found) return undefined;
  const [year, month, day] = [Number(found[1]), Number(found[3]), Number(found[4])];
  const time = parseTime(found[5], found[6], found[7], found[8]);
  if (time === undefined || year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
    return undefined;
  const wall = wallOf(year, month, day, time);
  if (found[9] === undefined) return new Moment(wall);
  const offset = parseOffset(found[9]);
  return offset === undefined ? undefined : new Moment(wall, `offset ${offset}`, offset);
};

/** Calendar fields of a moment's wall clock; `month` 1 to 12, `weekday` Monday 1 to Sunday 7. */
export const fieldsOf = (moment: Moment) => ({
  ...civilOf(moment.wall),
  weekday: new Date(moment.wall).getUTCDay() || 7,
});

/** A number of at least two digits. */
export const two = (value: number): string => String(value).padStart(2, '0');

const TOKENS: Readonly<Record<string, (fields: ReturnType<typeof fieldsOf>) => string>> = {
  YYYY: ({ year }) => String(year).padStart(4, '0'),
  YY: ({ year }) => two(year % 100),
  MMM: ({ month }) => MONTHS[month - 1] ?? '',
  MM: ({ month }) => two(month),
  DD: ({ day }) => two(day),
  ddd: ({ weekday }) => WEEKDAYS[weekday % 7] ?? '',
  HH: ({ hour }) => two(hour),
  hh: ({ hour }) => String(hour % 12 || 12),
  mm: ({ minute }) => two(minute),
  ss: ({ second }) => two(second),
  AP: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
};

/** A moment by a pattern of YYYY YY MMM MM DD ddd HH hh mm ss AP, the longest first; everything else stays as it is. */
export const formatMoment = (moment: Moment, pattern: string): string => {
  const fields = fieldsOf(moment);
  return pattern.replace(/YYYY|YY|MMM|MM|DD|ddd|HH|hh|mm|ss|AP/g, (token) => TOKENS[token]?.(fields) ?? token);
};

/**
 * A unit's name in the singular, or undefined: second, minute, hour, day, week, month, with or without an s, in any
 * case.
 */
export const unitOf = (name: string): string | undefined => {
  const unit = name.trim().toLowerCase().replace(/s$/, '');
  return unit === 'month' || Object.hasOwn(UNIT_MS, unit) ? unit : undefined;
};

const monthsBetween = (start: number, end: number): number => {
  if (end < start) return 0 - monthsBetween(end, start);
  const [from, to] = [new Date(start), new Date(end)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  return to.getUTCDate() < from.getUTCDate() ? months - 1 : months;
};

/** How many whole units lie from start to end, negative when end is earlier. A month counts once its day is reached. */
export const differenceIn = (unit: string, start: Moment, end: Moment): number => {
  const ms = subtract(end, start);
  return unit === 'month' ? monthsBetween(start.wall, start.wall + ms) : Math.trunc(ms / (UNIT_MS[unit] ?? DAY_MS)) + 0;
};

const addMonths = (wall: number, months: number): number => {
  const from = new Date(wall);
  const count = from.getUTCFullYear() * 12 + from.getUTCMonth() + months;
  const [year, month] = [Math.floor(count / 12), (count % 12) + 1];
  const time = wall - Math.floor(wall / DAY_MS) * DAY_MS;
  return wallOf(year, month, Math.min(from.getUTCDate(), daysInMonth(year, month)), time);
};

/**
 * The moment whose wall clock is `amount` units later; months stop at the last day of a shorter month. Undefined
 * outside the years 1 to 9999.
 */
export const shift = (moment: Moment, amount: number, unit: string): Moment | undefined => {
  const wall =
    unit === 'month' ? addMonths(moment.wall, amount) : Math.round(moment.wall + amount * (UNIT_MS[unit] ?? DAY_MS));
  if (!(wall >= FIRST_WALL && wall <= LAST_WALL)) return undefined;
  const isFixed = moment.zone.startsWith('offset ');
  return new Moment(wall, moment.zone, isFixed ? moment.offset : undefined);
};
