import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MEMBERS, fileOf } from '../../src/store/aggregates.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createMemoryDisk, type MemoryDisk } from '../support/memory-disk.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { samplePage, sampleState } from '../support/sample-state.ts';
import { DAMAGES, isRefusal } from './damages.ts';
import { createDraw, repeat, SEED } from './draw.ts';

/** Files of the data folder that a disk has cut, changed or mixed up: the store loses nothing but what was damaged. */
const test = suite('any damage of the data folder');

const open = (fs: MemoryDisk) =>
  openStore({ dir: '/data', fs, clock: createFakeClock('2025-03-01T10:00:00.000Z'), log: createQuietLog() });

const prepare = async (): Promise<Map<string, Uint8Array>> => {
  const disk = createMemoryDisk();
  await (await open(disk)).update(sampleState);
  await (await open(disk)).update((state) => ({ pages: [...state.pages, samplePage('p2')] }));
  for (const member of MEMBERS)
    disk.files.set(
      `${fileOf(member)}.bak`,
      disk.files.get(`${fileOf(member)}.bak`) ?? disk.files.get(fileOf(member)) ?? new Uint8Array(),
    );
  return disk.files;
};

const same = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a !== undefined && b !== undefined && Buffer.from(a).equals(Buffer.from(b));

test('the store opens, keeps what was damaged, and touches nothing else', async () => {
  const draw = createDraw(SEED);
  const good = await prepare();
  const names = [...good.keys()];
  let damaged = 0;
  const rounds = await repeat(4000, async (round) => {
    const disk = createMemoryDisk(new Map(good));
    const hit = new Set(draw.list(1, draw.chance(0.7) ? 1 : 4, () => draw.pick(names)));
    for (const name of hit)
      disk.files.set(name, draw.pick(DAMAGES)(good.get(name) ?? new Uint8Array(), draw, [...good.values()]));
    const before = new Map(disk.files);
    const where = `round ${round}: ${[...hit].join()}`;
    const store = await open(disk).catch((error: unknown) => error as Error);
    if (store instanceof Error) return assert.ok(isRefusal(store), `${where}: ${store.stack}`);
    for (const { file, kept_as } of store.damaged) {
      assert.ok(
        hit.has(file) ||
          hit.has(`${file}.bak`) ||
          file.endsWith('.bak') ||
          [...hit].some((name) => name.includes('key')),
        `${where}: ${file} was good`,
      );
      assert.ok(
        [...before.values()].some((bytes) => same(bytes, disk.files.get(kept_as))),
        `${where}: ${kept_as} is what was there`,
      );
      damaged++;
    }
    for (const [name, bytes] of before)
      if (!hit.has(name) && !store.damaged.some(({ file }) => `${file}.bak` === name || file === name))
        assert.ok(same(bytes, disk.files.get(name)), `${where}: ${name} was touched`);
    const again = await open(disk);
    assert.equal(again.damaged, store.damaged, where);
    assert.is(JSON.stringify(again.state), JSON.stringify(store.state), where);
    await again.update((state) => ({ pages: [...state.pages.filter(({ id }) => id !== 'p9'), samplePage('p9')] }));
    assert.ok(
      (await open(disk)).state.pages.some(({ id }) => id === 'p9'),
      where,
    );
  });
  assert.ok(damaged > rounds / 4, `${damaged} damages were found in ${rounds} rounds`);
});

test.run();
