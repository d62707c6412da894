import type { Cancel, Clock } from '../../src/platform/clock.ts';
import type { LightPattern } from '../../src/schema/boards/gpio.ts';

/** Each pattern as times in ms, on first; a steady light has one. */
const TIMES: Readonly<Record<LightPattern, readonly number[]>> = {
  off: [],
  on: [0],
  slow_blink: [1000, 1000],
  fast_blink: [120, 120],
  double_blink: [120, 180, 120, 1580],
};

/** Plays the patterns of a light: calls `set` whenever it has to change. */
export class PatternPlayer {
  readonly #clock: Clock;
  readonly #set: (on: boolean) => void;
  #pattern: LightPattern | null = null;
  #cancel: Cancel = () => undefined;

  constructor(clock: Clock, set: (on: boolean) => void) {
    this.#clock = clock;
    this.#set = set;
  }

  /** Plays a pattern from its beginning; one that runs already goes on. */
  play(pattern: LightPattern): void {
    if (pattern === this.#pattern) return;
    this.stop();
    this.#pattern = pattern;
    this.#step(TIMES[pattern], 0);
  }

  /** Leaves the light as it is. */
  stop(): void {
    this.#cancel();
    this.#pattern = null;
  }

  #step(times: readonly number[], at: number): void {
    const time = times[at];
    if (times.length > 1) this.#cancel = this.#clock.after(time ?? 0, () => this.#step(times, (at + 1) % times.length));
    this.#set(time !== undefined && at % 2 === 0);
  }
}
