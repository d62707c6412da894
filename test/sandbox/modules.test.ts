import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Modules, resolveModule } from '../../src/sandbox/worker/modules.ts';

const test = suite('sandbox/modules');

const root = mkdtempSync(join(tmpdir(), 'flapbox-modules-'));
const folder = join(root, 'plugin');
mkdirSync(join(folder, 'lib'), { recursive: true });
mkdirSync(join(root, 'plugin-other'));
writeFileSync(join(folder, 'index.mjs'), 'index');
writeFileSync(join(folder, 'lib', 'b.mjs'), 'b');
writeFileSync(join(folder, 'half.mjs'), 'x'.repeat(1024 * 1024));
writeFileSync(join(root, 'plugin-other', 'c.mjs'), 'c');
symlinkSync(join(root, 'plugin-other', 'c.mjs'), join(folder, 'out.mjs'));
symlinkSync(join(folder, 'lib', 'b.mjs'), join(folder, 'in.mjs'));

const only = "cannot be imported: there are only the files of the plugin's own folder";
for (const [base, asked, name] of [
  ['index.mjs', './a.mjs', 'a.mjs'],
  ['./index.mjs', './lib/../a.mjs', 'a.mjs'],
  ['lib/b.mjs', './c.mjs', 'lib/c.mjs'],
  ['lib/b.mjs', '../a.mjs', 'a.mjs'],
  ['lib/b.mjs', '../../a.mjs', '?"../../a.mjs" lies outside of the plugin\'s folder'],
  ['index.mjs', '../a.mjs', '?"../a.mjs" lies outside of the plugin\'s folder'],
  ['index.mjs', '..a.mjs', `?"..a.mjs" ${only}`],
  ['index.mjs', 'node:fs', `?"node:fs" ${only}`],
  ['index.mjs', '/etc/passwd', `?"/etc/passwd" ${only}`],
  ['index.mjs', '.../a', `?".../a" ${only}`],
  ['index.mjs', 'x'.repeat(81), `?"${'x'.repeat(80)}" ${only}`],
] as const)
  test(`${base} asks for ${asked.slice(0, 20)}`, () => assert.is(resolveModule(base, asked), name));

const refusal = (read: () => string): string => {
  try {
    return `read ${read()}`;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : '';
  }
};

for (const [name, said] of [
  ['index.mjs', 'read index'],
  ['lib/b.mjs', 'read b'],
  ['in.mjs', 'read b'],
  ['out.mjs', 'ImportError: "out.mjs" is no file of the plugin\'s folder'],
  ['../plugin-other/c.mjs', 'ImportError: "../plugin-other/c.mjs" is no file of the plugin\'s folder'],
  ['lib', 'ImportError: "lib" is no file of the plugin\'s folder'],
  ['none.mjs', 'ImportError: "none.mjs" is no file of the plugin\'s folder'],
  ['x'.repeat(81), `ImportError: "${'x'.repeat(80)}" is no file of the plugin's folder`],
  ['?no', 'ImportError: no'],
] as const)
  test(`a module that is called ${name.slice(0, 20)}`, () =>
    assert.is(
      refusal(() => new Modules(folder).read(name)),
      said,
    ));

const TOO_MANY = 'ImportError: the plugin has more than 100 modules or 2 MiB of them';
test('a plugin has a hundred modules at most, and 2 MiB of them', () => {
  const many = new Modules(folder);
  for (let at = 0; at < 100; at++) many.read('index.mjs');
  assert.is(
    refusal(() => many.read('index.mjs')),
    TOO_MANY,
  );
  const large = new Modules(folder);
  for (let at = 0; at < 2; at++) large.read('half.mjs');
  assert.is(
    refusal(() => large.read('lib/b.mjs')),
    TOO_MANY,
  );
});

test.after(() => rmSync(root, { recursive: true }));
test.run();
