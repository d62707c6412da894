import { join } from 'node:path';
import { MINUTE_MS } from '../core/time/durations.ts';
import { isRecord } from '../core/record.ts';
import { sentenceOf } from '../core/sentence.ts';
import type { Cancel, Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { replaceFile } from './files/committer.ts';
import { diskFileSystem } from './files/file-system.ts';

/** Where an inbox was read up to, and of which server and account that is true. */
interface Position {
  readonly place: string;
  readonly cursor: string;
}

/**
 * Up to where inboxes have been read, by their ids; kept over a restart with at most one write a minute (rules, I6). It
 * is in no backup.
 */
export interface InboxPositions {
  /** Where reading goes on; null where nothing is known of that place. */
  of(id: string, place: string): string | null;
  /** Replaces it; null forgets it. Resolves when it is on the disk, or will be within a minute. Never rejects. */
  keep(id: string, place: string, cursor: string | null): Promise<void>;
  /** Forgets every other inbox. */
  keepOnly(ids: ReadonlySet<string>): void;
  /** Writes what is not on the disk yet. Never rejects. */
  close(): Promise<void>;
}

const FILE = 'inbox-positions.json';
const MOST_BYTES = 256 * 1024;
/** Servers that name a place in more letters are read anew after a restart. */
const LONGEST_CURSOR = 4096;

const isPosition = (value: unknown): value is Position =>
  isRecord(value) && typeof value['place'] === 'string' && typeof value['cursor'] === 'string';

const readPositions = async (path: string, log: Pick<Log, 'warn'>): Promise<Map<string, Position>> => {
  try {
    const bytes = await diskFileSystem.read(path, MOST_BYTES);
    const content: unknown = bytes === null ? {} : JSON.parse(Buffer.from(bytes).toString('utf8'));
    return new Map(
      Object.entries(isRecord(content) ? content : {}).filter((entry): entry is [string, Position] =>
        isPosition(entry[1]),
      ),
    );
  } catch (error) {
    log.warn('up to where inboxes were read is unreadable', { file: FILE, problem: sentenceOf(error) });
    return new Map();
  }
};

/** The positions in a data folder; what is unreadable is forgotten. */
export const openInboxPositions = async (
  dir: string,
  clock: Pick<Clock, 'monotonic' | 'after'>,
  log: Pick<Log, 'warn'>,
): Promise<InboxPositions> => {
  const path = join(dir, FILE);
  const positions = await readPositions(path, log);
  let isChanged = false;
  let writtenAt = -MINUTE_MS;
  let cancel: Cancel | null = null;
  let writing = Promise.resolve();
  const write = (): Promise<void> => {
    cancel?.();
    cancel = null;
    writtenAt = clock.monotonic();
    return (writing = writing.then(async () => {
      if (!isChanged) return;
      isChanged = false;
      try {
        await replaceFile(diskFileSystem, path, JSON.stringify(Object.fromEntries(positions)));
      } catch (error) {
        isChanged = true;
        log.warn('up to where inboxes were read could not be stored', { file: FILE, problem: sentenceOf(error) });
      }
    }));
  };
  const changed = (): Promise<void> => {
    isChanged = true;
    const wait = writtenAt + MINUTE_MS - clock.monotonic();
    if (wait <= 0) return write();
    cancel ??= clock.after(wait, () => void write());
    return Promise.resolve();
  };
  return {
    of: (id, place) => {
      const known = positions.get(id);
      return known?.place === place ? known.cursor : null;
    },
    keep: async (id, place, cursor) => {
      const known = positions.get(id);
      if (known?.place === place && known.cursor === cursor) return;
      if (cursor !== null && cursor.length <= LONGEST_CURSOR) positions.set(id, { place, cursor });
      else if (!positions.delete(id)) return;
      await changed();
    },
    keepOnly: (ids) => {
      const gone = [...positions.keys()].filter((id) => !ids.has(id));
      for (const id of gone) positions.delete(id);
      if (gone.length > 0) void changed();
    },
    close: write,
  };
};
