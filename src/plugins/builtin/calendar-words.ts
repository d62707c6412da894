import { readFileSync } from 'node:fs';
import { DAY_MS } from '../../core/time/durations.ts';
import { civilAt, offsetAt } from '../../core/time/zone.ts';

/** Weekdays, Monday first. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A number of at least two digits. */
export const pad2 = (value: number): string => String(value).padStart(2, '0');

/** Day of the year, 1 to 366. */
export const ordinalDay = ({ year, month, day }: Day): number =>
  (Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 0)) / DAY_MS;

/** ISO 8601 week: the one whose Thursday lies in the same year counts. */
export const isoWeek = ({ year, month, day }: Day): number => {
  const at = Date.UTC(year, month - 1, day);
  const thursday = at + (3 - ((new Date(at).getUTCDay() + 6) % 7)) * DAY_MS;
  const first = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1);
  return Math.floor((thursday - first) / (7 * DAY_MS)) + 1;
};

// Each knows the abbreviations that are usual in its own part of the world only.
const LOCALES = ['en-US', 'en-GB', 'en-AU', 'en-IN'];

const offsetText = (minutes: number): string =>
  `${minutes < 0 ? '-' : '+'}${pad2(Math.floor(Math.abs(minutes) / 60))}${pad2(Math.abs(minutes) % 60)}`;

const measured = new Map<string, string>();
const MOST_MEASURED = 64;

const PLACE = /^[A-Za-z]+(\/[A-Za-z0-9_+-]+)*$/;
/** The last line of a zone's file: names and offsets of its standard time and its summer time. */
const RULE = /\n(?:<[^>]*>|([A-Z]{3,5}))(-?)(\d+)(?::(\d+))?(?:(?:<[^>]*>|([A-Z]{3,5})).*)?\n$/;

/** What the machine's own zone files say; null when they are not there or know no name. */
const readName = (zone: string, offset: number): string | null => {
  if (!PLACE.test(zone)) return null;
  try {
    const [, standard, east, hours, minutes = '0', summer] =
      RULE.exec(readFileSync(`/usr/share/zoneinfo/${zone}`, 'latin1')) ?? [];
    const standardOffset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (east ? 1 : -1);
    return (offset === standardOffset ? standard : summer) ?? null;
  } catch {
    return null;
  }
};

const lookUp = (now: number, zone: string, offset: number): string => {
  const name = readName(zone, offset);
  if (name !== null) return name;
  // The engine's tables of formats take 8 MB: they are the last resort.
  for (const locale of LOCALES) {
    const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(now);
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    if (/^[A-Z]{3,5}$/.test(name)) return name;
  }
  return offsetText(Math.round(offset / 60_000));
};

/** Short name of a zone at an instant, at most 5 characters: `CET`, `PDT`, or `+0530` where none is usual. */
export const zoneAbbreviation = (now: number, zone: string): string => {
  const offset = offsetAt(now, zone);
  const key = `${zone}/${offset}`;
  const known = measured.get(key) ?? lookUp(now, zone, offset);
  if (measured.size >= MOST_MEASURED) measured.clear();
  measured.set(key, known);
  return known;
};

/** A duration in its two largest units, such as `3d 4h`, `4h 10m`, `10m`. Negative counts as nothing. */
export const shortDuration = (ms: number): string => {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor(minutes / 60) % 24;
  if (days > 0) return `${days}d ${hours}h`;
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes}m`;
};

/** A time of day: `14:30`, or `2:30 PM` for the format `12h`. */
export const clockText = (at: number, zone: string, format: unknown): string => {
  const { hour, minute } = civilAt(at, zone);
  return format === '12h'
    ? `${hour % 12 === 0 ? 12 : hour % 12}:${pad2(minute)} ${hour < 12 ? 'AM' : 'PM'}`
    : `${pad2(hour)}:${pad2(minute)}`;
};
