import { isCrowded } from './crowd.ts';

/** What passes in one turn of the event loop. */
const PASS_AT_ONCE = 8;

/**
 * Lets many things pass one after the other, a few in each turn of the event loop, so that whoever else waits is let in
 * between. What waits already does not pass twice.
 */
export class Turnstile<T> {
  readonly #pass: (one: T) => void;
  readonly #begin: (run: () => void) => void;
  readonly #waiting = new Set<T>();

  /** `begin` says when the first ones pass: before the turn ends unless given. */
  constructor(pass: (one: T) => void, begin: (run: () => void) => void = queueMicrotask) {
    this.#pass = pass;
    this.#begin = begin;
  }

  /** It passes after all that wait. */
  enter(one: T): void {
    if (this.#waiting.size === 0) this.#begin(() => this.#turn());
    this.#waiting.add(one);
  }

  /** It passes no more. */
  leave(one: T): void {
    this.#waiting.delete(one);
  }

  #turn(): void {
    let left = isCrowded() ? 1 : PASS_AT_ONCE;
    for (const one of this.#waiting) {
      if (left-- === 0) break;
      this.#waiting.delete(one);
      this.#pass(one);
    }
    if (this.#waiting.size > 0) setImmediate(() => this.#turn());
  }
}
