import { accessSync, constants, mkdirSync, statSync, type Dirent } from 'node:fs';
import { link, lstat, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * The most bytes that a file of the store may have: far more than needed, and little enough to be read on a Raspberry
 * Pi.
 */
export const MOST_BYTES = 8 * 1024 * 1024;

/** The folder of everything that may be lost, in the data folder. */
export const CACHE_FOLDER = 'cache';

/** What has the name of a file cannot be read: it is something else, or too large. The message says which. */
export class UnusableEntry extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'UnusableEntry';
  }
}

/** A name in a folder. */
export interface Entry {
  readonly name: string;
  /**
   * What it is, in words: `a file`, also by way of a link; `a folder`; `no file` for a pipe, a socket, a device, or a
   * link to nothing.
   */
  readonly kind: 'a file' | 'a folder' | 'no file';
}

/** An open file that is overwritten in parts. */
export interface BlockFile {
  /** How long it was when it was opened. */
  readonly bytes: number;
  /** Overwrites a part of it; its bytes are on the disk when this resolves. */
  write(bytes: Uint8Array, at: number): Promise<void>;
  close(): Promise<void>;
}

/** The disk, as the store uses it; tests pass one that fails. Errors are system errors with a `code`. */
export interface FileSystem {
  /**
   * Creates the folder with mode 0700 where it is missing, and rejects when it is no folder that can be read and
   * written.
   */
  prepareFolder(dir: string): Promise<void>;
  /** What is in the folder. */
  list(dir: string): Promise<Entry[]>;
  /**
   * The bytes of a file, null when there is none; rejects with UnusableEntry for what is no file, or has more than
   * `most` bytes. Never blocks.
   */
  read(path: string, most?: number): Promise<Uint8Array | null>;
  /**
   * Writes a whole new file with mode 0600 in place of what has its name; its bytes are on the disk when this resolves.
   */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Opens a file to overwrite parts of it; rejects when there is none. */
  openBlocks(path: string): Promise<BlockFile>;
  /** A second name for the same file; rejects where the file system has no links. */
  link(from: string, to: string): Promise<void>;
  /** Gives a file another name in one step, replacing what had it. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; one that is not there is no error. */
  remove(path: string): Promise<void>;
  /** The names in the folder are on the disk when this resolves. */
  syncFolder(dir: string): Promise<void>;
}

/** The code of a system error, such as `ENOSPC`; empty for any other error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether one file alone cannot be read: it may be put aside, as nothing else is wrong with the folder. */
export const isUnreadable = (error: unknown): boolean => error instanceof UnusableEntry || codeOf(error) === 'EIO';

/** Opening a pipe or a device must not block. */
const NEVER_WAIT = constants.O_NONBLOCK ?? 0;

/** Checked before anything is opened: even opening has effects on some devices. */
const requireFile = async (path: string, most: number): Promise<void> => {
  const found = await stat(path);
  if (found.isDirectory()) throw new UnusableEntry('it is a folder');
  if (!found.isFile()) throw new UnusableEntry('it is no file');
  if (found.size > most)
    throw new UnusableEntry(`it has ${found.size} bytes, and no file of its kind has more than ${most}`);
};

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

/**
 * Makes a file anew: what another program put there under its name is never opened, since a pipe would wait for a
 * reader.
 */
const create = async (path: string) => {
  try {
    return await open(path, NEW_FILE, 0o600);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    await unlink(path);
    return open(path, NEW_FILE, 0o600);
  }
};

const write = async (path: string, bytes: Uint8Array): Promise<void> => {
  const file = await create(path);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
};

const openBlocks = async (path: string): Promise<BlockFile> => {
  await requireFile(path, MOST_BYTES);
  const file = await open(path, constants.O_RDWR | (constants.O_DSYNC ?? 0) | NEVER_WAIT);
  const { size } = await file.stat();
  return {
    bytes: size,
    write: async (bytes, at) => {
      for (let done = 0; done < bytes.length; )
        done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
    },
    close: () => file.close(),
  };
};

const isLink = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );

const read = async (path: string, most = MOST_BYTES): Promise<Uint8Array | null> => {
  try {
    await requireFile(path, most);
    const file = await open(path, constants.O_RDONLY | NEVER_WAIT);
    try {
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' && !(await isLink(path))) return null;
    throw code === 'ENOENT' || code === 'ELOOP' ? new UnusableEntry('it is a link that leads nowhere') : error;
  }
};

const kindOf = async (dir: string, entry: Dirent): Promise<Entry['kind']> => {
  if (entry.isFile()) return 'a file';
  if (entry.isDirectory()) return 'a folder';
  // A link, or a file system that does not report the kind.
  const found = await stat(join(dir, entry.name)).catch(() => null);
  if (found?.isFile()) return 'a file';
  return found?.isDirectory() ? 'a folder' : 'no file';
};

const list = async (dir: string): Promise<Entry[]> => {
  const entries = await readdir(dir, { withFileTypes: true });
  return Promise.all(entries.map(async (entry) => ({ name: entry.name, kind: await kindOf(dir, entry) })));
};

const remove = (path: string): Promise<void> =>
  unlink(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });

const syncFolder = async (dir: string): Promise<void> => {
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } catch (error) {
    // Network and FUSE file systems have no folder to sync.
    if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'].includes(codeOf(error))) throw error;
  } finally {
    await folder.close();
  }
};

/** Makes a folder and its parents, step by step: where nothing can be made, as in /proc, Node's own way never ends. */
const makeFolder = (dir: string): void => {
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    const outer = dirname(dir);
    if (codeOf(error) === 'EEXIST' && statSync(dir).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || outer === dir) throw error;
    makeFolder(outer);
    mkdirSync(dir, { mode: 0o700 });
  }
};

/**
 * Creates the folder with mode 0700 where it is missing, and throws when it is no folder that can be read and written.
 */
export const prepareFolder = (dir: string): void => {
  makeFolder(dir);
  accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
};

/** The machine's disk; but for its folder, which the start needs at once, without blocking the main thread. */
export const diskFileSystem: FileSystem = {
  prepareFolder: async (dir) => prepareFolder(dir),
  list,
  read,
  write,
  openBlocks,
  link,
  rename,
  remove,
  syncFolder,
};
