import { dayAt, dayNumberOf, dayOf, type Day } from '../../../core/time/day.ts';
import { numberVariable } from '../../contract/declare.ts';
import { BAR_COLS, barOf, barVariable, type Color } from './drawing.ts';
import { centerRows } from '../../contract/lines.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';

const SPANS = ['day', 'week', 'month', 'year'] as const;
type Span = (typeof SPANS)[number];

const COLOR: Readonly<Record<Span, Color>> = { day: 'yellow', week: 'green', month: 'blue', year: 'violet' };

/** The numbers of the first day of a span and of the first day after it. */
const bounds = (span: Span, { year, month, number, weekday }: Day): readonly [number, number] => {
  if (span === 'day') return [number, number + 1];
  if (span === 'week') return [number - weekday, number - weekday + 7];
  return span === 'month'
    ? [dayNumberOf(year, month, 1), dayNumberOf(year, month + 1, 1)]
    : [dayNumberOf(year, 1, 1), dayNumberOf(year + 1, 1, 1)];
};

/** How much of the present day, week, month or year is over in a zone, from 0 to 1. Weeks begin on Monday. */
export const partOver = (span: Span, now: number, zone: string): number => {
  const [first, after] = bounds(span, dayAt(now, zone));
  const start = dayOf(first, zone).start;
  return (now - start) / (dayOf(after, zone).start - start);
};

/** What is over of the present day, week, month and year. */
export const dayProgress = clockPlugin({
  id: 'day_progress',
  name: 'Progress of the day',
  description: 'How much of the day, the week, the month and the year is over, as bars',
  icon: 'hourglass',
  category: 'utility',
  variables: {
    groups: { percent: { label: 'Percent' }, bar: { label: 'Bars' } },
    simple: {
      day: numberVariable('Percent of the day', 3, 'percent', 60),
      week: numberVariable('Percent of the week', 3, 'percent', 65),
      month: numberVariable('Percent of the month', 3, 'percent', 65),
      year: numberVariable('Percent of the year', 3, 'percent', 88),
      day_bar: barVariable('The day as a bar of ten tiles', 'bar', 'green'),
      week_bar: barVariable('The week as a bar of ten tiles', 'bar', 'green'),
      month_bar: barVariable('The month as a bar of ten tiles', 'bar', 'green'),
      year_bar: barVariable('The year as a bar of ten tiles', 'bar', 'green'),
    },
  },
  values: (moment) => {
    const { zone } = moment;
    const parts = SPANS.map((span) => [span, partOver(span, moment.now, zone)] as const);
    return {
      ...Object.fromEntries(parts.map(([span, part]) => [span, Math.floor(part * 100)])),
      ...Object.fromEntries(parts.map(([span, part]) => [`${span}_bar`, barOf(part, BAR_COLS, COLOR[span])])),
    };
  },
  format: (moment) => {
    const { rows, cols } = moment.board;
    const { zone } = moment;
    const shown = rows >= SPANS.length ? SPANS : SPANS.filter((span) => span !== 'month').slice(0, rows);
    const labelCols = rows >= SPANS.length ? 6 : 5;
    const lines = shown.map((span) => {
      const part = partOver(span, moment.now, zone);
      const label = span.toUpperCase().padEnd(labelCols);
      return label + barOf(part, cols - labelCols - 4, COLOR[span]) + `${Math.floor(part * 100)}%`.padStart(4);
    });
    return centerRows(lines, rows);
  },
});
