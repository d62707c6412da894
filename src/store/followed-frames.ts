import { join } from 'node:path';
import { isRecord } from '../core/record.ts';
import type { Log } from '../platform/log.ts';
import { replaceFile } from './files/committer.ts';
import { CACHE_FOLDER, diskFileSystem } from './files/file-system.ts';
import { parseStored } from './stored-json.ts';

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

const readFrames = async (path: string): Promise<Record<string, KeptFrame> | null> => {
  const bytes = await diskFileSystem.read(path, MOST_BYTES);
  if (bytes === null) return null;
  const content: unknown = parseStored(bytes);
  return Object.fromEntries(
    Object.entries(isRecord(content) ? content : {}).filter((entry): entry is [string, KeptFrame] => isKept(entry[1])),
  );
};

/**
 * The frames that are kept in a data folder; they are no part of a backup. The card keeps the cache in memory, where
 * earlier versions put them: here they outlive a power cut.
 */
export const followedFrames = (dir: string, log: Log): FollowedFrames => {
  const path = join(dir, FILE);
  const former = join(dir, CACHE_FOLDER, FILE);
  return {
    read: async () => {
      try {
        const [kept, keptFormerly] = await Promise.all([readFrames(path), readFrames(former)]);
        return kept ?? keptFormerly ?? {};
      } catch (error) {
        log.warn('the frames that were followed are unreadable', { file: FILE, error });
        return {};
      }
    },
    write: async (frames) => {
      await replaceFile(diskFileSystem, path, JSON.stringify(frames));
      await diskFileSystem.remove(former);
    },
  };
};
