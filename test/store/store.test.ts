import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../src/fault.ts';
import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import type { State } from '../../src/schema/state.ts';
import { AGGREGATES, MEMBERS, fileOf, type Aggregates } from '../../src/store/aggregates.ts';
import { openStore, type StoreOptions } from '../../src/store/open-store.ts';
import { createFakeClock, settle } from '../support/fake-clock.ts';
import { createMemoryDisk, diskError, type MemoryDisk } from '../support/memory-disk.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { SAMPLE_SECRETS, sampleBoard, samplePage, sampleState } from '../support/sample-state.ts';

const test = suite('store');

const open = (fs: MemoryDisk, more: Partial<StoreOptions> = {}) =>
  openStore({ dir: '/data', fs, clock: createFakeClock('2025-03-01T10:00:00Z'), log: createQuietLog(), ...more });

const writesOf = (disk: MemoryDisk): string[] =>
  disk.steps.filter((step) => step.startsWith('write')).map((step) => step.slice(6));

const rejection = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it did not reject');
};

test('opening an empty folder writes nothing and gives defaults', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  assert.is(disk.files.size, 0);
  assert.equal(store.state.boards, []);
  assert.equal(store.state.settings, defaultSettings());
  assert.equal(store.state.auth, {
    preference: null,
    user: null,
    revoked: [],
    token_hash: null,
    shares: [],
    closed: false,
    audit: [],
  });
  assert.is(store.problem, null);
  assert.equal(store.damaged, []);
});

test('every member comes back after a restart', async () => {
  const disk = createMemoryDisk();
  await (await open(disk)).update(sampleState);
  assert.equal((await open(disk)).state, sampleState());
});

for (const member of MEMBERS) {
  test(`an update of ${member} writes ${member}.json alone`, async () => {
    const disk = createMemoryDisk();
    const store = await open(disk);
    await store.update(() => ({ [member]: sampleState()[member] }));
    assert.equal(
      writesOf(disk).filter((name) => !name.startsWith('.secret_key') && name !== 'programmes.log'),
      [`${member}.json.tmp`],
    );
    assert.equal((await open(disk)).state[member], sampleState()[member]);
  });

  test(`opening and storing the same ${member} again writes nothing`, async () => {
    const disk = createMemoryDisk();
    await (await open(disk)).update(sampleState);
    const store = await open(disk);
    disk.steps.length = 0;
    await store.update(() => ({ [member]: sampleState()[member] }));
    assert.equal(disk.steps, []);
  });
}

test('no secret is in clear in any file', async () => {
  const disk = createMemoryDisk();
  await (await open(disk)).update(sampleState);
  await (await open(disk)).update((state) => ({
    boards: [...state.boards, sampleBoard('b3', { cloud_key: 'a-third-key' })],
  }));
  const everything = [...disk.files.values()].map((bytes) => Buffer.from(bytes).toString()).join('\n');
  for (const secret of [...SAMPLE_SECRETS, 'a-third-key']) assert.not.ok(everything.includes(secret), secret);
});

test('a file is {schema_version, data, secrets}, and data has no secrets', async () => {
  const disk = createMemoryDisk();
  await (await open(disk)).update(sampleState);
  const content = JSON.parse(Buffer.from(disk.files.get('boards.json') ?? []).toString());
  assert.equal(Object.keys(content), ['schema_version', 'data', 'secrets']);
  assert.is(content.schema_version, 1);
  assert.not.ok(JSON.stringify(content.data).includes('secrets'));
  assert.match(content.secrets['/b1'].local_api_key, /^enc:v1:/);
  assert.is(content.secrets['/b1'].cloud_key, '', 'empty stays empty');
});

test('an unchanged secret keeps its token when others change', async () => {
  const disk = createMemoryDisk();
  const token = () => JSON.parse(Buffer.from(disk.files.get('boards.json') ?? []).toString()).secrets['/b2'].cloud_key;
  const store = await open(disk);
  await store.update(sampleState);
  const before = token();
  await store.update((state) => ({ boards: state.boards.filter((board) => board.id === 'b2') }));
  assert.is(token(), before);
  await store.update((state) => ({
    boards: state.boards.map((board) => ({ ...board, secrets: { cloud_key: 'another' } })),
  }));
  assert.is.not(token(), before);
});

test('the state changes only when the bytes are on the disk', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  const during: number[] = [];
  disk.before = () => during.push(store.state.pages.length);
  await store.update(() => ({ pages: [samplePage('p1')] }));
  assert.ok(during.length > 3 && during.every((count) => count === 0));
  assert.is(store.state.pages.length, 1);
});

