import type { Clock } from '../platform/clock.ts';

/** Steps in one turn of the event loop. */
const STEPS_A_TURN = 8;
/** When a broker that lags behind is looked at again. */
const RETRY_MS = 150;

/** Takes the steps of something long, a few in each turn of the event loop, and none while the broker lags behind. */
export class PacedSteps {
  readonly #clock: Clock;
  readonly #hasRoom: () => boolean;
  readonly #onEnd: () => void;
  #steps: Iterator<void> | null = null;

  constructor(clock: Clock, hasRoom: () => boolean, onEnd: () => void) {
    this.#clock = clock;
    this.#hasRoom = hasRoom;
    this.#onEnd = onEnd;
  }

  /** Whether steps are left. */
  get running(): boolean {
    return this.#steps !== null;
  }

  /** Begins with these steps; those of before are left out. */
  begin(steps: Iterator<void>): void {
    this.#steps = steps;
    this.#go(steps);
  }

  /** Leaves out what is left. */
  stop(): void {
    this.#steps = null;
  }

  #go(steps: Iterator<void>): void {
    if (steps !== this.#steps) return;
    if (!this.#hasRoom()) return void this.#clock.after(RETRY_MS, () => this.#go(steps));
    for (let step = 0; step < STEPS_A_TURN; step++) {
      if (!steps.next().done) continue;
      this.#steps = null;
      return this.#onEnd();
    }
    setImmediate(() => this.#go(steps));
  }
}
