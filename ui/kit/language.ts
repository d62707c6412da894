/** The language of all texts: dates, times and numbers are written in it too, whatever language the browser has. */
export const LANGUAGE = 'en-GB';

/** The time of day in its shortest form: `06:30`. */
export const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;

/** A moment as it stands in lists: day and time. */
export const formatMoment = (instant: string): string =>
  new Date(instant).toLocaleString(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });

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
