import { scheduleJob } from 'node-schedule';

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
const EACH_MINUTE = { second: 0 };
/** How often it is checked whether the clock was set, which timers do not notice. */
const CHECK_MS = 10_000;
/** Ms until the next look: looks coincide with the full minutes, and with whatever else happens at full ten seconds. */
const untilCheck = (): number => CHECK_MS - (Date.now() % CHECK_MS);
/** A smaller difference is the drift of the clock: it was not set. */
const SET_TOLERANCE_MS = 1000;

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
    let job = scheduleJob(EACH_MINUTE, run);
    let drift = Date.now() - performance.now();
    let timer: NodeJS.Timeout;
    const check = (): void => {
      timer = setTimeout(check, untilCheck()).unref();
      const now = Date.now() - performance.now();
      if (Math.abs(now - drift) < SET_TOLERANCE_MS) return;
      drift = now;
      job.cancel();
      job = scheduleJob(EACH_MINUTE, run);
      run();
    };
    timer = setTimeout(check, untilCheck()).unref();
    return () => {
      clearTimeout(timer);
      job.cancel();
    };
  },
};

/** An instant as the API writes it: ISO 8601 in UTC. */
export const toInstant = (ms: number): string => new Date(ms).toISOString();
