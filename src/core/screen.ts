import type { ScreenOptions } from '../schema/appliance/screens.ts';
import { MOST_ROWS } from './flaps/grid.ts';
import { widthInFlaps, heightInFlaps } from './look/proportions.ts';
import { DAY_MINUTES, parseTime } from './time/time-of-day.ts';

/** The options of a screen for which nothing was chosen. */
export const PLAIN_SCREEN: ScreenOptions = {
  every_seconds: 30,
  sound: false,
  volume: 50,
  look: 'board',
  margin: 0,
  orientation: 0,
  cursor: false,
  night: null,
};

/**
 * How bright a screen is at a minute of the day, 0 to 1: the end of the night is excluded, and it may cross midnight.
 */
export const brightnessAt = (night: ScreenOptions['night'], minute: number): number => {
  const [start, end] = [parseTime(night?.start ?? ''), parseTime(night?.end ?? '')];
  if (!night || start === null || end === null) return 1;
  const after = (minute - start + DAY_MINUTES) % DAY_MINUTES;
  return after < (end - start + DAY_MINUTES) % DAY_MINUTES ? night.level / 100 : 1;
};

const WIDE_COLS = 22;
const TALL_COLS = 12;

/**
 * The grid that fills a screen of a size in pixels: as many columns as a flagship has, 12 on a screen that stands
 * upright, and the rows that fit below each other.
 */
export const gridLike = (width: number, height: number): { rows: number; cols: number } => {
  const cols = width < height ? TALL_COLS : WIDE_COLS;
  const unit = width / widthInFlaps({ device_type: 'panel', rows: 1, cols });
  let rows = 1;
  while (rows < MOST_ROWS && heightInFlaps({ device_type: 'panel', rows: rows + 1, cols }) * unit <= height) rows++;
  return { rows, cols };
};
