import { join } from 'node:path';
import { isRecord } from '../core/record.ts';
import type { Log } from '../platform/log.ts';
import { CACHE_FOLDER } from './cache.ts';
import { diskFileSystem } from './file-system.ts';

/** The newest frame of a topic, as it came, and where it came from. */
export interface KeptFrame {
  readonly place: string;
  readonly text: string;
}

/** The last frames of the topics that boards follow, by board id; kept over a restart (rules, F3). */
export interface FollowedFrames {
  /** What an earlier run kept; what is unreadable is forgotten. Never rejects. */
  read(): Promise<Record<string, KeptFrame>>;
  /** Replaces what is kept; it is on the disk when this resolves. Rejects when the disk fails. */
  write(frames: Readonly<Record<string, KeptFrame>>): Promise<void>;
}

const FILE = 'followed.json';
/** Sixteen boards with the largest frames. */
const MOST_BYTES = 2 * 1024 * 1024;

const isKept = (value: unknown): value is KeptFrame =>
  isRecord(value) && typeof value['place'] === 'string' && typeof value['text'] === 'string';

/** The frames that are kept in `dir/cache`; they are no part of a backup. */
export const followedFrames = (dir: string, log: Log): FollowedFrames => {
  const folder = join(dir, CACHE_FOLDER);
  const path = join(folder, FILE);
  return {
    read: async () => {
      try {
        const bytes = await diskFileSystem.read(path, MOST_BYTES);
        const content: unknown = bytes === null ? {} : JSON.parse(Buffer.from(bytes).toString('utf8'));
        return Object.fromEntries(
          Object.entries(isRecord(content) ? content : {}).filter((entry): entry is [string, KeptFrame] =>
            isKept(entry[1]),
          ),
        );
      } catch (error) {
        log.warn('the frames that were followed are unreadable', { file: FILE, error });
        return {};
      }
    },
    write: async (frames) => {
      await diskFileSystem.prepareFolder(folder);
      await diskFileSystem.write(`${path}.tmp`, Buffer.from(JSON.stringify(frames)));
      await diskFileSystem.rename(`${path}.tmp`, path);
    },
  };
};
