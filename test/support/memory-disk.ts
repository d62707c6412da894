import { basename } from 'node:path';
import type { FileSystem } from '../../src/store/files/file-system.ts';

type Files = Map<string, Uint8Array>;

/** A disk of one folder in memory that can fail and lose power at any step. */
export interface MemoryDisk extends FileSystem {
  /** What a reader sees now, by name. */
  readonly files: Files;
  /** Every step so far, as `rename pages.json.tmp pages.json`. */
  readonly steps: string[];
  /** Called before each step; what it throws makes the step fail, a write then leaves half of its bytes. */
  before: (step: string) => void;
  /**
   * What the folder can look like after a power cut now: the last synced names, with any number of the later changes in
   * order.
   */
  afterPowerCut(): Files[];
}

/** A system error. */
export const diskError = (code: string): Error =>
  Object.assign(new Error(`${code}: simulated, '/secret/path'`), { code });

/** A disk with the given files on it; `links` false has no hard links. */
export const createMemoryDisk = (initial: Files = new Map(), { links = true } = {}): MemoryDisk => {
  const files: Files = new Map(initial);
  let durable: Files = new Map(initial);
  let unsynced: ((on: Files) => void)[] = [];
  const change = (apply: (on: Files) => void): void => {
    apply(files);
    unsynced.push(apply);
  };
  const take = (on: Files, from: string, to: string): void => {
    const bytes = on.get(from);
    if (!bytes) return;
    on.delete(from);
    on.set(to, bytes);
  };
  const step = (...words: string[]): void => {
    const name = words.map((word) => basename(word)).join(' ');
    disk.steps.push(name);
    disk.before(name);
  };
  const disk: MemoryDisk = {
    files,
    steps: [],
    before: () => undefined,
    afterPowerCut: () =>
      Array.from({ length: unsynced.length + 1 }, (_, count) => {
        const image = new Map(durable);
        for (const apply of unsynced.slice(0, count)) apply(image);
        return image;
      }),
    prepareFolder: async () => step('prepare'),
    list: async () => {
      step('list');
      return [...files.keys()].map((name) => ({ name, kind: 'a file' as const }));
    },
    read: async (path) => {
      step('read', path);
      return files.get(basename(path)) ?? null;
    },
    write: async (path, bytes) => {
      change((on) => on.set(basename(path), bytes.slice(0, bytes.length / 2)));
      step('write', path);
      change((on) => on.set(basename(path), bytes));
    },
    openBlocks: async (path) => {
      step('open', path);
      const name = basename(path);
      const { length } =
        files.get(name) ??
        (() => {
          throw diskError('ENOENT');
        })();
      const put =
        (bytes: Uint8Array, at: number) =>
        (on: Files): void => {
          const whole = Uint8Array.from(on.get(name) ?? []);
          whole.set(bytes, at);
          on.set(name, whole);
        };
      return {
        bytes: length,
        write: async (bytes, at) => {
          change(put(bytes.subarray(0, bytes.length / 2), at));
          step('put', path);
          unsynced.pop();
          put(bytes, at)(files);
          put(bytes, at)(durable);
        },
        close: async () => undefined,
      };
    },
    link: async (from, to) => {
      step('link', from, to);
      if (!links) throw diskError('EPERM');
      const bytes = files.get(basename(from));
      if (!bytes) throw diskError('ENOENT');
      if (files.has(basename(to))) throw diskError('EEXIST');
      change((on) => on.set(basename(to), bytes));
    },
    rename: async (from, to) => {
      step('rename', from, to);
      const [a, b] = [files.get(basename(from)), files.get(basename(to))];
      if (!a) throw diskError('ENOENT');
      // As POSIX has it: two names of one file both stay.
      if (links && a === b) return;
      change((on) => take(on, basename(from), basename(to)));
    },
    remove: async (path) => {
      step('remove', path);
      change((on) => on.delete(basename(path)));
    },
    syncFolder: async () => {
      step('sync');
      durable = new Map(files);
      unsynced = [];
    },
  };
  return disk;
};
