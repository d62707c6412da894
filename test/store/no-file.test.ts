import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { State } from '../../src/schema/state.ts';
import { MEMBERS, fileOf } from '../../src/store/aggregates.ts';
import { FileCache } from '../../src/store/files/cache.ts';
import { claimFolder } from '../../src/store/files/folder-lock.ts';
import { DamageRecord } from '../../src/store/damage.ts';
import { diskFileSystem } from '../../src/store/files/file-system.ts';
import { openLastWrites } from '../../src/store/last-writes.ts';
import { openSessionKey, SESSION_KEY_FILE } from '../../src/store/secrets/session-key.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { UnusableDataFolder } from '../../src/store/files/disk-error.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createMemoryDisk, diskError } from '../support/memory-disk.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { samplePage, sampleState } from '../support/sample-state.ts';

/** What lies in the place of a file of the data folder is no file. */
const test = suite('no file');

let root = '';
let good = '';
let stored: State;

const clock = createFakeClock('2025-03-01T10:00:00.000Z');
const open = (dir: string): Promise<Store> => openStore({ dir, clock, log: createQuietLog() });

test.before(async () => {
  root = await mkdtemp(join(tmpdir(), 'flapbox-no-file-'));
  good = join(root, 'good');
  const store = await open(good);
  await store.update(sampleState);
  await store.update((state) => ({ pages: [...state.pages, samplePage('p2')] }));
  stored = store.state;
  await store.close();
  for (const member of MEMBERS) await cp(join(good, fileOf(member)), join(good, `${fileOf(member)}.bak`));
});
test.after(() => rm(root, { recursive: true, force: true }));

const KINDS: Record<string, (path: string) => Promise<unknown>> = {
  folder: (path) => mkdir(join(path, 'inside'), { recursive: true }),
  pipe: async (path) => execFileSync('mkfifo', [path]),
  'link to itself': (path) => symlink(path, path),
  'link to nothing': (path) => symlink(`${path}.nothing`, path),
  device: (path) => symlink('/dev/zero', path),
  'large file': (path) => writeFile(path, '').then(() => truncate(path, 512 * 1024 ** 2)),
};

const put = async (dir: string, name: string, kind: string): Promise<void> => {
  await rm(join(dir, name), { recursive: true, force: true });
  await KINDS[kind]?.(join(dir, name));
};

let copies = 0;
const copy = async (): Promise<string> => {
  const dir = join(root, String(++copies));
  await cp(good, dir, { recursive: true });
  return dir;
};

const expectUsable = async (dir: string, store: Store): Promise<void> => {
  for (const page of ['a', 'b'])
    await store.update(() => ({ pages: [samplePage(page)], boards: sampleState().boards }));
  await store.close();
  const again = await open(dir);
  assert.is(again.state.pages[0]?.id, 'b');
  assert.equal(again.damaged, store.damaged);
};

