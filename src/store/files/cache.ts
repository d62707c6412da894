import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { create, type Storage } from 'node-persist';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { DamageRecord } from '../damage.ts';
import { CACHE_FOLDER, codeOf } from './file-system.ts';
import { Mutex } from '../../core/mutex.ts';
import { costOfJson } from '../../core/bounds/json-cost.ts';
import { isRecord } from '../../core/record.ts';

/** Where the cache is stored: in a folder of its own in the data folder. */
export interface CacheOptions {
  dir: string;
  clock: Clock;
  log: Log;
  damage: Pick<DamageRecord, 'setAside' | 'save'>;
}

const PAYLOADS = `${CACHE_FOLDER}/payloads`;

/** All values are read at once, by a library that checks nothing: in bytes of the disk, and of the heap. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_HEAP_BYTES = 8 * 1024 * 1024;
/** Most bytes of one file: a payload and its lines take less. */
const MOST_FILE_BYTES = 1024 * 1024;
const DEEPEST = 64;

/** Whether a folder that is there has nothing but files in it, and of these no more than can be read. */
const isReadable = async (folder: string): Promise<boolean> => {
  if (!(await lstat(folder)).isDirectory()) return false;
  let left = MOST_BYTES;
  for (const name of await readdir(folder)) {
    const found = await lstat(join(folder, name));
    left -= found.size;
    if (!found.isFile() || left < 0) return false;
  }
  return true;
};

/** Removes values that would cost too much to be read, each by itself or with those before it. */
const thinOut = async (folder: string): Promise<void> => {
  let left = MOST_HEAP_BYTES;
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const isLarge = (await lstat(file)).size > MOST_FILE_BYTES;
    const { bytes, levels } = isLarge ? { bytes: Infinity, levels: 0 } : costOfJson(await readFile(file, 'utf8'), left);
    if (bytes > left || levels > DEEPEST) await rm(file);
    else left -= bytes;
  }
};

const openStorage = async (dir: string): Promise<Storage> => {
  // The library's own expiry and write queue run on timers whose failures cannot be caught.
  const storage = create({ dir, expiredInterval: false, writeQueue: false });
  await storage.init();
  storage.stopWriteQueueInterval();
  return storage;
};

/**
 * Whether the time of an entry is over. More of it than it was given is left only when the clock was set back
 * meanwhile.
 */
const isExpired = (entry: unknown, now: number): boolean => {
  if (!isRecord(entry) || typeof entry['expires_at'] !== 'number' || typeof entry['ttl_ms'] !== 'number') return true;
  const left = entry['expires_at'] - now;
  return left <= 0 || left > entry['ttl_ms'];
};

/**
 * Values that may be lost, in `dir/cache/payloads`, which is opened at its first use. Nothing here throws: a folder
 * with anything but files in it is kept aside, one with a damaged file is emptied.
 */
export class FileCache {
  readonly #options: CacheOptions;
  readonly #folder: string;
  #storage: Storage | null = null;
  #reported = false;
  /** One call after the other: the library does not write in one step. */
  readonly #turns = new Mutex();

  constructor(options: CacheOptions) {
    this.#options = options;
    this.#folder = join(options.dir, PAYLOADS);
  }

  /** The value, undefined when there is none or it has expired. */
  get(key: string): Promise<unknown> {
    return this.#queue(async (opened) => {
      const entry = await opened.getItem(key);
      if (entry === undefined) return undefined;
      if (isRecord(entry) && !isExpired(entry, this.#options.clock.now())) return entry['value'];
      await opened.removeItem(key);
      return undefined;
    });
  }

  /** Keeps a JSON value for some milliseconds. */
  async set(key: string, value: unknown, ttlMs: number): Promise<void> {
    await this.#queue((opened) =>
      opened.setItem(key, { value, expires_at: this.#options.clock.now() + ttlMs, ttl_ms: ttlMs }),
    );
  }

  /** Forgets a value. */
  async remove(key: string): Promise<void> {
    await this.#queue((opened) => opened.removeItem(key));
  }

  #queue<T>(use: (opened: Storage) => Promise<T>): Promise<T | undefined> {
    return this.#turns.run(() => this.#attempt(use));
  }

  async #attempt<T>(use: (opened: Storage) => Promise<T>): Promise<T | undefined> {
    try {
      return await use(await this.#open());
    } catch (error) {
      await this.#clear(error);
      return undefined;
    }
  }

  async #open(): Promise<Storage> {
    if (this.#storage) return this.#storage;
    if (!(await this.#canBeRead())) await this.#keepAside();
    const opened = await openStorage(this.#folder);
    await this.#removeExpired(opened);
    this.#storage = opened;
    return opened;
  }

  async #canBeRead(): Promise<boolean> {
    try {
      const readable = await isReadable(this.#folder);
      if (readable) await thinOut(this.#folder);
      return readable;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return true;
      throw error;
    }
  }

  async #keepAside(): Promise<void> {
    const { damage } = this.#options;
    await damage.setAside(PAYLOADS, 'it is no folder, or has in it what is no value');
    await damage.save();
  }

  async #removeExpired(opened: Storage): Promise<void> {
    for (const key of await opened.keys())
      if (isExpired(await opened.getItem(key), this.#options.clock.now())) await opened.removeItem(key);
  }

  async #clear(error: unknown): Promise<void> {
    this.#report(error);
    this.#storage = null;
    try {
      await rm(this.#folder, { recursive: true, force: true });
    } catch {
      // The next call fails the same way, and finds nothing either.
    }
  }

  #report(error: unknown): void {
    if (!this.#reported) this.#options.log.warn('the cache failed and starts empty', { error });
    this.#reported = true;
  }
}
