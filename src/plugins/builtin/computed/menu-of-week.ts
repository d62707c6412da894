import { readingAt, weekdayOfNumber } from '../../../core/time/day.ts';
import type { JsonObject } from '../../../schema/common.ts';
import { weekdayText } from './calendar-days.ts';
import { WEEKDAYS } from '../calendar-words.ts';
import { cutText, textVariable } from '../../contract/declare.ts';
import { centerBlock, centerLine, centerRows, cutCells } from '../../contract/lines.ts';
import { defineManifest } from '../../contract/manifest.ts';
import type { DataPlugin, PluginMoment } from '../../contract/plugin.ts';
import { zoneOf, zoneProblems, ZONE_SETTING } from '../../contract/zone-setting.ts';

const LONGEST = 40;
const USUAL = ['PASTA', 'LENTIL SOUP', 'RICE AND BEANS', 'SALAD', 'FISH', 'PIZZA', 'ROAST VEGETABLES'];

/** The dish of a day: of several, divided by `|`, one after another from week to week. */
const dishOf = (day: number, config: JsonObject): string => {
  const text = String(config[(WEEKDAYS[weekdayOfNumber(day)] ?? '').toLowerCase()] ?? '');
  const dishes = text.split('|').map((dish) => cutText(dish, LONGEST));
  const week = Math.floor((day - weekdayOfNumber(day)) / 7);
  return dishes[week % dishes.length] ?? '';
};

const todayOf = (moment: PluginMoment): number => readingAt(moment.now, zoneOf(moment)).number;

const manifest = defineManifest({
  id: 'menu_of_week',
  name: 'Menu of the week',
  description: 'What there is to eat today, tomorrow and on the days after',
  icon: 'utensils',
  category: 'home',
  live_data: true,
  documentation: 'Several dishes for one weekday, divided by `|`, take turns from week to week.',
  settings: {
    ...Object.fromEntries(
      WEEKDAYS.map((name, index) => [
        name.toLowerCase(),
        { type: 'string', title: name, maxLength: 200, default: USUAL[index] ?? '' },
      ]),
    ),
    ...ZONE_SETTING,
  },
  variables: {
    groups: { menu: { label: 'Menu' } },
    simple: {
      today: textVariable('The dish of today', LONGEST, 'menu', 'FISH'),
      tomorrow: textVariable('The dish of tomorrow', LONGEST, 'menu', 'PIZZA'),
      weekday: textVariable('The weekday', 9, 'menu', 'FRIDAY'),
    },
  },
});

/** Dishes by weekday. */
export const menuOfWeek: DataPlugin = {
  manifest,
  live: (moment) => {
    const today = todayOf(moment);
    return {
      available: true,
      data: {
        today: dishOf(today, moment.config),
        tomorrow: dishOf(today + 1, moment.config),
        weekday: weekdayText(today),
      },
    };
  },
  validateConfig: zoneProblems,
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
};
