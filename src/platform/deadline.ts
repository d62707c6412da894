import type { Clock } from './clock.ts';

/** A smaller difference is the drift of the clock: it was not set. */
const SET_TOLERANCE_MS = 1000;

/**
 * An end that comes after a length of time, however the clock is set meanwhile: it runs by the monotonic clock, and is
 * reported in wall time.
 */
export class Deadline {
  readonly #clock: Clock;
  readonly #due: number;
  #instant: number;

  /** `instant` is the end in wall time, when it was reported before. */
  constructor(clock: Clock, leftMs: number, instant = clock.now() + leftMs) {
    this.#clock = clock;
    this.#due = clock.monotonic() + leftMs;
    this.#instant = instant;
  }

  /** Milliseconds until the end; 0 or less when it has come. */
  get leftMs(): number {
    return this.#due - this.#clock.monotonic();
  }

  /** Milliseconds since 1970 of the end: another instant only when the clock was set. */
  get instant(): number {
    const at = this.#clock.now() + this.leftMs;
    if (Math.abs(at - this.#instant) >= SET_TOLERANCE_MS) this.#instant = Math.round(at);
    return this.#instant;
  }
}
