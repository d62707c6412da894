import * as v from 'valibot';
import { JsonObjectSchema } from '../../schema/common.ts';
import type { Reading } from '../running/feed.ts';
import { boundResult } from '../contract/payload.ts';
import { MOST_KEPT_BYTES } from './kept-budget.ts';
import type { PluginLog, ReadingCache } from '../ports.ts';

const StoredSchema = v.object({
  data: JsonObjectSchema,
  formatted_lines: v.nullable(v.array(v.string())),
  fetched_at: v.number(),
});

/** A reading of an earlier run: it says by the wall clock alone when it was read. */
export type Earlier = Omit<Reading, 'at'>;

/** Keeps the last reading of each key over a restart. A cache that fails costs a log line and nothing else. */
export class ReadingKeeper {
  readonly #cache: ReadingCache | null;
  readonly #log: PluginLog;
  /** Readings of an earlier run that nobody has taken over yet. */
  readonly #earlier = new Map<string, Earlier>();

  constructor(cache: ReadingCache | null, log: PluginLog) {
    this.#cache = cache;
    this.#log = log;
  }

  /** Reads what an earlier run has left of the keys, no more than may be kept; `takeEarlier` hands it out. */
  async fetchEarlier(keys: readonly string[]): Promise<void> {
    if (!this.#cache) return;
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
    const stored = await this.#guard(key, () => this.#cache?.read(key));
    const parsed = v.safeParse(StoredSchema, stored);
    if (!parsed.success) return null;
    const { data, formatted_lines, fetched_at } = parsed.output;
    const bound = boundResult({ available: true, data, formatted_lines });
    if (!bound.available) return null;
    const { payload, formatted_lines: lines } = bound;
    return { reading: { ...payload, formatted_lines: lines, fetched_at }, cost: payload.cost };
  }

  /** Remembers a reading. */
  async save(key: string, { data, formatted_lines, fetched_at }: Reading): Promise<void> {
    await this.#guard(key, () => this.#cache?.write(key, { data, formatted_lines, fetched_at }));
  }

  /** Forgets a key. */
  async drop(key: string): Promise<void> {
    await this.#guard(key, () => this.#cache?.remove(key));
  }

  async #guard(key: string, use: () => Promise<unknown> | undefined): Promise<unknown> {
    try {
      return await use();
    } catch {
      this.#log.warn(`the cached data of ${key} cannot be used`);
      return undefined;
    }
  }
}
