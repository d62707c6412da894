// The root file system: the Debian system without what an appliance does not need, the kernel's modules, the service,
// our own files.
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { compileAhead } from '../../src/build/compiled.mjs';
import { copyModules } from './kernel.mjs';
import { builtAt, here, project, sourceDate, version } from './paths.mjs';
import { emptyFolder, run } from './run.mjs';

const lines = (file) =>
  readFileSync(join(here, file), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));

/** Users and groups have fixed numbers, because the data outlive the system. */
const SERVICE_ID = 900;
const GROUPS = { flapbox: SERVICE_ID, gpio: 901, i2c: 902, spi: 903 };

const unpackBase = (base, root) => {
  run('tar', ['xf', base, '-C', root, '--exclude=./dev/*']);
  for (const path of lines('left-out.txt')) rmSync(join(root, path), { recursive: true, force: true });
  for (const name of ['var/cache', 'var/log', 'boot', 'data', 'etc/NetworkManager/system-connections'])
    mkdirSync(join(root, name), { recursive: true });
};

const keepFirmware = (parts, root) => {
  const folder = join(root, 'usr/lib/firmware');
  cpSync(join(parts, 'debian/usr/lib/firmware'), folder, { recursive: true });
  const wanted = lines('firmware.txt');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (!entry.isDirectory() && !wanted.some((start) => relative(folder, path).startsWith(start))) rmSync(path);
  }
  // Debian points at one of two databases by a link that is made at installation.
  const database = join(folder, 'regulatory.db');
  rmSync(database, { force: true });
  rmSync(`${database}.p7s`, { force: true });
  symlinkSync('regulatory.db-upstream', database);
  symlinkSync('regulatory.db.p7s-upstream', `${database}.p7s`);
};

const addUsers = (root) => {
  const etc = (name) => join(root, 'etc', name);
  for (const [name, id] of Object.entries(GROUPS)) {
    appendFileSync(etc('group'), `${name}:x:${id}:\n`);
    appendFileSync(etc('gshadow'), `${name}:!::\n`);
  }
  appendFileSync(etc('passwd'), `flapbox:x:${SERVICE_ID}:${SERVICE_ID}:flapbox:/data/flapbox:/usr/sbin/nologin\n`);
  appendFileSync(etc('shadow'), 'flapbox:!*:20000::::::\n');
  // The day of the last change would be that of the build.
  writeFileSync(etc('shadow'), readFileSync(etc('shadow'), 'utf8').replace(/^([^:]+:[^:]*):\d+:/gm, '$1:20000:'));
};

const enable = (root) => {
  const units = join(root, 'etc/systemd/system');
  for (const name of lines('masked.txt')) {
    rmSync(join(units, name), { force: true });
    symlinkSync('/dev/null', join(units, name));
  }
  for (const name of readdirSync(units).filter((one) => one.startsWith('flapbox'))) {
    for (const [, target] of readFileSync(join(units, name), 'utf8').matchAll(/^WantedBy=(.+)$/gm)) {
      mkdirSync(join(units, `${target}.wants`), { recursive: true });
      symlinkSync(`../${name}`, join(units, `${target}.wants`, name));
    }
  }
  const firewall = join(units, 'sysinit.target.wants/nftables.service');
  if (!existsSync(firewall)) symlinkSync('/usr/lib/systemd/system/nftables.service', firewall);
};

const addPrograms = async (root, parts, native, publicKey) => {
  const folder = join(root, 'usr/lib/flapbox');
  const dist = join(project, 'dist');
  const isPart = (path) =>
    /^((flapbox|program)\.cjs|sandbox|steppers|lib|sources|ui|docs)$/.test(relative(dist, path).split('/')[0]);
  cpSync(dist, join(folder, 'service'), { recursive: true, filter: (path) => path === dist || isPart(path) });
  cpSync(native, join(folder, 'service/native'), { recursive: true });
  copyFileSync(join(parts, 'node/node'), join(root, 'usr/bin/node'));
  chmodSync(join(root, 'usr/bin/node'), 0o755);
  const entryPoints = { helper: join(here, 'helper/main.ts'), 'state-dump': join(here, 'notify/state-dump.ts') };
  await build({
    entryPoints,
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  run('aarch64-linux-gnu-gcc', [
    '-O2',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-s',
    '-o',
    join(folder, 'notify-relay'),
    join(here, 'notify/relay.c'),
  ]);
  mkdirSync(join(folder, 'keys'));
  copyFileSync(publicKey, join(folder, 'keys/update.pem'));
  writeFileSync(join(folder, 'version'), `${version}\n`);
  writeFileSync(join(folder, 'built-at'), `${builtAt()}\n`);
};

const settle = (root) => {
  writeFileSync(join(root, 'etc/hostname'), 'flapbox\n');
  writeFileSync(join(root, 'etc/machine-id'), 'uninitialized\n');
  for (const name of ['etc/fstab', 'etc/resolv.conf']) writeFileSync(join(root, name), '');
  writeFileSync(
    join(root, 'etc/nsswitch.conf'),
    readFileSync(join(root, 'etc/nsswitch.conf'), 'utf8').replace(
      /^hosts:.*$/m,
      'hosts: files mdns4_minimal [NOTFOUND=return] dns',
    ),
  );
  for (const name of ['etc/localtime', 'etc/timezone']) rmSync(join(root, name), { force: true });
  symlinkSync('/usr/share/zoneinfo/UTC', join(root, 'etc/localtime'));
  // systemd sets no clock earlier than this file.
  writeFileSync(join(root, 'usr/lib/clock-epoch'), '');
  utimesSync(join(root, 'usr/lib/clock-epoch'), Number(sourceDate()), Number(sourceDate()));
};

/** The state of the Debian packages as `dpkg` left it, for the list of what the card holds. */
export const readPackages = (base) => run('tar', ['xOf', base, './var/lib/dpkg/status']);

/** Fills `root` with the root file system. */
export const makeRoot = async ({ root, base, parts, native, publicKey }) => {
  emptyFolder(root);
  unpackBase(base, root);
  copyModules(parts, root);
  keepFirmware(parts, root);
  addUsers(root);
  cpSync(join(here, 'root'), root, { recursive: true });
  run('chmod', ['-R', 'u=rwX,go=rX', join(root, 'etc/systemd/system'), join(root, 'usr/lib/flapbox')]);
  enable(root);
  await addPrograms(root, parts, native, publicKey);
  settle(root);
};

/** Ten seconds on a quiet machine; the card may be built beside tests that go first. */
const LONGEST_COMPILING_MS = 15 * 60_000;

/** Compiles the service ahead with the card's own Node, in emulation: its starts take a third less. */
export const compileService = (root) =>
  compileAhead(project, join(root, 'usr/lib/flapbox/service'), {
    node: ['qemu-aarch64', '-L', root, join(root, 'usr/bin/node')],
    longestMs: LONGEST_COMPILING_MS,
  });

/** Packs the root file system. The same tree gives the same bytes. */
export const packRoot = (root, target) => {
  rmSync(target, { force: true });
  const env = { ...process.env, SOURCE_DATE_EPOCH: sourceDate() };
  run(
    'mksquashfs',
    [
      root,
      target,
      '-noappend',
      '-comp',
      'zstd',
      '-Xcompression-level',
      '15',
      '-b',
      '256K',
      '-quiet',
      '-no-progress',
      '-processors',
      '2',
    ],
    { env },
  );
};
