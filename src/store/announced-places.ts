import { join } from 'node:path';
import * as v from 'valibot';
import type { Log } from '../platform/log.ts';
import { replaceFile } from './files/committer.ts';
import { diskFileSystem } from './files/file-system.ts';
import { parseStoredAs } from './stored-json.ts';

/** Under which names the appliance is at a broker. */
const PlaceSchema = v.object({
  base: v.string(),
  prefix: v.string(),
  /** The id of the appliance's own device. */
  own: v.string(),
});
/** Under which names the appliance is at a broker. */
export type AnnouncedPlace = Readonly<v.InferOutput<typeof PlaceSchema>>;

const FILE = 'announced.json';
const MOST_BYTES = 16_384;

/**
 * Where the appliance was announced at its broker, kept in the data folder over a restart and in no backup: what the
 * broker retains there is found again after the topics were changed while it was away.
 */
export const announcedPlaces = (dir: string, log: Pick<Log, 'warn'>) => {
  const path = join(dir, FILE);
  let written = '';
  let writing: Promise<void> = Promise.resolve();
  const write = async (text: string): Promise<void> => {
    if (text === written) return;
    await replaceFile(diskFileSystem, path, text);
    written = text;
  };
  return {
    /** What an earlier run kept; what is unreadable is forgotten. Never rejects. */
    read: async (): Promise<readonly AnnouncedPlace[]> => {
      const bytes = await diskFileSystem.read(path, MOST_BYTES).catch(() => null);
      const places = bytes && parseStoredAs(v.array(PlaceSchema), bytes);
      if (places) written = JSON.stringify(places);
      return places ?? [];
    },
    /** Replaces what is kept, where it is different. Resolves on the disk; never rejects. */
    keep: (places: readonly AnnouncedPlace[]): Promise<void> => {
      writing = writing
        .then(() => write(JSON.stringify(places)))
        .catch((error: unknown) => log.warn('the topics at the broker were not written down', { file: FILE, error }));
      return writing;
    },
  };
};

/** Where the appliance was announced at its broker. */
export type AnnouncedPlaces = ReturnType<typeof announcedPlaces>;
