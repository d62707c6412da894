import type { Clock } from '../platform/clock.ts';
import { endsWithin } from '../platform/wait.ts';

/** How long a command keeps those after it waiting: by then most of what those build on is done. */
const PATIENCE_MS = 500;
/** Commands of one kind that run at once: a newer frame ends the transition of the one before. */
const MOST_OF_A_KIND = 2;
const MOST_AT_ONCE = 32;
const MOST_WAITING = 400;

/** Executes a command; never rejects. */
type Run = () => Promise<void>;

/**
 * Runs commands in their order. The next one begins when the one before has ended, or takes long, as on a board that
 * does not answer or turns its flaps step by step. Of each kind only the newest waits.
 */
export class CommandQueue {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #waiting = new Map<string, Run>();
  /** How many of each kind run. */
  readonly #running = new Map<string, number>();
  #atOnce = 0;
  #beginning = false;

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /** Takes a command of a kind; more than 400 that wait are left out. */
  add(kind: string, run: Run): void {
    if (!this.#waiting.has(kind) && this.#waiting.size >= MOST_WAITING) return;
    this.#waiting.set(kind, run);
    void this.#begin();
  }

  /** Leaves out what waits. */
  clear(): void {
    this.#waiting.clear();
  }

  async #begin(): Promise<void> {
    if (this.#beginning) return;
    this.#beginning = true;
    for (let kind = this.#next(); kind !== null; kind = this.#next()) await this.#run(kind);
    this.#beginning = false;
  }

  #next(): string | null {
    if (this.#atOnce >= MOST_AT_ONCE) return null;
    for (const kind of this.#waiting.keys()) if (this.#countOf(kind) < MOST_OF_A_KIND) return kind;
    return null;
  }

  #countOf(kind: string): number {
    return this.#running.get(kind) ?? 0;
  }

  /** Resolves when the command has ended, or takes long. */
  async #run(kind: string): Promise<void> {
    const run = this.#waiting.get(kind);
    this.#waiting.delete(kind);
    this.#count(kind, 1);
    const done = run?.().then(() => {
      this.#count(kind, -1);
      void this.#begin();
    });
    if (done) await endsWithin(this.#clock, PATIENCE_MS, done);
  }

  #count(kind: string, by: 1 | -1): void {
    const count = this.#countOf(kind) + by;
    this.#atOnce += by;
    if (count > 0) this.#running.set(kind, count);
    else this.#running.delete(kind);
  }
}
