import type { Cancel, Clock } from '../platform/clock.ts';

/** Looks after a device at even pauses, one look at a time, while nobody writes to it. */
export class Watchman {
  readonly #clock: Clock;
  readonly #look: (signal: AbortSignal) => Promise<void>;
  readonly #isNeeded: () => boolean;
  #every: number | null = null;
  #cancel: Cancel = () => undefined;
  #looking: AbortController | null = null;
  #paused = false;
  #isArmed = false;

  /**
   * `look` may reject, which is no news: the device is not there. While nothing `isNeeded` there is no timer, until
   * `review` is called.
   */
  constructor(clock: Clock, look: (signal: AbortSignal) => Promise<void>, isNeeded: () => boolean) {
    this.#clock = clock;
    this.#look = look;
    this.#isNeeded = isNeeded;
  }

  /** Looks every `everyMs` from now on. */
  start(everyMs: number): void {
    this.#every = everyMs;
    this.#arm();
  }

  /** Ends all looking. */
  stop(): void {
    this.#every = null;
    this.#end();
  }

  /** Rests until `resume`. */
  pause(): void {
    this.#paused = true;
    this.#end();
  }

  /** Goes on after a pause. */
  resume(): void {
    this.#paused = false;
    this.#arm();
  }

  /** Gives way to a write: ends a look that runs; the next one comes at its time. */
  interrupt(): void {
    if (!this.#looking) return;
    this.#looking.abort();
    this.#looking = null;
    this.#arm();
  }

  /** Something happened that may have made it needed, or needless. */
  review(): void {
    if (!this.#looking && this.#isArmed !== this.#isNeeded()) this.#arm();
  }

  #end(): void {
    this.#cancel();
    this.#isArmed = false;
    this.interrupt();
  }

  #arm(): void {
    this.#cancel();
    this.#isArmed = this.#every !== null && !this.#paused && this.#isNeeded();
    if (this.#isArmed) this.#cancel = this.#clock.after(this.#every ?? 0, () => void this.#run());
  }

  async #run(): Promise<void> {
    const looking = new AbortController();
    this.#looking = looking;
    await this.#look(looking.signal).catch(() => undefined);
    if (this.#looking !== looking) return;
    this.#looking = null;
    this.#arm();
  }
}
