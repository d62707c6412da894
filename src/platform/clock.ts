import { MINUTE_MS } from '../core/time/durations.ts';

/** Ends a timer; calling it again does nothing. */
export type Cancel = () => void;

/** The only source of the time: services get one injected, tests inject a simulated one. */
export interface Clock {
  /** Wall time in milliseconds since 1970 UTC. */
  now(): number;
  /** Milliseconds that only ever go forward. */
  monotonic(): number;
  /**
   * Calls `run` once after `ms` milliseconds of monotonic time, or after 24 days: who waits for longer looks again. The
   * timer does not keep the process alive.
   */
  after(ms: number, run: () => void): Cancel;
  /**
   * Calls `run` at each full minute of wall time, without drift, until cancelled. When the clock is set, by however
   * much, forward or back, it calls once within ten seconds, and goes on at the full minutes of the new time.
   */
  everyMinute(run: () => void): Cancel;
}

const LONGEST_TIMER_MS = 2_147_483_647;
/** When the scheduler is loaded, which takes some milliseconds: the first answers do not wait for it. */
const SCHEDULER_AFTER_MS = 100;

const sinceBoot = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
};
// `performance` would load seven modules of the engine.
const begun = sinceBoot();

const minuteNow = (): number => Math.floor(Date.now() / MINUTE_MS);

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => sinceBoot() - begun,
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(Math.max(0, ms), LONGEST_TIMER_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
  everyMinute: (run) => {
    const minute = minuteNow();
    let cancel: Cancel = systemClock.after(SCHEDULER_AFTER_MS, () => {
      const { scheduleMinutes } = require('./minutes.ts') as typeof import('./minutes.ts');
      cancel = scheduleMinutes(run, systemClock);
      if (minuteNow() !== minute) run();
    });
    return () => cancel();
  },
};

/** An instant as the API writes it: ISO 8601 in UTC. */
export const toInstant = (ms: number): string => new Date(ms).toISOString();
