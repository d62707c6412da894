import { DAY_MS } from '../../src/core/time/durations.ts';
import { strings } from '../strings.ts';
import { inZone } from './zone.ts';

/** The language of all texts: dates, times and numbers are written in it too, whatever language the browser has. */
export const LANGUAGE = 'en-GB';

/** The time of day in its shortest form: `06:30`. */
export const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;

/** The date where the appliance is, to compare. */
export const dayOf = (ms: number): string => new Date(ms).toLocaleDateString('sv', inZone());

/** A moment as it stands in lists: day and time where the appliance is, as all times are written. */
export const formatMoment = (instant: string): string =>
  new Date(instant).toLocaleString(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short', ...inZone() });

/**
 * An instant where the appliance is, in words: its time of day, which tomorrow, the weekday or the date goes before
 * when that is not today. Null stays null.
 */
export const momentOf = <T extends string | null>(instant: T, now = Date.now()): string | Extract<T, null> => {
  if (instant === null) return instant as Extract<T, null>;
  const at = Date.parse(instant);
  const time = new Date(at).toLocaleTimeString(LANGUAGE, { ...CLOCK, ...inZone() });
  const [today, day] = [dayOf(now), dayOf(at)];
  if (day === today) return time;
  const ahead = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  if (ahead === 1) return strings.tomorrow(time);
  const named = Math.abs(ahead) < 7 ? ({ weekday: 'long' } as const) : ({ day: 'numeric', month: 'long' } as const);
  return `${new Date(at).toLocaleDateString(LANGUAGE, { ...named, ...inZone() })} ${time}`;
};

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** A text of the service with its instants in words; what is no date, and was refused, stays as it was typed. */
export const timesInWords = (text: string): string =>
  text.replace(INSTANT, (instant) => (Number.isNaN(Date.parse(instant)) ? instant : momentOf(instant)));

/** Writes moments, in ms since 1970, in one form. Its first use makes the formatter, which takes a browser long. */
export const dateForm = (form: Intl.DateTimeFormatOptions): ((at: number) => string) => {
  let made: Intl.DateTimeFormat | null = null;
  return (at) => (made ??= new Intl.DateTimeFormat(LANGUAGE, form)).format(at);
};

let countries: Intl.DisplayNames | null = null;

/** The name of a country by its code of two letters; the text itself when it is none. */
export const countryName = (code: string): string => {
  try {
    return (countries ??= new Intl.DisplayNames(LANGUAGE, { type: 'region' })).of(code) ?? code;
  } catch {
    return code;
  }
};
