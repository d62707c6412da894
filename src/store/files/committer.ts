import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { codeOf, isUnreadable, type FileSystem } from './file-system.ts';
import * as v from 'valibot';
import { parseStoredAs } from '../stored-json.ts';

/** Names the files of an update of several files between its decision and its end. */
export const JOURNAL = 'commit.json';

const MOST_JOURNAL_BYTES = 65_536;

/** The name that a file's next version has until it takes its place. */
export const nextOf = (file: string): string => `${file}.tmp`;
/** The name of a file's previous version. */
export const backupOf = (file: string): string => `${file}.bak`;

/** Writes a whole file in place of what has its name, in one step; it is on the disk when this resolves. */
export const replaceFile = async (fs: FileSystem, path: string, content: Uint8Array | string): Promise<void> => {
  await fs.write(nextOf(path), Buffer.from(content));
  await fs.rename(nextOf(path), path);
  await fs.syncFolder(dirname(path));
};

/** SHA-256 of some bytes, hex. */
export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Gives the content of a file a second name, as a link or, where the file system has none, as a copy; false when there
 * is no such file.
 */
export const duplicate = async (fs: FileSystem, from: string, to: string): Promise<boolean> => {
  try {
    await fs.link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    if (!NO_LINKS.has(codeOf(error))) throw error;
    const bytes = await fs.read(from);
    if (bytes) await fs.write(to, bytes);
    return bytes !== null;
  }
};

/** Makes a file's present version its previous one too. */
export const backUp = async (fs: FileSystem, path: string): Promise<void> => {
  const next = nextOf(backupOf(path));
  await fs.remove(next);
  if (!(await duplicate(fs, path, next))) return;
  await fs.rename(next, backupOf(path));
  // A rename between two names of one file leaves both.
  await fs.remove(next);
};

const journalBytes = (contents: ReadonlyMap<string, Uint8Array>): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      schema_version: 1,
      files: Object.fromEntries([...contents].map(([file, bytes]) => [file, digestOf(bytes)])),
    }),
  );

const discard = async (fs: FileSystem, dir: string, files: Iterable<string>): Promise<void> => {
  for (const name of [...files].flatMap((file) => [nextOf(file), nextOf(backupOf(file))])) {
    // The save has failed already and says why; a temporary file that stays is removed at the next start.
    await fs.remove(join(dir, name)).catch(() => undefined);
  }
};

/**
 * Writes files of one folder: all of a save or nothing of it, and the previous version of each is kept.
 *
 * A save of several files is decided by renaming a journal that names them: before that nothing of it counts, after it
 * all of it does, and what is not in place yet is finished before the next save or at the next start.
 */
export class Committer {
  readonly #fs: FileSystem;
  readonly #dir: string;
  readonly #uncertain = new Set<string>();
  /** Files of a decided update that are still under their temporary names. */
  #unfinished: string[] = [];
  /** Whether the disk may have a journal. */
  #hasJournal = false;
  #pendingError: unknown = null;

  constructor(fs: FileSystem, dir: string) {
    this.#fs = fs;
    this.#dir = dir;
  }

  /**
   * Files of which the disk may have another version than the caller knows, after a save that failed at its last step.
   */
  get uncertain(): ReadonlySet<string> {
    return this.#uncertain;
  }

  /** Why the files of a decided update are not all in place yet; null when they are. */
  get pendingError(): unknown {
    return this.#pendingError;
  }

