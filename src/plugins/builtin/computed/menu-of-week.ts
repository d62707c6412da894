import { weekdayOfNumber } from '../../../core/time/day.ts';
import type { JsonObject } from '../../../schema/common.ts';
import { todayOf, weekdayText } from './calendar-days.ts';
import { WEEKDAYS } from '../calendar-words.ts';
import { cutText, textVariable } from '../../contract/declare.ts';
import { centerBlock, centerLine, centerRows, cutCells } from '../../contract/lines.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';

const LONGEST = 40;
const USUAL = ['PASTA', 'LENTIL SOUP', 'RICE AND BEANS', 'SALAD', 'FISH', 'PIZZA', 'ROAST VEGETABLES'];

/** The dish of a day: of several, divided by `|`, one after another from week to week. */
const dishOf = (day: number, config: JsonObject): string => {
  const text = String(config[(WEEKDAYS[weekdayOfNumber(day)] ?? '').toLowerCase()] ?? '');
  const dishes = text.split('|').map((dish) => cutText(dish, LONGEST));
  const week = Math.floor((day - weekdayOfNumber(day)) / 7);
  return dishes[week % dishes.length] ?? '';
};

/** Dishes by weekday. */
export const menuOfWeek = clockPlugin({
  id: 'menu_of_week',
  name: 'Menu of the week',
  description: 'What there is to eat today, tomorrow and on the days after',
  icon: 'utensils',
  category: 'home',
  documentation: 'Several dishes for one weekday, divided by `|`, take turns from week to week.',
  settings: Object.fromEntries(
    WEEKDAYS.map((name, index) => [
      name.toLowerCase(),
      { type: 'string', title: name, maxLength: 200, default: USUAL[index] ?? '' },
    ]),
  ),
  variables: {
    groups: { menu: { label: 'Menu' } },
    simple: {
      today: textVariable('The dish of today', LONGEST, 'menu', 'FISH'),
      tomorrow: textVariable('The dish of tomorrow', LONGEST, 'menu', 'PIZZA'),
      weekday: textVariable('The weekday', 9, 'menu', 'FRIDAY'),
    },
  },
  values: (moment) => {
    const today = todayOf(moment);
    return {
      today: dishOf(today, moment.config),
      tomorrow: dishOf(today + 1, moment.config),
      weekday: weekdayText(today),
    };
  },
  format: ({ data, board, ...moment }) => {
    const today = todayOf(moment);
    if (board.rows < 5) {
      const dish = String(data['today']);
      return dish === ''
        ? centerBlock([String(data['weekday']), 'NO DISH'], board)
        : [centerLine('TODAY', board.cols), ...centerBlock([dish], { ...board, rows: board.rows - 1 })];
    }
    const lines = Array.from({ length: Math.min(7, board.rows) }, (_, ahead) =>
      cutCells(`${weekdayText(today + ahead, 2)} ${dishOf(today + ahead, moment.config)}`, board.cols),
    );
    return centerRows(lines, board.rows);
  },
});
