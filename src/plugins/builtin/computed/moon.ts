import { DAY_MS } from '../../../core/time/durations.ts';
import { moonAt } from '../../../core/time/sun.ts';
import { readingAt } from '../../../core/time/day.ts';
import { dayText } from './calendar-days.ts';
import { choiceSetting, flagVariable, numberVariable, textVariable } from '../../contract/declare.ts';
import { colorSetting, columnsOf, Drawing, rowsOf, type Color } from './drawing.ts';
import { wrapLines } from '../../contract/lines.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';
import { phaseName } from '../common/sun.ts';

const MONTH_MS = 29.530588 * DAY_MS;

/** How far a phase is from another, -0.5 to 0.5 of a month. */
const phaseDistance = (at: number, target: number): number => {
  const distance = moonAt(at).phase - target;
  return distance - Math.round(distance);
};

/** Searches when the moon next reaches a phase, to the minute. */
const searchPhase = (now: number, target: number): number => {
  const ahead = (target - moonAt(now).phase + 1) % 1;
  // The moon's pace varies: the mean month is off by less than two days.
  let from = now + ahead * MONTH_MS - 2 * DAY_MS;
  let to = from + 4 * DAY_MS;
  while (to - from > 60_000) {
    const middle = (from + to) / 2;
    if (phaseDistance(middle, target) < 0) from = middle;
    else to = middle;
  }
  return to > now ? to : searchPhase(now + 3 * DAY_MS, target);
};

// Less than the shortest time between two full moons: one that was found and is nearer than this is the next one.
const SHORTEST_MONTH_MS = 29 * DAY_MS;
const found = new Map<number, number>();

/** When the moon next reaches a phase (0 new, 0.5 full), to the minute. */
export const nextPhase = (now: number, target: number): number => {
  const known = found.get(target);
  if (known !== undefined && known > now && known - now < SHORTEST_MONTH_MS) return known;
  const at = searchPhase(now, target);
  found.set(target, at);
  return at;
};

/** Whether a point of the disc is lit: `x` and `y` from -1 to 1, `x` towards the evening's side of the northern sky. */
export const isLitAt = (phase: number, x: number, y: number): boolean => {
  const edge = Math.cos(2 * Math.PI * phase) * Math.sqrt(Math.max(0, 1 - y * y));
  return phase <= 0.5 ? x > edge : x < -edge;
};

const TEXT_COLS = 9;

/** The moon of the hour. */
export const moon = clockPlugin({
  id: 'moon',
  name: 'Moon',
  description: 'The moon as it looks tonight, with the name of its phase and the next full and new moon',
  icon: 'moon',
  category: 'weather',
  settings: {
    light_color: colorSetting('Lit part', 'yellow'),
    dark_color: colorSetting('Dark part', 'blue', ['none']),
    hemisphere: choiceSetting(
      'Seen from',
      ['auto', 'north', 'south'],
      ['The place of the appliance', 'North of the equator', 'South of the equator'],
    ),
  },
  variables: {
    groups: { now: { label: 'Now' }, next: { label: 'Next' } },
    simple: {
      phase: textVariable('Name of the phase', 15, 'now', 'WAXING GIBBOUS'),
      illumination: numberVariable('Lit part, percent', 3, 'now', 79),
      age: numberVariable('Days since the new moon', 4, 'now', 10.3),
      is_waxing: flagVariable('Whether it grows', 'now', true),
      next_full: textVariable('Date of the next full moon', 10, 'next', '2026-11-24'),
      next_new: textVariable('Date of the next new moon', 10, 'next', '2026-12-09'),
      days_to_full: numberVariable('Days until the full moon', 2, 'next', 4),
      days_to_new: numberVariable('Days until the new moon', 2, 'next', 19),
    },
  },
  values: ({ now, zone }) => {
    const { phase, illumination, waxing } = moonAt(now);
    const dayOfPhase = (target: number): number => readingAt(nextPhase(now, target), zone).number;
    const today = readingAt(now, zone).number;
    const [full, empty] = [dayOfPhase(0.5), dayOfPhase(0)];
    return {
      phase: phaseName(phase),
      illumination: Math.round(illumination * 100),
      age: Math.round(phase * 295.30588) / 10,
      is_waxing: waxing,
      next_full: dayText(full),
      next_new: dayText(empty),
      days_to_full: full - today,
      days_to_new: empty - today,
    };
  },
  format: ({ data, board, config, now, location }) => {
    const drawing = new Drawing(board);
    const cols = Math.max(0, Math.min(columnsOf(board.rows), board.cols - TEXT_COLS - 1));
    const rows = Math.min(board.rows, rowsOf(cols));
    drawDisc(drawing, { rows, cols }, moonAt(now).phase, {
      lit: config['light_color'] as Color,
      dark: config['dark_color'] === 'none' ? null : (config['dark_color'] as Color),
      isSouthern: config['hemisphere'] === 'south' || (config['hemisphere'] === 'auto' && (location.latitude ?? 0) < 0),
    });
    const left = cols + 1;
    const lines = [...wrapLines(String(data['phase']), board.cols - left), `${data['illumination']}%`].slice(
      0,
      board.rows,
    );
    const top = Math.floor((board.rows - lines.length) / 2);
    for (const [index, line] of lines.entries()) drawing.write(top + index, left, line);
    return drawing.lines;
  },
});

interface Look {
  readonly lit: Color;
  readonly dark: Color | null;
  readonly isSouthern: boolean;
}

/** Draws the disc at the left edge, in the middle of the rows. */
const drawDisc = (drawing: Drawing, size: { rows: number; cols: number }, phase: number, look: Look): void => {
  const top = Math.floor((drawing.rows - size.rows) / 2);
  drawing.fill((row, col) => {
    const y = ((row - top + 0.5) * 2) / size.rows - 1;
    const x = ((col + 0.5) * 2) / size.cols - 1;
    if (x * x + y * y > 1) return null;
    return isLitAt(phase, look.isSouthern ? -x : x, y) ? look.lit : look.dark;
  });
};
