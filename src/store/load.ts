import { join } from 'node:path';
import type { Log } from '../platform/log.ts';
import type { Aggregate } from './aggregate.ts';
import { NO_NOTES, applyNotes, epochIn, logOf, readNotes } from './block-log.ts';
import type { Notes } from './block-log.ts';
import { NOTHING_REMEMBERED } from './codec.ts';
import type { Amend, Codec, Reading, Remembered } from './codec.ts';
import { backupOf, digestOf, duplicate, nextOf } from './commit.ts';
import type { Damage, DamageRecord } from './damage.ts';
import { UnusableEntry, codeOf } from './file-system.ts';
import type { FileSystem } from './file-system.ts';
import { versionAfter } from './migrate.ts';

/**
 * Content of a file, the format it was written in, what to remember for its next version, and the digest of the bytes
 * that the disk has (null for none).
 */
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

/** Reads the files of a tidy data folder once, at the start, and puts another version in the place of a damaged one. */
export interface Loader {
  /**
   * The newest readable version of a file, or its empty content. `isRemovable`: an owner who deletes it means it, and
   * its backup goes too.
   */
  load<T>(file: string, aggregate: Aggregate<T>, isRemovable: boolean): Promise<Loaded<T>>;
  /** The same of a file with a log: records by id, with what was noted since the file was written. */
  loadWithLog<T extends object>(file: string, aggregate: Aggregate<T>): Promise<LoadedWithLog<T>>;
}

/** What the loader works with. */
export interface LoaderParts {
  dir: string;
  fs: FileSystem;
  codec: Codec;
  damage: DamageRecord;
  log: Log;
}

type Version<T> = Reading<T> & { readonly bytes: Uint8Array };
type GoodVersion<T> = Extract<Version<T>, { kind: 'good' }>;

const emptyOf = <T>(aggregate: Aggregate<T>): Loaded<T> => ({
  value: aggregate.empty(),
  version: versionAfter(aggregate.migrations),
  remembered: NOTHING_REMEMBERED,
  digest: null,
});

/** Why the bytes of a file cannot be had. */
class Unreadable {
  readonly why: string;

  constructor(error: unknown) {
    this.why = error instanceof UnusableEntry ? error.message : 'the disk cannot read it';
  }
}

/** A loader for one folder. */
export const createLoader = ({ dir, fs, codec, damage, log }: LoaderParts): Loader => {
  const at = (name: string) => join(dir, name);
  const { freeName, keepAside, moveAside } = damage;

  const report = (file: string, kept_as: string, recovered_from: Damage['recovered_from'], why: string): void =>
    damage.report({ file, kept_as, recovered_from }, why);

  const readBytes = async (name: string): Promise<Uint8Array | null | Unreadable> => {
    try {
      return await fs.read(at(name));
    } catch (error) {
      if (error instanceof UnusableEntry || codeOf(error) === 'EIO') return new Unreadable(error);
      throw error;
    }
  };

  const readVersion = async <T>(
    file: string,
    name: string,
    aggregate: Aggregate<T>,
    amend?: Amend,
  ): Promise<Version<T> | { kind: 'missing' }> => {
    const bytes = await readBytes(name);
    if (bytes === null) return { kind: 'missing' };
    if (bytes instanceof Unreadable) return { kind: 'damaged', why: bytes.why, bytes: new Uint8Array() };
    return { ...(await codec.decode(file, aggregate, bytes, amend)), bytes };
  };

  /** The backup of a damaged file; `damaged` too when it must not take its place. */
  const readBackup = async <T>(
    file: string,
    aggregate: Aggregate<T>,
    amend?: Amend,
  ): Promise<Version<T> | { kind: 'missing' }> => {
    const backup = await readVersion(file, backupOf(file), aggregate, amend);
    const isFit = backup.kind !== 'good' || (aggregate.isFitAsBackup?.(backup.value) ?? true);
    return isFit ? backup : { kind: 'damaged', why: 'it is too old', bytes: backup.bytes };
  };

  /** Nothing of a file could be saved. */
  const startAnew = async <T>(file: string, aggregate: Aggregate<T>): Promise<Loaded<T>> => {
    if (!aggregate.lost) {
      await fs.remove(at(file));
      return emptyOf(aggregate);
    }
    const value = aggregate.lost();
    const { bytes, remembered } = await codec.encode(file, aggregate, value, NOTHING_REMEMBERED);
    await fs.write(at(nextOf(file)), bytes);
    await fs.rename(at(nextOf(file)), at(file));
    return { value, version: versionAfter(aggregate.migrations), remembered, digest: digestOf(bytes) };
  };

  const keepOldFormat = async (file: string, version: number): Promise<void> => {
    const copy = at(`${file}.v${version}`);
    await fs.remove(copy).catch(() => moveAside(`${file}.v${version}`));
    await duplicate(fs, at(file), copy);
    await fs.syncFolder(dir);
    log.info('a file has an older format, a copy is kept', { file, copy: `${file}.v${version}` });
  };

  const useCurrent = async <T>(file: string, aggregate: Aggregate<T>, reading: GoodVersion<T>): Promise<Loaded<T>> => {
    if (reading.version < versionAfter(aggregate.migrations)) await keepOldFormat(file, reading.version);
    return { ...reading, digest: digestOf(reading.bytes) };
  };

  const recover = async <T>(file: string, aggregate: Aggregate<T>, why: string, amend?: Amend): Promise<Loaded<T>> => {
    const backup = await readBackup(file, aggregate, amend);
    const kept = await keepAside(file);
    let loaded: Loaded<T> | null = null;
    if (backup.kind === 'good') {
      await duplicate(fs, at(backupOf(file)), at(nextOf(file)));
      await fs.rename(at(nextOf(file)), at(file));
    } else loaded = await startAnew(file, aggregate);
    if (backup.kind === 'damaged') {
      await keepAside(backupOf(file));
      await fs.remove(at(backupOf(file)));
    }
    await fs.syncFolder(dir);
    report(file, kept, backup.kind === 'good' ? 'backup' : 'defaults', why);
    return backup.kind === 'good' ? useCurrent(file, aggregate, backup) : (loaded ?? emptyOf(aggregate));
  };

  const loadMissing = async <T>(
    file: string,
    aggregate: Aggregate<T>,
    isRemovable: boolean,
    amend?: Amend,
  ): Promise<Loaded<T>> => {
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

  const reportLog = async (file: string, bytes: Uint8Array | Unreadable | null): Promise<void> => {
    const log = logOf(file);
    if (!(bytes instanceof Uint8Array)) return report(log, await moveAside(log), 'backup', bytes?.why ?? 'it is gone');
    const kept = await freeName(log);
    // A link would change with the log, which is overwritten in place.
    await fs.write(at(kept), bytes);
    report(log, kept, 'backup', 'a note in it cannot be read');
  };

  const load = async <T>(
    file: string,
    aggregate: Aggregate<T>,
    isRemovable: boolean,
    amend?: Amend,
  ): Promise<Loaded<T>> => {
    const current = await readVersion(file, file, aggregate, amend);
    if (current.kind === 'missing') return loadMissing(file, aggregate, isRemovable, amend);
    if (current.kind === 'damaged') return recover(file, aggregate, current.why, amend);
    return useCurrent(file, aggregate, current);
  };

  return {
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
      if (bytes instanceof Unreadable || isDamaged) await reportLog(file, bytes);
      return { ...loaded, digest: notes.length > 0 ? `${loaded.digest} with ${next} blocks` : loaded.digest, next };
    },
  };
};
