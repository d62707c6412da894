import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { JsonObject } from '../schema/common.ts';
import type { BlockFile, FileSystem } from './file-system.ts';
import { isObject } from './secrets.ts';

/** What a power cut in the middle of a write can spoil; no two notes share one. */
const BLOCK_BYTES = 4096;
const BLOCKS = 32;
const NEWLINE = 10;
const DIGEST_CHARACTERS = 32;

/**
 * Notes of what changed in a file since its last version, each on the disk with one write in place: a tenth of the time
 * and a fifth of the wear of another version. Notes belong to an epoch that stands in the file too; those of any other
 * epoch are remains and count for nothing.
 */
export interface BlockLog {
  /** Whether it may hold what the file lacks: then the next version of the file has to begin another epoch. */
  readonly isUsed: boolean;
  /** Whether a note that was refused may be on the disk all the same. */
  readonly isUncertain: boolean;
  /**
   * Writes a note; false when there is no room or no epoch, and the file has to be written instead. A rejection leaves
   * the log unusable until `begin`.
   */
  append(note: object): Promise<boolean>;
  /**
   * Starts at the first block, once a file with this epoch is on the disk. Makes room for the notes, so that later ones
   * find it on a full disk too; never rejects.
   */
  begin(epoch: string): Promise<void>;
  close(): Promise<void>;
}

/** What was found in a log at the start. */
export interface Notes {
  readonly notes: readonly JsonObject[];
  /** The block behind the last note. */
  readonly next: number;
  /** Whether a note in the middle cannot be read. */
  readonly isDamaged: boolean;
}

/** What an empty or missing log says. */
export const NO_NOTES: Notes = { notes: [], next: 0, isDamaged: false };

const EPOCH = 'log_epoch';

/** The epoch that a file says its log has, null when it says none. */
export const epochIn = (extras: JsonObject): string | null => {
  const { [EPOCH]: epoch } = extras;
  return typeof epoch === 'string' && /^[0-9a-f]+$/.test(epoch) ? epoch : null;
};

/** The members of a file that say which log it has, with an epoch that there never was. */
export const withNewEpoch = (extras: JsonObject): JsonObject => ({
  ...extras,
  [EPOCH]: randomBytes(6).toString('hex'),
});

/**
 * Records by id, as they are after the notes: a note has the new value of each record that changed, null for one that
 * is gone.
 */
export const applyNotes = (data: unknown, notes: readonly JsonObject[]): unknown => {
  if (notes.length === 0 || !isObject(data)) return data;
  const all: JsonObject = Object.assign({}, data, ...notes);
  return Object.fromEntries(Object.entries(all).filter(([, record]) => record !== null));
};

/** The note of what changed from some records to others. */
export const noteOf = (
  before: Readonly<Record<string, object>>,
  after: Readonly<Record<string, object>>,
): Record<string, object | null> => {
  const note: Record<string, object | null> = {};
  for (const [id, record] of Object.entries(after))
    if (record !== before[id] && JSON.stringify(record) !== JSON.stringify(before[id])) note[id] = record;
  for (const id of Object.keys(before)) if (!Object.hasOwn(after, id)) note[id] = null;
  return note;
};

/** The name of the log that belongs to a file. */
export const logOf = (file: string): string => file.replace(/\.json$/, '.log');

const digestOf = (epoch: string, text: string): string =>
  createHash('sha256').update(`${epoch} ${text}`).digest('hex').slice(0, DIGEST_CHARACTERS);

const blocksOf = (bytes: number): number => Math.ceil(bytes / BLOCK_BYTES);

const parse = (line: string, epoch: string): JsonObject | null => {
  const [found, digest, ...words] = line.split(' ');
  const text = words.join(' ');
  if (found !== epoch || digest !== digestOf(epoch, text)) return null;
  const note: unknown = JSON.parse(text);
  return isObject(note) ? note : null;
};

/**
 * Reads the notes of an epoch; a note whose write was cut off by a power cut is no damage, for nobody was told of it.
 */
export const readNotes = (bytes: Uint8Array, epoch: string): Notes => {
  const notes: JsonObject[] = [];
  const beginning = Buffer.from(`${epoch} `);
  let [at, next] = [0, 0];
  let isDamaged = false;
  while (at * BLOCK_BYTES < bytes.length) {
    const from = at * BLOCK_BYTES;
    const isOurs = beginning.equals(bytes.subarray(from, from + beginning.length));
    const end = isOurs ? bytes.indexOf(NEWLINE, from) : -1;
    const note = end < 0 ? null : parse(Buffer.from(bytes.subarray(from, end)).toString(), epoch);
    if (!note) {
      at++;
      continue;
    }
    isDamaged ||= at > next;
    notes.push(note);
    at += blocksOf(end + 1 - from);
    next = at;
  }
  return { notes, next, isDamaged };
};

/** The log of a file of a folder, to go on behind what was read from it. */
export const createBlockLog = (
  fs: FileSystem,
  dir: string,
  file: string,
  start: { epoch: string | null; next: number },
): BlockLog => {
  const path = join(dir, logOf(file));
  let { epoch, next } = start;
  let isBroken = false;
  let open: BlockFile | null = null;

  const create = async (): Promise<BlockFile> => {
    await fs.write(path, new Uint8Array(BLOCKS * BLOCK_BYTES));
    await fs.syncFolder(dir);
    return fs.openBlocks(path);
  };

  const ensureOpen = async (): Promise<BlockFile> => {
    open ??= await fs.openBlocks(path).catch(() => null);
    if (open && open.bytes < BLOCKS * BLOCK_BYTES) {
      await open.close();
      open = null;
    }
    return (open ??= await create());
  };

  const close = async (): Promise<void> => {
    const file = open;
    open = null;
    await file?.close();
  };

  return {
    get isUsed() {
      return next > 0 || isBroken;
    },
    get isUncertain() {
      return isBroken;
    },
    append: async (note) => {
      if (epoch === null || isBroken) return false;
      const text = JSON.stringify(note);
      const line = Buffer.from(`${epoch} ${digestOf(epoch, text)} ${text}\n`);
      const blocks = blocksOf(line.length);
      if (next + blocks > BLOCKS) return false;
      const padded = Buffer.alloc(blocks * BLOCK_BYTES);
      line.copy(padded);
      try {
        await (await ensureOpen()).write(padded, next * BLOCK_BYTES);
        next += blocks;
        return true;
      } catch (error) {
        isBroken = true;
        await close().catch(() => undefined);
        throw error;
      }
    },
    begin: async (another) => {
      [epoch, next, isBroken] = [another, 0, false];
      // What fails here fails again, and is told, when there is something to note.
      await ensureOpen().catch(() => undefined);
    },
    close,
  };
};
