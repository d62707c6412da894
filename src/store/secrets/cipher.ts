import { Mutex } from '../../core/mutex.ts';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX = 'enc:v1:';

/** How slow a key is to make: memory is 128 × N × r bytes. */
export interface KeyCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** What the key of `SERVICE_SECRET_KEY` is made with, and what backups without parameters of their own were. */
export const FIRST_COST: KeyCost = { N: 16_384, r: 8, p: 1 };
/** As strong as a process of 64 MiB allows: 32 MiB for a moment. */
export const BACKUP_COST: KeyCost = { N: 32_768, r: 8, p: 3 };
const MOST_MEMORY_BYTES = 48 * 1024 * 1024;

/** Encrypts and decrypts texts with one key; every text is bound to its place in the file. */
export interface Cipher {
  /** Identifies the key without revealing it: 8 hex digits, part of every token. */
  readonly keyId: string;
  /** `enc:v1:KEYID:` and the base64url of nonce, encrypted text and tag. */
  seal(text: string, place: string): string;
  /** The text of a token; null when it was changed, cut, moved from another place or made with another key. */
  open(token: string, place: string): string | null;
}

/** Whether a text has the form of a token. */
export const isToken = (text: unknown): text is string =>
  typeof text === 'string' && /^enc:v1:[0-9a-f]{8}:[\w-]+$/.test(text);

/** The key of a token, as its `keyId`. */
export const keyIdOf = (token: string): string => token.slice(PREFIX.length, PREFIX.length + 8);

/** 32 random bytes. */
export const generateKey = (): Buffer => randomBytes(KEY_BYTES);

const derive = (words: string, salt: string | Buffer, cost: KeyCost): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(words, salt, KEY_BYTES, { ...cost, maxmem: MOST_MEMORY_BYTES }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

const turns = new Mutex();

/**
 * A key from a passphrase of any length, slow on purpose; the same passphrase, salt and cost give the same key. Keys
 * are derived one after the other, as each takes much memory.
 */
export const deriveKey = (words: string, salt: string | Buffer, cost: KeyCost): Promise<Buffer> =>
  turns.run(() => derive(words, salt, cost));

const expand = (key: Buffer, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, bytes));

const open = (key: Buffer, bytes: Buffer, place: string): string | null => {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    // The only error of `final` is a tag that does not fit.
    return null;
  }
};

/** A cipher with a key of 32 bytes: AES-256-GCM with a random nonce for every text. */
export const createCipher = (master: Buffer): Cipher => {
  const key = expand(master, 'flapbox secrets', KEY_BYTES);
  const keyId = expand(master, 'flapbox key id', 4).toString('hex');
  return {
    keyId,
    seal: (text, place) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${PREFIX}${keyId}:${sealed.toString('base64url')}`;
    },
    open: (token, place) =>
      isToken(token) && keyIdOf(token) === keyId
        ? open(key, Buffer.from(token.slice(PREFIX.length + 9), 'base64url'), place)
        : null,
  };
};