test('the change runs at once, on what is still being written', async () => {
  const store = await open(createMemoryDisk());
  const seen: number[] = [];
  const add = (state: State) => {
    seen.push(state.pages.length);
    return { pages: [...state.pages, samplePage(`p${state.pages.length}`)] };
  };
  const all = [store.update(add), store.update(add), store.update(add)];
  assert.equal(seen, [0, 1, 2]);
  assert.is(store.state.pages.length, 0);
  await Promise.all(all);
  assert.is(store.state.pages.length, 3);
});

test('what is nested too deeply to be read again does not get to the disk', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  const plugins = (levels: number) => ({
    json: { enabled: true, secrets: {}, config: JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) },
  });
  assert.match(String(await rejection(store.update(() => ({ plugins: plugins(200) })))), /json is nested too deeply/);
  assert.equal(writesOf(disk), []);
  await store.update(() => ({ plugins: plugins(199) }));
  assert.equal((await open(disk)).damaged, []);
});

test('what would be too large to be read again does not get to the disk, and is no fault of the disk', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  const plugins = (bytes: number) => ({ json: { enabled: true, secrets: {}, config: { text: 'x'.repeat(bytes) } } });
  const fault = await rejection(store.update(() => ({ plugins: plugins(8 * 1024 ** 2) })));
  assert.is((fault as { status?: number }).status, 409);
  assert.match(
    String(fault),
    /no room for more: boards, pages, schedules, collections, favourites and plugins can have 4 MiB together/,
  );
  assert.equal([writesOf(disk), store.problem, store.state.plugins], [[], null, {}]);
  await store.update(() => ({ plugins: plugins(3 * 1024 ** 2) }));
  assert.equal((await open(disk)).damaged, []);
});

test('a file that would be too large to be read again is not written either, though nothing else bounds it', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  const devices = (bytes: number) => ({ b: { text: 'x'.repeat(bytes) } });
  const fault = await rejection(store.update(() => ({ devices: devices(8 * 1024 ** 2) })));
  assert.match(String(fault), /no room for more devices: all of them together may have 8 MiB\. Nothing was saved/);
  assert.equal([(fault as Fault).status, store.problem, store.state.devices], [409, null, {}]);
  assert.equal(writesOf(disk), []);
  await store.update(() => ({ devices: devices(7 * 1024 ** 2) }));
  assert.equal((await open(disk)).damaged, []);
});

test('a file counts as removed when it was there once and is gone', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  assert.is(await store.wasRemoved('auth'), false);
  await store.update(({ auth }) => ({ auth: { ...auth, preference: 'disabled' } }));
  assert.is(await store.wasRemoved('auth'), false);
  disk.files.delete('auth.json');
  assert.equal([await store.wasRemoved('auth'), await store.wasRemoved('pages')], [true, false]);
});

test('updates of one turn share one write', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  await Promise.all(
    Array.from({ length: 50 }, (_, i) => store.update((state) => ({ pages: [...state.pages, samplePage(`p${i}`)] }))),
  );
  assert.is(writesOf(disk).length, 1);
  assert.is((await open(disk)).state.pages.length, 50);
});

test('updates that arrive during a write share the next one', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  const later: Promise<void>[] = [];
  disk.before = () => {
    if (later.length < 5)
      later.push(store.update((state) => ({ pages: [...state.pages, samplePage(`q${state.pages.length}`)] })));
  };
  await store.update(() => ({ pages: [samplePage('p0')] }));
  await Promise.all(later);
  assert.is(writesOf(disk).length, 2);
  assert.is((await open(disk)).state.pages.length, 6);
});

test('what the change throws rejects this call alone', async () => {
  const store = await open(createMemoryDisk());
  const fault = new Fault(404, 'no such page');
  const good = store.update(() => ({ pages: [samplePage('p1')] }));
  const bad = store.update(() => {
    throw fault;
  });
  const more = store.update((state) => ({ pages: [...state.pages, samplePage('p2')] }));
  assert.is(await rejection(bad), fault);
  await Promise.all([good, more]);
  assert.is(store.state.pages.length, 2);
});

test('content that could not be read back is refused before it is written', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  const error = await rejection(store.update(() => ({ pages: [{ ...samplePage('p1'), duration_seconds: 1 }] })));
  assert.match(String(error), /pages cannot be stored: entry 1, duration_seconds/);
  assert.is(disk.files.size, 0);
  await store.update(() => ({ pages: [samplePage('p1')] }));
});

