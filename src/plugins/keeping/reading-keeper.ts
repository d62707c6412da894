import * as v from 'valibot';
import type { Cancel } from '../../platform/clock.ts';
import { JsonObjectSchema } from '../../schema/common.ts';
import type { Reading } from '../running/feed.ts';
import { boundResult } from '../contract/payload.ts';
import { MOST_KEPT_BYTES } from './kept-budget.ts';
import type { PluginHostPorts, ReadingCache } from '../ports.ts';

const StoredSchema = v.object({
  data: JsonObjectSchema,
  formatted_lines: v.nullable(v.array(v.string())),
  fetched_at: v.number(),
});

/** A reading of an earlier run: it says by the wall clock alone when it was read. */
export type Earlier = Omit<Reading, 'at'>;

/** The last write of a key: until when the next one waits, and what it will be. */
interface Written {
  readonly until: number;
  next: Reading | null;
  cancel: Cancel;
}

/** Keeps the last reading of each key over a restart. A cache that fails costs a log line and nothing else. */
export class ReadingKeeper {
  readonly #ports: Pick<PluginHostPorts, 'cache' | 'clock' | 'log'>;
  /** Readings of an earlier run that nobody has taken over yet. */
  readonly #earlier = new Map<string, Earlier>();
  readonly #written = new Map<string, Written>();

  constructor(ports: Pick<PluginHostPorts, 'cache' | 'clock' | 'log'>) {
    this.#ports = ports;
  }

  /** Reads what an earlier run has left of the keys, no more than may be kept; `takeEarlier` hands it out. */
  async fetchEarlier(keys: readonly string[]): Promise<void> {
    if (!this.#ports.cache) return;
    let left = MOST_KEPT_BYTES;
    for (const key of keys) {
      const found = await this.#load(key);
      if (!found || found.cost > left) continue;
      left -= found.cost;
      this.#earlier.set(key, found.reading);
    }
  }

  /** Whether an earlier run has left a reading of a key that nobody has taken over. */
  hasEarlier(key: string): boolean {
    return this.#earlier.has(key);
  }

  /** The reading of an earlier run, once; null when there is none. */
  takeEarlier(key: string): Earlier | null {
    const reading = this.#earlier.get(key) ?? null;
    this.#earlier.delete(key);
    return reading;
  }

  async #load(key: string): Promise<{ reading: Earlier; cost: number } | null> {
    const stored = await this.#guard(key, (cache) => cache.read(key));
    const parsed = v.safeParse(StoredSchema, stored);
    if (!parsed.success) return null;
    const { data, formatted_lines, fetched_at } = parsed.output;
    const bound = boundResult({ available: true, data, formatted_lines });
    if (!bound.available) return null;
    const { payload, formatted_lines: lines } = bound;
    return { reading: { ...payload, formatted_lines: lines, fetched_at }, cost: payload.cost };
  }

  /**
   * Remembers a reading: at once, or when `everyMs` have passed since the one before, as topics of a broker may change
   * every second.
   */
  save(key: string, reading: Reading, everyMs: number): void {
    const { clock } = this.#ports;
    const last = this.#written.get(key);
    const left = last ? last.until - clock.monotonic() : 0;
    if (!last || left <= 0) {
      this.#written.set(key, { until: clock.monotonic() + everyMs, next: null, cancel: () => undefined });
      void this.#write(key, reading);
      return;
    }
    if (!last.next) last.cancel = clock.after(left, () => last.next && this.save(key, last.next, everyMs));
    last.next = reading;
  }

  /** Forgets a key. */
  async drop(key: string): Promise<void> {
    this.#written.get(key)?.cancel();
    this.#written.delete(key);
    await this.#guard(key, (cache) => cache.remove(key));
  }

  /** Writes what waits. */
  async stop(): Promise<void> {
    for (const [key, { next, cancel }] of this.#written) {
      cancel();
      if (next) await this.#write(key, next);
    }
    this.#written.clear();
  }

  async #write(key: string, { data, formatted_lines, fetched_at }: Reading): Promise<void> {
    await this.#guard(key, (cache) => cache.write(key, { data, formatted_lines, fetched_at }));
  }

  async #guard(key: string, use: (cache: ReadingCache) => Promise<unknown>): Promise<unknown> {
    const { cache, log } = this.#ports;
    try {
      return cache && (await use(cache));
    } catch {
      log.warn(`the cached data of ${key} cannot be used`);
      return undefined;
    }
  }
}
