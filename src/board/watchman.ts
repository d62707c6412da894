import type { Cancel, Clock } from '../platform/clock.ts';

/** Looks after a device at even pauses, one look at a time, while nobody writes to it. */
export class Watchman {
  readonly #clock: Clock;
  readonly #look: (signal: AbortSignal) => Promise<void>;
  #every: number | null = null;
  #cancel: Cancel = () => undefined;
  #looking: AbortController | null = null;
  #paused = false;

  /** `look` may reject, which is no news: the device is not there. */
  constructor(clock: Clock, look: (signal: AbortSignal) => Promise<void>) {
    this.#clock = clock;
    this.#look = look;
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

  #end(): void {
    this.#cancel();
    this.interrupt();
  }

  #arm(): void {
    this.#cancel();
    if (this.#every !== null && !this.#paused) this.#cancel = this.#clock.after(this.#every, () => void this.#run());
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
