import { civilAt } from '../../../core/time/zone.ts';
import { clockText, pad2 } from '../calendar-words.ts';
import { choiceSetting, textVariable } from '../../contract/declare.ts';
import { colorSetting, Drawing, type Color } from './drawing.ts';
import { centerBlock } from '../../contract/lines.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';

/**
 * Digits 0 to 9 by the seven segments that are lit: top, upper right, lower right, bottom, lower left, upper left,
 * middle.
 */
const SEGMENTS = ['abcdef', 'bc', 'abged', 'abgcd', 'fgbc', 'afgcd', 'afgedc', 'abc', 'abcdefg', 'abcdfg'];
/** Digits of three rows, where segments would look alike. */
const SMALL = [
  '### # ###',
  ' #  #  # ',
  '##  #  ##',
  '### #####',
  '# ####  #',
  ' ## # ## ',
  '#  ######',
  '###  #  #',
  '#########',
  '######  #',
];

interface Face {
  readonly height: number;
  readonly width: number;
  readonly digitCols: number;
  /** First columns of the four digits. */
  readonly digits: readonly number[];
  /** First column of the colon, its columns and its rows. */
  readonly colon: { readonly at: number; readonly cols: number; readonly rows: readonly number[] };
}

const LARGE_FACE: Face = {
  height: 6,
  width: 22,
  digitCols: 4,
  digits: [0, 5, 13, 18],
  colon: { at: 10, cols: 2, rows: [1, 4] },
};
const SMALL_FACE: Face = {
  height: 3,
  width: 15,
  digitCols: 3,
  digits: [0, 4, 8, 12],
  colon: { at: 7, cols: 1, rows: [0, 2] },
};

const isLitLarge = (digit: number, row: number, col: number): boolean => {
  const has = (segment: string): boolean => SEGMENTS[digit]?.includes(segment) === true;
  return (
    (row === 0 && has('a')) ||
    (row === 2 && has('g')) ||
    (row === 5 && has('d')) ||
    (col === 0 && has(row <= 2 ? 'f' : 'e')) ||
    (col === 0 && row === 2 && has('e') && has('g')) ||
    (col === 3 && has(row <= 2 ? 'b' : 'c')) ||
    (col === 3 && row === 2 && has('c') && has('g'))
  );
};

const isLit = (face: Face, digit: number, row: number, col: number): boolean =>
  face === LARGE_FACE ? isLitLarge(digit, row, col) : SMALL[digit]?.[row * 3 + col] === '#';

const BY_ROW: Readonly<Record<string, readonly Color[]>> = {
  pride: ['red', 'orange', 'yellow', 'green', 'blue', 'violet'],
  sunset: ['violet', 'red', 'orange', 'yellow'],
  ocean: ['white', 'blue', 'green'],
  retro: ['green', 'yellow', 'orange'],
};
const BY_DIGIT: Readonly<Record<string, readonly Color[]>> = {
  rainbow: ['red', 'orange', 'yellow', 'green', 'blue'],
  christmas: ['red', 'green', 'white', 'red', 'green'],
  halloween: ['orange', 'violet', 'white', 'orange', 'violet'],
};

/** The face that fits a size, and how many times it is enlarged. */
const faceFor = (rows: number, cols: number): { face: Face; scale: number } | null => {
  for (const face of [LARGE_FACE, SMALL_FACE]) {
    const scale = Math.min(Math.floor(rows / face.height), Math.floor(cols / face.width));
    if (scale >= 1) return { face, scale };
  }
  return null;
};

/** Which part of the face lies at a place: the number of the digit (2 for the colon), or null. */
const partAt = (face: Face, time: string, row: number, col: number): number | null => {
  const { at, cols, rows } = face.colon;
  if (rows.includes(row) && col >= at && col < at + cols) return 2;
  const index = face.digits.findIndex((first) => col >= first && col < first + face.digitCols);
  const digit = time[index];
  if (digit === undefined || digit === ' ') return null;
  return isLit(face, Number(digit), row, col - (face.digits[index] ?? 0)) ? index + (index > 1 ? 1 : 0) : null;
};

/** The big clock. */
export const visualClock = clockPlugin({
  id: 'visual_clock',
  name: 'Big clock',
  description: 'The time in digits that fill the board',
  icon: 'clock',
  category: 'art',
  settings: {
    time_format: choiceSetting('Clock', ['24h', '12h'], ['14:30', '2:30']),
    color_pattern: choiceSetting('Colours', ['solid', ...Object.keys(BY_ROW), ...Object.keys(BY_DIGIT)]),
    digit_color: colorSetting('Digits, in one colour', 'white'),
    background_color: colorSetting('Background', 'none', ['none']),
  },
  variables: {
    groups: { time: { label: 'Time' } },
    simple: {
      time: textVariable('The time', 8, 'time', '14:30'),
      hour: textVariable('The hour on the board', 2, 'time', '14'),
      minute: textVariable('The minute', 2, 'time', '30'),
    },
  },
  values: (moment) => {
    const { zone } = moment;
    const { hour, minute } = civilAt(moment.now, zone);
    const format = moment.config['time_format'];
    const shown = format === '12h' ? String(hour % 12 === 0 ? 12 : hour % 12) : pad2(hour);
    return { time: clockText(moment.now, zone, format), hour: shown, minute: pad2(minute) };
  },
  format: ({ data, board, config }) => {
    const found = faceFor(board.rows, board.cols);
    if (!found) return centerBlock([String(data['time'])], board);
    const { face, scale } = found;
    const time = `${data['hour']}`.padStart(2) + String(data['minute']);
    const top = Math.floor((board.rows - face.height * scale) / 2);
    const left = Math.floor((board.cols - face.width * scale) / 2);
    const pattern = String(config['color_pattern']);
    const back = config['background_color'] === 'none' ? null : (config['background_color'] as Color);
    const drawing = new Drawing(board);
    drawing.fill((y, x) => {
      const [row, col] = [Math.floor((y - top) / scale), Math.floor((x - left) / scale)];
      const part = row < 0 || row >= face.height ? null : partAt(face, time, row, col);
      if (part === null) return back;
      const rows = BY_ROW[pattern];
      if (rows) return rows[Math.floor((row * rows.length) / face.height)] ?? null;
      return BY_DIGIT[pattern]?.[part] ?? (config['digit_color'] as Color);
    });
    return drawing.lines;
  },
});
