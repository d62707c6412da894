import { execFile } from 'node:child_process';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Slot, STATE_SIZE } from './state.ts';

/** The parts of a version. */
export type Part = 'kernel' | 'root';

/** The card as updates see it. Whatever is written is durable only after `flush`, a state at once. */
export interface Card {
  /** The slot that this start came from. */
  readonly running: Slot;
  /** How many bytes a part may have. */
  sizeOf(slot: Slot, part: Part): Promise<number>;
  write(slot: Slot, part: Part, at: number, bytes: Buffer): Promise<void>;
  /** Brings a part onto the card and forgets what the memory knows of it, so that the next read comes from the card. */
  flush(slot: Slot, part: Part): Promise<void>;
  /** Up to `length` bytes. */
  read(slot: Slot, part: Part, at: number, length: number): Promise<Buffer>;
  /** The stored copy; null when there is none. */
  readState(copy: 0 | 1): Promise<Buffer | null>;
  writeState(copy: 0 | 1, bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** Where the parts of a card lie. */
export interface CardPlaces {
  readonly running: Slot;
  /** The file or device of a part. */
  readonly pathOf: (slot: Slot, part: Part) => string;
  /** The folder of the two state files. */
  readonly stateFolder: string;
  /** Makes the kernel forget what it holds of a device. */
  readonly forget: (path: string) => Promise<void>;
}

const NUMBERS = { A: { kernel: 2, root: 5 }, B: { kernel: 3, root: 6 } } as const;

/** The partition of a part, as the name of its device ends. */
export const partitionOf = (slot: Slot, part: Part): number => NUMBERS[slot][part];

/** Makes the kernel forget what it holds of a block device. */
export const forgetDevice = async (path: string): Promise<void> => {
  await promisify(execFile)('blockdev', ['--flushbufs', path]);
};

const readWhole = async (path: string): Promise<Buffer | null> => {
  try {
    return await readFile(path);
  } catch {
    // A file system error on the state is the same as no state: the other copy counts.
    return null;
  }
};

/** Writes over a file in place: on a FAT file system nothing but its own blocks changes. */
const overwrite = async (path: string, bytes: Buffer): Promise<void> => {
  const file = await open(path, 'r+').catch(() => open(path, 'w'));
  try {
    await file.write(bytes, 0, bytes.length, 0);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Opens a card; its parts are opened at their first use. */
export const openCard = ({ running, pathOf, stateFolder, forget }: CardPlaces): Card => {
  const files = new Map<string, Promise<FileHandle>>();
  const fileOf = (slot: Slot, part: Part): Promise<FileHandle> => {
    const path = pathOf(slot, part);
    const file = files.get(path) ?? open(path, 'r+');
    files.set(path, file);
    return file;
  };
  const statePath = (copy: 0 | 1): string => join(stateFolder, `state${copy}.env`);
  return {
    running,
    sizeOf: async (slot, part) => {
      const end = await readFile(`/sys/class/block/${pathOf(slot, part).replace(/^\/dev\//, '')}/size`, 'utf8').then(
        (text) => Number(text) * 512,
        () => null,
      );
      return end ?? (await (await fileOf(slot, part)).stat()).size;
    },
    write: async (slot, part, at, bytes) => {
      await (await fileOf(slot, part)).write(bytes, 0, bytes.length, at);
    },
    flush: async (slot, part) => {
      await (await fileOf(slot, part)).sync();
      await forget(pathOf(slot, part));
    },
    read: async (slot, part, at, length) => {
      const bytes = Buffer.allocUnsafe(length);
      const { bytesRead } = await (await fileOf(slot, part)).read(bytes, 0, length, at);
      return bytes.subarray(0, bytesRead);
    },
    readState: async (copy) => (await readWhole(statePath(copy)))?.subarray(0, STATE_SIZE) ?? null,
    writeState: (copy, bytes) => overwrite(statePath(copy), bytes),
    close: async () => {
      for (const file of files.values()) await (await file).close();
    },
  };
};
