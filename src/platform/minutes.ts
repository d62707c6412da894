import { scheduleJob } from 'node-schedule';
import type { Cancel, Clock } from './clock.ts';

const EACH_MINUTE = { second: 0 };
/** How often it is checked whether the clock was set, which timers do not notice. */
const CHECK_MS = 10_000;
/** A smaller difference is the drift of the clock: it was not set. */
const SET_TOLERANCE_MS = 1000;

/** Calls `run` as `Clock.everyMinute` promises, from the next full minute on. */
export const scheduleMinutes = (run: () => void, clock: Pick<Clock, 'now' | 'monotonic' | 'after'>): Cancel => {
  const offset = (): number => clock.now() - clock.monotonic();
  /** Looks coincide with the full minutes, and with whatever else happens at full ten seconds. */
  const untilCheck = (): number => CHECK_MS - (clock.now() % CHECK_MS);
  let job = scheduleJob(EACH_MINUTE, run);
  let known = offset();
  const check = (): void => {
    cancel = clock.after(untilCheck(), check);
    const now = offset();
    if (Math.abs(now - known) < SET_TOLERANCE_MS) return;
    known = now;
    job.cancel();
    job = scheduleJob(EACH_MINUTE, run);
    run();
  };
  let cancel = clock.after(untilCheck(), check);
  return () => {
    cancel();
    job.cancel();
  };
};
