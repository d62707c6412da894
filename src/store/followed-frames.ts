import { join } from 'node:path';
import * as v from 'valibot';
import type { Log } from '../platform/log.ts';
import { replaceFile } from './files/committer.ts';
import { CACHE_FOLDER, diskFileSystem } from './files/file-system.ts';
import { readRecords } from './files/record-file.ts';

const KeptFrameSchema = v.object({ place: v.string(), text: v.string() });
/** The newest frame of a topic, as it came, and where it came from. */
export type KeptFrame = Readonly<v.InferOutput<typeof KeptFrameSchema>>;

const FILE = 'followed.json';
/** Sixteen boards with the largest frames. */
const MOST_BYTES = 2 * 1024 * 1024;

/**
 * The last frames of the topics that boards follow, by board id; kept over a restart (rules, F3). They are no part of a
 * backup. The card keeps the cache in memory, where earlier versions put them: here they outlive a power cut.
 */
export const followedFrames = (dir: string, log: Log) => {
  const path = join(dir, FILE);
  const former = join(dir, CACHE_FOLDER, FILE);
  return {
    /** What an earlier run kept; what is unreadable is forgotten. Never rejects. */
    read: async (): Promise<Record<string, KeptFrame>> => {
      try {
        const [kept, keptFormerly] = await Promise.all(
          [path, former].map((one) => readRecords(one, MOST_BYTES, KeptFrameSchema)),
        );
        return kept ?? keptFormerly ?? {};
      } catch (error) {
        log.warn('the frames that were followed are unreadable', { file: FILE, error });
        return {};
      }
    },
    /** Replaces what is kept; it is on the disk when this resolves. Rejects when the disk fails. */
    write: async (frames: Readonly<Record<string, KeptFrame>>): Promise<void> => {
      await replaceFile(diskFileSystem, path, JSON.stringify(frames));
      await diskFileSystem.remove(former);
    },
  };
};

/** The last frames of the topics that boards follow. */
export type FollowedFrames = ReturnType<typeof followedFrames>;
