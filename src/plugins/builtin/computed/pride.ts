import { todayOf } from './calendar-days.ts';
import { textVariable } from '../../contract/declare.ts';
import { Drawing, type Color } from './drawing.ts';
import { centerLine } from '../../contract/lines.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';

const LETTERS: Readonly<Record<string, Color>> = {
  r: 'red',
  o: 'orange',
  y: 'yellow',
  g: 'green',
  b: 'blue',
  v: 'violet',
  w: 'white',
};

/** Flags as stripes from the top: a letter a stripe, `k` for black, which stays blank. */
const FLAGS: Readonly<Record<string, string>> = {
  rainbow: 'roygbv',
  trans: 'brwrb',
  bi: 'rrvbb',
  pan: 'ryb',
  lesbian: 'owr',
  ace: 'kwwv',
  nonbinary: 'ywvk',
};

/** Pride flags. */
export const pride = clockPlugin({
  id: 'pride',
  name: 'Pride',
  description: 'Pride flags in tiles: one that you pick, or another one every day',
  icon: 'flag',
  category: 'art',
  settings: {
    flag: { type: 'string', title: 'Flag', enum: [...Object.keys(FLAGS), 'daily'], default: 'rainbow' },
    pattern: { type: 'string', title: 'Stripes', enum: ['rows', 'columns', 'diagonal'], default: 'rows' },
    message: { type: 'string', title: 'Text in the last row', maxLength: 22, default: '' },
  },
  variables: {
    groups: { flag: { label: 'Flag' } },
    simple: {
      flag: textVariable('Name of the flag', 9, 'flag', 'rainbow'),
      message: textVariable('Your text', 22, 'flag', 'LOVE IS LOVE'),
    },
  },
  values: (moment) => {
    const { flag, message } = moment.config;
    const names = Object.keys(FLAGS);
    return { flag: flag === 'daily' ? names[todayOf(moment) % names.length] : flag, message };
  },
  format: ({ data, board, config }) => {
    const stripes = FLAGS[String(data['flag'])] ?? '';
    const message = String(data['message']);
    const rows = message === '' ? board.rows : board.rows - 1;
    const drawing = new Drawing({ rows, cols: board.cols });
    const stripeAt = (row: number, col: number): number => {
      if (config['pattern'] === 'rows') return Math.floor((row * stripes.length) / rows);
      if (config['pattern'] === 'columns') return Math.floor((col * stripes.length) / board.cols);
      return Math.floor((row + col) / 2) % stripes.length;
    };
    drawing.fill((row, col) => LETTERS[stripes[stripeAt(row, col)] ?? ''] ?? null);
    return message === '' ? drawing.lines : [...drawing.lines, centerLine(message, board.cols)];
  },
});
