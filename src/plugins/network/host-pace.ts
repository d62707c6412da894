import { putNewest } from '../../platform/newest.ts';
import type * as v from 'valibot';
import { DAY_MS } from '../../core/time/durations.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SourceHostsSchema } from '../../schema/plugins/sources.ts';
import { isInHouse } from './reach.ts';

/** How one host was asked today by all sources of the stock together, or by one of the owner's own. */
export type HostUse = v.InferOutput<typeof SourceHostsSchema>['hosts'][number];

/**
 * Least time between two requests to one host, in ms. A second on their way to it, which takes now longer, now shorter.
 */
const PAUSE_MS = 1100;
/** Least time between the first requests to two hosts, in ms: after a start all sources have something to ask. */
const GAP_MS = 100;
const LEAST_REST_MS = 1000;
/** Requests a day to a host of which no source says how many it allows. */
const USUAL_BUDGET = 3000;
const MOST_HOSTS = 300;
const LONGEST_REST_MS = DAY_MS;

/** Who asks a host: what a file says of budgets holds for the stock as a whole, or for that file of the owner alone. */
export interface Asker {
  /** The id of a source of the owner's own, `own` for one that is tried out; null for one of the stock. */
  readonly source: string | null;
  /** Most requests a day that the source knows to be allowed. */
  readonly daily: number | undefined;
  /** A text without what must not be told. */
  readonly hide: (text: string) => string;
}

interface Tally {
  requests: number;
  budget: number;
}

interface HostState {
  day: number;
  /** The host as it may be told. */
  shown: string;
  /** By source of the owner's own, and for the stock. */
  readonly tallies: Map<string | null, Tally>;
  /** Monotonic ms at which the next request may leave. */
  next: number;
  /** Monotonic ms until which the host asked to be left alone. */
  restsUntil: number;
  refusals: number;
}

/**
 * Whether a host may be asked, and when: a second between two requests, a budget for each day (UTC), rest on request.
 */
export class HostPace {
  readonly #clock: Clock;
  readonly #hosts = new Map<string, HostState>();
  /** Monotonic ms at which the next host may be asked. */
  #next = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits for the turn of a request; a sentence when the host may not be asked now. */
  async enter(host: string, { source, daily, hide }: Asker): Promise<string | null> {
    const state = this.#stateOf(host);
    if (state.shown === host) state.shown = hide(host);
    const tally = this.#tallyOf(host, state, source, daily);
    const refusal = this.#restOf(state) ?? this.#lackOf(state, tally);
    if (refusal !== null) return refusal;
    tally.requests++;
    const now = this.#clock.monotonic();
    const turn = this.#reserve(state, now);
    if (turn > now) await new Promise<void>((resolve) => this.#clock.after(turn - now, resolve));
    // An answer to another request may have asked for rest meanwhile.
    const rest = this.#restOf(this.#stateOf(host));
    if (rest !== null) tally.requests--;
    return rest;
  }

  /** A host answered in order. */
  answered(host: string): void {
    this.#stateOf(host).refusals = 0;
  }

  /** A host has too much to do: it rests as long as it asks for, in ms, or longer each time when it does not say. */
  refused(host: string, restMs: number | null): void {
    const state = this.#stateOf(host);
    const rest = restMs ?? 60_000 * 2 ** Math.min(state.refusals++, 6);
    state.restsUntil = this.#clock.monotonic() + Math.min(LONGEST_REST_MS, Math.max(LEAST_REST_MS, rest));
  }

  /** The hosts that were asked today, the busiest first. */
  list(): HostUse[] {
    const now = this.#clock.monotonic();
    return [...this.#hosts.keys()]
      .flatMap((host) => {
        const { shown, tallies, restsUntil } = this.#stateOf(host);
        return [...tallies].map(([source, { requests, budget }]) => ({
          host: shown,
          source,
          requests,
          budget: Number.isFinite(budget) ? budget : null,
          not_before: restsUntil > now ? new Date(this.#clock.now() + restsUntil - now).toISOString() : null,
        }));
      })
      .filter(({ requests }) => requests > 0)
      .sort((a, b) => b.requests - a.requests || (a.host < b.host ? -1 : 1));
  }

  #reserve(state: HostState, now: number): number {
    const isFirst = state.next <= now;
    const turn = isFirst ? Math.max(now, this.#next) : state.next;
    if (isFirst) this.#next = turn + GAP_MS;
    state.next = turn + PAUSE_MS;
    return turn;
  }

  #restOf({ restsUntil, shown }: HostState): string | null {
    const left = restsUntil - this.#clock.monotonic();
    return left > 0 ? `${shown} asks to be left alone for another ${Math.ceil(left / 60_000)} min` : null;
  }

  #lackOf({ shown }: HostState, { requests, budget }: Tally): string | null {
    return requests >= budget ? `today's budget of ${budget} requests to ${shown} is spent` : null;
  }

  #tallyOf(host: string, { tallies }: HostState, source: string | null, daily = Infinity): Tally {
    const usual = isInHouse(host) ? Infinity : USUAL_BUDGET;
    const tally = tallies.get(source) ?? { requests: 0, budget: usual };
    tally.budget = Math.min(source === null ? tally.budget : usual, daily);
    tallies.set(source, tally);
    return tally;
  }

  #stateOf(host: string): HostState {
    const day = Math.floor(this.#clock.now() / DAY_MS);
    const known = this.#hosts.get(host);
    if (known?.day === day) return known;
    const state: HostState = {
      next: -Infinity,
      restsUntil: -Infinity,
      refusals: 0,
      shown: host,
      ...known,
      tallies: new Map(),
      day,
    };
    putNewest(this.#hosts, host, state, MOST_HOSTS);
    return state;
  }
}
