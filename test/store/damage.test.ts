import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MEMBERS, fileOf, type Member } from '../../src/store/aggregates.ts';
import type { State } from '../../src/schema/state.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createMemoryDisk, diskError, type MemoryDisk } from '../support/memory-disk.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { samplePage, sampleState } from '../support/sample-state.ts';

const test = suite('damaged files');

const open = (fs: MemoryDisk, log = createQuietLog()) =>
  openStore({ dir: '/data', fs, clock: createFakeClock('2025-03-01T10:00:00.000Z'), log });

/** A disk on which every file and every backup is good, with the same content. */
const prepare = async (): Promise<MemoryDisk> => {
  const disk = createMemoryDisk();
  await (await open(disk)).update(sampleState);
  for (const member of MEMBERS)
    disk.files.set(`${fileOf(member)}.bak`, disk.files.get(fileOf(member)) ?? new Uint8Array());
  return disk;
};

const text = (disk: MemoryDisk, name: string): string => Buffer.from(disk.files.get(name) ?? []).toString();

const edit = (bytes: Uint8Array, change: (content: Record<string, unknown>) => unknown): Uint8Array =>
  Buffer.from(JSON.stringify(change(JSON.parse(Buffer.from(bytes).toString()))));

const names = (count: number): string => Array.from({ length: count }, (_, at) => `"n${at}":0`).join(',');

/** Ways in which a file can be broken. */
const DAMAGES: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  'cut in half': (bytes) => bytes.slice(0, bytes.length / 2),
  'cut by its last brace': (bytes) => bytes.slice(0, -2),
  empty: () => new Uint8Array(),
  'full of zeros': (bytes) => new Uint8Array(bytes.length),
  'no UTF-8': (bytes) => Buffer.concat([bytes.slice(0, 30), Buffer.from([0xff, 0xfe]), bytes.slice(30)]),
  'a JSON text': () => Buffer.from('"hello"'),
  'a JSON list': () => Buffer.from('[]'),
  null: () => Buffer.from('null'),
  'an empty object': () => Buffer.from('{}'),
  'without its version': (bytes) => edit(bytes, ({ schema_version: _, ...rest }) => rest),
  'of version zero': (bytes) => edit(bytes, (content) => ({ ...content, schema_version: 0 })),
  'of version 1.5': (bytes) => edit(bytes, (content) => ({ ...content, schema_version: 1.5 })),
  'of a version in text': (bytes) => edit(bytes, (content) => ({ ...content, schema_version: '1' })),
  'without data': (bytes) => edit(bytes, ({ data: _, ...rest }) => rest),
  'with a number for data': (bytes) => edit(bytes, (content) => ({ ...content, data: 7 })),
  'with null for data': (bytes) => edit(bytes, (content) => ({ ...content, data: null })),
  'with more secrets than anything has': (bytes) =>
    edit(bytes, (content) => ({ ...content, secrets: JSON.parse(`{${names(10_001)}}`) as object })),
  'with a list for secrets': (bytes) => edit(bytes, (content) => ({ ...content, secrets: [] })),
};

for (const [what, data] of [
  ['objects', `[${'{},'.repeat(400_000)}{}]`],
  ['names', `{${names(200_000)}}`],
])
  test(`a file of more ${what} than there is memory for is not read`, async () => {
    const disk = await prepare();
    disk.files.set('pages.json', Buffer.from(`{"schema_version":1,"data":${data},"secrets":{}}`));
    const log = createQuietLog();
    assert.is((await open(disk, log)).damaged.length, 1);
    assert.match(JSON.stringify(log), 'it would take too much memory');
  });

/** What stands for a file of which nothing could be saved. */
const lostOf = (member: Member, { auth, ...fresh }: State): unknown =>
  member === 'auth' ? { ...auth, closed: true } : fresh[member];

