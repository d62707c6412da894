import { join } from 'node:path';
import { type Clock, toInstant } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Aggregate } from './aggregate.ts';
import { type Notes, NO_NOTES, applyNotes, epochIn, logOf, readNotes } from './block-log.ts';
import { type Amend, type Codec, NOTHING_REMEMBERED, type Reading, type Remembered } from './codec.ts';
import { JOURNAL, backupOf, digestOf, duplicate, nextOf, rollForward } from './commit.ts';
import { type FileSystem, codeOf } from './file-system.ts';
import { KEY_FILE } from './key.ts';
import { versionAfter } from './migrate.ts';

/** A file that could not be read, the name under which it was kept, and what took its place. */
export interface Damage {
  readonly file: string;
  readonly kept_as: string;
  readonly recovered_from: 'backup' | 'defaults';
}

/** Content of a file, the format it was written in, what to remember for its next version, and the digest of the bytes that the disk has (null for none). */
export interface Loaded<T> {
  readonly version: number;
  readonly value: T;
  readonly remembered: Remembered;
  readonly digest: string | null;
}

/** Content of a file that has a log; `next` is the first free block of the log. */
export interface LoadedWithLog<T> extends Loaded<T> {
  readonly next: number;
}

/** Reads the files of a data folder once, at the start, and puts in order what a power cut or a broken disk left behind. */
export interface Loader {
  readonly damaged: readonly Damage[];
  /** Ends an interrupted update and removes temporary files of earlier runs. */
  tidy(files: readonly string[]): Promise<void>;
  /** The newest readable version of a file, or its empty content. `isRemovable`: an owner who deletes it means it, and its backup goes too. */
  load<T>(file: string, aggregate: Aggregate<T>, isRemovable: boolean): Promise<Loaded<T>>;
  /** The same of a file with a log: records by id, with what was noted since the file was written. */
  loadWithLog<T extends object>(file: string, aggregate: Aggregate<T>): Promise<LoadedWithLog<T>>;
}

/** What the loader works with. */
export interface LoaderParts {
  dir: string;
  fs: FileSystem;
  codec: Codec;
  clock: Clock;
  log: Log;
}

type Version<T> = Reading<T> & { readonly bytes: Uint8Array };
type GoodVersion<T> = Extract<Version<T>, { kind: 'good' }>;

const emptyOf = <T>(aggregate: Aggregate<T>): Loaded<T> => ({ value: aggregate.empty(), version: versionAfter(aggregate.migrations), remembered: NOTHING_REMEMBERED, digest: null });