test('of records by id only what is new is read, and refused when it could not be read back', async () => {
  const asked: string[][] = [];
  const plugins: Aggregates['plugins'] = {
    ...AGGREGATES.plugins,
    read: (data) => {
      asked.push(Object.keys(data as object));
      return AGGREGATES.plugins.read(data);
    },
  };
  const store = await open(createMemoryDisk(), { aggregates: { ...AGGREGATES, plugins } });
  const plain = { enabled: false, config: {}, secrets: {} };
  await store.update(() => ({ plugins: { kept: plain, gone: { ...plain } } }));
  asked.length = 0;
  const wrong = { ...plain, enabled: 'yes' as unknown as boolean };
  const error = await rejection(store.update((state) => ({ plugins: { ...state.plugins, wrong } })));
  assert.match(String(error), /plugins cannot be stored: wrong\.enabled/);
  await store.update(() => ({ plugins: { kept: plain, added: { ...plain, enabled: true } } }));
  assert.equal(asked, [['wrong'], ['added']]);
  assert.equal(Object.keys(store.state.plugins), ['kept', 'added']);
});

test('an update that changes nothing resolves without a write and calls no listener', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  let told = 0;
  store.onChange(() => told++);
  disk.steps.length = 0;
  await store.update(() => ({}));
  await store.update((state) => ({ pages: state.pages }));
  assert.equal(disk.steps, []);
  assert.is(told, 0);
});

test('an update without changes waits for the ones before it', async () => {
  const store = await open(createMemoryDisk());
  const first = store.update(() => ({ pages: [samplePage('p1')] }));
  await store.update(() => ({}));
  assert.is(store.state.pages.length, 1);
  await first;
});

test('undefined members are left alone', async () => {
  const store = await open(createMemoryDisk());
  const change: Partial<State> = { pages: [samplePage('p1')] };
  Object.assign(change, { boards: undefined });
  await store.update(() => change);
  assert.equal(store.state.boards, []);
});

test('listeners get the new state, the old one and the changed members, before the call resolves', async () => {
  const store = await open(createMemoryDisk());
  const seen: unknown[] = [];
  store.onChange((state, previous, changed) =>
    seen.push([state.pages.length, previous.pages.length, [...changed], state === store.state]),
  );
  await store.update((state) => ({
    pages: [samplePage('p1')],
    boards: [sampleBoard('b1')],
    settings: { ...state.settings },
  }));
  assert.equal(seen, [[1, 0, ['boards', 'pages', 'settings'], true]]);
});

test('a member stored with equal content is not reported as changed', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  await store.update(sampleState);
  const seen: unknown[] = [];
  store.onChange((_, __, changed) => seen.push([...changed]));
  await store.update(() => ({ ...sampleState(), pages: [] }));
  assert.equal(seen, [['pages']]);
});

test('a listener that was removed is not called, one that throws does not affect others', async () => {
  const store = await open(createMemoryDisk());
  const calls: string[] = [];
  const off = store.onChange(() => calls.push('off'));
  store.onChange(() => {
    throw new Error('broken');
  });
  store.onChange(() => calls.push('last'));
  off();
  await store.update(() => ({ pages: [samplePage('p1')] }));
  assert.equal(calls, ['last']);
});

test('a listener may update', async () => {
  const store = await open(createMemoryDisk());
  let inner: Promise<void> | undefined;
  store.onChange((state) => {
    if (state.pages.length === 1) inner = store.update((now) => ({ pages: [...now.pages, samplePage('p2')] }));
  });
  await store.update(() => ({ pages: [samplePage('p1')] }));
  await inner;
  assert.is(store.state.pages.length, 2);
});

test('the state is frozen in depth, at the start and after updates', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  await store.update(sampleState);
  for (const { state } of [store, await open(disk)]) {
    assert.ok(
      Object.isFrozen(state) &&
        Object.isFrozen(state.boards) &&
        Object.isFrozen(state.boards[0]?.secrets) &&
        Object.isFrozen(state.settings.mqtt),
    );
  }
});

test('a failed write rejects with 500, keeps the state, is reported, and the next write repairs it', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  await store.update(() => ({ pages: [samplePage('p1')] }));
  disk.before = (step) => {
    if (step.startsWith('write')) throw diskError('ENOSPC');
  };
  const error = await rejection(store.update(() => ({ pages: [] })));
  assert.instance(error, Fault);
  assert.is(error instanceof Fault && error.status, 500);
  assert.match(error instanceof Fault ? error.detail : '', /^The disk is full: .* Nothing was saved\.$/);
  assert.is(store.state.pages.length, 1);
  assert.match(store.problem ?? '', /^The disk is full/);
  disk.before = () => undefined;
  await store.update(() => ({ boards: [sampleBoard('b1')] }));
  assert.is(store.problem, null);
  const again = await open(disk);
  assert.is(again.state.pages.length, 1);
  assert.is(again.state.boards.length, 1);
});