for (const member of MEMBERS) {
  const file = fileOf(member);
  for (const [damage, apply] of Object.entries(DAMAGES)) {
    test(`${file} ${damage}, backup good: the backup is used, the damaged file kept and named, the rest untouched`, async () => {
      const disk = await prepare();
      const broken = apply(disk.files.get(file) ?? new Uint8Array());
      disk.files.set(file, broken);
      const before = new Map(disk.files);
      const log = createQuietLog();
      const store = await open(disk, log);
      const kept_as = `${file}.damaged-2025-03-01T10-00-00.000Z`;
      assert.equal(store.state, sampleState());
      assert.equal(store.damaged, [{ file, kept_as, recovered_from: 'backup' }]);
      assert.equal(disk.files.get(kept_as), broken);
      assert.match(log.lines.join(''), `file=${file}`);
      assert.match(log.lines.join(''), kept_as);
      for (const [name, bytes] of before) if (name !== file) assert.is(disk.files.get(name), bytes, name);
      const again = await open(disk);
      assert.equal(again.damaged, store.damaged);
      assert.equal(again.state, sampleState());
    });

    test(`${file} and its backup ${damage}: defaults for this file alone, both kept`, async () => {
      const disk = await prepare();
      const broken = apply(disk.files.get(file) ?? new Uint8Array());
      disk.files.set(file, broken);
      disk.files.set(`${file}.bak`, broken);
      const fresh = lostOf(member, (await open(createMemoryDisk())).state);
      const store = await open(disk);
      assert.equal(store.state, { ...sampleState(), [member]: fresh });
      assert.equal(store.damaged, [
        { file, kept_as: `${file}.damaged-2025-03-01T10-00-00.000Z`, recovered_from: 'defaults' },
      ]);
      const kept = [...disk.files.keys()].filter((name) => name.includes('.damaged-'));
      assert.equal(
        kept.map((name) => disk.files.get(name)),
        [broken, broken],
      );
      await store.update(sampleState);
      const again = await open(disk);
      assert.equal([again.state, again.damaged], [sampleState(), store.damaged]);
    });
  }

  test(`${file} damaged without a backup: defaults for this file alone`, async () => {
    const disk = await prepare();
    disk.files.set(file, Buffer.from('{'));
    disk.files.delete(`${file}.bak`);
    const store = await open(disk);
    assert.equal(
      store.damaged.map((one) => one.recovered_from),
      ['defaults'],
    );
    const again = await open(disk);
    assert.equal([again.damaged, again.state], [store.damaged, store.state]);
  });

  test(`a good ${file} never asks its backup`, async () => {
    const disk = await prepare();
    disk.files.set(`${file}.bak`, Buffer.from('garbage'));
    disk.steps.length = 0;
    const store = await open(disk);
    assert.equal(store.damaged, []);
    assert.not.ok(disk.steps.includes(`read ${file}.bak`));
  });

  test(`${file} that the disk cannot read counts as damaged`, async () => {
    const disk = await prepare();
    disk.before = (step) => {
      if (step === `read ${file}`) throw diskError('EIO');
    };
    const store = await open(disk);
    assert.equal(
      store.damaged.map((one) => [one.file, one.recovered_from]),
      [[file, 'backup']],
    );
    assert.equal(store.state, sampleState());
  });
}

for (const member of MEMBERS.filter((name) => name !== 'auth')) {
  test(`${fileOf(member)} missing: its backup is used`, async () => {
    const disk = await prepare();
    disk.files.delete(fileOf(member));
    const log = createQuietLog();
    const store = await open(disk, log);
    assert.equal([store.state, store.damaged], [sampleState(), []]);
    assert.match(log.lines.join(''), 'missing');
  });
}

test('a missing file with a damaged backup is named too', async () => {
  const disk = await prepare();
  disk.files.delete('pages.json');
  disk.files.set('pages.json.bak', Buffer.from('{'));
  const store = await open(disk);
  assert.equal(store.damaged, [
    { file: 'pages.json', kept_as: 'pages.json.bak.damaged-2025-03-01T10-00-00.000Z', recovered_from: 'defaults' },
  ]);
});

test('a missing auth.json means undecided, whatever its backup has', async () => {
  const disk = await prepare();
  disk.files.delete('auth.json');
  const store = await open(disk);
  assert.equal(store.state.auth, {
    preference: null,
    user: null,
    revoked: [],
    token_hash: null,
    shares: [],
    closed: false,
    audit: [],
  });
  assert.equal(store.damaged, []);
  assert.not.ok(disk.files.has('auth.json.bak'));
});

test('an account that was removed does not come back when the file of the next one is damaged', async () => {
  const disk = await prepare();
  disk.files.delete('auth.json');
  const store = await open(disk);
  await store.update(({ auth }) => ({ auth: { ...auth, preference: 'enabled' } }));
  await store.close();
  disk.files.set('auth.json', Buffer.from('{'));
  assert.is((await open(disk)).state.auth.user, null);
});

