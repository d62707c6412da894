import type { Cancel, Clock } from '../../src/platform/clock.ts';

/**
 * A clock that moves only when a test moves it; timers fire in order of their due time, and promises settle in between.
 */
export interface FakeClock extends Clock {
  /** Moves wall and monotonic time forward and fires what becomes due. */
  advance(ms: number): Promise<void>;
  /** Moves the wall time only, as a clock correction does. */
  jump(ms: number): void;
}

/** Lets pending promises settle. */
export const settle = async (turns = 10): Promise<void> => {
  for (let i = 0; i < turns; i++) await new Promise<void>((resolve) => setImmediate(resolve));
};

/**
 * A fake clock that stands at an ISO instant. One turn between timers is enough where nothing waits for a disk or a
 * socket.
 */
export const createFakeClock = (start: string, turns = 10): FakeClock => {
  let wall = Date.parse(start);
  let mono = 0;
  let timers: { due: number; run: () => void }[] = [];
  const next = () =>
    timers.reduce<{ due: number; run: () => void } | undefined>(
      (first, timer) => (!first || timer.due < first.due ? timer : first),
      undefined,
    );
  const after = (ms: number, run: () => void): Cancel => {
    const timer = { due: mono + Math.max(0, ms), run };
    timers.push(timer);
    return () => {
      timers = timers.filter((one) => one !== timer);
    };
  };
  return {
    now: () => wall,
    monotonic: () => mono,
    after,
    everyMinute: (run) => {
      let cancel: Cancel = () => undefined;
      const arm = () => {
        cancel = after(60_000 - (wall % 60_000), () => {
          arm();
          run();
        });
      };
      arm();
      return () => cancel();
    },
    jump: (ms) => {
      wall += ms;
    },
    advance: async (ms) => {
      const end = mono + ms;
      await settle(turns);
      for (let timer = next(); timer && timer.due <= end; timer = next()) {
        const due = timer;
        timers = timers.filter((one) => one !== due);
        wall += due.due - mono;
        mono = due.due;
        due.run();
        await settle(turns);
      }
      wall += end - mono;
      mono = end;
    },
  };
};
