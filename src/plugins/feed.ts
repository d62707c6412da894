import type { Clock } from '../platform/clock.ts';
import type { JsonObject } from '../schema/common.ts';
import { boundResult } from './payload.ts';
import type { BoundResult } from './payload.ts';

/** Failures in a row (time-outs, exceptions, ended processes) after which a source is left alone. */
const FAILURES_TO_QUARANTINE = 3;
/** How long it is left alone, in ms; then one attempt decides again. */
const QUARANTINE_MS = 300_000;

const FIRST_RETRY_MS = 30_000;
const LONGEST_ERROR = 500;
const LEAST_STALE_MS = 6 * 3_600_000;
const STALE_INTERVALS = 3;

/**
 * Data that a source once reported: `fetched_at` (wall time) asked for, `at` (monotonic) last known to hold, both in
 * ms.
 */
export interface Reading {
  readonly data: JsonObject;
  readonly formatted_lines: readonly string[] | null;
  readonly at: number;
  readonly fetched_at: number;
}

/** How one source is to be read. `refreshMs` null: it cannot be asked, data comes by itself. */
export interface FeedPolicy {
  readonly refreshMs: number | null;
  readonly timeoutMs: number;
  /** Ms after which the next fetch is due later than that, new for each reading; none unless given. */
  readonly delayMs?: () => number;
}

/** How a source fares. */
export interface FeedHealth {
  readonly fetched_at: number | null;
  readonly age_seconds: number | null;
  /** What the last attempt said; null after a good one. */
  readonly error: string | null;
  readonly consecutive_failures: number;
  readonly quarantined: boolean;
  readonly cooldown_remaining_seconds: number;
}

/** What a feed needs from around it. */
export interface FeedPorts {
  readonly clock: Clock;
  readonly policy: FeedPolicy;
  /** Takes the source's secrets out of a sentence. */
  readonly hide: (text: string) => string;
  readonly fetch: (signal: AbortSignal) => Promise<unknown>;
  readonly onReading: (reading: Reading) => void;
}

const describe = (problem: unknown): string =>
  problem instanceof Error && problem.message !== '' ? problem.message : 'the plugin failed';

/**
 * The data of one plugin (or instance) for one size of board: the last good reading, its age, and the rules of asking
 * again. One fetch at a time; a reading outlives failures for six hours or three intervals, whichever is longer.
 */
export class Feed {
  readonly #ports: FeedPorts;
  #reading: Reading | null = null;
  #error: string | null = null;
  #failures = 0;
  #unavailable = 0;
  #notBefore = -Infinity;
  #quarantinedUntil = -Infinity;
  #running: Promise<void> | null = null;
  /** How much later than its interval the next fetch is due. */
  #delay = 0;
  /** How many answers came by themselves. */
  #accepted = 0;
  readonly #closing = new AbortController();

  constructor(ports: FeedPorts) {
    this.#ports = ports;
  }

  /** Whether there is data that need not be fetched again yet. */
  isFresh(): boolean {
    return this.#reading !== null && this.#now() < this.#staleAt();
  }