for (const [name, before] of [
  ['nobody had chosen yet', { preference: null, user: null }],
  ['a login was wanted, but there was no account yet', { preference: 'enabled', user: null }],
] as const) {
  test(`a backup of auth.json from when ${name} does not open the appliance again`, async () => {
    const disk = createMemoryDisk();
    const store = await open(disk);
    await store.update(({ auth }) => ({ auth: { ...auth, ...before, token_hash: 'ab' } }));
    await store.update(sampleState);
    disk.files.set('auth.json', Buffer.from('{'));
    const { auth } = (await open(disk)).state;
    assert.equal([auth.closed, auth.user, auth.preference], [true, null, null]);
    assert.ok((await open(disk)).state.auth.closed, 'nor does the next start');
  });
}

test('a lost account stays closed at whatever moment of the recovery the power fails', async () => {
  const disk = await prepare();
  disk.files.set('auth.json', Buffer.from('{'));
  disk.files.delete('auth.json.bak');
  await disk.syncFolder('');
  const images: Map<string, Uint8Array>[] = [];
  disk.before = () => images.push(...disk.afterPowerCut());
  await open(disk);
  assert.ok(images.length > 4);
  for (const image of images) assert.ok((await open(createMemoryDisk(image))).state.auth.closed);
});

test('deleting the file of a lost account is the way back', async () => {
  const disk = await prepare();
  disk.files.set('auth.json', Buffer.from('{'));
  disk.files.delete('auth.json.bak');
  await (await open(disk)).update(({ auth }) => ({ auth: { ...auth, audit: [] } }));
  disk.files.delete('auth.json');
  assert.not.ok((await open(disk)).state.auth.closed);
});

test('damage is named until it is dismissed, and new damage after that', async () => {
  const disk = await prepare();
  disk.files.set('pages.json', Buffer.from('{'));
  await open(disk);
  disk.files.set('boards.json', Buffer.from('{'));
  const store = await open(disk);
  assert.equal(
    store.damaged.map(({ file }) => file),
    ['pages.json', 'boards.json'],
  );
  assert.is(await store.damage.dismiss(), 2);
  assert.equal([store.damaged, (await open(disk)).damaged], [[], []]);
  disk.files.set('boards.json', Buffer.from('{'));
  assert.equal(
    (await open(disk)).damaged.map(({ file }) => file),
    ['boards.json'],
  );
});

test('of more than a hundred damages the newest are named', async () => {
  const { damage } = await open(createMemoryDisk());
  for (let at = 1; at <= 101; at++)
    damage.report({ file: `${at}.json`, kept_as: `${at}`, recovered_from: 'defaults' }, 'it is');
  assert.equal([damage.list.length, damage.list[0]?.file, damage.list.at(-1)?.file], [100, '2.json', '101.json']);
  assert.is(await damage.dismiss(), 100);
});

test('a record of damage that is damaged itself is kept aside and named', async () => {
  for (const text of ['', '{', '{"damaged":7}', '{"damaged":[{"file":1}]}']) {
    const disk = await prepare();
    disk.files.set('damage.json', Buffer.from(text));
    const store = await open(disk);
    assert.equal(
      store.damaged.map(({ file }) => file),
      ['damage.json'],
    );
    assert.is(Buffer.from(disk.files.get(store.damaged[0]?.kept_as ?? '') ?? 'nothing').toString(), text);
    assert.equal((await open(disk)).damaged, store.damaged);
  }
});

test('of a record of damage no more than 64 KiB are read', async () => {
  const disk = await prepare();
  const asked: unknown[] = [];
  const read: MemoryDisk['read'] = (path, most) => {
    if (path.endsWith('/damage.json')) asked.push(most);
    return disk.read(path, most);
  };
  await open({ ...disk, read });
  assert.equal(asked, [65_536]);
});

test('a disk that is full after a recovery names the damage all the same', async () => {
  const disk = await prepare();
  disk.files.set('pages.json', Buffer.from('{'));
  disk.before = (step) => {
    if (step === 'write damage.json.tmp') throw diskError('ENOSPC');
  };
  const log = createQuietLog();
  assert.equal(
    (await open(disk, log)).damaged.map(({ file }) => file),
    ['pages.json'],
  );
  assert.match(log.lines.join(''), 'could not be noted');
});

test('auth.json is never missing while it is being recovered', async () => {
  const disk = await prepare();
  disk.files.set('auth.json', Buffer.from('{'));
  disk.before = () => assert.ok(disk.files.has('auth.json'));
  assert.is((await open(disk)).state.auth.user?.username, 'owner');
});

