import { PAGE_BOUNDS } from '../core/template/allowance.ts';
import { BudgetSpent, createBudget, type Budget } from '../core/template/context.ts';
import { SECOND_MS } from '../core/time/durations.ts';
import type { Clock } from '../platform/clock.ts';

/** Steps that all verdicts of a second may take: 32 ms; one of an ordinary condition takes some dozen. */
const MOST_STEPS = 128_000;
/** Verdicts that are remembered. */
const MOST_KEPT = 5000;

/** An instant that is farther away is looked at ahead, or back. */
const PRESENT_MS = 2 * SECOND_MS;

/** Verdicts of one kind of instants, and what they may still take. */
class Allowance {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #verdicts = new Map<string, boolean>();
  /** Those that were found out in this second. */
  readonly #fresh = new Set<string>();
  #second = Number.NaN;
  #refilledAt = -Infinity;
  #left = MOST_STEPS;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  judge(key: string, at: number, find: (budget: Budget) => boolean): boolean {
    this.#turn(at);
    const last = this.#verdicts.get(key);
    if (last !== undefined && this.#fresh.has(key)) return last;
    const steps = Math.min(PAGE_BOUNDS.steps, this.#left);
    const budget = createBudget(steps);
    try {
      return this.#keep(key, find(budget));
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      // What asks for too much by itself is false; others may be found out in the next second.
      return steps < PAGE_BOUNDS.steps ? (last ?? false) : this.#keep(key, false);
    } finally {
      this.#left -= steps - Math.max(0, budget.left);
    }
  }

  forget(): void {
    this.#fresh.clear();
  }

  #keep(key: string, verdict: boolean): boolean {
    if (this.#verdicts.size >= MOST_KEPT) {
      this.#verdicts.clear();
      this.#fresh.clear();
    }
    this.#verdicts.set(key, verdict);
    this.#fresh.add(key);
    return verdict;
  }

  #turn(at: number): void {
    const second = Math.floor(at / SECOND_MS);
    if (second !== this.#second) this.forget();
    this.#second = second;
    const now = this.#clock.monotonic();
    if (now - this.#refilledAt < SECOND_MS) return;
    this.#refilledAt = now;
    this.#left = MOST_STEPS;
  }
}

/**
 * Whether something is true, asked for each board and again and again: each verdict holds for the second of its
 * instant, and all together have an allowance of work. What it does not pay for keeps its last verdict, and is false
 * without one (rules, L5). Whoever looks ahead has an allowance and verdicts apart: none of it is shown now.
 */
export class Verdicts {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #now: Allowance;
  readonly #ahead: Allowance;

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
    this.#now = new Allowance(clock);
    this.#ahead = new Allowance(clock);
  }

  /** The verdict on what `key` names at an instant (ms); `find` pays for what it does. */
  judge(key: string, at: number, find: (budget: Budget) => boolean): boolean {
    const isNow = Math.abs(at - this.#clock.now()) < PRESENT_MS;
    return (isNow ? this.#now : this.#ahead).judge(key, at, find);
  }

  /** What verdicts rest on has changed: each is found out anew. */
  forget(): void {
    this.#now.forget();
    this.#ahead.forget();
  }
}
