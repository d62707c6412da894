import { mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { costOfJson } from '../../src/core/bounds/json-cost.ts';
import { FileCache } from '../../src/store/files/cache.ts';
import { openLastWrites } from '../../src/store/last-writes.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { noDamage } from '../support/no-damage.ts';
import { createQuietLog } from '../support/quiet-log.ts';

const test = suite('cache and floors');

let dir = '';
test.before.each(async () => {
  dir = await mkdtemp(join(tmpdir(), 'flapbox-cache-'));
});
test.after.each(() => rm(dir, { recursive: true, force: true }));

const START = '2025-03-01T10:00:00Z';
const make = () => {
  const clock = createFakeClock(START);
  const log = createQuietLog();
  return { clock, log, cache: new FileCache({ dir, clock, log, damage: noDamage() }) };
};
const payloads = () => join(dir, 'cache', 'payloads');

test('creating a cache touches nothing', async () => {
  make();
  assert.equal(await readdir(dir), []);
});

for (const value of ['text', '', 0, false, null, [1, [2]], { a: { b: null } }]) {
  test(`${JSON.stringify(value)} comes back, after a restart too`, async () => {
    await make().cache.set('key', value, 1000);
    assert.equal(await make().cache.get('key'), value);
  });
}

test('what was never kept is undefined', async () => assert.is(await make().cache.get('none'), undefined));

test('a value expires exactly after its time', async () => {
  const { cache, clock } = make();
  await cache.set('key', 'value', 1000);
  clock.jump(999);
  assert.is(await cache.get('key'), 'value');
  clock.jump(1);
  assert.is(await cache.get('key'), undefined);
  assert.equal(await readdir(payloads()), []);
});

test('a clock that is set back keeps no value longer than it may be kept', async () => {
  await make().cache.set('key', 'value', 1000);
  const later = make();
  later.clock.jump(-9 * 365 * 86_400_000);
  assert.is(await later.cache.get('key'), undefined);
});

test('values that are over are removed at the first use', async () => {
  const { cache } = make();
  await cache.set('short', 1, 1000);
  await cache.set('long', 2, 100_000);
  const later = make();
  later.clock.jump(2000);
  assert.is(await later.cache.get('long'), 2);
  assert.is((await readdir(payloads())).length, 1);
});

test('a value can be replaced and removed', async () => {
  const { cache } = make();
  await cache.set('key', 1, 1000);
  await cache.set('key', 2, 1000);
  assert.is(await cache.get('key'), 2);
  await cache.remove('key');
  assert.is(await cache.get('key'), undefined);
  await cache.remove('key');
});

test('calls at once keep their order', async () => {
  const { cache } = make();
  const writes = Array.from({ length: 20 }, (_, i) => cache.set('key', { i, fill: 'x'.repeat(5000 - i * 200) }, 1000));
  const read = cache.get('key');
  await Promise.all(writes);
  assert.equal(await read, { i: 19, fill: 'x'.repeat(1200) });
});

for (const [name, content] of Object.entries({
  empty: '',
  'cut off': '{"key":"a","va',
  'no entry': '{}',
  binary: '\u0000\u0001',
  'a number': '5',
})) {
  test(`a file that is ${name} at the start: the folder is wiped, nothing is thrown, one line is logged`, async () => {
    await make().cache.set('key', 1, 1000);
    await writeFile(join(payloads(), 'damaged'), content);
    const { cache, log } = make();
    assert.is(await cache.get('key'), undefined);
    await cache.set('key', 2, 1000);
    assert.is(await cache.get('key'), 2);
    assert.is((await readdir(payloads())).length, 1);
    assert.is(log.lines.length, 1);
  });

  test(`a file that becomes ${name} while running: as if it were not there`, async () => {
    const { cache, log } = make();
    await cache.set('key', 1, 1000);
    const [file] = await readdir(payloads());
    await writeFile(join(payloads(), file ?? ''), content);
    assert.is(await cache.get('key'), undefined);
    await cache.set('key', 2, 1000);
    assert.is(await cache.get('key'), 2);
    assert.is(log.lines.length, 1);
  });
}

test('at the start as many values are kept as have room in the memory, and none that is too large or too deep', async () => {
  const entry = (value: unknown): string =>
    JSON.stringify({ key: 'key', value: { value, expires_at: Date.parse(START) + 1000, ttl_ms: 1000 } });
  const costly = entry(Array.from({ length: 2000 }, () => []));
  const { bytes } = costOfJson(costly, Infinity);
  const room = Math.floor((8 * 1024 * 1024) / bytes);
  const kept = async (...contents: string[]): Promise<number> => {
    await rm(payloads(), { recursive: true, force: true });
    await mkdir(payloads(), { recursive: true });
    for (const [at, content] of contents.entries()) await writeFile(join(payloads(), `file-${at}`), content);
    await make().cache.get('another');
    return (await readdir(payloads())).length;
  };
  assert.ok(room > 10 && room < 200, `${room} values`);
  assert.is(await kept(...new Array<string>(room + 5).fill(costly)), room);
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
  const deepest = 64 - costOfJson(entry(1), Infinity).levels;
  assert.equal([await kept(entry(nested(deepest))), await kept(entry(nested(deepest + 1)))], [1, 0]);
  const long = (size: number): string => entry('x'.repeat(size - entry('').length));
  assert.equal([await kept(long(1024 * 1024)), await kept(long(1024 * 1024 + 1))], [1, 0]);
});

test('a folder with more than 16 MiB, or with anything but files, is kept aside', async () => {
  const keptAside = async (prepare: (folder: string) => Promise<void>): Promise<string[]> => {
    const names: string[] = [];
    await rm(payloads(), { recursive: true, force: true });
    await mkdir(payloads(), { recursive: true });
    await prepare(payloads());
    const setAside = async (name: string): Promise<void> => void names.push(name);
    const { clock, log } = make();
    await new FileCache({ dir, clock, log, damage: { ...noDamage(), setAside } }).get('another');
    return names;
  };
  const sized = (bytes: number) => async (folder: string) => {
    await writeFile(join(folder, 'large'), '');
    await truncate(join(folder, 'large'), bytes);
    await writeFile(join(folder, 'small'), '1');
  };
  const inside = join('cache', 'payloads');
  assert.equal(await keptAside(sized(16 * 1024 * 1024 - 1)), []);
  assert.equal(await keptAside(sized(16 * 1024 * 1024)), [inside]);
  assert.equal(await keptAside((folder) => mkdir(join(folder, 'deeper')).then(() => undefined)), [inside]);
});

test('an entry of another form counts as over', async () => {
  await mkdir(payloads(), { recursive: true });
  await writeFile(join(payloads(), 'x'), JSON.stringify({ key: 'key', value: 'bare' }));
  assert.is(await make().cache.get('key'), undefined);
});

test('a file in place of the folder: no call throws, one line is logged', async () => {
  await writeFile(join(dir, 'cache'), 'x');
  const { cache, log } = make();
  await cache.set('key', 1, 1000);
  assert.is(await cache.get('key'), undefined);
  await cache.remove('key');
  assert.is(log.lines.length, 1);
});

test('a value that is no JSON is not kept', async () => {
  const { cache } = make();
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  await cache.set('key', circular, 1000);
  assert.is(await cache.get('key'), undefined);
});

test('an open cache has no timer that wakes the machine', async () => {
  const started = new Set<unknown>();
  const { setInterval: set, clearInterval: clear } = globalThis;
  Object.assign(globalThis, {
    setInterval: (run: () => void, ms: number) => {
      const timer = set(run, ms);
      started.add(timer);
      return timer;
    },
    clearInterval: (timer: NodeJS.Timeout) => {
      started.delete(timer);
      clear(timer);
    },
  });
  try {
    const { cache } = make();
    await cache.set('key', 1, 1000);
    await cache.get('key');
    assert.is(started.size, 0);
  } finally {
    Object.assign(globalThis, { setInterval: set, clearInterval: clear });
  }
});

const floors = (clock = createFakeClock(START), log = createQuietLog()) =>
  openLastWrites({ dir, clock, log, damage: noDamage() });
const NOW = Date.parse(START);

test('no floor before the first write, and nothing on the disk', async () => {
  assert.is((await floors()).get('cloud:a'), null);
  assert.equal(await readdir(dir), []);
});

test('a floor is in the file when set returns', async () => {
  const first = await floors();
  first.set('cloud:a', NOW - 5);
  first.set('cloud:b', NOW - 4);
  const second = await floors();
  assert.equal([second.get('cloud:a'), second.get('cloud:b'), second.get('cloud:c')], [NOW - 5, NOW - 4, null]);
});

test('floors are for nobody else, nor is the folder that they make', async () => {
  const floors = await openLastWrites({
    dir,
    clock: createFakeClock(START),
    log: createQuietLog(),
    damage: noDamage(),
  });
  floors.set('a', 1);
  const modes = await Promise.all(
    ['cache', 'cache/floors.json'].map(async (name) => (await stat(join(dir, name))).mode),
  );
  assert.equal(
    modes.map((mode) => mode & 0o777),
    [0o700, 0o600],
  );
});

test('instants of more than a day ago are dropped', async () => {
  const first = await floors();
  first.set('old', NOW - 24 * 3600 * 1000 - 1);
  first.set('edge', NOW - 24 * 3600 * 1000);
  first.set('new', NOW);
  const second = await floors();
  assert.equal([second.get('old'), second.get('edge'), second.get('new')], [null, NOW - 24 * 3600 * 1000, NOW]);
});

test('an instant in the future becomes now, so that no wait is longer than the floor', async () => {
  (await floors()).set('cloud:a', NOW + 1_000_000);
  assert.is((await floors()).get('cloud:a'), NOW);
});

for (const content of ['', '{', '[]', '5', 'null', '{"cloud:a":"text"}']) {
  test(`a file of floors with ${JSON.stringify(content)} counts as empty and is written again`, async () => {
    await mkdir(join(dir, 'cache'));
    await writeFile(join(dir, 'cache', 'floors.json'), content);
    const opened = await floors();
    assert.is(opened.get('cloud:a'), null);
    opened.set('cloud:a', NOW);
    assert.is((await floors()).get('cloud:a'), NOW);
  });
}

test('floors that cannot be written are kept in memory and logged', async () => {
  const log = createQuietLog();
  const opened = await floors(createFakeClock(START), log);
  await writeFile(join(dir, 'cache'), 'x');
  opened.set('cloud:a', NOW);
  assert.is(opened.get('cloud:a'), NOW);
  assert.match(log.lines.join(''), 'was not kept');
});

test('a file in the place of the folder is set aside, and that is on the disk before anything is kept', async () => {
  const told: string[] = [];
  const damage = {
    ...noDamage(),
    setAside: async (name: string, reason: string) => {
      await rm(join(dir, name));
      told.push(`${name}: ${reason}`);
    },
    save: async () => void told.push(`saved, ${(await readdir(join(dir, 'cache'))).length} kept`),
  };
  await mkdir(join(dir, 'cache'));
  await writeFile(payloads(), 'x');
  const cache = new FileCache({ dir, clock: createFakeClock(START), log: createQuietLog(), damage });
  await cache.set('key', 1, 1000);
  assert.is(await cache.get('key'), 1);
  assert.equal(told, ['cache/payloads: it is no folder, or has in it what is no value', 'saved, 0 kept']);
});

test('wiping the cache leaves the floors', async () => {
  (await floors()).set('cloud:a', NOW);
  await make().cache.set('key', 1, 1000);
  await writeFile(join(payloads(), 'damaged'), '');
  await make().cache.get('key');
  assert.is((await floors()).get('cloud:a'), NOW);
});

test.run();
