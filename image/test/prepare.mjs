// Installs what the tests need, builds the card, and two updates for it: a version like the present one, and one whose
// service ends
// by itself. Usage: node image/test/prepare.mjs
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBundle } from '../build/bundle.mjs';
import { cache, here, version } from '../build/paths.mjs';
import { emptyFolder, hashOf, run, step } from '../build/run.mjs';
import { installTools } from '../build/tools.mjs';

const work = join(cache, 'work');
const target = join(cache, 'test');

const makeVariant = async (name, change) => {
  const folder = emptyFolder(join(cache, 'variant'));
  const root = join(folder, 'root');
  run('cp', ['-al', join(work, 'root'), root]);
  const replace = (path, text) => {
    // The tree shares its files with the build's.
    rmSync(join(root, path));
    writeFileSync(join(root, path), text);
  };
  replace('usr/lib/flapbox/version', `${version}+${name}\n`);
  change(replace);
  copyFileSync(join(work, 'parts/kernel.vfat'), join(folder, 'kernel.vfat'));
  run('mksquashfs', [
    root,
    join(folder, 'root.squashfs'),
    '-noappend',
    '-comp',
    'zstd',
    '-Xcompression-level',
    '1',
    '-b',
    '256K',
    '-quiet',
    '-no-progress',
  ]);
  await makeBundle(folder, join(target, `${name}.update`), `${version}+${name}`);
  rmSync(folder, { recursive: true });
};

installTools(true);
process.stdout.write(run(process.execPath, [join(here, 'build.mjs'), '--raw']));
mkdirSync(target, { recursive: true });
const mark = join(target, 'variants.of');
const present = await hashOf(join(work, 'parts/root.squashfs'));
if (!existsSync(mark) || readFileSync(mark, 'utf8') !== present) {
  await step('next version', () => makeVariant('next', () => undefined));
  await step('version that crashes', () =>
    makeVariant('crash', (replace) => replace('usr/lib/flapbox/service/flapbox.cjs', 'process.exit(1);\n')),
  );
  writeFileSync(mark, present);
}
