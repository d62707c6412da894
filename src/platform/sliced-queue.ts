import { isCrowded } from './crowd.ts';

/** How many are done in one turn of the event loop. */
const SLICE = 8;

/**
 * A queue that is worked off in slices, a few in each turn of the event loop, so that whoever else waits is let in
 * between. What waits already is not queued twice.
 */
export class SlicedQueue<T> {
  readonly #work: (one: T) => void;
  readonly #begin: (run: () => void) => void;
  readonly #waiting = new Set<T>();

  /** `begin` says when the first slice is done: before the turn ends unless given. */
  constructor(work: (one: T) => void, begin: (run: () => void) => void = queueMicrotask) {
    this.#work = work;
    this.#begin = begin;
  }

  /** It comes after all that wait. */
  add(one: T): void {
    if (this.#waiting.size === 0) this.#begin(() => this.#turn());
    this.#waiting.add(one);
  }

  /** It is not done any more. */
  remove(one: T): void {
    this.#waiting.delete(one);
  }

  #turn(): void {
    let left = isCrowded() ? 1 : SLICE;
    try {
      for (const one of this.#waiting) {
        if (left-- === 0) break;
        this.#waiting.delete(one);
        this.#work(one);
      }
    } finally {
      // The others have their turns although one failed.
      if (this.#waiting.size > 0) setImmediate(() => this.#turn());
    }
  }
}