for (const kind of Object.keys(KINDS)) {
  for (const member of ['pages', 'programmes', 'auth'] as const) {
    const file = fileOf(member);
    test(`a ${kind} for ${file}: its backup is used`, async () => {
      const dir = await copy();
      await put(dir, file, kind);
      const store = await open(dir);
      assert.equal(
        [store.damaged.map((one) => [one.file, one.recovered_from]), store.state],
        [[[file, 'backup']], stored],
      );
      assert.ok((await readdir(dir)).includes(store.damaged[0]?.kept_as ?? ''));
      await expectUsable(dir, store);
    });

    test(`a ${kind} for ${file} and for its backup: it starts empty, and an account stays closed`, async () => {
      const dir = await copy();
      for (const name of [file, `${file}.bak`]) await put(dir, name, kind);
      const store = await open(dir);
      assert.ok(
        store.damaged.some((one) => one.file === file && one.recovered_from === 'defaults'),
        JSON.stringify(store.damaged),
      );
      assert.is(store.state.auth.closed, member === 'auth');
      await expectUsable(dir, store);
      assert.is((await open(dir)).state.auth.closed, member === 'auth');
    });
  }

  for (const name of [
    'programmes.log',
    'commit.json',
    'damage.json',
    '.secret_key',
    'pages.json.tmp',
    'auth.json.bak',
    'commit.json.tmp',
    '.secret_key.tmp',
    '.session_key.tmp',
    'damage.json.tmp',
    'boards.json.bak.tmp',
  ]) {
    test(`a ${kind} for ${name}`, async () => {
      const dir = await copy();
      await put(dir, name, kind);
      const store = await open(dir);
      const isRemain = /tmp$|bak$/.test(name) && kind === 'large file';
      assert.equal(
        store.damaged.map(({ file }) => file),
        isRemain ? [] : [name],
      );
      assert.is(store.state.pages.length, 2);
      await expectUsable(dir, store);
    });
  }

  test(`a ${kind} for the key of the sessions`, async () => {
    const dir = await copy();
    await put(dir, SESSION_KEY_FILE, kind);
    const store = await open(dir);
    const key = await openSessionKey({ dir, damage: store.damage });
    assert.is(key.current, null);
    await key.ensure();
    assert.equal(
      (await open(dir)).damaged.map(({ file }) => file),
      [SESSION_KEY_FILE],
    );
  });

  for (const name of ['cache', 'cache/floors.json', 'cache/floors.json.tmp', 'cache/payloads', 'cache/payloads/x']) {
    test(`a ${kind} for ${name}`, async () => {
      const dir = await copy();
      await mkdir(join(dir, name, '..'), { recursive: true });
      await put(dir, name, kind);
      const log = createQuietLog();
      const store = await open(dir);
      const parts = { dir, clock, log, damage: store.damage };
      const floors = await openLastWrites(parts);
      floors.set('cloud:a', 5);
      const cache = new FileCache(parts);
      await cache.set('key', 'value', 1000);
      assert.equal([await cache.get('key'), (await openLastWrites(parts)).get('cloud:a')], ['value', 5]);
      // A folder is what belongs there, and what is written first is never read.
      const isFine = (name === 'cache' && kind === 'folder') || name.endsWith('.tmp');
      assert.equal(
        store.damaged.map(({ file }) => file),
        isFine ? [] : [name.replace('/x', '')],
      );
    });
  }
}

test('what cannot be moved aside ends the start with a line that names it', async () => {
  for (const code of ['EACCES', 'EPERM', 'EBUSY', 'EROFS']) {
    const disk = createMemoryDisk(new Map([['damage.json', Buffer.from('{')]]));
    disk.before = (step) => {
      if (step.startsWith('rename damage.json ')) throw diskError(code);
    };
    const error: unknown = await DamageRecord.open({ dir: '/data', fs: disk, clock, log: createQuietLog() }).catch(
      (error_: unknown) => error_,
    );
    assert.instance(error, UnusableDataFolder);
    assert.match(
      error instanceof Error ? error.message : '',
      new RegExp(`^SERVICE_DATA_DIR: /data cannot be used: damage\\.json in it .*\\(${code}\\)[^\\n]*$`),
    );
  }
});

test('a pipe that appears while the service runs is replaced, not waited for', async () => {
  const dir = await copy();
  const store = await open(dir);
  execFileSync('mkfifo', [join(dir, 'pages.json.tmp')]);
  await store.update(() => ({ pages: [samplePage('written')] }));
  assert.is((await open(dir)).state.pages[0]?.id, 'written');
});

test('a pipe is never read', async () => {
  const path = join(root, 'pipe');
  execFileSync('mkfifo', [path]);
  const error: unknown = await diskFileSystem.read(path).catch((error_: unknown) => error_);
  assert.match(error instanceof Error ? error.message : '', 'no file');
});

test('a folder is claimed by one at a time, within a process too, and free when it is given back', async () => {
  const dir = await copy();
  const release = await claimFolder(dir);
  const claims = await Promise.all(
    [claimFolder(dir), claimFolder(dir)].map((claim) => claim.catch((error: unknown) => error)),
  );
  for (const error of claims) assert.instance(error, UnusableDataFolder);
  release();
  (await claimFolder(dir))();
});

test('a folder in which the file of the lock is none, or is removed meanwhile, is claimed by one all the same', async () => {
  for (const prepare of [(dir: string) => mkdir(join(dir, 'in-use')), async () => undefined]) {
    const dir = await copy();
    await prepare(dir);
    const release = await claimFolder(dir);
    await rm(join(dir, 'in-use'), { recursive: true });
    assert.match(String(await claimFolder(dir).catch((error: unknown) => error)), /another flapbox uses it/);
    release();
    (await claimFolder(dir))();
  }
});

test('what is no folder is claimed by nobody', async () => {
  const path = join(root, 'a-file');
  await writeFile(path, '');
  const error: unknown = await claimFolder(path).catch((error_: unknown) => error_);
  assert.instance(error, UnusableDataFolder);
  assert.match(String(error), /it is a file, not a folder/);
});

test.run();
