import { DAY_MS } from './durations.ts';

/** A reading of a wall clock; `month` 1 to 12. */
export interface Civil {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const QUARTER_MS = 900_000;
const MOST_REMEMBERED = 4096;
/** No name of a zone is longer. */
const LONGEST_NAME = 64;
/** Most names whose formats are remembered, at 66 KB each. */
const MOST_FORMATS = 64;
/** Formats by the name of their zone, null for names that are none. */
const formats = new Map<string, Intl.DateTimeFormat | null>();
const offsets = new Map<string, number>();
let home: string | null = null;

/**
 * Sets the zone of the process's own clock (null: none that is known). Its offsets are then read off plain dates; for
 * any other zone the engine loads its tables of formats, which take 8 MB.
 */
export const setHomeZone = (zone: string | null): void => {
  home = zone;
};

/** The zone that the process's own clock runs in; null for none that is known. */
export const homeZone = (): string | null => home;

const createFormat = (zone: string): Intl.DateTimeFormat | null => {
  const part = '2-digit' as const;
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: part,
      day: part,
      hour: part,
      minute: part,
      second: part,
    });
  } catch {
    return null;
  }
};

const formatOf = (zone: string): Intl.DateTimeFormat | null => {
  if (zone.length > LONGEST_NAME) return null;
  let format = formats.get(zone);
  if (format === undefined) {
    format = createFormat(zone);
    if (formats.size >= MOST_FORMATS) formats.clear();
    formats.set(zone, format);
  }
  return format;
};

/** Whether a name is an IANA time zone that this machine knows. */
export const isZone = (zone: string): boolean => zone === home || formatOf(zone) !== null;

const measureHomeOffset = (ms: number): number => {
  const at = new Date(ms);
  const wall = new Date(0);
  wall.setUTCFullYear(at.getFullYear(), at.getMonth(), at.getDate());
  wall.setUTCHours(at.getHours(), at.getMinutes(), at.getSeconds());
  return wall.getTime() - Math.floor(ms / 1000) * 1000;
};

const measureOffset = (ms: number, zone: string): number => {
  if (zone === home) return measureHomeOffset(ms);
  const format = formatOf(zone);
  if (!format) throw new RangeError('not a time zone');
  const part: Record<string, string> = {};
  for (const { type, value } of format.formatToParts(ms)) part[type] = value;
  const year = part['era'] === 'BC' ? 1 - Number(part['year']) : Number(part['year']);
  const wall = Date.UTC(
    year,
    Number(part['month']) - 1,
    Number(part['day']),
    Number(part['hour']),
    Number(part['minute']),
    Number(part['second']),
  );
  return wall - Math.floor(ms / 1000) * 1000;
};

/**
 * The offset of a zone's clock from UTC at an instant, in ms. Zones change at quarters of an hour, so each quarter is
 * measured once.
 */
export const offsetAt = (ms: number, zone: string): number => {
  const quarter = Math.floor(ms / QUARTER_MS);
  const key = `${zone}/${quarter}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    offset = measureOffset(quarter * QUARTER_MS, zone);
    if (offsets.size >= MOST_REMEMBERED) offsets.clear();
    offsets.set(key, offset);
  }
  return offset;
};

/** The calendar fields of a wall clock, given in ms as if it were UTC. */
export const civilOf = (wallMs: number): Civil => {
  const wall = new Date(wallMs);
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
  };
};

/** The wall clock of a zone at an instant. */
export const civilAt = (ms: number, zone: string): Civil => civilOf(ms + offsetAt(ms, zone));

/**
 * The instant at which a zone's clock reads `civil`. A reading that a spring change skips gives the first instant after
 * the gap; one that an autumn change repeats gives the first of the two.
 */
export const instantOf = (civil: Civil, zone: string): number => {
  const wall = Date.UTC(civil.year, civil.month - 1, civil.day, civil.hour, civil.minute, civil.second);
  const before = offsetAt(wall - DAY_MS, zone);
  const after = offsetAt(wall + DAY_MS, zone);
  for (const offset of [before, after]) {
    if (offsetAt(wall - offset, zone) === offset) return wall - offset;
  }
  return firstInstantFrom(wall - Math.max(before, after), wall - Math.min(before, after), after, zone);
};

/** The first quarter between two instants at which a zone has an offset: the end of a skipped hour. */
const firstInstantFrom = (from: number, to: number, offset: number, zone: string): number => {
  for (let at = Math.floor(from / QUARTER_MS) * QUARTER_MS; at <= to; at += QUARTER_MS)
    if (offsetAt(at, zone) === offset) return at;
  return to;
};
