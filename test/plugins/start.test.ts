import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NO_TRAIL } from '../../src/core/work.ts';
import { costOf } from '../../src/plugins/contract/payload.ts';
import { MOST_KEPT_BYTES } from '../../src/plugins/keeping/kept-budget.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { until } from '../support/until.ts';
import { FLAGSHIP, createHost } from './fixture.ts';
import { fileFor } from './source-file.ts';
import { hostWith } from './source-rig.ts';

const test = suite('plugins/start');

const IDS = ['one', 'two', 'three'];
const FETCHED_AT = Date.parse('2026-11-20T13:29:00Z');
const TRIGGER = { id: 'hot', when: 'data.temp > 30', message: 'HOT', seconds: 600 };

/** An earlier run has read 31 degrees of each source. */
const cache = {
  read: async () => ({ data: { $answers: { one: { t: 31 } } }, formatted_lines: null, fetched_at: FETCHED_AT }),
  write: async () => undefined,
  remove: async () => undefined,
};

const createWall = () =>
  hostWith(
    IDS.map((id) => fileFor('http://127.0.0.1:9', { id, triggers: [TRIGGER] })),
    {},
    { cache },
  );

const loadedOf = ({ host }: ReturnType<typeof createWall>): string[] =>
  host.shelf.loaded().map(({ plugin }) => plugin.manifest.id);

test('a start loads no source, and what is asked for alone', async () => {
  const wall = createWall();
  await wall.host.arrival.takeUp();
  await wall.host.start();
  assert.equal(loadedOf(wall), []);
  assert.is(wall.host.values.ready(new Set(['two']), FLAGSHIP), true);
  assert.equal(loadedOf(wall), ['two']);
});

test('what an earlier run has read is known before a source was loaded', async () => {
  const wall = createWall();
  await wall.host.arrival.takeUp();
  assert.is(wall.host.report.health('one')?.fetched_at, FETCHED_AT);
});

test('of what an earlier run has read no more is taken up than may be kept', async () => {
  const data = { $answers: { one: { t: 31, list: Array.from({ length: 10_000 }, () => ({ a: 'letters' })) } } };
  const ids = Array.from({ length: 40 }, (_, at) => `source_${at}`);
  const large = { ...cache, read: async () => ({ ...(await cache.read()), data }) };
  const files = ids.map((id) => fileFor('http://127.0.0.1:9', { id }));
  const { host } = hostWith(files, {}, { cache: large });
  await host.arrival.takeUp();
  const taken = ids.filter((id) => host.report.health(id)?.fetched_at === FETCHED_AT);
  const most = Math.floor(MOST_KEPT_BYTES / costOf(data));
  assert.is(taken.length, most);
  assert.ok(most > 0 && most < ids.length, `${most} of ${ids.length}`);
  await host.stop();
});

test('what is asked about all of them is complete at once', async () => {
  const wall = createWall();
  await wall.host.arrival.takeUp();
  await wall.host.start();
  assert.equal(
    wall.host.report
      .overview()
      .map(({ plugin_id, fetched_at }) => `${plugin_id} ${fetched_at}`)
      .toSorted(),
    IDS.toSorted().map((id) => `${id} 2026-11-20T13:29:00.000Z`),
  );
});

test('the others are loaded one after the other, and are asked for triggers then', async () => {
  const wall = createWall();
  await wall.host.arrival.takeUp();
  await wall.host.start();
  wall.host.arrival.loadRest();
  await wall.clock.advance(10);
  assert.is(loadedOf(wall).length, 1);
  await wall.clock.advance(990);
  assert.equal(loadedOf(wall).toSorted(), IDS.toSorted());
  assert.equal(
    wall.host.triggers
      .list()
      .map(({ message }) => message)
      .slice(0, 1),
    ['HOT'],
  );
  await wall.host.stop();
});

test('an end in the middle of it loads no more', async () => {
  const wall = createWall();
  await wall.host.arrival.takeUp();
  await wall.host.start();
  wall.host.arrival.loadRest();
  await wall.clock.advance(10);
  await wall.host.stop();
  await wall.clock.advance(1000);
  assert.is(loadedOf(wall).length, 1);
});

