// Builds the card, as root on Debian; USAGE below says how.
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeBase } from './build/base.mjs';
import { ensureKeys, keyFile, makeBundle, makeKeys, publicKeyFile } from './build/bundle.mjs';
import { makeCard, makePartitions } from './build/card.mjs';
import { writeInventory } from './build/inventory.mjs';
import { checkNativeParts, makeNativeParts } from './build/native.mjs';
import { fetchParts } from './build/parts.mjs';
import { cache, out, version } from './build/paths.mjs';
import { compileService, makeRoot, packRoot, readPackages } from './build/root.mjs';
import { hashOf, run, step } from './build/run.mjs';
import { installTools } from './build/tools.mjs';
import { buildIfStale } from '../esbuild.config.mjs';

const BUDGET = 160_000_000;

/** Builds the partitions; answers their folder and what they were made of. */
const buildParts = async (refresh) => {
  await step('tools', () => installTools());
  await step('service', () => buildIfStale());
  const parts = await step('kernel, firmware, Node', () => fetchParts(refresh));
  const base = await step('Debian', () => makeBase(refresh));
  const native = await step('native parts', () => makeNativeParts(parts));
  const work = join(cache, 'work');
  mkdirSync(work, { recursive: true });
  // The tests take the boot loaders from here.
  rmSync(join(work, 'debian'), { force: true });
  symlinkSync(join(parts, 'debian'), join(work, 'debian'));
  const root = join(work, 'root');
  await step('root file system', () => makeRoot({ root, base, parts, native, publicKey: publicKeyFile() }));
  await step('native parts load', () => checkNativeParts(root));
  await step('service is compiled ahead', () => compileService(root));
  const folder = await step('partitions', () => makePartitions(parts, work));
  await step('packing the root', () => packRoot(root, join(folder, 'root.squashfs')));
  return { parts, base, work, folder };
};

const writeSums = async (files) => {
  const lines = [];
  for (const file of files) lines.push(`${await hashOf(file)}  ${basename(file)}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''));
};

const buildCard = async (options) => {
  if (process.getuid() !== 0) throw new Error('the card is built as root: its files belong to several users');
  ensureKeys();
  const { parts, base, work, folder } = await buildParts(options.includes('--refresh'));
  mkdirSync(out, { recursive: true });
  const name = join(out, `flapbox-${version}-arm64`);
  const card = join(work, 'card.img');
  await step('card', () => makeCard(folder, work, card));
  await step('update bundle', () => makeBundle(folder, `${name}.update`));
  await step('list of parts', () => writeInventory(readPackages(base), parts, `${name}.sbom.json`));
  if (options.includes('--raw')) return;
  const packed = `${name}.img.zst`;
  await step('block map', () => run('bmaptool', ['create', '-o', `${name}.img.bmap`, card]));
  await step('packing the card', () => run('zstd', ['-q', '-f', '-10', '-T2', card, '-o', packed]));
  await step('checksums', () => writeSums([packed, `${name}.img.bmap`, `${name}.update`, `${name}.sbom.json`]));
  const { size } = statSync(packed);
  console.log(`${packed}: ${(size / 1e6).toFixed(1)} MB`);
  if (size > BUDGET) throw new Error(`the card has ${size} bytes, ${BUDGET} are allowed`);
};

const USAGE = `Builds the card. Usage: npm run image -- [keygen | --raw | --refresh]
  keygen     makes the key pair that updates are signed with, and builds nothing
  --raw      stops before the card is packed
  --refresh  asks the package mirror anew`;

const words = process.argv.slice(2);
const unknown = words.find((word) => !['keygen', '--raw', '--refresh', '--help'].includes(word));
if (unknown !== undefined || words.includes('--help')) {
  console.log(unknown === undefined ? USAGE : `${unknown} is not understood.\n${USAGE}`);
  process.exitCode = unknown === undefined ? 0 : 2;
} else if (words.includes('keygen')) {
  makeKeys();
  console.log(
    `The private key is in ${keyFile()}: keep it, and keep it secret. The public one goes onto every card.\n${readFileSync(publicKeyFile(), 'utf8')}`,
  );
} else await buildCard(words);