  /**
   * Whether a rendering should wait for a fetch: there is nothing yet, or nothing of this or the last interval, and
   * asking makes sense.
   */
  isAwaited(): boolean {
    const { refreshMs } = this.#ports.policy;
    if (refreshMs === null || this.#now() < Math.max(this.#notBefore, this.#quarantinedUntil)) return false;
    return this.#reading === null || this.#now() >= this.#reading.at + 2 * refreshMs;
  }

  /** The last good data, while it is worth showing. */
  current(): Reading | null {
    const { refreshMs } = this.#ports.policy;
    if (this.#reading === null || refreshMs === null) return this.#reading;
    return this.#now() - this.#reading.at <= Math.max(LEAST_STALE_MS, STALE_INTERVALS * refreshMs)
      ? this.#reading
      : null;
  }

  /** Ms until a background fetch is due; null when the source cannot be asked. */
  dueIn(): number | null {
    if (this.#ports.policy.refreshMs === null) return null;
    return Math.max(0, Math.max(this.#staleAt(), this.#notBefore, this.#quarantinedUntil) - this.#now());
  }

  /**
   * Brings the data up to date unless it is fresh, in quarantine, or (without `eager`) failed a moment ago.
   * Joins a fetch that is running; never rejects.
   */
  refresh(eager: boolean): Promise<void> {
    if (this.#running) return this.#running;
    if (this.#ports.policy.refreshMs === null || this.isFresh() || this.#now() < this.#quarantinedUntil)
      return Promise.resolve();
    if (!eager && this.#now() < this.#notBefore) return Promise.resolve();
    this.#running = this.#fetch().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Takes an answer that came by itself; a fetch that began before it is older, and is dropped. */
  accept(result: BoundResult): void {
    this.#accepted++;
    this.#take(result);
  }

  /** Takes over a reading of an earlier run of the service. */
  restore(reading: Omit<Reading, 'at'>): void {
    this.#reading ??= { ...reading, at: this.#now() - Math.max(0, this.#ports.clock.now() - reading.fetched_at) };
  }

  /** Ends a running fetch; its answer is dropped. */
  close(): void {
    this.#closing.abort();
  }

  /** How the source fares. */
  health(): FeedHealth {
    const left = Math.max(0, this.#quarantinedUntil - this.#now());
    return {
      fetched_at: this.#reading?.fetched_at ?? null,
      age_seconds: this.#reading ? Math.max(0, Math.round((this.#now() - this.#reading.at) / 1000)) : null,
      error: this.#error,
      consecutive_failures: this.#failures,
      quarantined: left > 0,
      cooldown_remaining_seconds: Math.ceil(left / 1000),
    };
  }

  #now(): number {
    return this.#ports.clock.monotonic();
  }

  #staleAt(): number {
    return this.#reading === null
      ? -Infinity
      : this.#reading.at + (this.#ports.policy.refreshMs ?? Infinity) + this.#delay;
  }

  async #fetch(): Promise<void> {
    const accepted = this.#accepted;
    const isOver = (): boolean => this.#closing.signal.aborted || accepted !== this.#accepted;
    try {
      const result = boundResult(await this.#limited());
      if (!isOver()) this.#take(result);
    } catch (error) {
      if (!isOver()) this.#fail(describe(error));
    }
  }

  /** The fetch, given up when its time is over or the feed is closed. */
  #limited(): Promise<unknown> {
    const { clock, policy, fetch } = this.#ports;
    const controller = new AbortController();
    return new Promise((resolve, reject) => {
      const end = (message: string): void => {
        controller.abort();
        reject(new Error(message));
      };
      const close = (): void => end('the plugin was stopped');
      const cancel = clock.after(policy.timeoutMs, () =>
        end(`no answer within ${Math.round(policy.timeoutMs / 1000)} s`),
      );
      this.#closing.signal.addEventListener('abort', close, { once: true });
      const finish = (): void => {
        cancel();
        this.#closing.signal.removeEventListener('abort', close);
      };
      Promise.resolve()
        .then(() => fetch(controller.signal))
        .then(resolve, reject)
        .finally(finish);
    });
  }

  #take(result: BoundResult): void {
    if (result.available) this.#keep(result);
    else this.#miss(result.error);
  }

  #keep(result: BoundResult & { readonly available: true }): void {
    const before = result.kept ? this.#reading?.fetched_at : undefined;
    this.#reading = {
      data: result.data,
      formatted_lines: result.formatted_lines,
      at: this.#now(),
      fetched_at: before ?? this.#ports.clock.now(),
    };
    this.#delay = this.#ports.policy.delayMs?.() ?? 0;
    this.#error = null;
    this.#failures = 0;
    this.#unavailable = 0;
    this.#notBefore = -Infinity;
    this.#quarantinedUntil = -Infinity;
    this.#ports.onReading(this.#reading);
  }

  #miss(error: string): void {
    this.#error = this.#ports.hide(error).slice(0, LONGEST_ERROR);
    this.#failures = 0;
    const longest = Math.max(FIRST_RETRY_MS, this.#ports.policy.refreshMs ?? 0);
    this.#notBefore = this.#now() + Math.min(longest, FIRST_RETRY_MS * 2 ** Math.min(this.#unavailable++, 10));
  }

  #fail(error: string): void {
    const failures = this.#failures + 1;
    this.#miss(error);
    this.#failures = failures;
    if (failures >= FAILURES_TO_QUARANTINE) this.#quarantinedUntil = this.#now() + QUARANTINE_MS;
  }
}
