import { DAY_MS } from '../core/durations.ts';
import type { Clock } from '../platform/clock.ts';
import { isInHouse } from './reach.ts';

/** How one host was asked today. */
export interface HostUse {
  readonly host: string;
  readonly requests: number;
  /** Most requests of a day; null for hosts of the home network. */
  readonly budget: number | null;
  /** ISO instant before which it is not asked again; null when it may be. */
  readonly not_before: string | null;
}

/** Least time between two requests to one host, in ms. */
const PAUSE_MS = 1000;
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

/** Whether a host may be asked, and when: a second between two requests, a budget for each day (UTC), rest on request. */
export class HostPace {
  readonly #clock: Clock;
  readonly #hosts = new Map<string, HostState>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits for the turn of a request; a sentence when the host may not be asked now. `daily` is what a source knows. */
  async enter(host: string, daily: number | undefined): Promise<string | null> {
    const state = this.#stateOf(host);
    if (daily !== undefined) state.budget = Math.min(state.budget, daily);
    const now = this.#clock.monotonic();
    if (now < state.restsUntil)
      return `${host} asks to be left alone for another ${Math.ceil((state.restsUntil - now) / 60_000)} min`;
    if (!isInHouse(host) && state.requests >= state.budget)
      return `today's budget of ${state.budget} requests to ${host} is spent`;
    state.requests++;
    const turn = Math.max(now, state.next);
    state.next = turn + PAUSE_MS;
    if (turn > now) await new Promise<void>((resolve) => this.#clock.after(turn - now, resolve));
    return null;
  }

  /** A host answered in order. */
  answered(host: string): void {
    this.#stateOf(host).refusals = 0;
  }

  /** A host has too much to do: it rests as long as it asks for, in ms, or longer each time when it does not say. */
  refused(host: string, restMs: number | null): void {
    const state = this.#stateOf(host);
    const rest = restMs ?? 60_000 * 2 ** Math.min(state.refusals++, 6);
    state.restsUntil = this.#clock.monotonic() + Math.min(LONGEST_REST_MS, Math.max(PAUSE_MS, rest));
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
        budget: isInHouse(host) ? null : budget,
        not_before: restsUntil > now ? new Date(this.#clock.now() + restsUntil - now).toISOString() : null,
      }));
  }

  #stateOf(host: string): HostState {
    const day = Math.floor(this.#clock.now() / DAY_MS);
    const known = this.#hosts.get(host);
    if (known?.day === day) return known;
    const state: HostState = {
      budget: USUAL_BUDGET,
      next: -Infinity,
      restsUntil: -Infinity,
      refusals: 0,
      ...known,
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
