import { isDeepStrictEqual } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { State } from '../../src/schema/state.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createMemoryDisk, diskError, type MemoryDisk } from '../support/memory-disk.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { sampleBoard, samplePage, sampleState } from '../support/sample-state.ts';

const test = suite('store on a disk that fails or loses power');

const open = (fs: MemoryDisk): Promise<Store> =>
  openStore({
    dir: '/data',
    fs,
    clock: createFakeClock('2025-03-01T10:00:00Z'),
    log: createQuietLog(),
    secretKey: undefined,
  });

const withMessage = (state: State, text: string): Partial<State> => ({
  programmes: { ...state.programmes, b1: { active_page_id: text, messages: [] } },
});

/** The updates that are tried: what they start from and what they want. */
const CHANGES: Record<string, (state: State) => Partial<State>> = {
  'one file': () => ({ pages: [samplePage('new')] }),
  'two files': () => ({ pages: [samplePage('new')], boards: [sampleBoard('new', { cloud_key: 'new-key' })] }),
  'one programme': (state) => withMessage(state, 'new'),
  'all files': (state) => ({
    ...sampleState(),
    pages: [samplePage('new')],
    boards: [sampleBoard('new')],
    schedules: [],
    collections: [],
    plugins: {},
    programmes: {},
    settings: { ...state.settings, wizard: 'completed' },
    auth: { ...state.auth, preference: 'disabled' },
  }),
};
const STARTS: Record<string, () => Promise<MemoryDisk>> = {
  'a first save': async () => createMemoryDisk(),
  'a first save without hard links': async () => createMemoryDisk(new Map(), { links: false }),
  'a later save': async () => {
    const disk = createMemoryDisk();
    const store = await open(disk);
    await store.update(() => ({ ...sampleState(), pages: [] }));
    await store.update(sampleState);
    return disk;
  },
  'a save after notes': async () => {
    const disk = createMemoryDisk();
    const store = await open(disk);
    await store.update(sampleState);
    for (const text of ['1', '2', '3']) await store.update((state) => withMessage(state, text));
    return disk;
  },
  'a later save without hard links': async () => {
    const disk = createMemoryDisk(new Map(), { links: false });
    await (await open(disk)).update(sampleState);
    return disk;
  },
};

const expectState = (actual: State, allowed: readonly State[], message: string): void => {
  assert.ok(
    allowed.some((state) => isDeepStrictEqual(state, actual)),
    message,
  );
};

const reopened = async (files: Map<string, Uint8Array>, message: string): Promise<State> => {
  const store = await open(createMemoryDisk(files));
  assert.equal(store.damaged, [], message);
  return store.state;
};

test('files that nobody may read end the start with one sentence, and nothing else', async () => {
  const disk = createMemoryDisk();
  await (await open(disk)).update(sampleState);
  const read = (path: string): ReturnType<MemoryDisk['read']> =>
    /(?:boards|pages)\.json$/.test(path) ? Promise.reject(diskError('EACCES')) : disk.read(path);
  const unheard: unknown[] = [];
  const hear = (reason: unknown): void => void unheard.push(reason);
  process.on('unhandledRejection', hear);
  const reason = await open({ ...disk, read }).catch((error: Error) => error.name);
  await new Promise((resolve) => void setImmediate(resolve));
  process.off('unhandledRejection', hear);
  assert.equal([reason, unheard], ['UnusableDataFolder', []]);
});

