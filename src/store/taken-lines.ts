import { join } from 'node:path';
import type { Log } from '../platform/log.ts';
import { replaceFile } from './files/committer.ts';
import { diskFileSystem } from './files/file-system.ts';

/** Read by `steppers/release.cjs` after the service has ended. */
const FILE = 'lines.json';

/**
 * The lines that boards drive, in a file of the data folder: it tells a program that outlives the service which lines
 * have motors on them, so that it can switch them off.
 */
export const takenLines = (dir: string, log: Log) => {
  const path = join(dir, FILE);
  const lines = new Map<string, object>();
  let written = '';
  let writing: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    const text = JSON.stringify([...lines.values()]);
    if (text === written) return;
    await replaceFile(diskFileSystem, path, text);
    written = text;
  };
  return {
    /** A board drives a line from now on, or, with null, none any more. Resolves on the disk; never rejects. */
    note: (boardId: string, line: object | null): Promise<void> => {
      if (line) lines.set(boardId, line);
      else lines.delete(boardId);
      writing = writing
        .then(write)
        .catch((error: unknown) => log.warn('the lines of motors were not written down', { file: FILE, error }));
      return writing;
    },
  };
};
