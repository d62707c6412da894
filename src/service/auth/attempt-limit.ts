import { MINUTE_MS } from '../../core/time/durations.ts';
import { Fault } from '../../fault.ts';
import type { Clock } from '../../platform/clock.ts';
import { putNewest } from '../../platform/newest.ts';

const MOST_FAILURES = 10;
const WINDOW_MS = MINUTE_MS;
const MOST_CLIENTS = 1000;

/**
 * Refuses clients that guess passwords: ten failures within any 60 seconds (rules, A3). Remembers the 1,000 latest
 * clients.
 */
export class AttemptLimit {
  readonly #clock: Clock;
  readonly #refusal: string;
  /** Monotonic instants of the failures within the window, by client, the client that failed last at the end. */
  readonly #failures = new Map<string, number[]>();

  /** `refusal`: what a client is told that has failed too often. */
  constructor(clock: Clock, refusal = 'Too many failed attempts. Wait a minute and try again.') {
    this.#clock = clock;
    this.#refusal = refusal;
  }

  /** How many clients are remembered. */
  get size(): number {
    return this.#failures.size;
  }

  /** Throws a Fault 429 that says when to come back, while the client has failed too often. */
  admit(client: string): void {
    const recent = this.#recent(client);
    const oldest = recent.at(-MOST_FAILURES);
    if (oldest === undefined) return;
    const retryAfter = (oldest + WINDOW_MS - this.#clock.monotonic()) / 1000;
    throw new Fault(429, this.#refusal, { retryAfter });
  }

  /** Counts a failure; true when it is the one that shuts the client out. */
  fail(client: string): boolean {
    const recent = [...this.#recent(client), this.#clock.monotonic()];
    putNewest(this.#failures, client, recent, MOST_CLIENTS);
    return recent.length === MOST_FAILURES;
  }

  /** Forgets the failures of a client that knew the password. */
  clear(client: string): void {
    this.#failures.delete(client);
  }

  #recent(client: string): number[] {
    const after = this.#clock.monotonic() - WINDOW_MS;
    return (this.#failures.get(client) ?? []).filter((at) => at > after);
  }
}
