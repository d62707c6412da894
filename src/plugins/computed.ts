import { chores } from './builtin/chores.ts';
import { colorFields } from './builtin/color-fields.ts';
import { countdownBars } from './builtin/countdown-bars.ts';
import { dayProgress } from './builtin/day-progress.ts';
import { elementOfDay } from './builtin/element-of-day.ts';
import { gameOfLife } from './builtin/game-of-life.ts';
import { holidays } from './builtin/holidays.ts';
import { menuOfWeek } from './builtin/menu-of-week.ts';
import { moon } from './builtin/moon.ts';
import { pride } from './builtin/pride.ts';
import { santaTracker } from './builtin/santa-tracker.ts';
import { stardate } from './builtin/stardate.ts';
import { sunArt } from './builtin/sun-art.ts';
import { trashDay } from './builtin/trash-day.ts';
import { visualClock } from './builtin/visual-clock.ts';
import { whiteNoise } from './builtin/white-noise.ts';
import { wordClock } from './builtin/word-clock.ts';
import type { DataPlugin } from './plugin.ts';

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
