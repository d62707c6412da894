import { HOUR_MS } from '../../time/durations.ts';
import { civilOf, instantOf, isZone } from '../../time/zone.ts';
import type { RenderContext } from '../context.ts';
import { numericOf, type Value } from './coerce.ts';
import { define } from './definition.ts';
import { VALUE } from './errors.ts';
import { Moment, fieldsOf, momentAt, parseMoment, two } from './moment.ts';

/** Greater numbers are milliseconds: as seconds they would lie beyond the year 5000. */
const MOST_SECONDS = 1e11;
const LONGEST = 40;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?)?$/;
const SHORT_ISO = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;
const SLASHES = /^(\d{4})\/(\d{2})\/(\d{2})/;
const ENGLISH = /^(?:[A-Za-z]{3}, )?\d{1,2} [A-Za-z]{3} \d{4} \d{2}:\d{2}/;

const atZone = (wall: number, zone: string): number => instantOf(civilOf(wall), isZone(zone) ? zone : 'UTC');

const momentMs = ({ wall, zone, offset }: Moment, here: string): number =>
  offset === undefined ? atZone(wall, zone === '' ? here : zone) : wall - offset;

const textMs = (written: string, zone: string): number | undefined => {
  const text = written.trim().replace(SLASHES, '$1-$2-$3');
  const compact = COMPACT.exec(text);
  const iso = compact
    ? `${compact[1]}-${compact[2]}-${compact[3]}${compact[4] === undefined ? '' : `T${compact[4]}:${compact[5]}:${compact[6] ?? '00'}`}`
    : text;
  const moment =
    parseMoment(iso) ?? (SHORT_ISO.test(iso) ? parseMoment(iso.replace(/\s+(?=(?:Z|[+-]\d))/i, '')) : undefined);
  if (moment) return momentMs(moment, zone);
  const ms = ENGLISH.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(ms) ? undefined : ms;
};

/**
 * The instant, in ms, that a value names: a moment, seconds or milliseconds since 1970 as number or text, a date-time
 * in the forms of ISO 8601, `20261122T081200`, or `Sun, 22 Nov 2026 08:12:00 GMT`; one without an offset is meant in
 * `zone`. Undefined for anything else.
 */
export const readInstant = (value: Value, zone: string): number | undefined => {
  if (value instanceof Moment) return momentMs(value, zone);
  if (typeof value === 'string') {
    if (value.length > LONGEST) return undefined;
    const date = /^\d{8}$|^\d{14}$/.test(value.trim()) ? undefined : numericOf(value);
    return date === undefined ? textMs(value, zone) : readInstant(date, zone);
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const ms = Math.abs(value) > MOST_SECONDS ? value : value * 1000;
  return Math.abs(ms) > 8.64e15 ? undefined : ms;
};

/** `14:05`, or `2:05P` on a clock of twelve hours. */
export const clockText = (moment: Moment, hours: number): string => {
  const { hour, minute } = fieldsOf(moment);
  return hours === 12 ? `${hour % 12 || 12}:${two(minute)}${hour < 12 ? 'A' : 'P'}` : `${two(hour)}:${two(minute)}`;
};

/** A length of time in at most seven cells: `14M`, `2H 14M`, `3D 4H`. */
export const spanText = (minutes: number): string => {
  const whole = Math.max(0, Math.floor(minutes));
  if (whole < 60) return `${whole}M`;
  if (whole < 1440) return `${Math.floor(whole / 60)}H ${whole % 60}M`;
  return whole < 144_000
    ? `${Math.floor(whole / 1440)}D ${Math.floor((whole % 1440) / 60)}H`
    : `${Math.floor(whole / 1440)}D`;
};

/** A length of time in at most three cells: `NOW`, `7`, `59`, `2H`, `3D`. */
export const waitText = (minutes: number): string => {
  const whole = Math.floor(minutes);
  if (whole <= 0) return 'NOW';
  if (whole < 100) return String(whole);
  return whole < 1440 ? `${Math.floor(whole / 60)}H` : `${Math.min(99, Math.floor(whole / 1440))}D`;
};

/** An age in at most three cells: `5M`, `2H`, `3D`. */
export const ageText = (minutes: number): string => {
  const whole = Math.max(0, Math.floor(minutes));
  if (whole < 60) return `${whole}M`;
  return whole < 1440 ? `${Math.floor(whole / 60)}H` : `${Math.min(99, Math.floor(whole / 1440))}D`;
};

/** Steps of reading an instant from a text. */
const READ_COST = 12;
/** Steps of finding the offset of a zone at an instant for the first time. */
const OFFSET_COST = 140;
/** Steps of asking the machine for a zone for the first time. */
const ZONE_COST = 700;

const HAS_OFFSET = /(?:Z|GMT|UTC|[+-]\d{2}(?::?\d{2})?)$/i;

/** Spends the cost of reading an instant; one without an offset is looked up in its zone, once in an evaluation. */
export const payInstant = ({ budget }: RenderContext, value: Value, zone: string): void => {
  budget.spend(READ_COST);
  const name = zone.slice(0, LONGEST);
  if (value instanceof Moment && value.offset === undefined)
    budget.spendOnce(`instant ${name} ${value.wall}`, OFFSET_COST);
  else if (typeof value === 'string' && value.length <= LONGEST && !HAS_OFFSET.test(value))
    budget.spendOnce(`instant ${name} ${value}`, OFFSET_COST);
};

/** Reads an instant, and spends the cost of that first. */
export const readPaid = (context: RenderContext, value: Value, zone = context.zone): number | undefined => {
  payInstant(context, value, zone);
  return readInstant(value, zone);
};

/** Spends the cost of reading the wall clock of a zone at an instant, once in an evaluation for each hour. */
const payClock = ({ budget }: RenderContext, at: number, zone: string): void => {
  const name = zone.slice(0, LONGEST);
  budget.spendOnce(`zone ${name}`, ZONE_COST);
  budget.spendOnce(`clock ${name} ${Math.floor(at / HOUR_MS)}`, OFFSET_COST);
};

/** A function of an instant, compared with now in minutes. */
const defineWait = (toValue: (minutes: number) => Value) =>
  define(
    ['any'],
    ({ context }, value) => {
      const at = readPaid(context, value);
      return at === undefined ? VALUE : toValue((at - context.now) / 60_000);
    },
    { readsClock: true },
  );

/** Functions of instants. */
export const INSTANT_FUNCTIONS = {
  TIME: define(['any', 'text?'], ({ context }, value, zone = context.zone) => {
    const at = readPaid(context, value, zone);
    if (at === undefined) return VALUE;
    payClock(context, at, zone);
    return momentAt(at, zone);
  }),
  EPOCH: define(['any'], ({ context }, value) => {
    const at = readPaid(context, value);
    return at === undefined ? VALUE : at / 1000;
  }),
  UTC: define(['any'], ({ context }, value) => {
    const at = readPaid(context, value);
    return at === undefined ? VALUE : new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
  }),
  MINUTESTO: defineWait(Math.floor),
  WAIT: defineWait(waitText),
  AGO: defineWait((minutes) => ageText(-minutes)),
  SPAN: define(['number'], (_, minutes) => spanText(minutes)),
};
