import { chores } from './chores.ts';
import { colorFields } from './color-fields.ts';
import { countdownBars } from './countdown-bars.ts';
import { dayProgress } from './day-progress.ts';
import { elementOfDay } from './element-of-day.ts';
import { gameOfLife } from './game-of-life.ts';
import { holidays } from './holidays.ts';
import { menuOfWeek } from './menu-of-week.ts';
import { moon } from './moon.ts';
import { pride } from './pride.ts';
import { santaTracker } from './santa-tracker.ts';
import { stardate } from './stardate.ts';
import { sunArt } from './sun-art.ts';
import { trashDay } from './trash-day.ts';
import { visualClock } from './visual-clock.ts';
import { whiteNoise } from './white-noise.ts';
import { wordClock } from './word-clock.ts';
import type { DataPlugin } from '../../contract/plugin.ts';

/** The plugins that compute from the clock and their settings, and draw. */
export const computedPlugins: readonly DataPlugin[] = [
  chores,
  colorFields,
  countdownBars,
  dayProgress,
  elementOfDay,
  gameOfLife,
  holidays,
  menuOfWeek,
  moon,
  pride,
  santaTracker,
  stardate,
  sunArt,
  trashDay,
  visualClock,
  whiteNoise,
  wordClock,
];
