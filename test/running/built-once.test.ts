import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { builtOnce } from '../support/built-once.ts';

const test = suite('running/built-once');

const given = process.env['TEST_SHARED'];
let root = '';
test.before.each(() => void (root = mkdtempSync(join(tmpdir(), 'flapbox-built-'))));
test.after.each(() => {
  rmSync(root, { recursive: true });
  if (given === undefined) delete process.env['TEST_SHARED'];
  else process.env['TEST_SHARED'] = given;
});

/** Builds in several folders, one after the other or at once; answers what lies in each. */
const build = async (names: readonly string[], atOnce: boolean): Promise<string[]> => {
  let count = 0;
  const make = async (folder: string): Promise<void> => {
    const number = ++count;
    await new Promise((resolve) => setImmediate(resolve));
    writeFileSync(join(folder, 'part'), String(number));
  };
  const folders = names.map((name) => [name, mkdtempSync(join(root, 'target-'))] as const);
  const run = async ([name, folder]: readonly [string, string]): Promise<void> => builtOnce(name, folder, make);
  if (atOnce) await Promise.all(folders.map(run));
  else for (const each of folders) await run(each);
  return folders.map(([, folder]) => readFileSync(join(folder, 'part'), 'utf8'));
};

test('what has a name is built once and copied, what has another is built by itself', async () => {
  process.env['TEST_SHARED'] = mkdtempSync(join(root, 'shared-'));
  assert.equal(await build(['a', 'b', 'a', 'b'], false), ['1', '2', '1', '2']);
});

test('of those that begin at once, all get a whole one, and nothing else is left', async () => {
  const shared = mkdtempSync(join(root, 'shared-'));
  process.env['TEST_SHARED'] = shared;
  const built = await build(['a', 'a', 'a'], true);
  assert.is(new Set(built).size, 1);
  assert.equal(readdirSync(shared), ['a']);
});

test('outside of a run each builds for itself', async () => {
  delete process.env['TEST_SHARED'];
  assert.equal(await build(['a', 'a'], false), ['1', '2']);
});

test.run();
