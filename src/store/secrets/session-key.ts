import { createSecretKey, type KeyObject } from 'node:crypto';
import { Fault } from '../../fault.ts';
import { generateKey } from './cipher.ts';
import { UnusableDataFolder, describeDiskError, describeUnusable } from '../files/disk-error.ts';
import type { DamageRecord } from '../damage.ts';
import { diskFileSystem, type FileSystem } from '../files/file-system.ts';
import { readKeyFile, writeKeyFile } from './key-file.ts';

/** The generated key that sessions are signed with, mode 0600; it is never in a backup. */
export const SESSION_KEY_FILE = '.session_key';

/** The key that sessions are signed with. */
export interface SessionKey {
  /** Null until the first session was signed. */
  readonly current: KeyObject | null;
  /**
   * Generates the key where there is none, and has it on the disk when it resolves. A Fault 500 says why that failed.
   */
  ensure(): Promise<KeyObject>;
}

/** Where the key is stored. */
export interface SessionKeyOptions {
  dir: string;
  damage: Pick<DamageRecord, 'setAside' | 'save'>;
  fs?: FileSystem;
}

/**
 * Reads the key of earlier runs. A damaged one is kept aside and replaced at the next login: owners only have to sign
 * in again.
 */
export const openSessionKey = async ({ dir, damage, fs = diskFileSystem }: SessionKeyOptions): Promise<SessionKey> => {
  const found = await readKeyFile(fs, dir, SESSION_KEY_FILE).catch((error: unknown) => {
    throw new UnusableDataFolder(describeUnusable(dir, error), error);
  });
  if (found === 'damaged') {
    await damage.setAside(SESSION_KEY_FILE, 'it is no key: everybody has to sign in again');
    await damage.save();
  }
  let current = found instanceof Buffer ? createSecretKey(found) : null;
  let making: Promise<KeyObject> | null = null;

  const make = async (): Promise<KeyObject> => {
    const key = generateKey();
    try {
      await writeKeyFile(fs, dir, SESSION_KEY_FILE, key);
    } catch (error) {
      making = null;
      throw new Fault(500, `${describeDiskError(error)} Nobody can sign in until then.`, { cause: error });
    }
    current = createSecretKey(key);
    return current;
  };

  return {
    get current() {
      return current;
    },
    ensure: async () => current ?? (making ??= make()),
  };
};
