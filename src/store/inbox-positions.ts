import { join } from 'node:path';
import * as v from 'valibot';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { SeldomFile, readRecords } from './files/record-file.ts';

/** Where an inbox was read up to, and of which server and account that is true. */
const PositionSchema = v.object({ place: v.string(), cursor: v.string() });

const FILE = 'inbox-positions.json';
const MOST_BYTES = 256 * 1024;
/** Servers that name a place in more letters are read anew after a restart. */
const LONGEST_CURSOR = 4096;

/**
 * Up to where inboxes have been read, by their ids; kept in a data folder over a restart with at most one write a
 * minute (rules, I6), and in no backup. What is unreadable is forgotten.
 */
export const openInboxPositions = async (
  dir: string,
  clock: Pick<Clock, 'monotonic' | 'after'>,
  log: Pick<Log, 'warn'>,
) => {
  const path = join(dir, FILE);
  const earlier = await readRecords(path, MOST_BYTES, PositionSchema).catch((error: unknown) =>
    log.warn('up to where inboxes were read is unreadable', { file: FILE, error }),
  );
  const positions = new Map(Object.entries(earlier ?? {}));
  const content = () => Object.fromEntries(positions);
  const failure = 'up to where inboxes were read could not be stored';
  const file = new SeldomFile({ path, clock, log, content, failure });
  return {
    /** Where reading goes on; null where nothing is known of that place. */
    of: (id: string, place: string): string | null => {
      const known = positions.get(id);
      return known?.place === place ? known.cursor : null;
    },
    /** Replaces it; null forgets it. Resolves when it is on the disk, or will be within a minute. Never rejects. */
    keep: async (id: string, place: string, cursor: string | null): Promise<void> => {
      const known = positions.get(id);
      if (known?.place === place && known.cursor === cursor) return;
      if (cursor !== null && cursor.length <= LONGEST_CURSOR) positions.set(id, { place, cursor });
      else if (!positions.delete(id)) return;
      await file.change();
    },
    /** Forgets every other inbox. */
    keepOnly: (ids: ReadonlySet<string>): void => {
      const gone = [...positions.keys()].filter((id) => !ids.has(id));
      for (const id of gone) positions.delete(id);
      if (gone.length > 0) void file.change();
    },
    /** Writes what is not on the disk yet. Never rejects. */
    close: (): Promise<void> => file.write(),
  };
};

/** Up to where inboxes have been read. */
export type InboxPositions = Awaited<ReturnType<typeof openInboxPositions>>;
