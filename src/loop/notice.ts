import type { Area } from '../core/flaps/geometry.ts';
import type { Grid } from '../core/flaps/grid.ts';
import { layoutText } from '../core/flaps/message.ts';
import { formatMoment, momentAt } from '../core/template/formula/moment.ts';

/** What a source that has nothing to show lacks. */
export interface Absence {
  readonly name: string;
  readonly error: string;
  /** Since when (ms); null while nobody knows. */
  readonly since: number | null;
}

/** Boards from this width on have room for whole words. */
const WIDE = 20;

const sinceText = (since: number | null, now: number, zone: string, isWide: boolean): string => {
  if (since === null) return 'NO DATA';
  const [then, today] = [momentAt(since, zone), momentAt(now, zone)];
  const day = (moment: typeof then) => formatMoment(moment, 'YYYY-MM-DD');
  const at = formatMoment(then, day(then) === day(today) ? 'HH:mm' : 'DD MMM');
  return isWide ? `NO DATA SINCE ${at}` : `NO DATA ${at}`;
};

/** The page of a source that has no data: what is missing, since when, and why (rules, X11). */
export const drawNotice = ({ name, error, since }: Absence, size: Area, now: number, zone: string): Grid =>
  layoutText(`${name}\n${sinceText(since, now, zone, size.cols >= WIDE)}\n${error}`, size);
