import { DAY_MINUTES } from '../../../core/time/time-of-day.ts';
import { MINUTE_MS } from '../../../core/time/durations.ts';
import { textVariable } from '../../contract/declare.ts';
import { columnsOf, Drawing, type Color } from './drawing.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';

const PALETTES: Readonly<Record<string, readonly Color[]>> = {
  ocean: ['blue', 'blue', 'green', 'white'],
  sunset: ['violet', 'red', 'orange', 'yellow'],
  forest: ['green', 'green', 'yellow', 'blue'],
  candle: ['red', 'orange', 'yellow', 'white'],
  aurora: ['blue', 'violet', 'green', 'violet'],
  spectrum: ['red', 'orange', 'yellow', 'green', 'blue', 'violet'],
};
/** Minutes in which the fields have moved once around, by pace. */
const ROUND: Readonly<Record<string, number>> = { slow: 720, medium: 240, fast: 60 };

/** The palette of a minute: the one that was chosen, or another one every day (UTC). */
const paletteAt = (chosen: unknown, minute: number): string => {
  const names = Object.keys(PALETTES);
  return chosen === 'daily' ? (names[Math.floor(minute / DAY_MINUTES) % names.length] ?? 'ocean') : String(chosen);
};

/** How far along the palette a place is, from 0 to 1; neighbours in place and time differ little. */
const levelAt = (x: number, y: number, turn: number): number => {
  const angle = 2 * Math.PI * turn;
  const sum = Math.sin(x / 4 + angle) + Math.sin(y / 3 - angle) + Math.sin((x + y) / 6 + 2 * angle);
  // The middle is by far the most frequent: what lies beyond 2 counts as 2.
  return Math.min(1, Math.max(0, (sum + 2) / 4));
};

/** Drifting colours, which follow from the clock alone. */
export const colorFields = clockPlugin({
  id: 'color_fields',
  name: 'Colour fields',
  description: 'Soft fields of colour that drift over the board',
  icon: 'palette',
  category: 'art',
  zoned: false,
  settings: {
    palette: { type: 'string', title: 'Colours', enum: [...Object.keys(PALETTES), 'daily'], default: 'ocean' },
    pace: { type: 'string', title: 'Pace', enum: Object.keys(ROUND), default: 'medium' },
  },
  variables: {
    groups: { field: { label: 'Fields' } },
    simple: { palette: textVariable('Name of the colours', 8, 'field', 'ocean') },
  },
  values: ({ config, now }) => ({ palette: paletteAt(config['palette'], Math.floor(now / MINUTE_MS)) }),
  format: ({ data, board, config, now }) => {
    const colors = PALETTES[String(data['palette'])] ?? [];
    const round = ROUND[String(config['pace'])] ?? DAY_MINUTES;
    const turn = (Math.floor(now / MINUTE_MS) % round) / round;
    const drawing = new Drawing(board);
    drawing.fill((row, col) => {
      const level = levelAt(col, columnsOf(row), turn);
      return colors[Math.min(colors.length - 1, Math.floor(level * colors.length))] ?? null;
    });
    return drawing.lines;
  },
});
