import { FIRST_COST, createCipher, deriveKey, generateKey, type Cipher } from './cipher.ts';
import type { DamageRecord } from '../damage.ts';
import type { FileSystem } from '../files/file-system.ts';
import { readKeyFile, writeKeyFile } from './key-file.ts';

/** The generated key, mode 0600; it is never in a backup. */
export const KEY_FILE = '.secret_key';

/** Where the key of the secrets comes from. */
export interface Keyring {
  /** Whether the key comes from SERVICE_SECRET_KEY, and not from the generated file. */
  readonly isPinned: boolean;
  /** The cipher to read with; null when no key exists yet. */
  existing(): Promise<Cipher | null>;
  /** The cipher to write with; generates the key file when no key exists yet. */
  ensure(): Promise<Cipher>;
}

/** What a keyring depends on. */
export interface KeyringOptions {
  readonly dir: string;
  readonly fs: FileSystem;
  readonly damage: DamageRecord;
  /** The owner's passphrase, when there is one. */
  readonly passphrase: string | undefined;
}

const SALT = 'flapbox secrets at rest';

const openFileKeyring = async ({ dir, fs, damage }: KeyringOptions): Promise<Keyring> => {
  const key = await readKeyFile(fs, dir, KEY_FILE);
  if (key === 'damaged') await damage.setAside(KEY_FILE, 'it is no key');
  let cipher = key instanceof Buffer ? createCipher(key) : null;
  const make = async (): Promise<Cipher> => {
    const made = generateKey();
    await writeKeyFile(fs, dir, KEY_FILE, made);
    return createCipher(made);
  };
  return { isPinned: false, existing: async () => cipher, ensure: async () => (cipher ??= await make()) };
};

/**
 * The key from the owner's passphrase when there is one, derived when it is first needed; otherwise from the key file,
 * which is kept aside when it is damaged.
 */
export const openKeyring = async (options: KeyringOptions): Promise<Keyring> => {
  const { passphrase } = options;
  if (!passphrase) return openFileKeyring(options);
  let cipher: Promise<Cipher> | undefined;
  const derive = () => (cipher ??= deriveKey(passphrase, SALT, FIRST_COST).then(createCipher));
  return { isPinned: true, existing: derive, ensure: derive };
};
