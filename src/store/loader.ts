import { join } from 'node:path';
import type { Log } from '../platform/log.ts';
import type { Aggregate } from './aggregate.ts';
import { NO_NOTES, applyNotes, epochIn, logOf, readNotes, type Notes } from './files/block-log.ts';
import { NOTHING_REMEMBERED, type Amend, type Codec, type Reading, type Remembered } from './codec.ts';
import { backupOf, digestOf, duplicate, nextOf, replaceFile } from './files/committer.ts';
import type { Damage, DamageRecord } from './damage.ts';
import { UnusableEntry, isUnreadable, type FileSystem } from './files/file-system.ts';
import { copyOf, versionAfter } from './migration.ts';

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

/** What the loader depends on. */
export interface LoaderParts {
  dir: string;
  /** The names that the folder has. */
  names: ReadonlySet<string>;
  fs: FileSystem;
  codec: Codec;
  damage: DamageRecord;
  log: Log;
  /** Files that the disk is asked for at once, since all of them are needed. */
  first: readonly string[];
}

type Version<T> = Reading<T> & { readonly bytes: Uint8Array };
type Missing = { readonly kind: 'missing' };
type GoodVersion<T> = Extract<Version<T>, { kind: 'good' }>;

const emptyOf = <T>(aggregate: Aggregate<T>): Loaded<T> => ({
  value: aggregate.empty(),
  version: versionAfter(aggregate.migrations),
  remembered: NOTHING_REMEMBERED,
  digest: null,
});

/** Why the bytes of a file cannot be read. */
class Unreadable {
  readonly why: string;

  constructor(error: unknown) {
    this.why = error instanceof UnusableEntry ? error.message : 'the disk cannot read it';
  }
}

/** A file to load, how its content is read, and what to apply to its data beforehand. */
interface Source<T> {
  readonly file: string;
  readonly aggregate: Aggregate<T>;
  readonly amend?: Amend;
}

/** A file of which nothing may be used, although it is there. */
const damagedBytes = (why: string, bytes: Uint8Array = new Uint8Array()) => ({ kind: 'damaged', why, bytes }) as const;

/**
 * Reads the files of a recovered data folder once, at the start, and puts another version in the place of a damaged
 * one.
 */
export class Loader {
  readonly #parts: LoaderParts;
  readonly #ahead: Map<string, Promise<Uint8Array | null | Unreadable>>;

  constructor(parts: LoaderParts) {
    this.#parts = parts;
    this.#ahead = new Map(parts.first.map((name) => [name, this.#readBytes(name)]));
    // What fails counts when the file's turn comes, and not at all when another one has ended the start.
    for (const reading of this.#ahead.values()) reading.catch(() => undefined);
  }

  /**
   * The newest readable version of a file, or its empty content. `isRemovable`: an owner may delete the file on
   * purpose, and its backup goes too.
   */
  load<T>(file: string, aggregate: Aggregate<T>, isRemovable: boolean): Promise<Loaded<T>> {
    return this.#load({ file, aggregate }, isRemovable);
  }

  /** The same of a file with a log: records by id, with what was noted since the file was written. */
  async loadWithLog<T extends object>(file: string, aggregate: Aggregate<T>): Promise<LoadedWithLog<T>> {
    const bytes = await this.#bytesOf(logOf(file));
    let found: Notes = NO_NOTES;
    const amend: Amend = (data, extras) => {
      const epoch = epochIn(extras);
      found = bytes instanceof Uint8Array && epoch !== null ? readNotes(bytes, epoch) : NO_NOTES;
      return applyNotes(data, found.notes);
    };
    const loaded = await this.#load({ file, aggregate, amend }, false);
    const { notes, next, isDamaged } = found;
    if (bytes instanceof Unreadable || isDamaged) await this.#reportLog(file, bytes);
    return { ...loaded, digest: notes.length > 0 ? `${loaded.digest} with ${next} blocks` : loaded.digest, next };
  }

  async #load<T>(source: Source<T>, isRemovable: boolean): Promise<Loaded<T>> {
    const current = await this.#readVersion(source, source.file);
    if (current.kind === 'missing') return this.#loadMissing(source, isRemovable);
    if (current.kind === 'damaged') return this.#recover(source, current.why);
    return this.#useCurrent(source, current);
  }

