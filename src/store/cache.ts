import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { create } from 'node-persist';
import type { Storage } from 'node-persist';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { DamageRecord } from './damage.ts';
import { codeOf } from './file-system.ts';
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
  damage: DamageRecord;
}

/** The folder of everything that may be lost, in the data folder. */
export const CACHE_FOLDER = 'cache';
const PAYLOADS = `${CACHE_FOLDER}/payloads`;

/** All values are read at once, by a library that looks at nothing first. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Whether a folder that is there has nothing but files in it, and of these no more than can be read. */
const isSound = async (folder: string): Promise<boolean> => {
  if (!(await lstat(folder)).isDirectory()) return false;
  let left = MOST_BYTES;
  for (const name of await readdir(folder)) {
    const found = await lstat(join(folder, name));
    left -= found.size;
    if (!found.isFile() || left < 0) return false;
  }
  return true;
};

const openStorage = async (dir: string): Promise<Storage> => {
  // The library's own expiry and write queue run on timers whose failures nobody can catch.
  const storage = create({ dir, expiredInterval: false, writeQueue: false });
  await storage.init();
  storage.stopWriteQueueInterval();
  return storage;
};

/**
 * Whether the time of an entry is over. More of it than it was given is left only when the clock was set back
 * meanwhile.
 */
const isOver = (entry: unknown, now: number): boolean => {
  if (!isObject(entry) || typeof entry['expires_at'] !== 'number' || typeof entry['ttl_ms'] !== 'number') return true;
  const left = entry['expires_at'] - now;
  return left <= 0 || left > entry['ttl_ms'];
};

/**
 * A cache over `dir/cache/payloads`, opened at its first use; a folder with anything but files in it is kept aside, one
 * with a damaged file is wiped.
 */
export const createCache = ({ dir, clock, log, damage }: CacheOptions): Cache => {
  const folder = join(dir, PAYLOADS);
  let storage: Storage | null = null;
  let reported = false;
  let last: Promise<unknown> = Promise.resolve();

  const sweep = async (opened: Storage): Promise<void> => {
    for (const key of await opened.keys())
      if (isOver(await opened.getItem(key), clock.now())) await opened.removeItem(key);
  };

  const open = async (): Promise<Storage> => {
    if (storage) return storage;
    const sound = await isSound(folder).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return true;
      throw error;
    });
    if (!sound) {
      damage.report(
        { file: PAYLOADS, kept_as: await damage.moveAside(PAYLOADS), recovered_from: 'defaults' },
        'it is no folder, or has in it what is no value',
      );
      await damage.save();
    }
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
      await queue((opened) => opened.setItem(key, { value, expires_at: clock.now() + ttlMs, ttl_ms: ttlMs }));
    },
    remove: async (key) => {
      await queue((opened) => opened.removeItem(key));
    },
  };
};