  /** Whether the disk has a file of that name. */
  async has(file: string): Promise<boolean> {
    return (await this.#fs.read(this.#at(file))) !== null;
  }

  /** Resolves when all contents are on the disk; after a rejection nothing of them counts. */
  async save(contents: ReadonlyMap<string, Uint8Array>): Promise<void> {
    await this.#finishEarlier();
    const files = [...contents.keys()];
    const [only] = files;
    try {
      await this.#prepare(contents);
      if (files.length > 1) await this.#replaceAll(files);
      else if (only !== undefined) await this.#replaceOne(only);
    } catch (error) {
      // A journal must find all of its files or none.
      if (!this.#hasJournal) await discard(this.#fs, this.#dir, [...files, JOURNAL]);
      throw error;
    }
  }

  #at(name: string): string {
    return join(this.#dir, name);
  }

  async #finishEarlier(): Promise<void> {
    if (this.#unfinished.length > 0) await this.#finish();
    if (this.#hasJournal) {
      // What the journal decided must be in place for good before the journal goes.
      await this.#fs.syncFolder(this.#dir);
      await this.#removeJournal();
    }
    this.#pendingError = null;
  }

  async #prepare(contents: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const journal = contents.size > 1 ? [this.#fs.write(this.#at(nextOf(JOURNAL)), journalBytes(contents))] : [];
    const prepared = [...contents].map(async ([file, bytes]) => {
      await this.#fs.write(this.#at(nextOf(file)), bytes);
      await backUp(this.#fs, this.#at(file));
    });
    // The disk writes them together, and whatever fails, nothing is discarded that is still being written.
    const ends = await Promise.allSettled([...prepared, ...journal]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async #replaceOne(file: string): Promise<void> {
    try {
      await this.#fs.rename(this.#at(nextOf(file)), this.#at(file));
      await this.#fs.syncFolder(this.#dir);
      this.#uncertain.delete(file);
    } catch (error) {
      this.#uncertain.add(file);
      throw error;
    }
  }

  async #replaceAll(files: readonly string[]): Promise<void> {
    await this.#writeJournal();
    for (const file of files) this.#uncertain.delete(file);
    this.#unfinished = [...files];
    this.#hasJournal = true;
    // The update is durable from here on: a failure is retried before the next save, or at the next start.
    this.#pendingError = await this.#finish().then(
      () => null,
      (error: unknown) => error,
    );
  }

  async #writeJournal(): Promise<void> {
    try {
      await this.#fs.rename(this.#at(nextOf(JOURNAL)), this.#at(JOURNAL));
      await this.#fs.syncFolder(this.#dir);
    } catch (error) {
      this.#hasJournal = true;
      // Retried before the next save.
      await this.#removeJournal().catch(() => undefined);
      throw error;
    }
  }

  async #finish(): Promise<void> {
    for (let [file] = this.#unfinished; file !== undefined; [file] = this.#unfinished) {
      await this.#fs.rename(this.#at(nextOf(file)), this.#at(file));
      this.#unfinished = this.#unfinished.slice(1);
    }
    await this.#fs.syncFolder(this.#dir);
    await this.#removeJournal();
  }

  async #removeJournal(): Promise<void> {
    await this.#fs.remove(this.#at(JOURNAL));
    await this.#fs.syncFolder(this.#dir);
    this.#hasJournal = false;
  }
}

const JournalSchema = v.object({ files: v.record(v.pipe(v.string(), v.regex(/^[a-z_]+\.json$/)), v.string()) });

/** The bytes of a file; null when there is none, or the disk cannot read it. */
const readable = (fs: FileSystem, path: string, most?: number): Promise<Uint8Array | null> =>
  fs.read(path, most).catch((error: unknown) => {
    if (isUnreadable(error)) return null;
    throw error;
  });

const has = async (fs: FileSystem, path: string, digest: string): Promise<boolean> => {
  const bytes = await readable(fs, path);
  return bytes !== null && digestOf(bytes) === digest;
};

/**
 * Ends a decided update that a power cut interrupted; false when its journal cannot be read or its files are not all
 * there.
 */
export const rollForward = async (fs: FileSystem, dir: string): Promise<boolean> => {
  const journal = await readable(fs, join(dir, JOURNAL), MOST_JOURNAL_BYTES);
  const decided = journal && parseStoredAs(JournalSchema, journal);
  if (!decided) return false;
  const waiting: string[] = [];
  for (const [file, digest] of Object.entries(decided.files)) {
    if (await has(fs, join(dir, nextOf(file)), digest)) waiting.push(file);
    else if (!(await has(fs, join(dir, file), digest))) return false;
  }
  for (const file of waiting) await fs.rename(join(dir, nextOf(file)), join(dir, file));
  await fs.syncFolder(dir);
  await fs.remove(join(dir, JOURNAL));
  await fs.syncFolder(dir);
  return true;
};
