import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { State } from '../../src/schema/state.ts';
import { AGGREGATES, type Aggregates } from '../../src/store/aggregates.ts';
import { migrate, versionAfter } from '../../src/store/migration.ts';
import { openStore } from '../../src/store/open-store.ts';
import { UnusableDataFolder } from '../../src/store/files/disk-error.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createMemoryDisk, type MemoryDisk } from '../support/memory-disk.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { samplePage, sampleState } from '../support/sample-state.ts';

const test = suite('migrations');

const rename = (suffix: string) => (data: unknown) =>
  Array.isArray(data)
    ? data.map((record: object) => ({ ...record, name: `${Reflect.get(record, 'name')}${suffix}` }))
    : data;
const later = (...steps: string[]): Aggregates => ({
  ...AGGREGATES,
  pages: { ...AGGREGATES.pages, migrations: steps.map(rename) },
  boards: { ...AGGREGATES.boards, migrations: steps.map(rename) },
});
const open = (fs: MemoryDisk, aggregates = AGGREGATES) =>
  openStore({ dir: '/data', fs, aggregates, clock: createFakeClock('2025-03-01T10:00:00Z'), log: createQuietLog() });
const filled = async (): Promise<MemoryDisk> => {
  const disk = createMemoryDisk();
  await (await open(disk)).update(sampleState);
  return disk;
};
const versionOf = (disk: MemoryDisk, file: string): unknown =>
  JSON.parse(Buffer.from(disk.files.get(file) ?? []).toString()).schema_version;

test('no steps, version 1', () => assert.is(versionAfter([]), 1));
for (const [from, expected] of [
  [1, 'abc'],
  [2, 'bc'],
  [3, 'c'],
  [4, ''],
] as const) {
  test(`from version ${from} the steps ${expected || 'none'} run, in order`, () => {
    const steps = ['a', 'b', 'c'].map((letter) => (data: unknown) => `${String(data)}${letter}`);
    assert.is(migrate(steps, '', from), expected);
  });
}

test('an older file is brought up to date, with its secrets, and a copy of it is kept', async () => {
  const disk = await filled();
  const old = disk.files.get('boards.json');
  const store = await open(disk, later('!', '?'));
  assert.equal(
    store.state.boards.map(({ name }) => name),
    ['Board b1!?', 'Board b2!?'],
  );
  assert.is(store.state.boards[0]?.secrets.local_api_key, 'local-key-of-b1');
  assert.equal(disk.files.get('boards.json.v1'), old);
  assert.equal(disk.files.get('boards.json'), old, 'the file itself changes with the next save');
  assert.equal(store.damaged, []);
});

test('what was noted since an older file was written is brought up to date with it, and later notes are not mistaken for old ones', async () => {
  const moved: Aggregates = {
    ...AGGREGATES,
    programmes: {
      ...AGGREGATES.programmes,
      migrations: [
        (data) =>
          Object.fromEntries(
            Object.entries(data as State['programmes']).map(([id, one]) => [
              id,
              { ...one, active_page_id: `${one.active_page_id}!` },
            ]),
          ),
      ],
    },
  };
  const pin = (page: string) => (state: State) => ({
    programmes: { ...state.programmes, b1: { active_page_id: page, messages: [] } },
  });
  const disk = await filled();
  await (await open(disk)).update(pin('noted'));
  const store = await open(disk, moved);
  assert.is(store.state.programmes['b1']?.active_page_id, 'noted!');
  await store.update(pin('later'));
  await store.update(pin('newest'));
  assert.is((await open(createMemoryDisk(disk.files), moved)).state.programmes['b1']?.active_page_id, 'newest');
});

test('files without steps get no copy', async () => {
  const disk = await filled();
  await open(disk, later('!'));
  assert.equal(
    [...disk.files.keys()].filter((name) => name.includes('.v')),
    ['boards.json.v1', 'pages.json.v1'],
  );
});

test('the next save writes the new version, and only then', async () => {
  const disk = await filled();
  const store = await open(disk, later('!'));
  await store.update(({ pages }) => ({ pages: [...pages, samplePage('p2')] }));
  assert.is(versionOf(disk, 'pages.json'), 2);
  assert.is(versionOf(disk, 'boards.json'), 1);
  const again = await open(disk, later('!'));
  assert.equal(
    again.state.pages.map(({ name }) => name),
    ['Page p1!', 'Page p2'],
  );
});

test('before that the older build still reads the same file', async () => {
  const disk = await filled();
  await open(disk, later('!'));
  assert.equal((await open(disk)).state, sampleState());
});

test('a newer file is refused with a sentence that names the way back, and nothing is touched', async () => {
  const disk = await filled();
  await (await open(disk, later('!'))).update(({ pages }) => ({ pages: [...pages, samplePage('p2')] }));
  const before = new Map(disk.files);
  const error: unknown = await open(disk).catch((error_: unknown) => error_);
  assert.instance(error, UnusableDataFolder);
  assert.match(
    error instanceof Error ? error.message : '',
    /^pages\.json was written by a newer version of flapbox \(format 2, this one reads up to 1\): .*pages\.json\.v1/,
  );
  assert.equal([...disk.files], [...before]);
});

for (const [what, copies, named] of [
  ['no copy is there', [], null],
  ['the only copy is of an older format', ['pages.json.v1'], 'pages.json.v1'],
  [
    'several copies are there, the newest that can be read is named',
    ['pages.json.v1', 'pages.json.v2'],
    'pages.json.v2',
  ],
  ['a copy is too new', ['pages.json.v3'], null],
] as const)
  test(`a newer file is refused where ${what}`, async () => {
    const disk = createMemoryDisk();
    disk.files.set('pages.json', Buffer.from('{"schema_version":4,"data":[]}'));
    for (const copy of copies) disk.files.set(copy, Buffer.from('{}'));
    const error: unknown = await open(disk, later('!')).catch((error_: unknown) => error_);
    const way = named ? `, or put back the copy ${named} in its place.` : '.';
    assert.is(
      error instanceof Error ? error.message : '',
      `pages.json was written by a newer version of flapbox (format 4, this one reads up to 2): install that version again${way}`,
    );
  });

test('going back with the kept copy keeps the data', async () => {
  const disk = await filled();
  await (await open(disk, later('!'))).update(({ pages }) => ({ pages: [...pages, samplePage('p2')] }));
  disk.files.set('pages.json', disk.files.get('pages.json.v1') ?? new Uint8Array());
  assert.equal((await open(disk)).state, sampleState());
});

test('a damaged file whose backup is older is recovered and brought up to date, with a copy', async () => {
  const disk = await filled();
  disk.files.set('pages.json.bak', disk.files.get('pages.json') ?? new Uint8Array());
  disk.files.set('pages.json', Buffer.from('{'));
  const store = await open(disk, later('!'));
  assert.is(store.state.pages[0]?.name, 'Page p1!');
  assert.ok(disk.files.has('pages.json.v1'));
});

test('a second update after going back keeps the newest copy', async () => {
  const disk = await filled();
  await open(disk, later('!'));
  await (await open(disk)).update(() => ({ pages: [samplePage('changed')] }));
  await open(disk, later('!'));
  assert.match(Buffer.from(disk.files.get('pages.json.v1') ?? []).toString(), /changed/);
});

test.run();
