import { isDeepStrictEqual } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardProgramme, State } from '../../src/schema/state.ts';
import { applyNotes } from '../../src/store/files/block-log.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createMemoryDisk, diskError, type MemoryDisk } from '../support/memory-disk.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { sampleState } from '../support/sample-state.ts';
import { seededRandom } from '../support/seeded.ts';

const test = suite('log of the programmes');

const LOG = 'programmes.log';
const BLOCK = 4096;

const open = (fs: MemoryDisk): Promise<Store> =>
  openStore({ dir: '/data', fs, clock: createFakeClock('2025-03-01T10:00:00Z'), log: createQuietLog() });
const pinned = (id: string): BoardProgramme => ({ active_page_id: id, messages: [] });
const pin = (board: string, id: string) => (state: State) => ({
  programmes: { ...state.programmes, [board]: pinned(id) },
});
const remove = (board: string) => (state: State) => ({
  programmes: Object.fromEntries(Object.entries(state.programmes).filter(([id]) => id !== board)),
});
/** What the disk has after a power cut, opened anew. */
const afterCut = async (disk: MemoryDisk): Promise<Store> => open(createMemoryDisk(disk.afterPowerCut().at(0)));
const epochOf = (disk: MemoryDisk): string =>
  JSON.parse(Buffer.from(disk.files.get('programmes.json') ?? []).toString()).log_epoch;

/** A store whose file of programmes is written, so that what follows is noted. */
const begun = async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  await store.update(sampleState);
  await store.update(pin('b1', 'first'));
  disk.steps.length = 0;
  return { disk, store };
};

test('a change of a programme is one write in place', async () => {
  const { disk, store } = await begun();
  await store.update(pin('b1', 'second'));
  assert.equal(disk.steps, [`put ${LOG}`]);
  assert.equal((await afterCut(disk)).state, store.state);
});

test('the same programme again writes nothing and calls no listener', async () => {
  const { disk, store } = await begun();
  let told = 0;
  store.onChange(() => told++);
  await store.update(pin('b1', 'first'));
  assert.equal(disk.steps, []);
  assert.is(told, 0);
});

test('a removed board is noted as removed', async () => {
  const { disk, store } = await begun();
  await store.update(pin('b7', 'x'));
  await store.update(remove('b7'));
  assert.equal(disk.steps, [`put ${LOG}`, `put ${LOG}`]);
  assert.not.ok(Object.hasOwn((await afterCut(disk)).state.programmes, 'b7'));
});

test('notes go on where the last start left off', async () => {
  const { disk, store } = await begun();
  await store.update(pin('b2', 'two'));
  const second = await afterCut(disk);
  assert.is(second.state.programmes['b2']?.active_page_id, 'two');
  const onSame = createMemoryDisk(disk.afterPowerCut().at(0));
  const third = await open(onSame);
  await third.update(pin('b3', 'three'));
  assert.equal((await afterCut(onSame)).state, third.state);
  assert.is(third.state.programmes['b2']?.active_page_id, 'two');
});

test('a full log gives way to another version of the file, whose epoch makes the notes void', async () => {
  const { disk, store } = await begun();
  const before = epochOf(disk);
  let count = 0;
  while (epochOf(disk) === before && count < 500) await store.update(pin('b1', `page ${count++}`));
  assert.ok(count > 20 && count < 40, `${count} notes in a log`);
  assert.equal((await afterCut(disk)).state, store.state);
  await store.update(pin('b1', 'after'));
  assert.is(
    (await afterCut(disk)).state.programmes['b1']?.active_page_id,
    'after',
    'what lies behind it in the log is of another epoch',
  );
});

test('room for notes is reserved with the file, not when a message comes', async () => {
  const disk = createMemoryDisk();
  await (await open(disk)).update(sampleState);
  assert.is(disk.files.get(LOG)?.length, 32 * BLOCK);
});

test('a note larger than the log goes into the file', async () => {
  const { disk, store } = await begun();
  await store.update(pin('b1', 'x'.repeat(40 * BLOCK)));
  assert.ok(!disk.steps.includes(`put ${LOG}`));
  assert.equal((await afterCut(disk)).state, store.state);
});

test('a change of other files too goes into the files, and back again to what they had', async () => {
  const { disk, store } = await begun();
  const { state } = store;
  await store.update(pin('b1', 'noted'));
  await store.update(() => ({ programmes: state.programmes, pages: [] }));
  assert.equal((await afterCut(disk)).state, { ...state, pages: [] }, 'the note of before is void');
});

test('a clean end leaves all in the file', async () => {
  const { disk, store } = await begun();
  await store.update(pin('b1', 'last'));
  await store.close();
  disk.files.delete(LOG);
  assert.is((await open(disk)).state.programmes['b1']?.active_page_id, 'last');
});

for (const [name, close] of [
  ['closes', () => Promise.resolve()],
  ['tries to close', () => Promise.reject(diskError('EIO'))],
] as const)
  test(`a clean end ${name} the log`, async () => {
    const disk = createMemoryDisk();
    let [opened, closed] = [0, 0];
    const openBlocks: MemoryDisk['openBlocks'] = async (path) => {
      const file = await disk.openBlocks(path);
      opened++;
      return { ...file, close: () => (closed++, close()) };
    };
    const store = await open({ ...disk, openBlocks });
    await store.update(sampleState);
    await store.update(pin('b1', 'first'));
    await store.update(pin('b1', 'second'));
    assert.ok(opened > closed);
    await store.close();
    assert.is(closed, opened);
  });

