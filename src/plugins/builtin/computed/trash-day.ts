import type { JsonObject } from '../../../schema/common.ts';
import { dayFrom, dayName, dayText, todayOf, weekdayText } from './calendar-days.ts';
import { flagVariable, numberVariable, textVariable, tileVariable } from '../../contract/declare.ts';
import { colorSetting, tileOf, type Color } from './drawing.ts';
import { centerBlock, centerRows, spreadLine } from '../../contract/lines.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';

interface Collection {
  readonly name: string;
  readonly color?: Color;
  readonly first: string;
  readonly every_weeks?: number;
}

interface Moved {
  readonly from: string;
  readonly to: string;
}

/** A collection with the day it is next on. */
interface Due {
  readonly name: string;
  readonly color: Color;
  readonly day: number;
}

const MOST_MOVED = 40;

/** The day on which a collection is next, from `today` on, when some of its days are moved; null for no date. */
const nextOf = ({ first, every_weeks = 1 }: Collection, today: number, moved: readonly Moved[]): number | null => {
  const start = dayFrom(first);
  if (start === null) return null;
  const step = 7 * every_weeks;
  const moves = new Map(moved.map(({ from, to }) => [dayFrom(from), dayFrom(to)]));
  // A day may be moved ahead of or behind the present one: a few rounds before it count too.
  const from = start + Math.max(0, Math.floor((today - start) / step) - 2) * step;
  const days = Array.from({ length: MOST_MOVED + 4 }, (_, round) => from + round * step);
  const real = days.map((day) => moves.get(day) ?? day).filter((day) => day >= today);
  return real.length === 0 ? null : Math.min(...real);
};

const dueFrom = (config: JsonObject, today: number): Due[] => {
  const moved = (config['moved'] ?? []) as Moved[];
  return ((config['collections'] ?? []) as Collection[])
    .flatMap((collection) => {
      const day = nextOf(collection, today, moved);
      return day === null ? [] : [{ name: collection.name, color: collection.color ?? 'white', day }];
    })
    .sort((a, b) => a.day - b.day);
};

/** Bins, and when they go out. */
export const trashDay = clockPlugin({
  id: 'trash_day',
  name: 'Trash day',
  description: 'Which bin is collected next, by the rota of your street',
  icon: 'trash',
  category: 'home',
  documentation:
    'Give each collection one date on which it happened or will happen, and after how many weeks it comes again. Days that a holiday moves are listed under "Moved".',
  settings: {
    collections: {
      type: 'array',
      title: 'Collections',
      maxItems: 10,
      items: {
        type: 'object',
        required: ['name', 'first'],
        properties: {
          name: { type: 'string', title: 'Name', minLength: 1, maxLength: 15 },
          color: colorSetting('Colour of the bin', 'white'),
          first: { type: 'string', title: 'One of its days', 'ui:widget': 'date', maxLength: 10 },
          every_weeks: { type: 'integer', title: 'Weeks between', default: 1, minimum: 1, maximum: 12 },
        },
      },
      default: [
        { name: 'WASTE', color: 'white', first: '2026-01-06', every_weeks: 2 },
        { name: 'PAPER', color: 'blue', first: '2026-01-08', every_weeks: 4 },
        { name: 'COMPOST', color: 'green', first: '2026-01-06', every_weeks: 1 },
      ],
      'ui:widget': 'array-input',
    },
    moved: {
      type: 'array',
      title: 'Moved',
      maxItems: MOST_MOVED,
      items: {
        type: 'object',
        required: ['from', 'to'],
        properties: {
          from: { type: 'string', title: 'From', 'ui:widget': 'date', maxLength: 10 },
          to: { type: 'string', title: 'To', 'ui:widget': 'date', maxLength: 10 },
        },
      },
      'ui:widget': 'array-input',
    },
  },
  variables: {
    groups: { next: { label: 'Next collection' } },
    simple: {
      next_name: textVariable('What is collected next, all of that day', 22, 'next', 'WASTE, COMPOST'),
      next_day: textVariable('When: TODAY, TOMORROW, a weekday or a date', 10, 'next', 'TUESDAY'),
      next_date: textVariable('The date', 10, 'next', '2026-11-24'),
      next_days: numberVariable('Days until then', 3, 'next', 4),
      next_color: tileVariable('Colour of the bin', 'next'),
      is_tonight: flagVariable('Whether bins go out tonight', 'next', false),
    },
  },
  values: (moment) => {
    const today = todayOf(moment);
    const due = dueFrom(moment.config, today);
    const [next] = due;
    const names = due.filter(({ day }) => day === next?.day).map(({ name }) => name);
    return {
      next_name: names.join(', ').slice(0, 22),
      next_day: next ? dayName(next.day, today) : '',
      next_date: next ? dayText(next.day) : '',
      next_days: next ? next.day - today : null,
      next_color: next ? tileOf(next.color) : '',
      is_tonight: due.some(({ day }) => day === today + 1),
    };
  },
  validateConfig: ({ collections, moved }) => [
    ...dateProblems('collections', collections, ['first']),
    ...dateProblems('moved', moved, ['from', 'to']),
  ],
  format: ({ board, ...moment }) => {
    const today = todayOf(moment);
    const due = dueFrom(moment.config, today);
    if (due.length === 0) return centerBlock(['NO COLLECTIONS'], board);
    const lines = due.slice(0, board.rows).map(({ name, color, day }) => {
      const when = dayName(day, today);
      const short = day - today > 1 && day - today < 7 ? weekdayText(day, 3) : when.replace('TOMORROW', 'TMRW');
      return spreadLine(`${tileOf(color)} ${name}`, board.cols < 20 ? short.slice(-5) : when, board.cols);
    });
    return centerRows(lines, board.rows);
  },
});

const dateProblems = (list: string, items: unknown, names: readonly string[]): string[] =>
  ((items ?? []) as Record<string, string>[]).flatMap((item, index) =>
    names.flatMap((name) =>
      dayFrom(String(item[name])) === null ? [`${list}.${index}.${name}: must be a date such as 2026-12-24`] : [],
    ),
  );
