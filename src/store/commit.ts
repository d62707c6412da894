import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { UnusableEntry, codeOf } from './file-system.ts';
import type { FileSystem } from './file-system.ts';
import { isObject } from './secrets.ts';

/** Names the files of an update of several files between its decision and its end. */
export const JOURNAL = 'commit.json';

const MOST_JOURNAL_BYTES = 65_536;

/** The name that a file's next version has until it takes its place. */
export const nextOf = (file: string): string => `${file}.tmp`;
/** The name of a file's previous version. */
export const backupOf = (file: string): string => `${file}.bak`;

/** SHA-256 of some bytes, hex. */
export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Writes files of one folder: all of a save or nothing of it, and the previous version of each is kept. */
export interface Committer {
  /**
   * Files of which the disk may have another version than the caller knows, after a save that failed at its last step.
   */
  readonly uncertain: ReadonlySet<string>;
  /** What keeps a durable update from taking its place, null when nothing does. */
  readonly trouble: unknown;
  /** Whether the disk has a file of that name. */
  has(file: string): Promise<boolean>;
  /** Resolves when all contents are on the disk; a rejection means that the save counts as never asked for. */
  save(contents: ReadonlyMap<string, Uint8Array>): Promise<void>;
}

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

/** A committer for one folder. */
export const createCommitter = (fs: FileSystem, dir: string): Committer => {
  const at = (name: string) => join(dir, name);
  const uncertain = new Set<string>();
  /** Decided updates that are on the disk as temporary files, but not all in place. */
  let unfinished: string[] = [];
  let strayJournal = false;
  let trouble: unknown = null;

  const prepare = async (contents: ReadonlyMap<string, Uint8Array>): Promise<void> => {
    for (const [file, bytes] of contents) {
      await fs.write(at(nextOf(file)), bytes);
      await backUp(fs, at(file));
    }
    if (contents.size > 1) await fs.write(at(nextOf(JOURNAL)), journalBytes(contents));
  };

  const dropJournal = async (): Promise<void> => {
    await fs.remove(at(JOURNAL));
    await fs.syncFolder(dir);
    strayJournal = false;
  };

  const decide = async (): Promise<void> => {
    try {
      await fs.rename(at(nextOf(JOURNAL)), at(JOURNAL));
      await fs.syncFolder(dir);
    } catch (error) {
      strayJournal = true;
      // Tried again before the next save.
      await dropJournal().catch(() => undefined);
      throw error;
    }
  };

  const finish = async (): Promise<void> => {
    for (let [file] = unfinished; file !== undefined; [file] = unfinished) {
      await fs.rename(at(nextOf(file)), at(file));
      unfinished = unfinished.slice(1);
    }
    await fs.syncFolder(dir);
    await dropJournal();
  };

  const settle = async (): Promise<void> => {
    if (unfinished.length > 0) await finish();
    if (strayJournal) {
      // What the journal decided has to be in place for good before it goes.
      await fs.syncFolder(dir);
      await dropJournal();
    }
    trouble = null;
  };

  const replaceOne = async (file: string): Promise<void> => {
    try {
      await fs.rename(at(nextOf(file)), at(file));
      await fs.syncFolder(dir);
      uncertain.delete(file);
    } catch (error) {
      uncertain.add(file);
      throw error;
    }
  };

  const replaceAll = async (files: readonly string[]): Promise<void> => {
    await decide();
    for (const file of files) uncertain.delete(file);
    unfinished = [...files];
    strayJournal = true;
    // From the decision on the update is durable: what is left undone is done before the next save, or at the next
    // start.
    trouble = await finish().then(
      () => null,
      (error: unknown) => error,
    );
  };

  return {
    uncertain,
    get trouble() {
      return trouble;
    },
    has: async (file) => (await fs.read(at(file))) !== null,
    save: async (contents) => {
      await settle();
      const files = [...contents.keys()];
      const [only] = files;
      try {
        await prepare(contents);
        if (files.length > 1) await replaceAll(files);
        else if (only !== undefined) await replaceOne(only);
      } catch (error) {
        // While the journal stands it may only find all of the files or none.
        if (!strayJournal) await discard(fs, dir, [...files, JOURNAL]);
        throw error;
      }
    },
  };
};

const filesOf = (journal: Uint8Array): [string, string][] | null => {
  try {
    const content: unknown = JSON.parse(Buffer.from(journal).toString('utf8'));
    const files = isObject(content) && isObject(content['files']) ? Object.entries(content['files']) : null;
    return files?.every(
      (entry): entry is [string, string] => /^[a-z_]+\.json$/.test(entry[0]) && typeof entry[1] === 'string',
    )
      ? files
      : null;
  } catch {
    return null;
  }
};

/** The bytes of a file; null when there is none, or the disk cannot read it. */
const readable = (fs: FileSystem, path: string, most?: number): Promise<Uint8Array | null> =>
  fs.read(path, most).catch((error: unknown) => {
    if (error instanceof UnusableEntry || codeOf(error) === 'EIO') return null;
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
  if (!(await fs.list(dir)).some(({ name }) => name === JOURNAL)) return true;
  const journal = await readable(fs, join(dir, JOURNAL), MOST_JOURNAL_BYTES);
  if (!journal) return false;
  const files = filesOf(journal);
  if (!files) return false;
  const waiting: string[] = [];
  for (const [file, digest] of files) {
    if (await has(fs, join(dir, nextOf(file)), digest)) waiting.push(file);
    else if (!(await has(fs, join(dir, file), digest))) return false;
  }
  for (const file of waiting) await fs.rename(join(dir, nextOf(file)), join(dir, file));
  await fs.syncFolder(dir);
  await fs.remove(join(dir, JOURNAL));
  await fs.syncFolder(dir);
  return true;
};
