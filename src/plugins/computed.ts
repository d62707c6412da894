import { setHomeZone } from '../core/zone.ts';
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

const PLUGINS: readonly DataPlugin[] = [
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

const inZone = (homeZone: () => string | null, { live, format, ...plugin }: DataPlugin): DataPlugin => ({
  ...plugin,
  ...(live && {
    live: (moment) => {
      setHomeZone(homeZone());
      return live(moment);
    },
  }),
  ...(format && {
    format: (request) => {
      setHomeZone(homeZone());
      return format(request);
    },
  }),
});

/**
 * The plugins that compute from the clock and their settings, and draw. They lie in a file of their own, which has its
 * own copy of the clock: `homeZone` tells it each time in which zone the process lives.
 */
export const computedPlugins = (homeZone: () => string | null): DataPlugin[] =>
  PLUGINS.map((plugin) => inZone(homeZone, plugin));