/** A loader for one folder. */
export const createLoader = ({ dir, fs, codec, clock, log }: LoaderParts): Loader => {
  const at = (name: string) => join(dir, name);
  const damaged: Damage[] = [];

  const freeName = async (file: string): Promise<string> => {
    const taken = new Set(await fs.list(dir));
    let name = `${file}.damaged-${toInstant(clock.now()).replaceAll(':', '-')}`;
    while (taken.has(name)) name += '-1';
    return name;
  };

  const keepAside = async (file: string): Promise<string> => {
    const name = await freeName(file);
    await fs.link(at(file), at(name)).catch(() => fs.rename(at(file), at(name)));
    return name;
  };

  const report = (file: string, kept_as: string, recovered_from: Damage['recovered_from'], why: string): void => {
    damaged.push({ file, kept_as, recovered_from });
    log.error('a file was damaged', { file, why, kept_as, recovered_from });
  };

  const readBytes = async (name: string): Promise<Uint8Array | null | 'unreadable'> => {
    try {
      return await fs.read(at(name));
    } catch (error) {
      if (codeOf(error) === 'EIO') return 'unreadable';
      throw error;
    }
  };

  const readVersion = async <T>(file: string, name: string, aggregate: Aggregate<T>, amend?: Amend): Promise<Version<T> | { kind: 'missing' }> => {
    const bytes = await readBytes(name);
    if (bytes === null) return { kind: 'missing' };
    if (bytes === 'unreadable') return { kind: 'damaged', why: 'the disk cannot read it', bytes: new Uint8Array() };
    return { ...(await codec.decode(file, aggregate, bytes, amend)), bytes };
  };

  const keepOldFormat = async (file: string, version: number): Promise<void> => {
    const copy = at(`${file}.v${version}`);
    await fs.remove(copy);
    await duplicate(fs, at(file), copy);
    await fs.syncFolder(dir);
    log.info('a file has an older format, a copy is kept', { file, copy: `${file}.v${version}` });
  };

  const useCurrent = async <T>(file: string, aggregate: Aggregate<T>, reading: GoodVersion<T>): Promise<Loaded<T>> => {
    if (reading.version < versionAfter(aggregate.migrations)) await keepOldFormat(file, reading.version);
    return { ...reading, digest: digestOf(reading.bytes) };
  };

  const recover = async <T>(file: string, aggregate: Aggregate<T>, why: string, amend?: Amend): Promise<Loaded<T>> => {
    const backup = await readVersion(file, backupOf(file), aggregate, amend);
    const kept = await keepAside(file);
    if (backup.kind === 'good') {
      await duplicate(fs, at(backupOf(file)), at(nextOf(file)));
      await fs.rename(at(nextOf(file)), at(file));
    } else {
      await fs.remove(at(file));
    }
    if (backup.kind === 'damaged') {
      await keepAside(backupOf(file));
      await fs.remove(at(backupOf(file)));
    }
    await fs.syncFolder(dir);
    report(file, kept, backup.kind === 'good' ? 'backup' : 'defaults', why);
    return backup.kind === 'good' ? useCurrent(file, aggregate, backup) : emptyOf(aggregate);
  };

  const loadMissing = async <T>(file: string, aggregate: Aggregate<T>, isRemovable: boolean, amend?: Amend): Promise<Loaded<T>> => {
    // A backup that outlived its file would bring it back as soon as the next version is damaged.
    if (isRemovable) await fs.remove(at(backupOf(file)));
    const backup = await readVersion(file, backupOf(file), aggregate, amend);
    if (backup?.kind === 'damaged') {
      report(file, await keepAside(backupOf(file)), 'defaults', backup.why);
      await fs.remove(at(backupOf(file)));
    }
    if (backup?.kind !== 'good') return emptyOf(aggregate);
    log.warn('a file is missing, its previous version is used', { file });
    return { ...backup, digest: null };
  };

  const reportLog = async (file: string, bytes: Uint8Array | 'unreadable' | null): Promise<void> => {
    const log = logOf(file);
    const kept = await freeName(log);
    // A link would change with the log, which is overwritten in place.
    if (bytes instanceof Uint8Array) await fs.write(at(kept), bytes);
    else await fs.rename(at(log), at(kept));
    report(log, kept, 'backup', 'a note in it cannot be read');
  };

  const load = async <T>(file: string, aggregate: Aggregate<T>, isRemovable: boolean, amend?: Amend): Promise<Loaded<T>> => {
    const current = await readVersion(file, file, aggregate, amend);
    if (current.kind === 'missing') return loadMissing(file, aggregate, isRemovable, amend);
    if (current.kind === 'damaged') return recover(file, aggregate, current.why, amend);
    return useCurrent(file, aggregate, current);
  };

  return {
    damaged,
    tidy: async (files) => {
      if (!(await rollForward(fs, dir))) {
        report(JOURNAL, await keepAside(JOURNAL), 'backup', 'an interrupted update cannot be completed');
        await fs.remove(at(JOURNAL));
      }
      const leftovers = new Set([nextOf(KEY_FILE), nextOf(JOURNAL), ...files.flatMap((file) => [nextOf(file), nextOf(backupOf(file))])]);
      for (const name of await fs.list(dir)) if (leftovers.has(name)) await fs.remove(at(name));
    },
    load: (file, aggregate, isRemovable) => load(file, aggregate, isRemovable),
    loadWithLog: async (file, aggregate) => {
      const bytes = await readBytes(logOf(file));
      let found: Notes = NO_NOTES;
      const loaded = await load(file, aggregate, false, (data, extras) => {
        const epoch = epochIn(extras);
        found = bytes instanceof Uint8Array && epoch !== null ? readNotes(bytes, epoch) : NO_NOTES;
        return applyNotes(data, found.notes);
      });
      const { notes, next, isDamaged } = found;
      if (bytes === 'unreadable' || isDamaged) await reportLog(file, bytes);
      return { ...loaded, digest: notes.length > 0 ? `${loaded.digest} with ${next} blocks` : loaded.digest, next };
    },
  };
};
