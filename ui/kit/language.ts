/** The language of all texts: dates, times and numbers are written in it too, whatever language the browser has. */
export const LANGUAGE = 'en-GB';

/** The time of day in its shortest form: `06:30`. */
export const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;

/** A moment as it stands in lists: day and time. */
export const formatMoment = (instant: string): string =>
  new Date(instant).toLocaleString(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });
