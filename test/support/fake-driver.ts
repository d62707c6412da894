import type { Driver, Frame, ReadOutcome, WriteOutcome } from '../../src/board/driver.ts';
import type { Grid } from '../../src/core/flaps/grid.ts';

/** A driver without hardware whose answers a test decides; stands in for boards that hang, lie or refuse. */
export interface FakeDriver extends Driver {
  readonly frames: Frame[];
  /** What the next writes answer; `sent` by default. */
  outcome: WriteOutcome;
  /** What a read brings; the last written frame by default. */
  reading: ReadOutcome | null;
  /** While set, writes wait for `go`. */
  hanging: boolean;
  go(): void;
  starts: number;
  stops: number;
  reads: number;
}

/** A fake driver; `traits` replaces what it declares. */
export const createFakeDriver = (traits: Partial<Driver> = {}): FakeDriver => {
  let waiting: (() => void)[] = [];
  let shown: Grid | null = null;
  const driver: FakeDriver = {
    kind: 'fake',
    transitions: 'board',
    readBackMs: null,
    frames: [],
    outcome: { status: 'sent' },
    reading: null,
    hanging: false,
    starts: 0,
    stops: 0,
    reads: 0,
    go: () => {
      const ready = waiting;
      waiting = [];
      for (const wake of ready) wake();
    },
    start: async () => {
      driver.starts++;
    },
    stop: async () => {
      driver.stops++;
    },
    write: async (frame, signal) => {
      driver.frames.push(frame);
      if (driver.hanging) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          signal.addEventListener('abort', () => resolve());
        });
      }
      if (signal.aborted) return { status: 'failed', reason: 'aborted' };
      if (driver.outcome.status === 'sent') shown = frame.grid;
      return driver.outcome;
    },
    read: async () => {
      driver.reads++;
      return driver.reading ?? { status: 'read', grid: shown };
    },
    ...traits,
  };
  return driver;
};
