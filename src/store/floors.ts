import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { codeOf } from './file-system.ts';
import { isObject } from './secrets.ts';

/** When each device or account that has a minimum interval was last written to; kept over a restart of the process. */
export interface Floors {
  /** Milliseconds since 1970, null when nothing was written. */
  get(key: string): number | null;
  /** Remembers an instant; it is in the file when this returns. */
  set(key: string, at: number): void;
}

/** Where the instants lie. */
export interface FloorsOptions {
  dir: string;
  clock: Clock;
  log: Log;
}

const FILE = 'floors.json';
const KEPT_MS = 24 * 3600 * 1000;

const readInstants = async (path: string, log: Log): Promise<[string, number][]> => {
  try {
    const content: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (isObject(content)) return Object.entries(content).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
    log.warn('the instants of the last writes are unreadable', { file: FILE });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') log.warn('the instants of the last writes are unreadable', { file: FILE, error });
  }
  return [];
};

/** Reads the instants of an earlier run from `dir/cache`; never rejects. One that lies in the future, after a clock correction, becomes now. */
export const openFloors = async ({ dir, clock, log }: FloorsOptions): Promise<Floors> => {
  const folder = join(dir, 'cache');
  const path = join(folder, FILE);
  const opened = clock.now();
  const instants = new Map((await readInstants(path, log)).map(([key, at]) => [key, Math.min(at, opened)]));

  const write = (): void => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.tmp`, JSON.stringify(Object.fromEntries(instants)), { mode: 0o600 });
    renameSync(`${path}.tmp`, path);
  };

  return {
    get: (key) => instants.get(key) ?? null,
    set: (key, at) => {
      for (const [other, instant] of instants) if (instant < at - KEPT_MS) instants.delete(other);
      instants.set(key, at);
      try {
        // In one go on purpose: a process killed right after a send must not send again too early. There is no fsync to wait for.
        write();
      } catch (error) {
        log.warn('the instant of a write was not kept', { error });
      }
    },
  };
};
