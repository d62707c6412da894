import { DAY_MS } from '../core/durations.ts';
import type { Clock } from '../platform/clock.ts';
import { isInHouse } from './reach.ts';

/** How one host was asked today. */
export interface HostUse {
  readonly host: string;
  readonly requests: number;
  /** Most requests of a day; null for hosts of the home network of which no source says how many they allow. */
  readonly budget: number | null;
  /** ISO instant before which it is not asked again; null when it may be. */
  readonly not_before: string | null;
}

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

interface HostState {
  day: number;
  requests: number;
  budget: number;
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

  /** Waits for the turn of a request; a sentence when the host may not be asked now. `daily` is what a source knows. */
  async enter(host: string, daily: number | undefined): Promise<string | null> {
    const state = this.#stateOf(host);
    if (daily !== undefined) state.budget = Math.min(state.budget, daily);
    const refusal = this.#restOf(host, state) ?? this.#lackOf(host, state);
    if (refusal !== null) return refusal;
    state.requests++;
    const now = this.#clock.monotonic();
    const turn = this.#reserve(state, now);
    if (turn > now) await new Promise<void>((resolve) => this.#clock.after(turn - now, resolve));
    // An answer to another request may have asked for rest meanwhile.
    const rest = this.#restOf(host, this.#stateOf(host));
    if (rest !== null) state.requests--;
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
      .map((host) => ({ host, ...this.#stateOf(host) }))
      .filter(({ requests }) => requests > 0)
      .sort((a, b) => b.requests - a.requests || (a.host < b.host ? -1 : 1))
      .map(({ host, requests, budget, restsUntil }) => ({
        host,
        requests,
        budget: Number.isFinite(budget) ? budget : null,
        not_before: restsUntil > now ? new Date(this.#clock.now() + restsUntil - now).toISOString() : null,
      }));
  }

  #reserve(state: HostState, now: number): number {
    const isFirst = state.next <= now;
    const turn = isFirst ? Math.max(now, this.#next) : state.next;
    if (isFirst) this.#next = turn + GAP_MS;
    state.next = turn + PAUSE_MS;
    return turn;
  }

  #restOf(host: string, { restsUntil }: HostState): string | null {
    const left = restsUntil - this.#clock.monotonic();
    return left > 0 ? `${host} asks to be left alone for another ${Math.ceil(left / 60_000)} min` : null;
  }

  #lackOf(host: string, { requests, budget }: HostState): string | null {
    return requests >= budget ? `today's budget of ${budget} requests to ${host} is spent` : null;
  }

  #stateOf(host: string): HostState {
    const day = Math.floor(this.#clock.now() / DAY_MS);
    const known = this.#hosts.get(host);
    if (known?.day === day) return known;
    const state: HostState = {
      next: -Infinity,
      restsUntil: -Infinity,
      refusals: 0,
      ...known,
      budget: isInHouse(host) ? Infinity : USUAL_BUDGET,
      requests: 0,
      day,
    };
    this.#hosts.delete(host);
    this.#hosts.set(host, state);
    const [oldest] = this.#hosts.keys();
    if (this.#hosts.size > MOST_HOSTS && oldest !== undefined) this.#hosts.delete(oldest);
    return state;
  }
}
