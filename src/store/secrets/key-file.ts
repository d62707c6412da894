import { join } from 'node:path';
import { nextOf, replaceFile } from '../files/committer.ts';
import { isUnreadable, type FileSystem } from '../files/file-system.ts';

const KEY_BYTES = 32;
const MOST_FILE_BYTES = 4096;

/** The 32 bytes of a key file; null when there is none, `damaged` when it holds something else. */
export const readKeyFile = async (fs: FileSystem, dir: string, name: string): Promise<Buffer | null | 'damaged'> => {
  const bytes = await fs.read(join(dir, name), MOST_FILE_BYTES).catch((error: unknown) => {
    if (isUnreadable(error)) return 'damaged' as const;
    throw error;
  });
  if (bytes === null || bytes === 'damaged') return bytes;
  const key = Buffer.from(Buffer.from(bytes).toString('latin1').trim(), 'base64');
  return key.length === KEY_BYTES ? key : 'damaged';
};

/** Writes a key file, mode 0600, in one step; it is on the disk when this resolves. */
export const writeKeyFile = async (fs: FileSystem, dir: string, name: string, key: Buffer): Promise<void> => {
  const path = join(dir, name);
  try {
    await replaceFile(fs, path, `${key.toString('base64')}\n`);
  } catch (error) {
    await fs.remove(nextOf(path)).catch(() => undefined);
    throw error;
  }
};
