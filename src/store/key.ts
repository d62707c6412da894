import { type Cipher, createCipher, deriveKey, generateKey } from './cipher.ts';
import type { FileSystem } from './file-system.ts';
import { readKeyFile, writeKeyFile } from './key-file.ts';
import { UnusableDataFolder } from './unusable-data-folder.ts';

/** The generated key, mode 0600; it is never in a backup. */
export const KEY_FILE = '.secret_key';

/** Where the key of the secrets comes from. */
export interface Keyring {
  /** What an owner calls the source of the key. */
  readonly source: 'SERVICE_SECRET_KEY' | 'the key file .secret_key';
  /** The cipher to read with; null when no key exists yet. */
  existing(): Promise<Cipher | null>;
  /** The cipher to write with; generates the key file when no key exists yet. */
  ensure(): Promise<Cipher>;
}

const SALT = 'flapbox secrets at rest';

const DAMAGED = `The key file ${KEY_FILE} in the data folder is damaged: put back a copy of it, or remove it together with the "secrets" sections of the other files and enter the secrets again.`;

const createFileKeyring = (dir: string, fs: FileSystem): Keyring => {
  let cipher: Cipher | null = null;
  const existing = async (): Promise<Cipher | null> => {
    if (cipher) return cipher;
    const key = await readKeyFile(fs, dir, KEY_FILE);
    if (key === 'damaged') throw new UnusableDataFolder(DAMAGED);
    cipher = key && createCipher(key);
    return cipher;
  };
  const ensure = async (): Promise<Cipher> => {
    const found = await existing();
    if (found) return found;
    const key = generateKey();
    await writeKeyFile(fs, dir, KEY_FILE, key);
    cipher = createCipher(key);
    return cipher;
  };
  return { source: 'the key file .secret_key', existing, ensure };
};

/** The key from the owner's words when there are any, otherwise from the key file; either is read when it is first needed. */
export const createKeyring = (dir: string, fs: FileSystem, words: string | undefined): Keyring => {
  if (!words) return createFileKeyring(dir, fs);
  let cipher: Promise<Cipher> | undefined;
  const derive = () => (cipher ??= deriveKey(words, SALT).then(createCipher));
  return { source: 'SERVICE_SECRET_KEY', existing: derive, ensure: derive };
};
