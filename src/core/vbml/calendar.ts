import type { VbmlWrite } from '../../schema/content/vbml.ts';
import { flapOf } from '../flaps/flaps.ts';

/** A month, with a colour for each of its days. */
export type VbmlCalendar = NonNullable<VbmlWrite['components'][number]['calendar']>;

const WIDTH = 12;
const LABEL = 5;
const WEEKS = 5;
const USUAL_COLOUR = 65;
const DAYS_OF_WEEK = 'SMTWTFS';

const codesOf = (text: string): number[] => [...text].map((character) => flapOf(character) ?? 0);

const labelOf = (first: number, last: number): string =>
  first === last ? (first < 10 ? `   ${first}` : `${first}`) : `${first < 10 ? ' ' : ''}${first}-${last}`;

/**
 * A month as rows of codes: its name and the days of the week, then a row for each week from Sunday on. Days of a sixth
 * week stand beside the fifth, the second of them only with a colour of its own.
 */
export const drawCalendar = ({ month, year, days, defaultDayColor, ...hidden }: VbmlCalendar): number[][] => {
  const first = new Date(Date.UTC(Number(year), Number(month) - 1, 1));
  if (Number.isNaN(first.getTime())) return [];
  const offset = first.getUTCDay();
  const count = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const rows = Array.from({ length: WEEKS + 1 }, () => new Array<number>(WIDTH + 1).fill(0));
  const write = (row: number, col: number, text: string): void => {
    for (const [at, code] of codesOf(text).entries()) if (rows[row]) rows[row][col + at] = code;
  };
  const name = `${first.getUTCMonth() + 1}/${String(first.getUTCFullYear()).slice(-2)}`;
  if (!hidden.hideMonthYear) write(0, 0, name);
  if (!hidden.hideSMTWTFS) write(0, LABEL, DAYS_OF_WEEK);
  for (let week = 0; week < WEEKS; week++) {
    const from = Math.max(1, week * 7 - offset + 1);
    const to = week === WEEKS - 1 ? count : Math.min(count, week * 7 - offset + 7);
    if (!hidden.hideDates && from <= to) write(week + 1, 0, labelOf(from, to));
  }
  for (let day = 1; day <= count; day++) {
    const week = Math.floor((day + offset - 1) / 7);
    const weekday = (day + offset - 1) % 7;
    const column = weekday + (week < WEEKS ? LABEL : WIDTH);
    const row = rows[Math.min(week, WEEKS - 1) + 1];
    const own = days?.[day];
    if (row && (column <= WIDTH || own)) row[column] = own ?? defaultDayColor ?? USUAL_COLOUR;
  }
  return rows;
};
