import { gridsEqual, type Grid } from '../core/flaps/grid.ts';
import type { Cancel, Clock } from '../platform/clock.ts';
import { SlicedQueue } from '../platform/sliced-queue.ts';

/** When to look at a board again after a write, in ms. */
const AFTER_WRITE_MS = 500;
/** Boards are read together: no reading comes so short a part of the interval after another. */
const SHORTEST_PART = 1 / 30;
/** How many mismatching reads without a write in between mean that somebody else changed the board. */
const READS_UNTIL_DRIFT = 2;

/** Boards have their readings at the same instants: they take turns, so that whoever else waits is let in. */
const readings = new SlicedQueue<() => void>((look) => look());

/** What a reader asks of its board. */
export interface ReadBackPort {
  /** Null when the board is busy: the reading is skipped. */
  read(signal: AbortSignal): Promise<{ grid: Grid | null } | { failure: string } | null>;
  expected(): Grid | null;
  onRead(grid: Grid | null): void;
  onFailure(reason: string): void;
  onDrift(): void;
}

/** Looks at a board at intervals and after each write, and tells when it shows what nobody here asked for. */
export class ReadBack {
  readonly #clock: Clock;
  readonly #port: ReadBackPort;
  #every: number | null = null;
  /** Pause after the first of several failures in a row, in ms; twice as long after each further one. */
  #retry: number | null = null;
  #failures = 0;
  #cancel: Cancel = () => undefined;
  #reading: AbortController | null = null;
  #paused = false;
  #mismatches = 0;

  constructor(clock: Clock, port: ReadBackPort) {
    this.#clock = clock;
    this.#port = port;
  }

  /** Whether the board shows something that was written by somebody else. */
  get drifted(): boolean {
    return this.#mismatches >= READS_UNTIL_DRIFT;
  }

  /**
   * Reads at once and then at every interval of `everyMs`, at the same instants as all others with this interval. After
   * a failure it reads again after `retryMs`, and then ever more seldom; at its interval unless given.
   */
  start(everyMs: number, retryMs: number | null = null): void {
    this.#every = everyMs;
    this.#retry = retryMs;
    this.hurry();
  }

  /** Ends all reading. */
  stop(): void {
    this.#every = null;
    this.interrupt();
  }

  /** Rests until `resume`. */
  pause(): void {
    this.#paused = true;
    this.interrupt();
  }

  /** Goes on after a pause, with a reading at once. */
  resume(): void {
    this.#paused = false;
    this.#arm(0);
  }

  /** Gives way to a write: ends a reading that runs. */
  interrupt(): void {
    this.#cancel();
    this.#reading?.abort();
    this.#reading = null;
  }

  /** A new frame was asked for: what was seen before says nothing any more. */
  settle(): void {
    const drifted = this.drifted;
    this.#mismatches = 0;
    if (drifted) this.#port.onDrift();
  }

  /** Looks soon after a write, but not before the board has had `busyMs` to get there. */
  afterWrite(busyMs: number): void {
    this.#arm(AFTER_WRITE_MS + busyMs);
  }

  /** Looks at the next opportunity instead of at its time, unless it looks now. */
  hurry(): void {
    if (!this.#reading) this.#arm(0);
  }

  /** Looks at once; resolves when it has. */
  async look(): Promise<void> {
    this.interrupt();
    await this.#look();
  }

  #arm(ms: number): void {
    this.#cancel();
    if (this.#every === null || this.#paused) return;
    const look = (): void => void this.#look();
    this.#cancel = this.#clock.after(ms, () => {
      readings.add(look);
      this.#cancel = () => readings.remove(look);
    });
  }

  async #look(): Promise<void> {
    const reading = new AbortController();
    this.#reading = reading;
    const outcome = await this.#port.read(reading.signal);
    if (this.#reading !== reading) return;
    this.#reading = null;
    if (outcome) this.#failures = 'failure' in outcome ? this.#failures + 1 : 0;
    if (outcome && 'failure' in outcome) this.#port.onFailure(outcome.failure);
    else if (outcome) this.#judge(outcome.grid);
    if (this.#every !== null) this.#arm(this.#pauseOf(this.#every));
  }

  #pauseOf(every: number): number {
    const left = every - (this.#clock.monotonic() % every);
    const pause = left < every * SHORTEST_PART ? left + every : left;
    if (this.#retry === null || this.#failures === 0) return pause;
    return Math.min(pause, this.#retry * 2 ** (this.#failures - 1));
  }

  #judge(grid: Grid | null): void {
    this.#port.onRead(grid);
    const expected = this.#port.expected();
    const before = this.drifted;
    this.#mismatches = grid && expected && !gridsEqual(grid, expected) ? this.#mismatches + 1 : 0;
    if (before !== this.drifted) this.#port.onDrift();
  }
}