for (const [code, sentence] of [
  ['ENOSPC', /full/],
  ['EDQUOT', /full/],
  ['EROFS', /read-only/],
  ['EIO', /reports errors/],
  ['EACCES', /cannot be written to/],
  ['EPERM', /cannot be written to/],
  ['ENOENT', /missing/],
  ['EMFILE', /reports errors/],
] as const) {
  test(`${code} is described in a sentence without a path`, async () => {
    const disk = createMemoryDisk();
    const log = createQuietLog();
    const store = await open(disk, { log });
    disk.before = () => {
      throw diskError(code);
    };
    const error = await rejection(store.update(() => ({ pages: [samplePage('p1')] })));
    assert.match(error instanceof Fault ? error.detail : '', sentence);
    assert.not.match(error instanceof Fault ? error.detail : '', /\/secret/);
    assert.not.match(log.lines.join(''), /\/secret/);
  });
}

test('updates built on a failed one fail with it', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  let later: Promise<unknown> | undefined;
  disk.before = (step) => {
    if (!step.startsWith('write')) return;
    later ??= rejection(store.update((state) => ({ pages: [...state.pages, samplePage('p2')] })));
    throw diskError('EIO');
  };
  const first = await rejection(store.update(() => ({ pages: [samplePage('p1')] })));
  assert.is(await later, first);
  disk.before = () => undefined;
  await store.update((state) => ({ pages: [...state.pages, samplePage('p3')] }));
  assert.equal(
    store.state.pages.map(({ id }) => id),
    ['p3'],
  );
});

test('close writes what is waiting and refuses what comes later', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  const waiting = store.update(() => ({ pages: [samplePage('p1')] }));
  await store.close();
  await waiting;
  assert.is((await open(disk)).state.pages.length, 1);
  const error = await rejection(store.update(() => ({ pages: [] })));
  assert.is(error instanceof Fault && error.status, 503);
  await store.close();
});

const withBrightness = (brightness: number) => (state: State) => ({
  settings: {
    ...state.settings,
    brightness_by_board: { b: { on: true, windows: [], set: { brightness, until: null } } },
  },
});
const brightnessIn = ({ settings }: State) => settings.brightness_by_board['b']?.set?.brightness;

test('what changes each second counts at once, and is written once a minute and at the end', async () => {
  const disk = createMemoryDisk();
  const clock = createFakeClock('2025-03-01T10:00:00Z');
  const store = await open(disk, { clock });
  const seen: unknown[] = [];
  store.onChange((state) => seen.push(brightnessIn(state)));
  const stored = async () => brightnessIn((await open(disk)).state);
  for (let level = 1; level <= 30; level++) {
    await store.updateOften(withBrightness(level));
    assert.is(brightnessIn(store.state), level);
    await clock.advance(1000);
  }
  assert.equal(
    seen,
    Array.from({ length: 30 }, (_, at) => at + 1),
  );
  assert.equal([writesOf(disk).length, await stored()], [1, 1], 'the first is on the disk');
  await clock.advance(30_000);
  assert.equal([writesOf(disk).length, await stored()], [2, 30], 'a minute later the last');
  assert.is(seen.length, 30, 'nothing is different');
  await clock.advance(600_000);
  assert.is(writesOf(disk).length, 2, 'nothing waits any more');

  await store.updateOften(withBrightness(40));
  await store.updateOften(withBrightness(41));
  await store.update(() => ({ pages: [samplePage('p1')] }));
  assert.is(await stored(), 41, 'another update takes it along');
  await clock.advance(60_000);
  await store.updateOften(withBrightness(50));
  await store.updateOften(withBrightness(51));
  assert.is(await stored(), 50);
  await store.close();
  assert.is(await stored(), 51, 'and so does the end');
});

test('what a full disk does not take at the end is told, and the end comes all the same', async () => {
  const disk = createMemoryDisk();
  const log = createQuietLog();
  const store = await open(disk, { log });
  for (const brightness of [1, 2]) await store.updateOften(withBrightness(brightness));
  disk.before = (step) => {
    if (step.startsWith('write')) throw diskError('ENOSPC');
  };
  await store.close();
  assert.equal(
    log.lines.map((line) => /the newest state was not written at the end error=ENOSPC/.test(line)),
    [true],
  );
});

