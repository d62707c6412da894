import { scheduleJob } from 'node-schedule';
import type { Cancel } from './clock.ts';

const EACH_MINUTE = { second: 0 };
/** How often it is checked whether the clock was set, which timers do not notice. */
const CHECK_MS = 10_000;
/** Ms until the next look: looks coincide with the full minutes, and with whatever else happens at full ten seconds. */
const untilCheck = (): number => CHECK_MS - (Date.now() % CHECK_MS);
/** A smaller difference is the drift of the clock: it was not set. */
const SET_TOLERANCE_MS = 1000;

/** Calls `run` at each full minute of the machine's clock, as `Clock.everyMinute` promises. */
export const runEveryMinute = (run: () => void): Cancel => {
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
};
