import type { Clock } from '../platform/clock.ts';
import { letOthersIn } from '../platform/crowd.ts';

/** Long work gives everything else its turn after so many ms. */
const SLICE_MS = 4;

/** The time of the event loop that one piece of long work takes, in slices. */
export class Slice {
  readonly #clock: Clock;
  readonly #signal: AbortSignal | undefined;
  #began: number;

  /** Begins the first slice; `signal` aborts when the work is wanted no more. */
  constructor(clock: Clock, signal?: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    this.#began = clock.monotonic();
  }

  /** Whether it is the turn of others. */
  get isOver(): boolean {
    return this.#clock.monotonic() - this.#began >= SLICE_MS;
  }

  /** Lets others have their turn; rejects with the reason of the signal once the work is wanted no more. */
  next(): Promise<void> {
    return this.during(letOthersIn());
  }

  /** Waits for what takes no time of the event loop; rejects like `next`. */
  async during(work: Promise<unknown>): Promise<void> {
    await work;
    this.#signal?.throwIfAborted();
    this.#began = this.#clock.monotonic();
  }
}
