import { getOrInsert } from '../core/memo.ts';
import type { Clock } from '../platform/clock.ts';
import type { MinimumInterval } from './driver.ts';

/** When a credential was last written with, in wall ms; kept over restarts. */
export interface LastWriteTimes {
  get(key: string): number | null;
  set(key: string, at: number): void;
}

/** Keeps the least time between two writes per credential, whoever writes and however often a driver is made anew. */
export class MinimumIntervals {
  readonly #clock: Clock;
  readonly #memory: LastWriteTimes;
  readonly #until = new Map<string, number>();
  /** Credentials whose last write never arrived: as long as the cloud is away, no try is worth a write to the disk. */
  readonly #away = new Set<string>();

  constructor(clock: Clock, memory: LastWriteTimes) {
    this.#clock = clock;
    this.#memory = memory;
  }

  /** Milliseconds until the next write is allowed; 0 when it is. Clock corrections do not lengthen it. */
  left({ key, ms }: MinimumInterval): number {
    const until = getOrInsert(this.#until, key, () => {
      const last = this.#memory.get(key);
      const rest = last === null ? 0 : last + ms - this.#clock.now();
      return this.#clock.monotonic() + Math.min(Math.max(0, rest), ms);
    });
    return Math.max(0, until - this.#clock.monotonic());
  }

  /** Notes a write; the next one is allowed after the interval. */
  hold({ key, ms }: MinimumInterval): void {
    this.#away.delete(key);
    this.#until.set(key, this.#clock.monotonic() + ms);
    this.#memory.set(key, this.#clock.now());
  }

  /**
   * Takes the place of a write before it goes out, so that no other with the same credential does meanwhile; the
   * returned function gives it back.
   */
  reserve({ key, ms }: MinimumInterval): () => void {
    const isAway = this.#away.has(key);
    const before = this.#memory.get(key);
    if (isAway) this.#until.set(key, this.#clock.monotonic() + ms);
    else this.hold({ key, ms });
    return () => {
      this.#until.set(key, this.#clock.monotonic());
      if (!isAway) this.#memory.set(key, before ?? 0);
      this.#away.add(key);
    };
  }
}