test('one timer waits for the disk, and none where nothing waits or the store is closed', async () => {
  const fake = createFakeClock('2025-03-01T10:00:00Z');
  const timers = new Set<object>();
  const after = (ms: number, run: () => void) => {
    const timer = {};
    timers.add(timer);
    const cancel = fake.after(ms, () => {
      timers.delete(timer);
      run();
    });
    return () => {
      timers.delete(timer);
      cancel();
    };
  };
  const store = await open(createMemoryDisk(), { clock: { ...fake, after } });
  await store.updateOften(withBrightness(1));
  await store.updateOften(withBrightness(1));
  assert.is(timers.size, 0, 'nothing has changed');
  for (const level of [2, 3, 4]) await store.updateOften(withBrightness(level));
  assert.is(timers.size, 1);
  await fake.advance(60_000);
  assert.is(timers.size, 0);
  for (const level of [5, 6]) await store.updateOften(withBrightness(level));
  const last = store.updateOften(withBrightness(7));
  await store.close();
  await last;
  assert.is(timers.size, 0);
});

test('a minute after the last time it is written at once again', async () => {
  const disk = createMemoryDisk();
  const clock = createFakeClock('2025-03-01T10:00:00Z');
  const store = await open(disk, { clock });
  await store.updateOften(withBrightness(1));
  await clock.advance(60_000);
  await store.updateOften(withBrightness(2));
  assert.is(writesOf(disk).length, 2);
});

test('what waits for the disk outlives a failure of it', async () => {
  const disk = createMemoryDisk();
  const clock = createFakeClock('2025-03-01T10:00:00Z');
  const store = await open(disk, { clock });
  await store.updateOften(withBrightness(1));
  await store.updateOften(withBrightness(2));
  disk.before = () => {
    throw diskError('ENOSPC');
  };
  await clock.advance(60_000);
  assert.type(store.problem, 'string');
  await rejection(store.update(() => ({ pages: [samplePage('p1')] })));
  await store.updateOften(withBrightness(3));
  assert.type(store.problem, 'string', 'what waits has not been written');
  assert.is(brightnessIn(store.state), 3);
  disk.before = () => undefined;
  await clock.advance(60_000);
  assert.equal([store.problem, brightnessIn((await open(disk)).state)], [null, 3]);
});

test('an idle store touches nothing', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  await store.update(sampleState);
  disk.steps.length = 0;
  await settle();
  assert.equal(disk.steps, []);
});

test('members that this build does not know are kept, at every level', async () => {
  const disk = createMemoryDisk();
  await (await open(disk)).update(sampleState);
  const before = JSON.parse(Buffer.from(disk.files.get('settings.json') ?? []).toString());
  const after = { ...before, later: 1, data: { ...before.data, theme: 'dark', mqtt: { ...before.data.mqtt, qos: 2 } } };
  disk.files.set('settings.json', Buffer.from(JSON.stringify(after)));
  const store = await open(disk);
  await store.update(({ settings }) => ({ settings: { ...settings, wizard: 'completed' } }));
  const content = JSON.parse(Buffer.from(disk.files.get('settings.json') ?? []).toString());
  assert.equal(
    [content.later, content.data.theme, content.data.mqtt.qos, content.data.wizard],
    [1, 'dark', 2, 'completed'],
  );
});

test('files of an unknown name are left alone', async () => {
  const disk = createMemoryDisk(
    new Map([
      ['notes.txt', Buffer.from('mine')],
      ['other.tmp', Buffer.from('mine')],
    ]),
  );
  await (await open(disk)).update(sampleState);
  assert.is(Buffer.from(disk.files.get('notes.txt') ?? []).toString(), 'mine');
  assert.ok(disk.files.has('other.tmp'));
});

test('temporary files of an earlier run are removed', async () => {
  const names = [
    ...MEMBERS.flatMap((member) => [`${fileOf(member)}.tmp`, `${fileOf(member)}.bak.tmp`]),
    'commit.json.tmp',
    '.secret_key.tmp',
  ];
  const disk = createMemoryDisk(new Map(names.map((name) => [name, Buffer.from('x')])));
  await open(disk);
  assert.equal([...disk.files.keys()], []);
});

test('the log learns every secret', async () => {
  const disk = createMemoryDisk();
  for (let round = 0; round < 2; round++) {
    const log = createQuietLog();
    const store = await open(disk, { log });
    await store.update(sampleState);
    for (const secret of SAMPLE_SECRETS) log.info(`it is ${secret}`);
    for (const secret of SAMPLE_SECRETS) assert.not.ok(log.lines.join('').includes(secret));
  }
});

test.run();
