import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** Two key pairs: that of the maker, and another. */
export const MAKER = generateKeyPairSync('ed25519');
/** A key that no card trusts. */
export const STRANGER = generateKeyPairSync('ed25519');

const noise = (length: number, seed: number): Buffer => {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
};

/** The bytes of a new version. */
export const KERNEL = Buffer.concat([noise(400_000, 1), Buffer.alloc(2_000_000)]);
/** The bytes of a new version. */
export const ROOT = noise(3_500_001, 2);

const describe = (name: string, bytes: Buffer, packed: Buffer, packing: string): Record<string, unknown> => ({
  name,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  packing,
  packed_size: packed.length,
});

/** The manifest of a correct bundle. */
export const manifestOf = (): Record<string, unknown> => ({
  product: 'flapbox',
  format: 1,
  architecture: 'arm64',
  version: '0.2.0',
  built_at: '2026-01-01T00:00:00.000Z',
  parts: [describe('kernel', KERNEL, gzipSync(KERNEL), 'gzip'), describe('root', ROOT, ROOT, 'none')],
});

/** What differs from a correct bundle. */
export interface BundleOptions {
  readonly manifest?: unknown;
  readonly key?: KeyObject;
  readonly payload?: Buffer;
  readonly afterSigning?: (manifest: string) => string;
}

/** A bundle's bytes. */
export const makeBundle = ({
  manifest = manifestOf(),
  key = MAKER.privateKey,
  payload,
  afterSigning = (text) => text,
}: BundleOptions = {}): Buffer => {
  const text = JSON.stringify(manifest);
  const signature = sign(null, Buffer.from(text), key).toString('base64');
  return Buffer.concat([
    Buffer.from(`flapbox-update\n${afterSigning(text)}\n${signature}\n`),
    payload ?? Buffer.concat([gzipSync(KERNEL), ROOT]),
  ]);
};

/** A stream of a buffer in pieces of `size`; an error at its end if asked for, as of a connection that breaks. */
export async function* inPieces(bytes: Buffer, size = 65_536, end: Error | null = null): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  if (end) throw end;
}
