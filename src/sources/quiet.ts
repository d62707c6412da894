import { momentAt } from '../core/template/formula/moment.ts';

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

/** Whether a moment (ms) lies in the quiet hours of a source, `23:00-06:00` on the clock of the zone. */
export const isQuiet = (hours: string | undefined, now: number, zone: string): boolean => {
  if (hours === undefined) return false;
  const [from, to] = hours.split('-').map(minutesOf);
  const at = Math.floor(momentAt(now, zone).wall / 60_000) % 1440;
  if (from === undefined || to === undefined || from === to) return false;
  return from < to ? at >= from && at < to : at >= from || at < to;
};
