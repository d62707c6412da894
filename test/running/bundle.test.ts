import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('running/bundle');

interface Test {
  readonly file: string;
  readonly startsItself: boolean;
}

interface Bundle {
  bundleTests(
    root: string,
    tests: readonly Test[],
    outdir: string,
  ): Promise<{ argumentsOf(test: Test): string[]; canJoin(test: Test): boolean }>;
  namePlaces(root: string, outdir: string, output: string): Promise<string>;
}

const FILES: Readonly<Record<string, string>> = {
  'test/shared.ts': `console.log('shared'); export const fail = (): never => {\n  throw new Error('it fails');\n};`,
  'test/one.ts': `import './shared.ts';\nconsole.log('one', /ö/.source);`,
  'test/two.ts': `import { fail } from './shared.ts';\n\nfail();`,
  'test/late.ts': `void import(\`node:\${'path'}\`).then(({ sep }) => console.log('late', sep));`,
  'test/again.ts': `console.log('again', __filename === process.argv[1], __filename.endsWith('again.ts.cjs'));`,
};

const load = async (): Promise<Bundle> =>
  (await import(pathToFileURL(join(process.cwd(), 'test/running/bundle.mjs')).href)) as Bundle;

/** What each file prints, and at what place it fails. */
const runFiles = async (): Promise<Record<string, string>> => {
  const { bundleTests, namePlaces } = await load();
  const root = mkdtempSync(join(tmpdir(), 'flapbox-sources-'));
  const outdir = mkdtempSync(join(tmpdir(), 'flapbox-bundle-'));
  try {
    mkdirSync(join(root, 'test'));
    for (const [file, text] of Object.entries(FILES)) writeFileSync(join(root, file), text);
    const tests = Object.keys(FILES)
      .filter((file) => file !== 'test/shared.ts')
      .map((file) => ({ file, startsItself: file === 'test/again.ts' }));
    const { argumentsOf, canJoin } = await bundleTests(root, tests, outdir);
    const said: Record<string, string> = {
      joining: tests
        .filter(canJoin)
        .map(({ file }) => file)
        .join(','),
    };
    for (const one of tests) {
      const env = { ...process.env, TEST_FILE: one.file };
      const { stdout, stderr } = spawnSync(process.execPath, argumentsOf(one), { encoding: 'utf8', env });
      said[one.file] = await namePlaces(root, outdir, stdout + stderr);
    }
    const env = { ...process.env, TEST_FILE: 'test/one.ts,test/two.ts' };
    const args = argumentsOf({ file: 'test/one.ts', startsItself: false });
    said['together'] = spawnSync(process.execPath, args, { encoding: 'utf8', env }).stdout;
    return said;
  } finally {
    for (const folder of [root, outdir]) rmSync(folder, { recursive: true, force: true });
  }
};

test('one program runs the file that is chosen and nothing else, and names places of its source', async () => {
  const said = await runFiles();
  assert.is(said['test/one.ts'], 'shared\none ö\n');
  assert.is(said['joining'], 'test/one.ts,test/two.ts', 'which neither import later nor start themselves');
  assert.is(said['together'], 'shared\none ö\n', 'the first before the second fails');
  assert.match(
    said['test/two.ts'] ?? '',
    /^shared\n[\s\S]*Error: it fails\n\s+at \w+ \(test\/shared\.ts:2:9\)[\s\S]*test\/two\.ts:3:1\b/,
  );
  assert.is(said['test/late.ts'], 'late /\n');
  assert.is(said['test/again.ts'], 'again true true\n');
});

test.run();
