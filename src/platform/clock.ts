/** Ends a timer; calling it again does nothing. */
export type Cancel = () => void;

/** The only source of the time: services get one injected, tests inject a simulated one. */
export interface Clock {
  /** Wall time in milliseconds since 1970 UTC. */
  now(): number;
  /** Milliseconds that only ever go forward. */
  monotonic(): number;
  /** Calls `run` once after `ms` milliseconds of monotonic time; the timer does not keep the process alive. */
  after(ms: number, run: () => void): Cancel;
  /**
   * Calls `run` at each full minute of wall time, without drift, until cancelled. When the clock is set, by however
   * much, forward or back, it calls once within ten seconds, and goes on at the full minutes of the new time.
   */
  everyMinute(run: () => void): Cancel;
}

const LONGEST_TIMER_MS = 2_147_483_647;
/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(Math.max(0, ms), LONGEST_TIMER_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
  everyMinute: (run) => {
    // The display loop is what counts minutes, and it starts when the service listens.
    const { runEveryMinute } = require('./minute-job.ts') as typeof import('./minute-job.ts');
    return runEveryMinute(run);
  },
};

/** An instant as the API writes it: ISO 8601 in UTC. */
export const toInstant = (ms: number): string => new Date(ms).toISOString();
