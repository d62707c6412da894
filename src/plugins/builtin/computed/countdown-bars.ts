import { dateOf, dayNumberOf } from '../../../core/time/day.ts';
import type { JsonObject } from '../../../schema/common.ts';
import { dayFrom, todayOf } from './calendar-days.ts';
import { numberVariable, textVariable, integerSetting } from '../../contract/declare.ts';
import { BAR_COLS, barOf, barVariable, COLORS, type Color } from './drawing.ts';
import { centerBlock, centerRows, cutCells } from '../../contract/lines.ts';
import { countCells } from '../../../core/flaps/cells.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';
import type { PluginMoment } from '../../contract/plugin.ts';

interface Event {
  readonly name: string;
  readonly date: string;
}

interface Ahead {
  readonly name: string;
  readonly days: number;
}

const MOST_DAYS = 9999;

/** A date of every year from a day on; 29 February is 1 March where there is none. */
const nextYearly = (month: number, day: number, today: number): number => {
  const { year } = dateOf(today);
  const number = dayNumberOf(year, month, day);
  return number >= today ? number : dayNumberOf(year + 1, month, day);
};

const isYearly = (date: string): boolean => /^\d{2}-\d{2}$/.test(date);

/** The day that an event is next on; null when it is over, or names no day. */
const nextDay = ({ date }: Event, today: number): number | null => {
  if (isYearly(date))
    return dayFrom(`2024-${date}`) === null ? null : nextYearly(Number(date.slice(0, 2)), Number(date.slice(3)), today);
  const number = dayFrom(date);
  return number !== null && number >= today ? number : null;
};

const eventsAhead = (moment: PluginMoment): Ahead[] => {
  const today = todayOf(moment);
  return ((moment.config['events'] ?? []) as Event[])
    .flatMap((event) => {
      const number = nextDay(event, today);
      return number === null ? [] : [{ name: event.name, days: Math.min(MOST_DAYS, number - today) }];
    })
    .sort((a, b) => a.days - b.days);
};

const colorAt = (index: number): Color => COLORS[index % (COLORS.length - 1)] ?? 'red';

const partOf = ({ days }: Ahead, config: JsonObject): number => 1 - days / Number(config['span_days']);

/** Bars that count down to events. */
export const countdownBars = clockPlugin({
  id: 'countdown_bars',
  name: 'Countdown bars',
  description: 'The days until several events, each as a bar that fills as the day comes nearer',
  icon: 'timer',
  category: 'utility',
  documentation: 'A date is `2026-12-24`, or `12-24` for every year. What is over is left out.',
  settings: {
    events: {
      type: 'array',
      title: 'Events',
      maxItems: 12,
      items: {
        type: 'object',
        required: ['name', 'date'],
        properties: {
          name: { type: 'string', title: 'Name', minLength: 1, maxLength: 22 },
          date: { type: 'string', title: 'Date', maxLength: 10 },
        },
      },
      default: [
        { name: 'CHRISTMAS', date: '12-25' },
        { name: 'NEW YEAR', date: '01-01' },
        { name: 'SPRING', date: '03-20' },
      ],
      'ui:widget': 'array-input',
    },
    span_days: integerSetting('Days of a bar', [7, 3650], 100, 'The bar of an event is empty that many days before it'),
  },
  variables: {
    groups: { next: { label: 'Next event' } },
    simple: {
      next_name: textVariable('Name of the next event', 22, 'next', 'CHRISTMAS'),
      next_days: numberVariable('Days until then', 4, 'next', 35),
      next_bar: barVariable('A bar of ten tiles', 'next', 'red'),
      count: numberVariable('Events that lie ahead', 2, 'next', 3),
    },
  },
  values: (moment) => {
    const events = eventsAhead(moment);
    const [next] = events;
    return {
      next_name: next?.name ?? '',
      next_days: next?.days ?? null,
      next_bar: next ? barOf(partOf(next, moment.config), BAR_COLS, colorAt(0)) : '',
      count: events.length,
    };
  },
  validateConfig: ({ events }) =>
    ((events ?? []) as Event[]).flatMap(({ date }, index) =>
      dayFrom(isYearly(date) ? `2024-${date}` : date) === null
        ? [`events.${index}.date: must be a date such as 2026-12-24, or 12-24 for every year`]
        : [],
    ),
  format: ({ board, ...moment }) => {
    const events = eventsAhead(moment).slice(0, board.rows);
    if (events.length === 0) return centerBlock(['NO EVENTS AHEAD'], board);
    const nameCols = Math.floor(board.cols * 0.45);
    const countCols = Math.max(...events.map(({ days }) => String(days).length)) + 1;
    const lines = events.map((event, index) => {
      const name = cutCells(event.name, nameCols);
      const bar = barOf(partOf(event, moment.config), board.cols - nameCols - countCols - 1, colorAt(index));
      return `${name}${' '.repeat(nameCols - countCells(name) + 1)}${bar}${String(event.days).padStart(countCols)}`;
    });
    return centerRows(lines, board.rows);
  },
});
