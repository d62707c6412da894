// The programs that the build and its tests need, from the packages of the machine's own Debian mirror.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './paths.mjs';
import { run } from './run.mjs';

const BUILD = [
  'mmdebstrap',
  'genimage',
  'mtools',
  'dosfstools',
  'e2fsprogs',
  'squashfs-tools',
  'u-boot-tools',
  'cpio',
  'kmod',
  'zstd',
  'xz-utils',
  'fdisk',
  'bmap-tools',
  'arch-test',
  'file',
  'device-tree-compiler',
  'g++-aarch64-linux-gnu',
  'binutils-aarch64-linux-gnu',
];
const EMULATOR = ['qemu-user', 'qemu-system-arm', 'qemu-utils'];
const OLDEST_EMULATOR = 10;

const isInstalled = (name) => {
  try {
    return run('dpkg-query', ['-W', '-f', '${Status}', name]).includes('ok installed');
  } catch {
    return false;
  }
};

const quietly = (work) => {
  const write = process.stderr.write;
  process.stderr.write = () => true;
  try {
    return work();
  } finally {
    process.stderr.write = write;
  }
};

const emulatorMajor = () => {
  try {
    return Number(/version (\d+)/.exec(run('qemu-aarch64', ['--version']))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/** The release name of this machine, and the address of its Debian mirror. */
export const hostMirror = () => {
  const codename = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  const lines = run('apt-get', ['indextargets', '--format', '$(REPO_URI) $(RELEASE) $(COMPONENT)']).split('\n');
  const found = lines
    .map((line) => line.split(' '))
    .find(([, release, component]) => release === codename && component === 'main');
  if (!found)
    throw new Error(`apt has no source with the component main of ${codename}; run apt-get update, or add one`);
  return { codename, mirror: found[0].replace(/\/$/, '') };
};

const install = (names, ...options) =>
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...options, ...names], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

// The emulator of Debian 12 is ten times slower; its backports have a better one, which is fetched without touching the
// machine's sources.
const installFromBackports = (names) => {
  const { codename, mirror } = hostMirror();
  const folder = join(cache, 'apt-host');
  mkdirSync(join(folder, 'lists/partial'), { recursive: true });
  writeFileSync(
    join(folder, 'sources.list'),
    [codename, `${codename}-updates`, `${codename}-backports`].map((suite) => `deb ${mirror} ${suite} main\n`).join(''),
  );
  const options = [
    '-o',
    `Dir::State::lists=${folder}/lists`,
    '-o',
    `Dir::Etc::SourceList=${folder}/sources.list`,
    '-o',
    'Dir::Etc::SourceParts=/dev/null',
  ];
  run('apt-get', ['update', '-qq', ...options]);
  install(names, '-t', `${codename}-backports`, ...options);
};

/** Installs what is missing. `withEmulator`: also what the tests need. */
export const installTools = (withEmulator = false) => {
  quietly(() => {
    const missing = BUILD.filter((name) => !isInstalled(name));
    if (missing.length > 0) {
      run('apt-get', ['update', '-qq']);
      install(missing);
    }
    const emulators = withEmulator ? EMULATOR : EMULATOR.slice(0, 1);
    if (emulators.every(isInstalled) && emulatorMajor() >= OLDEST_EMULATOR) return;
    run('apt-get', ['update', '-qq']);
    const { codename } = hostMirror();
    if (codename === 'bookworm') installFromBackports(emulators);
    else install(emulators);
  });
};