  async #useCurrent<T>({ file, aggregate }: Source<T>, reading: GoodVersion<T>): Promise<Loaded<T>> {
    if (reading.version < versionAfter(aggregate.migrations)) await this.#keepOldFormat(file, reading.version);
    return { ...reading, digest: digestOf(reading.bytes) };
  }

  async #loadMissing<T>(source: Source<T>, isRemovable: boolean): Promise<Loaded<T>> {
    const { file, aggregate } = source;
    const backupFile = backupOf(file);
    // A backup that outlived its file would bring it back as soon as the next version is damaged.
    const removed = isRemovable && this.#parts.names.has(backupFile);
    if (removed) await this.#parts.fs.remove(this.#at(backupFile));
    const backup: Version<T> | Missing = removed ? { kind: 'missing' } : await this.#readVersion(source, backupFile);
    if (backup.kind === 'damaged') {
      this.#report(file, await this.#parts.damage.keepAside(backupFile), 'defaults', backup.why);
      await this.#parts.fs.remove(this.#at(backupFile));
    }
    if (backup.kind !== 'good') return emptyOf(aggregate);
    this.#parts.log.warn('a file is missing, its previous version is used', { file });
    return { ...backup, digest: null };
  }

  async #recover<T>(source: Source<T>, why: string): Promise<Loaded<T>> {
    const { file, aggregate } = source;
    const backup = await this.#readBackup(source);
    const kept = await this.#parts.damage.keepAside(file);
    let loaded: Loaded<T> | null = null;
    if (backup.kind === 'good') await this.#putBackupInPlace(file);
    else loaded = await this.#replaceLost(source);
    if (backup.kind === 'damaged') {
      await this.#parts.damage.keepAside(backupOf(file));
      await this.#parts.fs.remove(this.#at(backupOf(file)));
    }
    await this.#parts.fs.syncFolder(this.#parts.dir);
    this.#report(file, kept, backup.kind === 'good' ? 'backup' : 'defaults', why);
    return backup.kind === 'good' ? this.#useCurrent(source, backup) : (loaded ?? emptyOf(aggregate));
  }

  async #putBackupInPlace(file: string): Promise<void> {
    await duplicate(this.#parts.fs, this.#at(backupOf(file)), this.#at(nextOf(file)));
    await this.#parts.fs.rename(this.#at(nextOf(file)), this.#at(file));
  }

  /** Stores what takes the place of content of which no version can be read; null when the file is just removed. */
  async #replaceLost<T>({ file, aggregate }: Source<T>): Promise<Loaded<T> | null> {
    if (!aggregate.lost) {
      await this.#parts.fs.remove(this.#at(file));
      return null;
    }
    const value = aggregate.lost();
    const { bytes, remembered } = await this.#parts.codec.encode(file, aggregate, value, NOTHING_REMEMBERED);
    await replaceFile(this.#parts.fs, this.#at(file), bytes);
    return { value, version: versionAfter(aggregate.migrations), remembered, digest: digestOf(bytes) };
  }

  /** The backup of a damaged file; `damaged` too when it must not take the file's place. */
  async #readBackup<T>(source: Source<T>): Promise<Version<T> | Missing> {
    const backup = await this.#readVersion(source, backupOf(source.file));
    const isFit = backup.kind !== 'good' || (source.aggregate.isFitAsBackup?.(backup.value) ?? true);
    return isFit ? backup : damagedBytes('it is too old', backup.bytes);
  }

  async #readVersion<T>({ file, aggregate, amend }: Source<T>, name: string): Promise<Version<T> | Missing> {
    const bytes = await this.#bytesOf(name);
    if (bytes === null) return { kind: 'missing' };
    if (bytes instanceof Unreadable) return damagedBytes(bytes.why);
    return { ...(await this.#parts.codec.decode(file, aggregate, bytes, amend)), bytes };
  }

  /** What was read ahead counts once: it may be put right meanwhile. */
  #bytesOf(name: string): Promise<Uint8Array | null | Unreadable> {
    const ahead = this.#ahead.get(name);
    this.#ahead.delete(name);
    return ahead ?? this.#readBytes(name);
  }

  async #readBytes(name: string): Promise<Uint8Array | null | Unreadable> {
    if (!this.#parts.names.has(name)) return null;
    try {
      return await this.#parts.fs.read(this.#at(name));
    } catch (error) {
      if (isUnreadable(error)) return new Unreadable(error);
      throw error;
    }
  }

  async #keepOldFormat(file: string, version: number): Promise<void> {
    const copy = copyOf(file, version);
    await this.#parts.fs.remove(this.#at(copy)).catch(() => this.#parts.damage.moveAside(copy));
    await duplicate(this.#parts.fs, this.#at(file), this.#at(copy));
    await this.#parts.fs.syncFolder(this.#parts.dir);
    this.#parts.log.info('a file has an older format, a copy is kept', { file, copy });
  }

  async #reportLog(file: string, bytes: Uint8Array | Unreadable | null): Promise<void> {
    const log = logOf(file);
    if (!(bytes instanceof Uint8Array))
      return this.#report(log, await this.#parts.damage.moveAside(log), 'backup', bytes?.why ?? 'it is missing');
    const kept = await this.#parts.damage.freeName(log);
    // A link would change with the log, which is overwritten in place.
    await this.#parts.fs.write(this.#at(kept), bytes);
    this.#report(log, kept, 'backup', 'a note in it cannot be read');
  }

  #report(file: string, kept_as: string, recovered_from: Damage['recovered_from'], why: string): void {
    this.#parts.damage.report({ file, kept_as, recovered_from }, why);
  }

  #at(name: string): string {
    return join(this.#parts.dir, name);
  }
}
