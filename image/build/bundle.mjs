// The signed file that brings a new version into the other slot; `helper/bundle.ts` reads it.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { builtAt, here, version } from './paths.mjs';
import { hashOf, run } from './run.mjs';

/** Where the private key lies, and beside it the public one. */
export const keyFile = () => process.env.FLAPBOX_UPDATE_KEY ?? join(here, 'keys/update.key');
/** Where the public key lies. */
export const publicKeyFile = () => keyFile().replace(/\.key$/, '') + '.pem';

/** Makes the key pair with which updates are signed; refuses to replace one. */
export const makeKeys = () => {
  if (existsSync(keyFile())) throw new Error(`${keyFile()} exists: cards in use trust it alone; move it away first`);
  mkdirSync(dirname(keyFile()), { recursive: true, mode: 0o700 });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(keyFile(), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  writeFileSync(publicKeyFile(), publicKey.export({ type: 'spki', format: 'pem' }));
};

/** Makes the keys when there are none. */
export const ensureKeys = () => {
  if (!existsSync(keyFile())) makeKeys();
  if (!existsSync(publicKeyFile()))
    writeFileSync(publicKeyFile(), createPublicKey(readFileSync(keyFile())).export({ type: 'spki', format: 'pem' }));
};

const describe = async (name, file, packed, packing) => ({
  name,
  size: statSync(file).size,
  sha256: await hashOf(file),
  packing,
  packed_size: statSync(packed).size,
});

/** Writes the update bundle of the partitions in `folder`. */
export const makeBundle = async (folder, target, named = version) => {
  const kernel = join(folder, 'kernel.vfat');
  run('sh', ['-c', `gzip -n -6 < ${kernel} > ${kernel}.gz`]);
  const root = join(folder, 'root.squashfs');
  const parts = [await describe('kernel', kernel, `${kernel}.gz`, 'gzip'), await describe('root', root, root, 'none')];
  const manifest = JSON.stringify({
    product: 'flapbox',
    format: 1,
    architecture: 'arm64',
    version: named,
    built_at: builtAt(),
    parts,
  });
  const signature = sign(null, Buffer.from(manifest), createPrivateKey(readFileSync(keyFile()))).toString('base64');
  writeFileSync(target, `flapbox-update\n${manifest}\n${signature}\n`);
  for (const file of [`${kernel}.gz`, root])
    await pipeline(createReadStream(file), createWriteStream(target, { flags: 'a' }));
};
