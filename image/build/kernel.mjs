// The part of the kernel's modules that the card keeps, and the first root file system.
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { here, pins } from './paths.mjs';
import { emptyFolder, run } from './run.mjs';

const lines = (file) =>
  readFileSync(join(here, file), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));

const treeOf = (parts) => join(parts, 'debian/usr/lib/modules', pins.kernel.name);

const INDEX = ['modules.builtin', 'modules.builtin.modinfo', 'modules.order'];

const nameOf = (path) =>
  basename(path)
    .replace(/\.ko.*$/, '')
    .replaceAll('-', '_');

/** Every module with what it needs, from the index that depmod made. */
const readNeeds = (tree) => {
  const needs = new Map();
  for (const line of readFileSync(join(tree, 'modules.dep'), 'utf8').split('\n')) {
    const [path, rest = ''] = line.split(':');
    if (path) needs.set(nameOf(path), { path, needs: rest.trim().split(' ').filter(Boolean) });
  }
  return needs;
};

const withNeeds = (tree, wanted) => {
  const needs = readNeeds(tree);
  const paths = new Set();
  for (const name of wanted) {
    const found = needs.get(name.replaceAll('-', '_'));
    for (const path of found ? [...found.needs, found.path] : []) paths.add(path);
  }
  return [...paths].sort();
};

/** The names of the modules that `kernel-modules.txt` lists; what the kernel has built in is none. */
const listKept = (tree) => {
  const modules = [...readNeeds(tree).values()].map(({ path }) => path);
  const builtIn = readFileSync(join(tree, 'modules.builtin'), 'utf8');
  return lines('kernel-modules.txt').flatMap((listed) => {
    const start = `kernel/${listed}`;
    const found = modules.filter((path) => path.startsWith(`${start}/`) || path.startsWith(`${start}.ko`));
    if (found.length === 0 && !builtIn.includes(start))
      throw new Error(`kernel-modules.txt: ${listed} is not in this kernel`);
    return found.map(nameOf);
  });
};

/** Copies the modules that `kernel-modules.txt` lists, those that they need and their index into a root file system. */
export const copyModules = (parts, root) => {
  const from = treeOf(parts);
  const to = join(root, 'usr/lib/modules', pins.kernel.name);
  for (const path of [...INDEX, ...withNeeds(from, listKept(from))]) cpSync(join(from, path), join(to, path));
  run('depmod', ['-b', join(root, 'usr'), pins.kernel.name]);
};

const COMMANDS = [
  'sh',
  'mount',
  'umount',
  'modprobe',
  'switch_root',
  'mkdir',
  'sleep',
  'cat',
  'cut',
  'sha256sum',
  'reboot',
  'dd',
  'hexdump',
];

/** Packs the first root file system: busybox, the modules of `initrd-modules.txt`, and `boot/init`. */
export const makeInitrd = (parts, work, target) => {
  const tree = treeOf(parts);
  const root = emptyFolder(join(work, 'initrd'));
  for (const name of ['bin', 'proc', 'sys', 'dev', 'run', 'ro', 'rw', 'new']) mkdirSync(join(root, name));
  const modules = join(root, 'lib/modules', pins.kernel.name);
  for (const path of withNeeds(tree, lines('initrd-modules.txt'))) {
    const copy = join(modules, path);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(tree, path), copy);
    if (copy.endsWith('.xz')) run('xz', ['-d', copy]);
  }
  for (const name of INDEX) copyFileSync(join(tree, name), join(modules, name));
  run('depmod', ['-b', root, pins.kernel.name]);
  copyFileSync(join(parts, 'debian/usr/bin/busybox'), join(root, 'bin/busybox'));
  for (const name of COMMANDS) symlinkSync('busybox', join(root, 'bin', name));
  writeFileSync(join(root, 'init'), readFileSync(join(here, 'boot/init')));
  for (const name of ['init', 'bin/busybox']) chmodSync(join(root, name), 0o755);
  run('sh', [
    '-c',
    `cd ${root} && find . -exec touch -h -d @0 {} + && find . | LC_ALL=C sort | cpio --quiet --reproducible -o -H newc -R 0:0 | zstd -q -19 -T1 > ${target}`,
  ]);
};

/** The device trees of every model, into a folder. */
export const copyDeviceTrees = (parts, target) => {
  const folder = join(treeOf(parts), 'dtb/broadcom');
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(folder).filter((one) => /^bcm(2711|2712|2837)-?.*\.dtb$/.test(one)))
    copyFileSync(join(folder, name), join(target, name));
};
