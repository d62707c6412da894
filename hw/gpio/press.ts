import type { Cancel, Clock } from '../../src/platform/clock.ts';

/** What becomes of a contact's levels. Each press is one `down` and one `up`; `held` and `long` come in between. */
export interface PressListener {
  down(): void;
  held(): void;
  long(): void;
  up(): void;
}

/** A level counts when it has stood this long: contacts bounce for a few ms. */
export const DEBOUNCE_MS = 15;
/** From here on more than a press is meant. */
export const HELD_MS = 2000;
/** From here on it is a long press. */
export const LONG_MS = 10_000;

const never: Cancel = () => undefined;

/**
 * Turns the levels of a bouncing contact into presses. A contact that is closed from the beginning counts for nothing
 * until it was seen open once: it is a wire without a pull-up, or a finger that was there before.
 */
export class PressDetector {
  readonly #clock: Clock;
  readonly #listener: PressListener;
  #raw: boolean | null = null;
  #stable: boolean | null = null;
  #pressed = false;
  #settle: Cancel = never;
  #hold: Cancel = never;

  constructor(clock: Clock, listener: PressListener) {
    this.#clock = clock;
    this.#listener = listener;
  }

  /** Whether the contact is closed; null while nobody knows. */
  get closed(): boolean | null {
    return this.#stable;
  }

  /** Takes a level: true when the contact is closed. The same level may be told again and again. */
  level(closed: boolean): void {
    if (closed === this.#raw) return;
    this.#raw = closed;
    this.#settle();
    this.#settle = closed === this.#stable ? never : this.#clock.after(DEBOUNCE_MS, () => this.#stand(closed));
  }

  /** Forgets everything; a press that runs ends without a word. */
  reset(): void {
    this.#settle();
    this.#hold();
    this.#raw = null;
    this.#stable = null;
    this.#pressed = false;
  }

  #stand(closed: boolean): void {
    const before = this.#stable;
    this.#stable = closed;
    if (closed && before === false) this.#press();
    if (!closed && this.#pressed) this.#release();
  }

  #press(): void {
    this.#pressed = true;
    this.#hold = this.#clock.after(HELD_MS - DEBOUNCE_MS, () => {
      this.#hold = this.#clock.after(LONG_MS - HELD_MS, () => this.#listener.long());
      this.#listener.held();
    });
    this.#listener.down();
  }

  #release(): void {
    this.#pressed = false;
    this.#hold();
    this.#listener.up();
  }
}