for (const [start, prepare] of Object.entries(STARTS)) {
  for (const [change, run] of Object.entries(CHANGES)) {
    test(`power cut at any step of ${start} of ${change}: the old or the new state, whole`, async () => {
      const disk = await prepare();
      await disk.syncFolder('');
      const store = await open(disk);
      const old = store.state;
      const images: Map<string, Uint8Array>[] = [];
      disk.before = () => images.push(...disk.afterPowerCut());
      await store.update(run);
      const wanted = store.state;
      assert.ok(images.length >= 2);
      for (const [index, image] of images.entries())
        expectState(await reopened(image, `image ${index}`), [old, wanted], `image ${index}`);
      for (const image of disk.afterPowerCut())
        expectState(await reopened(image, 'after'), [wanted], 'acknowledged, but lost');
    });

    if (change !== 'all files')
      test(`power cut at any step of the recovery from a power cut in ${start} of ${change}`, async () => {
        const disk = await prepare();
        await disk.syncFolder('');
        const store = await open(disk);
        const old = store.state;
        const images: Map<string, Uint8Array>[] = [];
        disk.before = () => images.push(new Map(disk.files));
        await store.update(run);
        const wanted = store.state;
        for (const image of images) {
          const second = createMemoryDisk(image);
          const cuts: Map<string, Uint8Array>[] = [];
          second.before = () => cuts.push(...second.afterPowerCut());
          await open(second);
          const unique = new Map(cuts.map((cut) => [[...cut].map(([name, bytes]) => name + bytes.length).join(), cut]));
          for (const cut of unique.values())
            expectState(await reopened(cut, 'second cut'), [old, wanted], 'second cut');
        }
      });

    // The code makes no difference to the steps, and the number of files above two none either.
    for (const code of start === 'a later save' && change !== 'all files'
      ? ['ENOSPC', 'EIO', 'EROFS']
      : change === 'two files'
        ? ['ENOSPC']
        : []) {
      for (const lasting of [false, true]) {
        test(`${code} ${lasting ? 'from' : 'at'} any step of ${start} of ${change}: whole, reported, and repaired by the next write`, async () => {
          for (let failing = 0, reached = true; reached; failing++) {
            const disk = await prepare();
            const store = await open(disk);
            const old = store.state;
            let step = 0;
            reached = false;
            disk.before = () => {
              if (step++ < failing || (reached && !lasting)) return;
              reached = true;
              throw diskError(code);
            };
            const saved = await store.update(run).then(
              () => true,
              () => false,
            );
            const hurt = store.problem;
            disk.before = () => undefined;
            const memory = store.state;
            if (!saved) assert.equal(memory, old, 'a refused update must not count');
            if (!saved) assert.type(hurt, 'string');
            const wanted = saved ? memory : { ...store.state, ...run(store.state) };
            expectState(
              await reopened(new Map(disk.files), `step ${failing}`),
              saved ? [wanted] : [old, wanted],
              `step ${failing}`,
            );
            await store.update((state) => ({
              schedules: [...state.schedules].reverse(),
              settings: { ...state.settings, wizard: 'skipped' },
            }));
            assert.is(store.problem, null);
            expectState(
              await reopened(new Map(disk.files), 'healed'),
              [store.state],
              `not healed after step ${failing}`,
            );
            // What a disk does not let go of is removed at the next start.
            if (lasting) await open(disk);
            assert.equal(
              [...disk.files.keys()].filter((name) => name.endsWith('.tmp') || name === 'commit.json'),
              [],
            );
          }
        });
      }
    }
  }
}

test('the bytes are on the disk before the name changes, and the name before the answer', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  await store.update(() => ({ pages: [samplePage('p1')] }));
  disk.steps.length = 0;
  await store.update(() => ({ pages: [] }));
  assert.equal(disk.steps, [
    'write pages.json.tmp',
    'remove pages.json.bak.tmp',
    'link pages.json pages.json.bak.tmp',
    'rename pages.json.bak.tmp pages.json.bak',
    'remove pages.json.bak.tmp',
    'rename pages.json.tmp pages.json',
    'sync',
  ]);
});

test('a start looks for no file that its folder does not have', async () => {
  const disk = createMemoryDisk();
  await open(disk);
  assert.equal(disk.steps, ['prepare', 'read damage.json', 'list', 'read .secret_key']);
});

for (const [code, sentence] of [
  ['EACCES', 'there is no permission to read and write it'],
  ['EMFILE', 'the disk answers EMFILE'],
] as const)
  test(`a file that cannot be read because of ${code} ends the start, and stays as it is`, async () => {
    const disk = createMemoryDisk();
    await (await open(disk)).update(sampleState);
    const before = [...disk.files];
    disk.before = (step) => {
      if (step === 'read pages.json') throw diskError(code);
    };
    const error: unknown = await open(disk).catch((error_: unknown) => error_);
    assert.match(String(error), `SERVICE_DATA_DIR: /data cannot be used: ${sentence}`);
    assert.equal([...disk.files], before);
  });

test('several files are decided by one rename', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  disk.steps.length = 0;
  await store.update(() => ({ pages: [samplePage('p1')], collections: [], boards: [sampleBoard('b1')] }));
  const steps = disk.steps.filter((step) => !step.includes('.bak'));
  const writes = steps.filter((step) => step.startsWith('write'));
  // They are written at once: the disk takes them together.
  assert.equal(steps.slice(0, 4).toSorted(), writes.toSorted());
  assert.equal(writes.toSorted(), [
    'write boards.json.tmp',
    'write collections.json.tmp',
    'write commit.json.tmp',
    'write pages.json.tmp',
  ]);
  assert.equal(steps.slice(4), [
    'rename commit.json.tmp commit.json',
    'sync',
    'rename boards.json.tmp boards.json',
    'rename pages.json.tmp pages.json',
    'rename collections.json.tmp collections.json',
    'sync',
    'remove commit.json',
    'sync',
  ]);
});

