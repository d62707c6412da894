import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Storage, create } from 'node-persist';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { isObject } from './secrets.ts';

/** Values that may be lost: nothing here ever throws, a broken cache is an empty one. */
export interface Cache {
  /** The value, undefined when there is none or its time is over. */
  get(key: string): Promise<unknown>;
  /** Keeps a JSON value for some milliseconds. */
  set(key: string, value: unknown, ttlMs: number): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Where the cache lies: in a folder of its own below the data folder. */
export interface CacheOptions {
  dir: string;
  clock: Clock;
  log: Log;
}

const openStorage = async (dir: string): Promise<Storage> => {
  // The library's own expiry and write queue run on timers whose failures nobody can catch.
  const storage = create({ dir, expiredInterval: false, writeQueue: false });
  await storage.init();
  storage.stopWriteQueueInterval();
  return storage;
};

const isOver = (entry: unknown, now: number): boolean => !isObject(entry) || typeof entry['expires_at'] !== 'number' || entry['expires_at'] <= now;

/** A cache over `dir/cache/payloads`, opened at its first use; a folder with a damaged file is wiped. */
export const createCache = ({ dir, clock, log }: CacheOptions): Cache => {
  const folder = join(dir, 'cache', 'payloads');
  let storage: Storage | null = null;
  let reported = false;
  let last: Promise<unknown> = Promise.resolve();

  const sweep = async (opened: Storage): Promise<void> => {
    for (const key of await opened.keys()) if (isOver(await opened.getItem(key), clock.now())) await opened.removeItem(key);
  };

  const open = async (): Promise<Storage> => {
    if (storage) return storage;
    const opened = await openStorage(folder);
    await sweep(opened);
    storage = opened;
    return opened;
  };

  const report = (error: unknown): void => {
    if (!reported) log.warn('the cache failed and starts empty', { error });
    reported = true;
  };

  const wipe = async (error: unknown): Promise<void> => {
    report(error);
    storage = null;
    await rm(folder, { recursive: true, force: true });
  };

  const attempt = async <T>(use: (opened: Storage) => Promise<T>): Promise<T | undefined> => {
    try {
      return await use(await open());
    } catch (error) {
      await wipe(error).catch(report);
      return undefined;
    }
  };

  /** One call after the other: the library does not write in one step. */
  const queue = <T>(use: (opened: Storage) => Promise<T>): Promise<T | undefined> => {
    const result = last.then(() => attempt(use));
    last = result;
    return result;
  };

  return {
    get: (key) =>
      queue(async (opened) => {
        const entry = await opened.getItem(key);
        if (entry === undefined) return undefined;
        if (isObject(entry) && !isOver(entry, clock.now())) return entry['value'];
        await opened.removeItem(key);
        return undefined;
      }),
    set: async (key, value, ttlMs) => {
      await queue((opened) => opened.setItem(key, { value, expires_at: clock.now() + ttlMs }));
    },
    remove: async (key) => {
      await queue((opened) => opened.removeItem(key));
    },
  };
};
