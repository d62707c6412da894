import type { Cancel, Clock } from '../platform/clock.ts';

/** How much too early a timer may fire. */
export const EARLY_MS = 50;

/** When boards are due, by the wall clock; one timer waits for the first of all. */
export class DueBoards {
  readonly #clock: Clock;
  readonly #onDue: (boardId: string, at: number) => void;
  readonly #dues = new Map<string, number>();
  #armed = Infinity;
  #cancel: Cancel = () => undefined;

  /** `onDue` is told of each board and the instant for which it is. */
  constructor(clock: Clock, onDue: (boardId: string, at: number) => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  /** Notes when a board is due next; null for never. */
  set(boardId: string, due: number | null): void {
    if (due === null) return void this.#dues.delete(boardId);
    this.#dues.set(boardId, due);
    if (due < this.#armed) this.#arm(due);
  }

  /** Waits anew: the clock may have been set. */
  review(): void {
    this.#arm(Math.min(...this.#dues.values()));
  }

  /** Nothing is due any more. */
  clear(): void {
    this.#dues.clear();
    this.review();
  }

  #arm(due: number): void {
    this.#cancel();
    this.#armed = due;
    if (due < Infinity) this.#cancel = this.#clock.after(Math.max(0, due - this.#clock.now()), () => this.#ring());
  }

  #ring(): void {
    const now = this.#clock.now();
    for (const [boardId, due] of this.#dues) {
      // Timers may fire slightly early, but a clock that was set back is a larger difference.
      if (due - now >= EARLY_MS) continue;
      this.#dues.delete(boardId);
      this.#onDue(boardId, Math.max(now, due));
    }
    this.review();
  }
}