test('a rendering waits for what may yet be installed, and for nothing else', async () => {
  const pluginsDir = mkdtempSync(join(tmpdir(), 'flapbox-start-'));
  mkdirSync(join(pluginsDir, 'slow'));
  writeFileSync(join(pluginsDir, 'slow', 'index.mjs'), '');
  let isAsked = false;
  let answer: (text: string) => void = () => undefined;
  const run = () => {
    isAsked = true;
    return new Promise<string>((told) => (answer = told));
  };
  const sandbox = { run, close: () => undefined } as unknown as Sandbox;
  const { host } = createHost({ pluginsDir, sandbox: () => sandbox });
  const [known, unknown] = [new Set(['date_time']), new Set(['date_time', 'slow'])];
  const started = host.start();
  assert.ok(host.arrival.installing);
  assert.is(host.values.ready(known, FLAGSHIP), true);
  assert.is(host.values.ready(unknown, FLAGSHIP), false);
  await host.values.need(known, FLAGSHIP);
  let isReady = false;
  void host.values.need(unknown, FLAGSHIP).then(() => (isReady = true));
  await until(() => isAsked);
  assert.is(isReady, false);
  answer(JSON.stringify({ value: { id: 'slow', name: 'Slow', version: '1.0.0' } }));
  await until(() => isReady);
  await started;
  assert.is(host.arrival.installing, null);
  assert.is(host.values.ready(new Set(['nothing']), FLAGSHIP), true);
  await host.stop();
  rmSync(pluginsDir, { recursive: true });
});

test('a safe start leaves out plugins of folders and own sources, and names them, until it ends', async () => {
  const pluginsDir = mkdtempSync(join(tmpdir(), 'flapbox-safe-'));
  mkdirSync(join(pluginsDir, 'mine'));
  writeFileSync(join(pluginsDir, 'mine', 'index.mjs'), '');
  const left: (readonly string[])[] = [];
  const safeStart = { isActive: true, trail: NO_TRAIL, leaveOut: (names: readonly string[]) => void left.push(names) };
  const manifest = JSON.stringify({ value: { id: 'mine', name: 'Mine', version: '1.0.0' } });
  const sandbox = { run: async () => manifest, close: () => undefined } as unknown as Sandbox;
  const ports = { safeStart, pluginsDir, sandbox: () => sandbox, builtins: [] };
  const { host, clock } = hostWith([fileFor('http://127.0.0.1:9')], {}, ports);
  const isKnown = () => ['mine', 'probe'].map((id) => host.installation.handleOf(id) !== null);
  await host.arrival.takeUp();
  await host.start();
  assert.equal(left, [['the plugin mine', 'the source probe']]);
  assert.equal([isKnown(), host.installation.enabledKeys(), host.shelf.problems()], [[false, false], [], []]);
  assert.throws(() => host.installation.known('probe'), /There is no plugin "probe" before the safe start ends\./);
  safeStart.isActive = false;
  const told: string[] = [];
  host.values.onData((key) => void told.push(key));
  await host.arrival.resume();
  assert.equal([isKnown(), host.installation.enabledKeys()], [[true, true], ['probe']]);
  assert.ok(told.includes('probe'), 'whoever shows it is told');
  await clock.advance(1000);
  assert.equal(
    host.shelf.loaded().map(({ plugin }) => plugin.manifest.id),
    ['probe'],
  );
  await host.stop();
  rmSync(pluginsDir, { recursive: true });
});

test('what an earlier version asked counts as confirmed; where the disk does not take that, the next start tries again', async () => {
  const { host, store, logged } = hostWith([fileFor('http://127.0.0.1:9')]);
  const { confirmed: _confirmed, ...probe } = store.plugins['probe'] ?? { enabled: true, config: {}, secrets: {} };
  const earlier = { probe: { ...probe, source: { text: probe.source?.text ?? '', local: true } } };
  store.plugins = earlier;
  const { write } = store;
  store.write = () => Promise.reject(new Error('full'));
  await host.arrival.takeUp();
  assert.is(store.plugins, earlier);
  assert.equal(logged, ['what sources ask cannot be stored as confirmed now; the next start tries again']);
  store.write = write;
  await host.arrival.takeUp();
  assert.equal(store.plugins['probe']?.confirmed, [{ destination: 'http://127.0.0.1:9', home: true, secrets: [] }]);
  assert.equal(host.unconfirmed(), []);
});

test('what a safe start left out of sources alone is known when it ends, without a folder of plugins too', async () => {
  const safeStart = { isActive: true, trail: NO_TRAIL, leaveOut: () => undefined };
  const pluginsDir = join(tmpdir(), 'flapbox-no-such-folder');
  const { host } = hostWith([fileFor('http://127.0.0.1:9')], {}, { safeStart, pluginsDir });
  await host.start();
  assert.equal(host.installation.enabledKeys(), []);
  safeStart.isActive = false;
  await host.arrival.resume();
  assert.equal(host.installation.enabledKeys(), ['probe']);
  await host.stop();
});

test.run();
