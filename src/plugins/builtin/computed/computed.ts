// The plugins that compute from the clock and their settings, and draw. Loaded together.
export { chores } from './chores.ts';
export { colorFields } from './color-fields.ts';
export { countdownBars } from './countdown-bars.ts';
export { dayProgress } from './day-progress.ts';
export { elementOfDay } from './element-of-day.ts';
export { gameOfLife } from './game-of-life.ts';
export { holidays } from './holidays.ts';
export { menuOfWeek } from './menu-of-week.ts';
export { moon } from './moon.ts';
export { pride } from './pride.ts';
export { santaTracker } from './santa-tracker.ts';
export { stardate } from './stardate.ts';
export { sunArt } from './sun-art.ts';
export { trashDay } from './trash-day.ts';
export { visualClock } from './visual-clock.ts';
export { whiteNoise } from './white-noise.ts';
export { wordClock } from './word-clock.ts';
