import { onAbort } from '../../platform/abort.ts';
import type { Clock } from '../../platform/clock.ts';
import { boundResult, type BoundResult, type Payload } from '../contract/payload.ts';
import type { FetchMemory } from '../contract/plugin.ts';

/** Failures in a row (time-outs, exceptions, ended processes) after which a source is left alone. */
const FAILURES_TO_QUARANTINE = 3;
/** How long it is left alone, in ms; then one attempt decides again. */
const QUARANTINE_MS = 300_000;

const FIRST_RETRY_MS = 30_000;
const LONGEST_ERROR = 500;

/**
 * Data that a source once reported: `fetched_at` (wall time) asked for, `at` (monotonic) last known to hold, both in
 * ms.
 */
export interface Reading extends Payload {
  readonly formatted_lines: readonly string[] | null;
  readonly at: number;
  readonly fetched_at: number;
}

/** A reading, when it was last known to hold, and since when it has been too old to be shown (wall time, ms). */
export interface Aged {
  readonly reading: Reading;
  readonly readAt: number;
  /** Null while it is not. */
  readonly oldSince: number | null;
}

/** How one source is to be read. `refreshMs` null: it cannot be asked, data comes by itself. */
export interface FeedPolicy {
  readonly refreshMs: number | null;
  readonly timeoutMs: number;
  /** When the next fetch is due after a reading of an instant (wall time, ms); after `refreshMs` unless given. */
  readonly dueAt?: (readAt: number) => number;
  /** Age in ms beyond which data are not shown; null: they always are. */
  readonly maxAgeMs: number | null;
}

/** How a source fares. */
export interface FeedHealth {
  readonly fetched_at: number | null;
  /** What the last attempt said; null after a good one. */
  readonly error: string | null;
  /** When attempts began to fail (ms); null after a good one. */
  readonly failing_since: number | null;
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
  readonly fetch: (signal: AbortSignal, memory: FetchMemory) => Promise<unknown>;
  /** Payloads that are kept already: equal ones are kept once. */
  readonly known: () => readonly Payload[];
  /** Takes room for a reading in place of the one before; a sentence when there is none. */
  readonly admit: (reading: Reading) => string | null;
  readonly onReading: (reading: Reading) => void;
}

const describe = (problem: unknown): string =>
  problem instanceof Error && problem.message !== '' ? problem.message : 'the plugin failed';

/**
 * The data of one plugin (or instance) for one size of board: the last good reading, its age, and the rules of asking
 * again. One fetch at a time; a reading outlives failures until it is too old (rules, X11).
 */
export class Feed {
  readonly #ports: FeedPorts;
  #reading: Reading | null = null;
  readonly #memory: FetchMemory = { edition: null, data: null };
  #error: string | null = null;
  #failingSince: number | null = null;
  #failures = 0;
  #unavailable = 0;
  #notBefore = -Infinity;
  #quarantinedUntil = -Infinity;
  #running: Promise<void> | null = null;
  /** How long after the reading the next fetch is due, in ms. */
  #pause = 0;
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

  /** The last good data and their age; null while there are none. */
  look(): Aged | null {
    const reading = this.#reading;
    if (reading === null) return null;
    const { clock, policy } = this.#ports;
    const age = clock.monotonic() - reading.at;
    const readAt = clock.now() - age;
    const isOld = policy.maxAgeMs !== null && age > policy.maxAgeMs;
    return { reading, readAt, oldSince: isOld ? readAt + policy.maxAgeMs : null };
  }

  /** Ms until a background fetch is due; null when the source cannot be asked, or the feed is closed. */
  dueIn(): number | null {
    if (this.#ports.policy.refreshMs === null || this.isClosed) return null;
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

  /** What it keeps, whether it is worth showing or not. */
  get kept(): Reading | null {
    return this.#reading;
  }

  /** Takes an answer that came by itself; a fetch that began before it is older, and is dropped. */
  accept(result: BoundResult): void {
    this.#accepted++;
    this.#take(result);
  }

  /** Takes over a reading of an earlier run of the service, when there is room for it. */
  restore(reading: Omit<Reading, 'at'>): void {
    if (this.#reading !== null) return;
    const restored = { ...reading, at: this.#now() - Math.max(0, this.#ports.clock.now() - reading.fetched_at) };
    if (this.#ports.admit(restored) === null) this.#hold(restored);
  }

  /** Forgets its reading, whose room others need. */
  giveUp(because: string): void {
    this.#reading = null;
    this.#clearMemory();
    this.#miss(because);
  }

  /** Whether it was ended: what still runs for it must keep nothing. */
  get isClosed(): boolean {
    return this.#closing.signal.aborted;
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
      error: this.#error,
      failing_since: this.#failingSince,
      consecutive_failures: this.#failures,
      quarantined: left > 0,
      cooldown_remaining_seconds: Math.ceil(left / 1000),
    };
  }

  #now(): number {
    return this.#ports.clock.monotonic();
  }

  #staleAt(): number {
    return this.#reading === null ? -Infinity : this.#reading.at + this.#pause;
  }

  #hold(reading: Reading): void {
    const { clock, policy } = this.#ports;
    const { dueAt, refreshMs } = policy;
    this.#reading = reading;
    const readAt = clock.now() - (clock.monotonic() - reading.at);
    this.#pause = dueAt ? dueAt(readAt) - readAt : (refreshMs ?? Infinity);
  }

  async #fetch(): Promise<void> {
    const accepted = this.#accepted;
    const isOver = (): boolean => this.isClosed || accepted !== this.#accepted;
    try {
      const result = boundResult(await this.#limited(), this.#ports.known());
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
      const late = `no answer within ${Math.round(policy.timeoutMs / 1000)} s`;
      const cancel = clock.after(policy.timeoutMs, () => end(late));
      const leave = onAbort(this.#closing.signal, () => end('the plugin was stopped'));
      Promise.resolve()
        .then(() => fetch(controller.signal, this.#memory))
        .then(resolve, reject)
        .finally(() => {
          cancel();
          leave();
        });
    });
  }

  #take(result: BoundResult): void {
    if (result.available) this.#keep(result);
    else this.#miss(result.error);
  }

  #keep(result: BoundResult & { readonly available: true }): void {
    const before = result.kept ? this.#reading?.fetched_at : undefined;
    const reading: Reading = {
      ...result.payload,
      formatted_lines: result.formatted_lines,
      at: this.#now(),
      fetched_at: before ?? this.#ports.clock.now(),
    };
    const refusal = this.#ports.admit(reading);
    if (refusal !== null) {
      this.#clearMemory();
      return this.#miss(refusal);
    }
    this.#hold(reading);
    // What the plugin left for its next fetch is what is kept anyway.
    if (this.#memory.data) this.#memory.data = reading.data;
    this.#error = null;
    this.#failingSince = null;
    this.#failures = 0;
    this.#unavailable = 0;
    this.#notBefore = -Infinity;
    this.#quarantinedUntil = -Infinity;
    this.#ports.onReading(reading);
  }

  #clearMemory(): void {
    Object.assign(this.#memory, { edition: null, data: null } satisfies FetchMemory);
  }

  #miss(error: string): void {
    this.#error = this.#ports.hide(error).slice(0, LONGEST_ERROR);
    this.#failingSince ??= this.#ports.clock.now();
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
