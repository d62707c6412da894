// What goes onto the card without running there first: kernel, firmware, boot loader, busybox, Node. Fetched once,
// unpacked natively.
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, pins } from './paths.mjs';
import { emptyFolder, keyOf, run } from './run.mjs';
import { hostMirror } from './tools.mjs';

const PACKAGES = ['raspi-firmware', 'u-boot-rpi', 'u-boot-qemu', 'busybox-static'];
const KERNEL = ['linux-base', 'linux-binary', 'linux-modules'].map(
  (name) => `${name}-${pins.kernel.name}=${pins.kernel.version}`,
);

/** The apt sources of the card's release. */
export const cardSources = () => {
  const { mirror } = hostMirror();
  const { release } = pins;
  return ['', '-updates'].map((suffix) => `deb [arch=arm64] ${mirror} ${release}${suffix} main non-free-firmware`);
};

const cardApt = () => {
  const folder = join(cache, 'apt-card');
  for (const name of ['lists/partial', 'archives/partial']) mkdirSync(join(folder, name), { recursive: true });
  const backports = `deb [arch=arm64] ${hostMirror().mirror} ${pins.release}-backports main`;
  writeFileSync(join(folder, 'sources.list'), [...cardSources(), backports, ''].join('\n'));
  writeFileSync(join(folder, 'status'), '');
  const settings = {
    'APT::Architecture': 'arm64',
    'APT::Architectures': 'arm64',
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    'Dir::State::lists': `${folder}/lists`,
    'Dir::State::status': `${folder}/status`,
    'Dir::Cache::archives': `${folder}/archives`,
    'Dir::Cache::pkgcache': '',
    'Dir::Cache::srcpkgcache': '',
    'Dir::Etc::SourceList': `${folder}/sources.list`,
    'Dir::Etc::SourceParts': '/dev/null',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
};

const fetchPackages = (folder) => {
  const apt = cardApt();
  run('apt-get', [...apt, 'update', '-qq']);
  const debs = emptyFolder(`${folder}.debs`);
  run('apt-get', [...apt, 'download', ...PACKAGES, ...KERNEL], { cwd: debs });
  for (const name of readdirSync(debs).sort()) {
    run('dpkg-deb', ['-x', join(debs, name), join(folder, 'debian')]);
    const fields = run('dpkg-deb', ['-f', join(debs, name), 'Package', 'Version']);
    const [, id, version] = /^Package: (.+)\nVersion: (.+)$/m.exec(fields);
    writeFileSync(join(folder, 'packages.tsv'), `${id}\t${version}\n`, { flag: 'a' });
  }
  emptyFolder(debs);
};

const fetchFromNpm = (folder, name, spec) => {
  const target = join(folder, name);
  mkdirSync(target, { recursive: true });
  const packed = run('npm', ['pack', '--silent', spec], { cwd: target }).trim().split('\n').at(-1);
  run('tar', ['xzf', packed, '--strip-components=1'], { cwd: target });
  run('rm', ['-f', packed], { cwd: target });
};

/** The folder with everything unpacked: `debian/`, `node/`, `bcrypt/`, `packages.tsv`. `refresh`: fetch again. */
export const fetchParts = (refresh = false) => {
  const folder = join(cache, `parts-${keyOf(JSON.stringify(pins), PACKAGES.join())}`);
  if (existsSync(folder) && !refresh) return folder;
  const work = emptyFolder(`${folder}.new`);
  fetchPackages(work);
  for (const [name, spec] of Object.entries(pins.npm)) fetchFromNpm(work, name, spec);
  run('aarch64-linux-gnu-strip', ['-o', join(work, 'node/node'), join(work, 'node/bin/node')]);
  const modules = join(work, 'debian/usr/lib/modules', pins.kernel.name);
  // gzip -n leaves out the time; the boot loader unpacks no other kind.
  run('sh', ['-c', `gzip -n -9 < ${modules}/vmlinuz > ${work}/Image.gz`]);
  run('depmod', ['-b', join(work, 'debian/usr'), pins.kernel.name]);
  emptyFolder(folder);
  run('rmdir', [folder]);
  renameSync(work, folder);
  return folder;
};