test('damage without hard links is recovered too', async () => {
  const good = await prepare();
  const disk = createMemoryDisk(good.files, { links: false });
  disk.files.set('pages.json', Buffer.from('{'));
  const store = await open(disk);
  assert.equal(store.state, sampleState());
  assert.is(text(disk, store.damaged[0]?.kept_as ?? ''), '{');
});

test('a power cut during the recovery loses nothing', async () => {
  const disk = await prepare();
  disk.files.set('auth.json', Buffer.from('{'));
  disk.files.set('pages.json', Buffer.from('{'));
  await disk.syncFolder('');
  const images: Map<string, Uint8Array>[] = [];
  disk.before = () => images.push(...disk.afterPowerCut());
  await open(disk);
  for (const image of images) assert.equal((await open(createMemoryDisk(image))).state, sampleState());
});

test('the newest version is the current file, then the backup', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  await store.update(() => ({ pages: [samplePage('older')] }));
  await store.update(() => ({ pages: [samplePage('newer')] }));
  disk.files.set('pages.json', Buffer.from(''));
  assert.equal(
    (await open(disk)).state.pages.map(({ id }) => id),
    ['older'],
  );
});

test('two damages at the same instant keep both copies', async () => {
  const disk = await prepare();
  for (const broken of ['{1', '{2', '{3']) {
    disk.files.set('pages.json', Buffer.from(broken));
    await open(disk);
  }
  const kept = [...disk.files.keys()].filter((name) => name.startsWith('pages.json.damaged-'));
  assert.equal(kept.map((name) => text(disk, name)).sort(), ['{1', '{2', '{3']);
  assert.ok(kept.every((name) => !name.includes(':')));
});

const record = (file: string, name: string, path: readonly (string | number)[], value: unknown): void => {
  test(`${file} with ${name} is damaged as a whole, no record is dropped`, async () => {
    const disk = await prepare();
    const content = JSON.parse(text(disk, file));
    const parent = path.slice(0, -1).reduce((at, key) => at[key], content.data);
    parent[path.at(-1) ?? ''] = value;
    disk.files.set(file, Buffer.from(JSON.stringify(content)));
    const store = await open(disk);
    assert.equal(
      store.damaged.map((one) => one.file),
      [file],
    );
    assert.equal(store.state, sampleState());
  });
};
record('boards.json', 'a board without an id', [1, 'id'], null);
record('boards.json', 'an unknown device type', [0, 'device_type'], 'tower');
record('boards.json', 'a board that is a text', [0], 'b1');
record('pages.json', 'a page without a name', [0, 'name'], '');
record('pages.json', 'a duration out of bounds', [0, 'duration_seconds'], 9);
record('pages.json', 'a template of numbers', [0, 'template'], [1]);
record('schedules.json', 'a rule that is null', [0], null);
record('schedules.json', 'an unknown recurrence', [0, 'recurrence_type'], 'daily');
record('collections.json', 'an interval out of bounds', [0, 'time'], { interval_seconds: 1 });
record('settings.json', 'an unknown target', ['output_target'], 'tv');
record('settings.json', 'text for a port', ['mqtt', 'broker_port'], '1883');
record('settings.json', 'a list for a section', ['display'], []);
record('plugins.json', 'a plugin that is a list', ['weather'], []);
record(
  'plugins.json',
  'settings that are nested too deeply',
  ['weather', 'config'],
  JSON.parse(`${'{"a":'.repeat(250)}1${'}'.repeat(250)}`),
);
record('plugins.json', 'text for enabled', ['weather', 'enabled'], 'yes');
record('programmes.json', 'an unknown kind of content', ['b1', 'messages', '0', 'content', 'kind'], 'film');
record('programmes.json', 'a code of 72', ['b1', 'messages', '1', 'content', 'characters'], [[72]]);
record('auth.json', 'a user without a hash', ['user', 'password_hash'], 5);
record('auth.json', 'an unknown preference', ['preference'], 'maybe');

test('an unknown member is kept, but not when it is nested too deeply to be written again', async () => {
  for (const [levels, files] of [
    [100, []],
    [3000, ['pages.json']],
  ] as const) {
    const disk = await prepare();
    const content = {
      ...JSON.parse(text(disk, 'pages.json')),
      later: JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`),
    };
    disk.files.set('pages.json', Buffer.from(JSON.stringify(content)));
    assert.equal(
      (await open(disk)).damaged.map(({ file }) => file),
      files,
    );
  }
});

test.run();
