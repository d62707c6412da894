import { constants } from 'node:fs';
import { access, link, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** An open file that is overwritten in parts. */
export interface BlockFile {
  /** How long it was when it was opened. */
  readonly bytes: number;
  /** Overwrites a part of it; its bytes are on the disk when this resolves. */
  write(bytes: Uint8Array, at: number): Promise<void>;
  close(): Promise<void>;
}

/** What the store asks of a disk; a test passes one that fails. Errors are system errors with a `code`. */
export interface FileSystem {
  /** Creates the folder with mode 0700 where it is missing, and rejects when it is no folder that can be read and written. */
  prepareFolder(dir: string): Promise<void>;
  /** Names in the folder. */
  list(dir: string): Promise<string[]>;
  /** The bytes of a file, null when there is none. */
  read(path: string): Promise<Uint8Array | null>;
  /** Writes a whole file with mode 0600; its bytes are on the disk when this resolves. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Opens a file to overwrite parts of it; rejects when there is none. */
  openBlocks(path: string): Promise<BlockFile>;
  /** A second name for the same file; rejects where the file system knows no such thing. */
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

const write = async (path: string, bytes: Uint8Array): Promise<void> => {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
};

const openBlocks = async (path: string): Promise<BlockFile> => {
  const file = await open(path, constants.O_RDWR | constants.O_DSYNC);
  const { size } = await file.stat();
  return {
    bytes: size,
    write: async (bytes, at) => {
      for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
    },
    close: () => file.close(),
  };
};

const read = async (path: string): Promise<Uint8Array | null> => {
  try {
    return await readFile(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

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

/** Makes a folder and what it lies in, step by step: where nothing can be made, as in /proc, Node's own way goes round for ever. */
const makeFolder = async (dir: string): Promise<void> => {
  try {
    await mkdir(dir, { mode: 0o700 });
  } catch (error) {
    const outer = dirname(dir);
    if (codeOf(error) === 'EEXIST' && (await stat(dir)).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || outer === dir) throw error;
    await makeFolder(outer);
    await mkdir(dir, { mode: 0o700 });
  }
};

/** The machine's disk; nothing of it runs on the main thread. */
export const diskFileSystem: FileSystem = {
  prepareFolder: async (dir) => {
    await makeFolder(dir);
    await access(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  },
  list: (dir) => readdir(dir),
  read,
  write,
  openBlocks,
  link,
  rename,
  remove: (path) => rm(path, { force: true }),
  syncFolder,
};
