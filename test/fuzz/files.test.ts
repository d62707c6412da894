import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startApp } from '../../src/app.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { claimedSettings } from '../support/claimed.ts';
import { createLog } from '../../src/platform/log.ts';
import { MEMBERS, fileOf } from '../../src/store/aggregates.ts';
import { openStore } from '../../src/store/open-store.ts';
import { stopNames } from '../faults/names.ts';
import { UnusableDataFolder } from '../../src/store/files/disk-error.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { call } from '../support/http.ts';
import { createMemoryDisk, type MemoryDisk } from '../support/memory-disk.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { samplePage, sampleState } from '../support/sample-state.ts';
import { createDraw, repeat, SEED, type Draw } from './draw.ts';
import { hostileValue } from './hostile.ts';

/**
 * Files of the data folder that a disk has cut, changed or mixed up: the appliance starts and runs, and loses nothing
 * but what was damaged.
 */
const test = suite('any damage of the data folder');

type Damage = (bytes: Uint8Array, draw: Draw, others: readonly Uint8Array[]) => Uint8Array;

const flip: Damage = (bytes, draw) => {
  const changed = Buffer.from(bytes);
  for (let count = draw.integer(1, 4); count > 0 && changed.length > 0; count--) {
    const at = draw.integer(0, changed.length - 1);
    changed[at] = (changed[at] ?? 0) ^ (1 << draw.integer(0, 7));
  }
  return changed;
};

/** One value somewhere in the content replaced by any other. */
const mislead: Damage = (bytes, draw) => {
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return bytes;
  }
  const places: { holder: Record<string, unknown>; name: string }[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const name of Object.keys(value)) {
      places.push({ holder: value as Record<string, unknown>, name });
      walk((value as Record<string, unknown>)[name]);
    }
  };
  walk(content);
  const place = places.length > 0 ? draw.pick(places) : null;
  if (place) place.holder[place.name] = draw.chance(0.15) ? undefined : hostileValue(draw);
  return Buffer.from(JSON.stringify(content));
};

const DAMAGES: readonly Damage[] = [
  (bytes, draw) => bytes.slice(0, draw.integer(0, bytes.length)),
  (bytes, draw) => bytes.slice(draw.integer(0, bytes.length)),
  flip,
  flip,
  mislead,
  mislead,
  mislead,
  (bytes) => new Uint8Array(bytes.length),
  (_bytes, draw) => Uint8Array.from(draw.list(0, 200, () => draw.integer(0, 255))),
  (_bytes, draw) =>
    Buffer.from(
      draw.pick([
        '',
        '{}',
        '[]',
        'null',
        '0',
        '{"schema_version":1}',
        '{"schema_version":1,"data":[]}',
        '{"schema_version":99,"data":{}}',
        '['.repeat(50_000),
      ]),
    ),
  (bytes) => Buffer.concat([bytes, bytes]),
  (_bytes, draw, others) => draw.pick(others),
];

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

/** A start is refused for what a newer version wrote: going on would lose what an owner can still save. */
const isRefusal = (problem: Error): boolean =>
  problem instanceof UnusableDataFolder && /newer version/.test(problem.message);

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

const PATHS = [
  '/v1/boards',
  '/v1/boards/primary',
  '/v1/pages',
  '/v1/schedules?board_id=*',
  '/v1/collections',
  '/v1/variables',
  '/v1/status',
  '/v1/plugins',
  '/settings/all',
  '/settings/board',
  '/settings/silence-schedule',
  '/timeline',
  '/schedules/active/page',
  '/displays',
  '/config/full',
  '/backup/export',
  '/auth/status',
  '/auth/audit',
  '/triggers',
  '/mqtt/status',
  '/settings/location/sun-times-week',
  '/silence-status',
  '/settings/transitions',
  '/metrics',
];

const startOn = async (dir: string, lines: string[]) => {
  const env = { SERVICE_AUTH_ENABLED: 'false', SERVICE_DATA_DIR: dir, SERVICE_HOST: '127.0.0.1', SERVICE_PORT: '0' };
  const log = createLog({ level: 'info', clock: systemClock, write: (line) => lines.push(line) });
  return startApp({
    ...claimedSettings(env),
    clock: systemClock,
    log,
    version: '0.0.0',
    distDir: join(process.cwd(), 'dist'),
    env,
    restart: () => undefined,
  });
};

/** A data folder with something in every file. */
const fill = async (dir: string): Promise<void> => {
  const app = await startOn(dir, []);
  await app.store.update((state) => {
    const sample = sampleState();
    // Boards of the sample are far away; one of them would keep each start waiting.
    return {
      pages: [...state.pages, ...sample.pages],
      schedules: sample.schedules,
      collections: sample.collections,
      programmes: {
        [state.boards[0]?.id ?? '']: sample.programmes['b1'] ?? { active_page_id: null, messages: [] },
      },
      settings: { ...state.settings, silence: { ...state.settings.silence, enabled: true } },
    };
  });
  await call(app.port, 'POST', '/api/settings/board/add', {
    json: { device_type: 'flagship', host: '127.0.0.1:1', local_api_key: 'k' },
  });
  await app.stop();
};

test('the appliance starts on it, answers every request and stores what is sent', async () => {
  const restoreNames = stopNames();
  const awake = setInterval(() => undefined, 60_000);
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-fuzz-'));
  const draw = createDraw(SEED + 1);
  try {
    await fill(dir);
    const names = readdirSync(dir).filter((name) => name.endsWith('.json') && name !== 'cache');
    const good = new Map(names.map((name) => [name, readFileSync(join(dir, name))]));
    await repeat(60, async (round) => {
      const name = draw.pick(names);
      for (const [each, bytes] of good) writeFileSync(join(dir, each), bytes);
      const damaged = (draw.chance(0.7) ? mislead : draw.pick(DAMAGES))(good.get(name) ?? Buffer.alloc(0), draw, [
        ...good.values(),
      ]);
      writeFileSync(join(dir, name), damaged);
      const lines: string[] = [];
      const where = `round ${round}, ${name}: ${Buffer.from(damaged).toString('latin1').slice(0, 1500)}`;
      const app = await startOn(dir, lines).catch((error: unknown) => error as Error);
      if (app instanceof Error) return assert.ok(isRefusal(app), `${where}\n${app.stack}`);
      try {
        for (const path of PATHS) {
          const { status, text } = await call(app.port, 'GET', `/api${path}`);
          assert.ok(
            status < 500 || /cannot be (?:drawn|used)|is not running/.test(text),
            `${path} ${status} ${text}\n${where}\n${lines.join('\n')}`,
          );
        }
        const { status, text } = await call(app.port, 'POST', '/api/v1/pages', {
          json: { name: 'After', type: 'template', template: ['A'] },
        });
        assert.is(status, 201, `${text}\n${where}`);
        assert.not.match(
          lines.join('\n'),
          /failed unexpectedly|could not be brought up to date|a listener of the store failed/,
          where,
        );
      } finally {
        await app.stop();
      }
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
    restoreNames();
    clearInterval(awake);
  }
});

test.run();
