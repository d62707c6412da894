// The Debian system of the card as a tar: the only step that runs programs of the other architecture, and therefore
// kept.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, here, pins } from './paths.mjs';
import { cardSources } from './parts.mjs';
import { keyOf, run } from './run.mjs';

const BINFMT = '/proc/sys/fs/binfmt_misc';
const ENTRY = 'flapbox-aarch64';
const MAGIC = String.raw`\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00`;
const MASK = String.raw`\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff`;
/** Any fixed time: the card's own replaces it when the root file system is packed. */
const BASE_DATE = '1767225600';

/** Lets the kernel start programs of the card while `work` runs. */
export const withEmulation = (work) => {
  if (!existsSync(join(BINFMT, 'register'))) run('mount', ['-t', 'binfmt_misc', 'none', BINFMT]);
  const foreign = readdirSync(BINFMT).some((name) => name !== ENTRY && /aarch64/.test(name));
  if (!foreign && !existsSync(join(BINFMT, ENTRY)))
    writeFileSync(join(BINFMT, 'register'), `:${ENTRY}:M::${MAGIC}:${MASK}:/usr/bin/qemu-aarch64:PF`);
  try {
    return work();
  } finally {
    if (existsSync(join(BINFMT, ENTRY))) writeFileSync(join(BINFMT, ENTRY), '-1');
  }
};

const packages = () =>
  readFileSync(join(here, 'packages.txt'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));

const bootstrap = (target) => {
  const debs = join(cache, 'debs');
  mkdirSync(debs, { recursive: true });
  const leftOut = ['man', 'doc', 'locale', 'info'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  run(
    'mmdebstrap',
    [
      '--mode=root',
      '--architectures=arm64',
      '--variant=minbase',
      `--include=${packages().join(',')}`,
      '--dpkgopt=force-unsafe-io',
      ...leftOut,
      '--dpkgopt=path-include=/usr/share/doc/*/copyright',
      '--aptopt=Apt::Install-Recommends "false"',
      '--aptopt=Acquire::Languages "none"',
      '--aptopt=Acquire::Retries "3"',
      '--setup-hook=mkdir -p "$1"/var/cache/apt/archives',
      `--setup-hook=sync-in ${debs} /var/cache/apt/archives/`,
      '--skip=check/qemu',
      '--skip=download/empty',
      '--skip=essential/unlink',
      `--customize-hook=sync-out /var/cache/apt/archives ${debs}`,
      pins.release,
      target,
      ...cardSources(),
    ],
    { env: { ...process.env, SOURCE_DATE_EPOCH: BASE_DATE } },
  );
};

/** The tar of the Debian system; made anew only when the package list changed, or on `refresh`. */
export const makeBase = (refresh = false) => {
  const file = join(cache, `base-${keyOf(pins.release, packages().join())}.tar`);
  if (existsSync(file) && !refresh) return file;
  withEmulation(() => bootstrap(`${file}.new.tar`));
  renameSync(`${file}.new.tar`, file);
  return file;
};
