import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { codeOf, diskFileSystem, type FileSystem } from '../../src/store/files/file-system.ts';
import { openStore } from '../../src/store/open-store.ts';
import { UnusableDataFolder } from '../../src/store/files/disk-error.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { diskError } from '../support/memory-disk.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { samplePage, sampleState } from '../support/sample-state.ts';

const test = suite('data folder');

let folder = '';
const opened: { close: () => Promise<void> }[] = [];
test.before.each(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flapbox-store-'));
});
test.after.each(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(folder, { recursive: true, force: true });
});

const open = async (dir: string, fs?: FileSystem) => {
  const clock = createFakeClock('2025-03-01T10:00:00Z');
  const store = await openStore({ dir, clock, log: createQuietLog(), ...(fs ? { fs } : {}) });
  opened.push(store);
  return store;
};
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

const refusal = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => null,
    (error_: unknown) => error_,
  );
  assert.instance(error, UnusableDataFolder);
  return error instanceof Error ? error.message : '';
};

test('a missing folder is created with mode 0700, with those above it', async () => {
  await open(join(folder, 'a', 'b'));
  assert.is(await modeOf(join(folder, 'a', 'b')), 0o700);
  assert.equal(await readdir(join(folder, 'a', 'b')), []);
});

test('a folder that is there keeps its mode', async () => {
  await chmod(folder, 0o750);
  await open(folder);
  assert.is(await modeOf(folder), 0o750);
});

test('every file has mode 0600, whatever the umask', async () => {
  const before = process.umask(0);
  try {
    const store = await open(folder);
    await store.update(sampleState);
    await store.update(() => ({ pages: [], boards: sampleState().boards.slice(1) }));
    const names = await readdir(folder);
    assert.ok(names.includes('.secret_key') && names.includes('auth.json') && names.includes('pages.json.bak'));
    for (const name of names) assert.is(await modeOf(join(folder, name)), 0o600, name);
  } finally {
    process.umask(before);
  }
});

test('a whole life on a real disk', async () => {
  const store = await open(folder);
  await store.update(sampleState);
  await store.update(() => ({ pages: [samplePage('p2')], boards: [] }));
  await store.close();
  assert.equal((await open(folder)).state, { ...sampleState(), pages: [samplePage('p2')], boards: [] });
  assert.equal(
    (await readdir(folder)).filter((name) => /tmp|commit/.test(name)),
    [],
  );
});

test('equal content leaves the file alone', async () => {
  await (await open(folder)).update(sampleState);
  const past = new Date('2020-01-01T00:00:00Z');
  for (const name of await readdir(folder)) await utimes(join(folder, name), past, past);
  await (await open(folder)).update(sampleState);
  for (const name of await readdir(folder)) assert.is((await stat(join(folder, name))).mtimeMs, past.getTime(), name);
});

test('a damaged file on a real disk', async () => {
  const store = await open(folder);
  await store.update(() => ({ pages: [samplePage('older')] }));
  await store.update(() => ({ pages: [samplePage('newer')] }));
  await writeFile(join(folder, 'pages.json'), '');
  const again = await open(folder);
  assert.equal(again.state.pages, [samplePage('older')]);
  assert.is(await readFile(join(folder, again.damaged[0]?.kept_as ?? ''), 'utf8'), '');
});

test('a file in place of the folder', async () => {
  await writeFile(join(folder, 'data'), 'x');
  const message = await refusal(open(join(folder, 'data')));
  assert.match(message, /^SERVICE_DATA_DIR: .*data cannot be used: it is a file, not a folder\. It must be a folder/);
});

test('a place where no folder can be made', async () => {
  assert.match(
    await refusal(open('/proc/flapbox/data')),
    /^SERVICE_DATA_DIR: \/proc\/flapbox\/data cannot be used: it cannot be made\./,
  );
});

test('a file above the folder', async () => {
  await writeFile(join(folder, 'data'), 'x');
  assert.match(await refusal(open(join(folder, 'data', 'deeper'))), /a part of it is a file/);
});

for (const [code, sentence] of [
  ['EACCES', /no permission to read and write it/],
  ['EPERM', /no permission to read and write it/],
  ['EROFS', /read-only/],
  ['ENOSPC', /full/],
  ['ELOOP', /the disk answers ELOOP/],
] as const) {
  test(`a folder that answers ${code}`, async () => {
    const fails = async () => {
      throw diskError(code);
    };
    assert.match(await refusal(open(folder, { ...diskFileSystem, prepareFolder: fails })), sentence);
  });
  test(`a file that answers ${code} when it is read`, async () => {
    const fails = async () => {
      throw diskError(code);
    };
    assert.match(await refusal(open(folder, { ...diskFileSystem, read: fails })), sentence);
  });
}

test('a folder without rights', async () => {
  // The superuser may do everything everywhere.
  if (process.getuid?.() === 0) return;
  await chmod(folder, 0o500);
  assert.match(await refusal(open(folder)), /no permission to read and write it/);
});

test('an error of our own is not taken for one of the disk', async () => {
  const broken = new TypeError('broken');
  const fails = async () => {
    throw broken;
  };
  assert.is(await open(folder, { ...diskFileSystem, list: fails }).catch((error: unknown) => error), broken);
});

test('reading what is not there is null, removing it no error', async () => {
  assert.is(await diskFileSystem.read(join(folder, 'none')), null);
  await diskFileSystem.remove(join(folder, 'none'));
});

test('writing replaces a longer file, and with it whose it was', async () => {
  const before = process.umask(0);
  try {
    await writeFile(join(folder, 'f'), 'long content', { mode: 0o666 });
    await diskFileSystem.write(join(folder, 'f'), Buffer.from('short'));
    assert.equal([await readFile(join(folder, 'f'), 'utf8'), await modeOf(join(folder, 'f'))], ['short', 0o600]);
  } finally {
    process.umask(before);
  }
});

test('a folder that is removed while running: 500, and it works again when it is back', async () => {
  const store = await open(folder);
  await rm(folder, { recursive: true });
  const error: unknown = await store.update(() => ({ pages: [samplePage('p1')] })).catch((error_: unknown) => error_);
  assert.match(error instanceof Error ? error.message : '', /data folder is missing/);
  await mkdir(folder);
  await store.update(() => ({ pages: [samplePage('p1')] }));
  assert.is(store.problem, null);
});

test('codes of errors', () => {
  assert.is(codeOf(diskError('EIO')), 'EIO');
  assert.is(codeOf(new Error('x')), '');
  for (const other of ['EIO', null, undefined, { code: 'EIO' }, Object.assign(new Error('x'), { code: 5 })])
    assert.is(codeOf(other), '');
});

test.run();
