import { systemClock, type Cancel, type Clock } from '../../src/platform/clock.ts';
import { until } from './until.ts';

/** The machine's clock, which a test can push on: what waits for a time of the product then waits less. */
export interface PushedClock extends Clock {
  /** Moves wall and monotonic time forward; what becomes due runs soon, in the order of its time. */
  push(ms: number): void;
  /** Waits until a condition holds, and pushes the clock on a little whenever it does not. */
  until(holds: () => boolean | Promise<boolean>): Promise<void>;
}

/** Some times as fast as the machine's clock, and not faster than the test itself gets on. */
const A_LITTLE_MS = 100;

interface Timer {
  readonly due: number;
  readonly run: () => void;
  cancel: Cancel;
}

/** A clock that goes as the machine's does, and further where a test says so. */
export const createPushedClock = (): PushedClock => {
  let ahead = 0;
  const timers = new Set<Timer>();
  const monotonic = (): number => systemClock.monotonic() + ahead;
  const arm = (timer: Timer): void => {
    timer.cancel = systemClock.after(timer.due - monotonic(), () => {
      timers.delete(timer);
      timer.run();
    });
  };
  const after = (ms: number, run: () => void): Cancel => {
    const timer: Timer = { due: monotonic() + Math.max(0, ms), run, cancel: () => undefined };
    timers.add(timer);
    arm(timer);
    return () => {
      timers.delete(timer);
      timer.cancel();
    };
  };
  const push = (ms: number): void => {
    ahead += ms;
    for (const timer of [...timers].sort((one, other) => one.due - other.due)) {
      timer.cancel();
      arm(timer);
    }
  };
  const now = (): number => systemClock.now() + ahead;
  return {
    now,
    monotonic,
    after,
    everyMinute: (run) => {
      let cancel: Cancel = () => undefined;
      const next = (): void => {
        cancel = after(60_000 - (now() % 60_000), () => {
          next();
          run();
        });
      };
      next();
      return () => cancel();
    },
    push,
    until: (holds) =>
      until(async () => {
        if (await holds()) return true;
        push(A_LITTLE_MS);
        return false;
      }),
  };
};
