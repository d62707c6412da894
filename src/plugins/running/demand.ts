import type { Geometry } from '../../core/flaps/geometry.ts';
import type { Cancel, Clock } from '../../platform/clock.ts';
import type { Feed } from './feed.ts';

// A source that fails at once must not be asked again in the same moment.
const LEAST_PAUSE_MS = 1000;

/** What one owner shows: plugin keys, at a size. */
export interface Wanted {
  readonly keys: ReadonlySet<string>;
  readonly geometry: Geometry;
}

/** Keeps what boards show up to date: one timer per feed that somebody wants, none for the others. */
export class Demand {
  readonly #clock: Clock;
  readonly #feedOf: (key: string, geometry: Geometry) => Feed | null;
  readonly #owners = new Map<string, Wanted>();
  readonly #timers = new Map<Feed, Cancel>();

  /** `feedOf` answers null for keys that have nothing to fetch: disabled, unconfigured, or computed on the spot. */
  constructor(clock: Clock, feedOf: (key: string, geometry: Geometry) => Feed | null) {
    this.#clock = clock;
    this.#feedOf = feedOf;
  }

  /** Replaces what an owner wants; an empty set ends its demand. */
  set(owner: string, keys: ReadonlySet<string>, geometry: Geometry): void {
    if (keys.size === 0) this.#owners.delete(owner);
    else this.#owners.set(owner, { keys, geometry });
    this.update();
  }

  /** Looks again at which feeds are wanted: after a change of settings. */
  update(): void {
    const wanted = this.#wantedFeeds();
    for (const [feed, cancel] of this.#timers) {
      if (wanted.has(feed)) continue;
      cancel();
      this.#timers.delete(feed);
    }
    for (const feed of wanted) if (!this.#timers.has(feed)) this.#schedule(feed, feed.dueIn());
  }

  /** Ends all background work. */
  stop(): void {
    this.#owners.clear();
    this.update();
  }

  #wantedFeeds(): Set<Feed> {
    const wanted = new Set<Feed>();
    for (const { keys, geometry } of this.#owners.values()) {
      for (const key of keys) {
        const feed = this.#feedOf(key, geometry);
        if (feed && feed.dueIn() !== null) wanted.add(feed);
      }
    }
    return wanted;
  }

  #schedule(feed: Feed, delay: number | null): void {
    if (delay === null) return;
    this.#timers.get(feed)?.();
    const cancel = this.#clock.after(delay, () => void this.#refresh(feed));
    this.#timers.set(feed, cancel);
  }

  async #refresh(feed: Feed): Promise<void> {
    await feed.refresh(false);
    if (!this.#timers.has(feed)) return;
    const due = feed.dueIn();
    if (due === null) this.update();
    else this.#schedule(feed, Math.max(LEAST_PAUSE_MS, due));
  }
}
