import { MINUTE_MS } from '../../../core/time/durations.ts';
import type { Area } from '../../../core/flaps/geometry.ts';
import { createRandom, permutation, seedOf } from '../../../core/random.ts';
import { choiceSetting, numberVariable, textVariable, integerSetting } from '../../contract/declare.ts';
import { colorSetting, Drawing, type Color } from './drawing.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';
import type { PluginMoment } from '../../contract/plugin.ts';

/** Drops a minute on 22 columns. */
const DROPS: Readonly<Record<string, number>> = { light: 3, medium: 6, heavy: 10 };
const USUAL: Area = { rows: 6, cols: 22 };

/** The columns in which drops appear at the top in a minute, in no order. */
const dropsOf = (minute: number, cols: number, config: PluginMoment['config']): number[] => {
  const usual = DROPS[String(config['intensity'])] ?? Number(config['drops_per_minute']);
  const count = Math.min(cols, Math.max(1, Math.round((usual * cols) / USUAL.cols)));
  return permutation(cols, createRandom(seedOf(`rain ${cols} ${minute}`))).slice(0, count);
};

/** The drops that are on a board in a minute, as its rows from the top. */
const rainAt = ({ rows, cols }: Area, { config, now }: Pick<PluginMoment, 'config' | 'now'>): number[][] => {
  const minute = Math.floor(now / MINUTE_MS);
  return Array.from({ length: rows }, (_, row) => dropsOf(minute - row, cols, config));
};

/** Rain. What falls in a row now was in the row above a minute ago; it follows from the clock alone. */
export const whiteNoise = clockPlugin({
  id: 'white_noise',
  name: 'Rain',
  description: 'Drops that fall down the board, a row a minute, with the quiet sound of the flaps',
  icon: 'cloud-rain',
  category: 'art',
  zoned: false,
  settings: {
    intensity: choiceSetting('Rain', ['light', 'medium', 'heavy', 'custom'], undefined, 'medium'),
    drops_per_minute: integerSetting('New drops a minute', [1, 22], 3, 'For the rain "custom", on 22 columns'),
    drop_color: colorSetting('Drops', 'blue'),
  },
  variables: {
    groups: { rain: { label: 'Rain' } },
    simple: {
      active_drops: numberVariable('Drops on a flagship', 3, 'rain', 36),
      intensity: textVariable('How it rains', 6, 'rain', 'medium'),
    },
  },
  values: (moment) => ({
    active_drops: rainAt(USUAL, moment).flat().length,
    intensity: String(moment.config['intensity']),
  }),
  format: ({ board, ...moment }) => {
    const drawing = new Drawing(board);
    for (const [row, drops] of rainAt(board, moment).entries())
      for (const col of drops) drawing.tile(row, col, moment.config['drop_color'] as Color);
    return drawing.lines;
  },
});