test('a decision that can neither be confirmed nor taken back leaves all its files for the next start, or none', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  await store.update(() => ({ pages: [samplePage('old')], boards: [sampleBoard('old')] }));
  let decided = false;
  disk.before = (step) => {
    decided ||= step === 'rename commit.json.tmp commit.json';
    if (decided && (step === 'sync' || step === 'remove commit.json')) throw diskError('EIO');
  };
  const saved = await store
    .update(() => ({ pages: [samplePage('new')], boards: [sampleBoard('new')] }))
    .then(
      () => true,
      () => false,
    );
  assert.is(saved, false);
  const state = await reopened(new Map(disk.files), 'at the next start');
  assert.equal([state.pages[0]?.id, state.boards[0]?.id], ['new', 'new']);
  disk.before = () => undefined;
  await store.update(() => ({ schedules: [], pages: [samplePage('later')] }));
  const healed = await reopened(new Map(disk.files), 'after the next write');
  assert.equal([healed.pages[0]?.id, healed.boards[0]?.id], ['later', 'old']);
});

test('a start ends a decided update for good, and what is written later is no damage', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  await store.update(() => ({ pages: [samplePage('old')], boards: [sampleBoard('old')] }));
  disk.before = (step) => {
    if (step.startsWith('rename') && disk.files.has('commit.json')) throw diskError('EIO');
  };
  await store.update(() => ({ pages: [samplePage('new')], boards: [sampleBoard('new')] }));
  const next = createMemoryDisk(new Map(disk.files));
  const later = await open(next);
  assert.equal(
    next.steps.filter((step) => /^(rename|sync|remove commit)/.test(step)),
    ['rename boards.json.tmp boards.json', 'rename pages.json.tmp pages.json', 'sync', 'remove commit.json', 'sync'],
  );
  await later.update(() => ({ pages: [samplePage('later')] }));
  const state = await reopened(new Map(next.files), 'after the next write');
  assert.equal([state.pages[0]?.id, state.boards[0]?.id], ['later', 'new']);
});

for (const [name, repair] of [
  ['one file', () => ({ pages: [samplePage('second')] })],
  ['several files', () => ({ pages: [samplePage('second')], boards: [sampleBoard('b')] })],
] as const)
  test(`what failed at its last step is written once more with ${name}, and then left alone`, async () => {
    const disk = createMemoryDisk();
    const store = await open(disk);
    disk.before = (step) => {
      if (step === 'sync') throw diskError('EIO');
    };
    await store
      .update(() => ({ pages: [samplePage('first')] }))
      .then(
        () => assert.unreachable(),
        () => undefined,
      );
    disk.before = () => undefined;
    await store.update(repair);
    disk.steps.length = 0;
    await store.update(() => ({ boards: [sampleBoard('c')] }));
    assert.equal(
      disk.steps.filter((step) => step.startsWith('write ')),
      ['write boards.json.tmp'],
    );
  });

test('the previous version is kept beside the file', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  await store.update(() => ({ pages: [samplePage('first')] }));
  await store.update(() => ({ pages: [samplePage('second')] }));
  await store.update(() => ({ pages: [samplePage('third')] }));
  assert.match(Buffer.from(disk.files.get('pages.json.bak') ?? []).toString(), /second/);
  assert.match(Buffer.from(disk.files.get('pages.json') ?? []).toString(), /third/);
});

for (const [name, journal] of Object.entries({
  'no JSON': '{',
  'no files': '{}',
  'a path': '{"files":{"../boards.json":"00"}}',
  'files that are not there': '{"files":{"boards.json":"00"}}',
})) {
  test(`a journal with ${name} is kept aside and named`, async () => {
    const disk = createMemoryDisk();
    await (await open(disk)).update(sampleState);
    disk.files.set('commit.json', Buffer.from(journal));
    const store = await open(disk);
    assert.equal(
      store.damaged.map(({ file }) => file),
      ['commit.json'],
    );
    assert.equal(store.state, sampleState());
    assert.not.ok(disk.files.has('commit.json'));
    assert.is(Buffer.from(disk.files.get(store.damaged[0]?.kept_as ?? '') ?? []).toString(), journal);
    assert.equal((await open(disk)).damaged, store.damaged);
  });
}

test.run();
