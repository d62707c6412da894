import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { DamageRecord } from './damage.ts';
import { CACHE_FOLDER, UnusableEntry, diskFileSystem } from './files/file-system.ts';
import { readRecords } from './files/record-file.ts';
import { mapValues } from '../core/record.ts';
import { DAY_MS } from '../core/time/durations.ts';

/** Where the instants are stored. */
export interface LastWritesOptions {
  dir: string;
  clock: Clock;
  log: Log;
  damage: Pick<DamageRecord, 'setAside' | 'save'>;
}

const FILE = 'floors.json';
const PLACE = `${CACHE_FOLDER}/${FILE}`;
const MOST_BYTES = 65_536;
const KEPT_MS = DAY_MS;

const readInstants = async ({ dir, log, damage }: LastWritesOptions): Promise<Readonly<Record<string, number>>> => {
  try {
    return (await readRecords(join(dir, PLACE), MOST_BYTES, v.number())) ?? {};
  } catch (error) {
    log.warn('the instants of the last writes are unreadable', { file: FILE, error });
    if (error instanceof UnusableEntry) await damage.setAside(PLACE, error.message);
    return {};
  }
};

/** Moves away what has the name of the cache folder and is no folder. */
const clearWay = async ({ dir, damage }: LastWritesOptions): Promise<void> => {
  const found = (await diskFileSystem.list(dir)).find(({ name }) => name === CACHE_FOLDER);
  if (found && found.kind !== 'a folder') await damage.setAside(CACHE_FOLDER, `it is ${found.kind}`);
};

/**
 * When each device or account that has a minimum interval was last written to; kept over a restart of the process.
 * Reads the instants of an earlier run from `dir/cache`; what is unreadable is forgotten, and rejects only when it is
 * in the way and cannot be moved aside. An instant that lies in the future, after a clock correction, becomes now.
 */
export const openLastWrites = async (options: LastWritesOptions) => {
  const { dir, clock, log, damage } = options;
  await clearWay(options);
  const folder = join(dir, CACHE_FOLDER);
  const path = join(dir, PLACE);
  const opened = clock.now();
  const instants = new Map(Object.entries(mapValues(await readInstants(options), (at) => Math.min(at, opened))));
  await damage.save();

  const write = (): void => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Anything but a file of that name must not be opened: a pipe would wait for a reader.
    rmSync(`${path}.tmp`, { recursive: true, force: true });
    writeFileSync(`${path}.tmp`, JSON.stringify(Object.fromEntries(instants)), { mode: 0o600 });
    renameSync(`${path}.tmp`, path);
  };

  return {
    /** Milliseconds since 1970, null when nothing was written. */
    get: (key: string): number | null => instants.get(key) ?? null,
    /** Stores an instant; it is in the file when this returns. */
    set: (key: string, at: number): void => {
      for (const [other, instant] of instants) if (instant < at - KEPT_MS) instants.delete(other);
      instants.set(key, at);
      try {
        // Synchronous on purpose: a process killed right after a write must not write again too early. There is no
        // fsync to wait for.
        write();
      } catch (error) {
        log.warn('the instant of a write was not kept', { error });
      }
    },
  };
};

/** When each device or account was last written to. */
export type LastWrites = Awaited<ReturnType<typeof openLastWrites>>;
