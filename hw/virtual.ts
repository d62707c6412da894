import type { Driver, Frame, ReadOutcome, WriteOutcome } from '../src/board/driver.ts';
import type { Grid } from '../src/core/flaps/grid.ts';

/** A board without flaps: it keeps what it was last asked to show, for the browser to draw. */
export class VirtualBoard implements Driver {
  readonly kind = 'virtual';
  readonly physical = false;
  readonly transitions = 'cells';
  readonly readBackMs = null;
  #shown: Grid | null = null;

  start(): Promise<void> {
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  write(frame: Frame, signal: AbortSignal): Promise<WriteOutcome> {
    if (signal.aborted) return Promise.resolve({ status: 'failed', reason: 'The write was called off.' });
    this.#shown = frame.grid;
    return Promise.resolve({ status: 'sent' });
  }

  read(): Promise<ReadOutcome> {
    return Promise.resolve({ status: 'read', grid: this.#shown });
  }
}