test('a clean end without a note writes nothing', async () => {
  const { disk, store } = await begun();
  await store.close();
  const again = await open(disk);
  disk.steps.length = 0;
  await again.close();
  assert.equal(disk.steps, []);
});

test('a note that was cut off is no damage', async () => {
  const { disk, store } = await begun();
  let half: Map<string, Uint8Array> | undefined;
  disk.before = () => (half = disk.afterPowerCut().at(-1));
  await store.update(pin('b1', 'x'.repeat(BLOCK)));
  const reopened = await open(createMemoryDisk(half));
  assert.equal(reopened.damaged, []);
  assert.is(reopened.state.programmes['b1']?.active_page_id, 'first');
});

test('a note in the middle that cannot be read costs only itself, and is kept and named', async () => {
  const { disk, store } = await begun();
  for (const board of ['b4', 'b5', 'b6']) await store.update(pin(board, board));
  const bytes = Uint8Array.from(disk.files.get(LOG) ?? []);
  bytes[2 * BLOCK + 60] = 0;
  disk.files.set(LOG, bytes);
  const reopened = await open(disk);
  const [damage] = reopened.damaged;
  assert.is(damage?.file, LOG);
  assert.equal(disk.files.get(damage?.kept_as ?? ''), bytes);
  assert.equal(
    ['b4', 'b5', 'b6'].map((board) => reopened.state.programmes[board]?.active_page_id),
    ['b4', undefined, 'b6'],
  );
});

test('without its file, the previous version and the notes are used', async () => {
  const disk = createMemoryDisk();
  const store = await open(disk);
  await store.update(sampleState);
  await store.update((state) => ({ ...pin('b1', 'first')(state), pages: [] }));
  await store.update(pin('b1', 'noted'));
  disk.files.delete('programmes.json');
  const reopened = await open(disk);
  assert.is(reopened.state.programmes['b1']?.active_page_id, 'noted');
  await reopened.update(pin('b2', 'two'));
  assert.equal((await open(createMemoryDisk(disk.files))).state, reopened.state);
});

for (const [name, spoil] of Object.entries<(bytes: Uint8Array) => Uint8Array>({
  'cut short': (bytes) => bytes.slice(0, BLOCK + 10),
  empty: () => new Uint8Array(),
  'full of something else': (bytes) => bytes.map(() => 123),
})) {
  test(`a log that is ${name} does not prevent later writes`, async () => {
    const { disk, store } = await begun();
    await store.close();
    disk.files.set(LOG, spoil(disk.files.get(LOG) ?? new Uint8Array()));
    const reopened = await open(disk);
    await reopened.update(pin('b1', 'a'));
    await reopened.update(pin('b1', 'b'));
    assert.equal((await open(createMemoryDisk(disk.files))).state, reopened.state);
  });
}

test('a note that fails is refused, and what comes next is in the file', async () => {
  const { disk, store } = await begun();
  disk.before = (step) => {
    if (step === `put ${LOG}`) throw diskError('EIO');
  };
  assert.ok(
    await store.update(pin('b1', 'lost')).then(
      () => false,
      () => true,
    ),
  );
  assert.type(store.problem, 'string');
  assert.is(store.state.programmes['b1']?.active_page_id, 'first');
  await store.update(pin('b1', 'kept'));
  assert.is(store.problem, null);
  assert.equal((await afterCut(disk)).state, store.state);
});

test('whatever is changed in whatever order, a power cut loses no answered change', async () => {
  const random = seededRandom(9);
  for (let life = 0; life < 12; life++) {
    let disk = createMemoryDisk();
    let store = await open(disk);
    for (let change = 0; change < 60; change++) {
      const old = store.state;
      const images: Map<string, Uint8Array>[] = [];
      disk.before = () => images.push(...disk.afterPowerCut());
      const kind = random();
      const board = `b${Math.floor(random() * 4)}`;
      if (kind < 0.7) await store.update(pin(board, 'x'.repeat(Math.floor(random() * 3 * BLOCK))));
      else if (kind < 0.8) await store.update(remove(board));
      else if (kind < 0.9)
        await store.update((state) => ({
          ...pin(board, 'both')(state),
          schedules: random() < 0.5 ? [] : sampleState().schedules,
        }));
      else if (kind < 0.95) await Promise.all([store.update(pin(board, 'one')), store.update(pin('b9', `${change}`))]);
      else await store.update(() => ({ programmes: {} }));
      disk.before = () => undefined;
      const image = images[Math.floor(random() * images.length)];
      if (image) {
        const cut = (await open(createMemoryDisk(image))).state;
        assert.ok(
          [old, store.state].some((state) => isDeepStrictEqual(state, cut)) || kind >= 0.9,
          `life ${life}, change ${change}`,
        );
      }
      const last = disk.afterPowerCut()[0];
      assert.equal(
        (await open(createMemoryDisk(last))).state.programmes,
        store.state.programmes,
        `life ${life}, change ${change}`,
      );
      if (random() < 0.1) {
        disk = createMemoryDisk(last);
        store = await open(disk);
      }
    }
  }
});

test('notes apply to records alone', () => {
  const notes = [{ a: { x: 1 } }, { a: null, b: { x: 2 } }];
  assert.equal(applyNotes({ a: { x: 0 }, c: { x: 3 } }, notes), { b: { x: 2 }, c: { x: 3 } });
  assert.equal(applyNotes([1], notes), [1]);
  assert.is(applyNotes('text', notes), 'text');
  const data = { a: null };
  assert.is(applyNotes(data, []), data);
});

test.run();
