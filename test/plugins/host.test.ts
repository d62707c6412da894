import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBudget } from '../../src/core/template/context.ts';
import { renderString } from '../../src/core/template/text.ts';
import { Fault } from '../../src/fault.ts';
import type { PluginHost } from '../../src/plugins/host.ts';
import type { JsonObject } from '../../src/schema/common.ts';
import { defineManifest, type ManifestInput } from '../../src/plugins/contract/manifest.ts';
import type { DataPlugin, FetchRequest, FetchResult } from '../../src/plugins/contract/plugin.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { settle } from '../support/fake-clock.ts';
import { until } from '../support/until.ts';
import { createHost, FLAGSHIP, NOTE, startHost } from './fixture.ts';

const test = suite('plugins/host');

/** A plugin whose answers a test decides, and that counts how often it was asked. */
const createProbe = (
  manifest: Partial<ManifestInput> = {},
  answer: (request: FetchRequest) => FetchResult | Promise<FetchResult> = () => ({
    available: true,
    data: { value: 1 },
  }),
) => {
  const probe = { calls: [] as FetchRequest[], answer };
  const plugin: DataPlugin = {
    manifest: defineManifest({ id: 'probe', name: 'Probe', version: '1.0.0', ...manifest }),
    fetchData: async (request) => {
      probe.calls.push(request);
      return probe.answer(request);
    },
  };
  return Object.assign(probe, { plugin });
};

test('a start waits 5 s for the manifests of folders, and takes up later what is read later', async () => {
  const pluginsDir = mkdtempSync(join(tmpdir(), 'flapbox-slow-'));
  mkdirSync(join(pluginsDir, 'slow'));
  writeFileSync(join(pluginsDir, 'slow', 'index.mjs'), '');
  let answer: (text: string) => void = () => undefined;
  let isAsked = false;
  const run = () => {
    isAsked = true;
    return new Promise<string>((told) => (answer = told));
  };
  const sandbox = { run, close: () => undefined } as unknown as Sandbox;
  const { host, clock } = createHost({ builtins: [], pluginsDir, sandbox: () => sandbox });
  let isStarted = false;
  void startHost(host).then(() => (isStarted = true));
  await until(() => isAsked);
  await clock.advance(4999);
  assert.is(isStarted, false);
  await clock.advance(1);
  await until(() => isStarted);
  answer(JSON.stringify({ value: { id: 'slow', name: 'Slow', version: '1.0.0' } }));
  await until(() => host.installation.list().some(({ id }) => id === 'slow'));
  await host.stop();
  rmSync(pluginsDir, { recursive: true });
});

const ENABLED = { probe: { enabled: true, config: {}, secrets: {} } };
const REFRESH = { type: 'object', properties: { refresh_seconds: { type: 'integer', minimum: 30 } } };

const fault = async (run: () => unknown): Promise<Fault> => {
  try {
    await run();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

test('date_time alone is enabled at the first start', () => {
  const { host } = createHost();
  assert.equal(
    host.installation
      .list()
      .filter((entry) => entry.enabled)
      .map((entry) => entry.id),
    ['date_time'],
  );
  assert.equal(host.installation.enabledKeys(), ['date_time']);
});

test('a stored decision outweighs the first-start default', () => {
  const { host } = createHost({}, { date_time: { enabled: false, config: {}, secrets: {} } });
  assert.equal(host.installation.enabledKeys(), []);
});

for (const [name, run] of Object.entries({
  detail: (host: ReturnType<typeof createHost>['host']) => host.installation.detail('nothing'),
  manifest: (host: ReturnType<typeof createHost>['host']) => host.installation.known('nothing'),
  data: (host: ReturnType<typeof createHost>['host']) => host.data('nothing', FLAGSHIP),
  update: (host: ReturnType<typeof createHost>['host']) => host.installation.update('nothing', { enabled: true }),
  receive: (host: ReturnType<typeof createHost>['host']) =>
    host.receive('nothing', { payload: {}, headers: {}, rawBody: '{}' }),
  instances: (host: ReturnType<typeof createHost>['host']) => host.installation.instances('nothing'),
  addInstance: (host: ReturnType<typeof createHost>['host']) => host.installation.addInstance('nothing', 'a'),
  removeInstance: (host: ReturnType<typeof createHost>['host']) =>
    host.installation.removeInstance('date_time:nothing'),
  'an instance that was not added': (host: ReturnType<typeof createHost>['host']) =>
    host.installation.detail('date_time:nothing'),
})) {
  test(`404 for an unknown plugin: ${name}`, async () => {
    const { host } = createHost();
    const { status, detail } = await fault(() => run(host));
    assert.is(status, 404);
    assert.match(detail, /^There is no plugin "(date_time:)?nothing"\.$/);
  });
}

test('the name of an unknown plugin is told up to 120 characters', async () => {
  const { host } = createHost();
  const { detail } = await fault(() => host.installation.known('x'.repeat(121)));
  assert.is(detail, `There is no plugin "${'x'.repeat(120)}".`);
});

test('data of a disabled plugin says so', async () => {
  const { plugin, calls } = createProbe();
  const { host } = createHost({ builtins: [plugin] });
  const data = await host.data('probe', FLAGSHIP);
  assert.equal(data, {
    plugin_id: 'probe',
    available: false,
    data: null,
    lines: [],
    text: '',
    error: 'the plugin is disabled',
  });
  assert.is(calls.length, 0);
});

test('data of an unconfigured plugin names what is missing', async () => {
  const { plugin } = createProbe({
    settings_schema: { type: 'object', properties: { url: { type: 'string' } }, required: ['enabled', 'url'] },
  });
  const { host } = createHost({ builtins: [plugin] }, ENABLED);
  assert.is(host.installation.list()[0]?.configured, false);
  assert.match((await host.data('probe', FLAGSHIP)).error ?? '', /url missing/);
  await host.installation.update('probe', { config: { url: 'x' } });
  assert.is(host.installation.list()[0]?.configured, true);
  assert.is((await host.data('probe', FLAGSHIP)).available, true);
});

test('data of a plugin that answers nothing available carries its error', async () => {
  const { plugin } = createProbe({}, () => ({ available: false, error: 'the feed is away' }));
  const { host } = createHost({ builtins: [plugin] }, ENABLED);
  assert.equal(await host.data('probe', FLAGSHIP), {
    plugin_id: 'probe',
    available: false,
    data: null,
    lines: [],
    text: '',
    error: 'the feed is away',
  });
});

test('data that is fresh is not fetched again, and is after its interval', async () => {
  const probe = createProbe({ settings_schema: REFRESH });
  const { host, clock } = createHost(
    { builtins: [probe.plugin] },
    { probe: { enabled: true, config: { refresh_seconds: 60 }, secrets: {} } },
  );
  await host.data('probe', FLAGSHIP);
  await clock.advance(59_999);
  await host.data('probe', FLAGSHIP);
  assert.is(probe.calls.length, 1);
  await clock.advance(1);
  await host.data('probe', FLAGSHIP);
  assert.is(probe.calls.length, 2);
});

for (const [name, manifest, config, seconds] of [
  ['default 300', {}, {}, 300],
  ['the setting', {}, { refresh_seconds: 42 }, 42],
  ['at least 10', {}, { refresh_seconds: 1 }, 10],
  ['at most a day', {}, { refresh_seconds: 1_000_000 }, 86_400],
  ["the schema's minimum", { settings_schema: REFRESH }, { refresh_seconds: 12 }, 30],
  ["the manifest's floor", { min_refresh_seconds: 120, settings_schema: REFRESH }, { refresh_seconds: 60 }, 120],
  [
    "the schema's default",
    { settings_schema: { properties: { refresh_seconds: { type: 'integer', default: 90 } } } },
    {},
    90,
  ],
  ['live data every second', { live_data: true }, {}, 1],
] as const) {
  test(`refresh interval: ${name}`, async () => {
    const probe = createProbe(manifest);
    const { host, clock } = createHost({ builtins: [probe.plugin] }, { probe: { enabled: true, config, secrets: {} } });
    await host.data('probe', FLAGSHIP);
    await clock.advance(seconds * 1000 - 1);
    await host.data('probe', FLAGSHIP);
    assert.is(probe.calls.length, 1);
    await clock.advance(1);
    await host.data('probe', FLAGSHIP);
    assert.is(probe.calls.length, 2);
  });
}

test('each size of board is fetched for itself, and each only once at a time', async () => {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const probe = createProbe({}, async ({ board }) => {
    await gate;
    return { available: true, data: { rows: board.rows }, formatted_lines: [`${board.rows}`] };
  });
  const { host } = createHost({ builtins: [probe.plugin] }, ENABLED);
  const all = [host.data('probe', FLAGSHIP), host.data('probe', FLAGSHIP), host.data('probe', NOTE)];
  release();
  assert.equal(
    (await Promise.all(all)).map((data) => data.text),
    ['6', '6', '3'],
  );
  assert.is(probe.calls.length, 2);
});

test('a plugin that formats its own data is fetched once for all sizes', async () => {
  const probe = createProbe();
  const plugin: DataPlugin = { ...probe.plugin, format: ({ board }) => [`${board.cols}`] };
  const { host } = createHost({ builtins: [plugin] }, ENABLED);
  assert.is((await host.data('probe', FLAGSHIP)).text, '22');
  assert.is((await host.data('probe', NOTE)).text, '15');
  assert.is(probe.calls.length, 1);
});

test('failures keep the last good data for templates until they are too old', async () => {
  const probe = createProbe();
  const { host, clock } = createHost({ builtins: [probe.plugin] }, ENABLED);
  await host.data('probe', FLAGSHIP);
  probe.answer = () => ({ available: false, error: 'away' });
  await clock.advance(301_000);
  assert.is((await host.data('probe', FLAGSHIP)).available, false);
  assert.equal(host.values.source('probe', FLAGSHIP, clock.now())?.data, { value: 1 });
  assert.is(host.values.source('probe', FLAGSHIP, clock.now())?.readAt, clock.now() - 301_000);
  assert.is(host.report.health('probe')?.error, 'away');
  await clock.advance(6 * 3_600_000 - 301_000);
  assert.ok(host.values.source('probe', FLAGSHIP, clock.now()));
  await clock.advance(1);
  const old = host.values.source('probe', FLAGSHIP, clock.now());
  assert.equal([old?.data, old?.isOld], [{}, true]);
  const since = clock.now() - 1;
  assert.equal(host.values.stale(['probe', 'date_time'], FLAGSHIP, clock.now()), [{ plugin: 'probe', since }]);
  assert.equal(host.values.lines('probe', FLAGSHIP, clock.now()), { lines: new Array(6).fill('-') });
  assert.is((await host.data('probe', FLAGSHIP)).available, false);
});

const renderedBy = (host: PluginHost, now: number) => (template: string) =>
  renderString(template, {
    now,
    zone: 'UTC',
    source: (key) => host.values.source(key, FLAGSHIP, now),
    budget: createBudget(),
  });

test('values that are too old print - or what the page says, their age goes on', async () => {
  const probe = createProbe({ max_age_seconds: 1800 });
  const { host, clock } = createHost({ builtins: [probe.plugin] }, ENABLED);
  await host.data('probe', FLAGSHIP);
  probe.answer = () => ({ available: false, error: 'away' });
  const TEMPLATES = [
    '{{probe.value}}',
    '{{probe.other}}',
    '{{=probe.value + 1}}',
    '{{=IFERROR(probe.value, "NO")}}',
    '{{=FRESH(probe.value, "20m", "OLD")}}',
    '{{=FRESH(probe.value + 1, 40)}}',
    '{{=FRESH(probe.value, "soon")}}',
    '{{probe.age}}',
  ];
  const at = () => TEMPLATES.map(renderedBy(host, clock.now()));
  await clock.advance(20 * 60_000);
  assert.equal(at(), ['1', '???', '2', '1', '1', '2', '#VALUE', '20']);
  await clock.advance(1);
  assert.equal(at(), ['1', '???', '2', '1', 'OLD', '2', '#VALUE', '20']);
  await clock.advance(10 * 60_000);
  assert.equal(at(), ['-', '-', '-', 'NO', 'OLD', '-', '#VALUE', '30']);
});

test('the owner says how old values may be, for ever too; readings outlive that change', async () => {
  const probe = createProbe({ category: 'transit' });
  const { host, clock } = createHost({ builtins: [probe.plugin] }, ENABLED);
  assert.is(host.report.maxAgeSeconds('probe'), 900, 'three intervals at least');
  await host.data('probe', FLAGSHIP);
  probe.answer = () => ({ available: false, error: 'away' });
  await clock.advance(901_000);
  assert.is(host.values.source('probe', FLAGSHIP, clock.now())?.isOld, true);
  await host.installation.update('probe', { config: { max_age_seconds: null } });
  assert.equal(
    [host.report.maxAgeSeconds('probe'), host.installation.detail('probe').config],
    [null, { max_age_seconds: null }],
  );
  assert.equal(host.values.source('probe', FLAGSHIP, clock.now())?.data, { value: 1 });
  await host.installation.update('probe', { config: { max_age_seconds: 60 } });
  assert.is(host.values.source('probe', FLAGSHIP, clock.now())?.isOld, true);
  await host.installation.update('probe', { config: {} });
  assert.is(host.report.maxAgeSeconds('probe'), 900);
  for (const config of [{ max_age_seconds: 0 }, { max_age_seconds: 'x' }, { ask_at: ['7:00'] }, { ask_often: [{}] }]) {
    const { status, message } = await fault(() => host.installation.update('probe', { config }));
    assert.is(status, 400);
    assert.ok(message.startsWith(Object.keys(config)[0] ?? ''), message);
  }
});

test('a change of settings drops the data and fetches with the new ones', async () => {
  const probe = createProbe({}, ({ config }) => ({ available: true, data: { color: config['color'] } }));
  const { host, clock } = createHost({ builtins: [probe.plugin] }, ENABLED);
  await host.data('probe', FLAGSHIP);
  await host.installation.update('probe', { config: { color: 'red' } });
  assert.is(host.values.source('probe', FLAGSHIP, clock.now()), undefined);
  assert.equal((await host.data('probe', FLAGSHIP)).data, { color: 'red' });
});

test('disabling drops the data, enabling fetches again', async () => {
  const probe = createProbe();
  const { host, clock } = createHost({ builtins: [probe.plugin] }, ENABLED);
  await host.data('probe', FLAGSHIP);
  await host.installation.update('probe', { enabled: false });
  assert.is(host.values.source('probe', FLAGSHIP, clock.now()), undefined);
  await host.installation.update('probe', { enabled: true });
  await host.data('probe', FLAGSHIP);
  assert.is(probe.calls.length, 2);
});

test('an answer that comes after a change of settings is dropped', async () => {
  let release: (result: FetchResult) => void = () => undefined;
  const probe = createProbe({}, () => new Promise((resolve) => (release = resolve)));
  const { host, clock } = createHost({ builtins: [probe.plugin] }, ENABLED);
  const first = host.data('probe', FLAGSHIP);
  await new Promise((resolve) => setImmediate(resolve));
  const releaseFirst = release;
  await host.installation.update('probe', { config: { a: 1 } });
  assert.ok(probe.calls[0]?.signal.aborted);
  releaseFirst({ available: true, data: { old: true } });
  await first;
  assert.is(host.values.source('probe', FLAGSHIP, clock.now()), undefined);
});

test('a hanging fetch is given up after its time, three of them bring quarantine, then one probe decides', async () => {
  const probe = createProbe({}, () => new Promise(() => undefined));
  const { host, clock } = createHost({ builtins: [probe.plugin] }, ENABLED);
  const attempt = async () => {
    const data = host.data('probe', FLAGSHIP);
    await clock.advance(10_000);
    return data;
  };
  for (let count = 1; count <= 3; count++) {
    assert.match((await attempt()).error ?? '', /no answer within 10 s/);
    assert.is(host.report.health('probe')?.consecutive_failures, count);
    assert.is(host.report.health('probe')?.quarantined, count === 3);
  }
  assert.ok(probe.calls.every((call) => call.signal.aborted));
  assert.is(host.report.health('probe')?.cooldown_remaining_seconds, 300);
  await host.data('probe', FLAGSHIP);
  assert.is(probe.calls.length, 3);
  await clock.advance(299_999);
  await host.data('probe', FLAGSHIP);
  assert.is(probe.calls.length, 3);
  await clock.advance(1);
  await attempt();
  assert.is(probe.calls.length, 4);
  assert.is(host.report.health('probe')?.quarantined, true);
  assert.equal(host.report.problems(), [
    {
      plugin_id: 'probe',
      error: 'no answer within 10 s',
      consecutive_timeouts: 4,
      quarantined: true,
      cooldown_remaining_seconds: 300,
      unreached: null,
    },
  ]);
  await clock.advance(300_000);
  probe.answer = () => ({ available: true, data: {} });
  assert.is((await host.data('probe', FLAGSHIP)).available, true);
  assert.equal(host.report.problems(), []);
});

test('exceptions count like time-outs, honest unavailability does not', async () => {
  const probe = createProbe({}, () => {
    throw new Error('broken');
  });
  const { host } = createHost({ builtins: [probe.plugin] }, ENABLED);
  for (let count = 0; count < 2; count++) assert.is((await host.data('probe', FLAGSHIP)).error, 'broken');
  probe.answer = () => ({ available: false, error: 'away' });
  await host.data('probe', FLAGSHIP);
  probe.answer = () => {
    throw new Error('broken');
  };
  for (let count = 0; count < 2; count++) await host.data('probe', FLAGSHIP);
  assert.is(host.report.health('probe')?.quarantined, false);
  await host.data('probe', FLAGSHIP);
  assert.is(host.report.health('probe')?.quarantined, true);
});

test('a change of settings ends quarantine', async () => {
  const probe = createProbe({}, () => {
    throw new Error('broken');
  });
  const { host } = createHost({ builtins: [probe.plugin] }, ENABLED);
  for (let count = 0; count < 3; count++) await host.data('probe', FLAGSHIP);
  probe.answer = () => ({ available: true, data: {} });
  await host.installation.update('probe', { config: {} });
  assert.is((await host.data('probe', FLAGSHIP)).available, true);
});

test("the time of a fetch is the manifest's", async () => {
  const probe = createProbe({ timeout_seconds: 2 }, () => new Promise(() => undefined));
  const { host, clock } = createHost({ builtins: [probe.plugin] }, ENABLED);
  const data = host.data('probe', FLAGSHIP);
  await clock.advance(2000);
  assert.match((await data).error ?? '', /within 2 s/);
});

test('demand keeps data fresh without anybody asking, and ends when it is withdrawn', async () => {
  const probe = createProbe();
  const { host, clock } = createHost({ builtins: [probe.plugin] }, ENABLED);
  const told: string[] = [];
  host.values.onData((key) => told.push(key));
  host.values.demand('board', new Set(['probe']), FLAGSHIP);
  await clock.advance(0);
  assert.is(probe.calls.length, 1);
  await clock.advance(299_999);
  assert.is(probe.calls.length, 1);
  await clock.advance(1);
  assert.is(probe.calls.length, 2);
  assert.equal(told, ['probe', 'probe']);
  host.values.demand('board', new Set(), FLAGSHIP);
  await clock.advance(3_600_000);
  assert.is(probe.calls.length, 2);
});

test('two boards of one size that show the same share its fetches', async () => {
  const probe = createProbe();
  const { host, clock } = createHost({ builtins: [probe.plugin] }, ENABLED);
  host.values.demand('a', new Set(['probe']), FLAGSHIP);
  host.values.demand('b', new Set(['probe']), FLAGSHIP);
  await clock.advance(300_000);
  assert.is(probe.calls.length, 2);
  host.values.demand('a', new Set(), FLAGSHIP);
  await clock.advance(300_000);
  assert.is(probe.calls.length, 3);
});

test('demand survives disabling and enabling', async () => {
  const probe = createProbe();
  const { host, clock } = createHost({ builtins: [probe.plugin] }, ENABLED);
  host.values.demand('a', new Set(['probe']), FLAGSHIP);
  await clock.advance(1);
  await host.installation.update('probe', { enabled: false });
  await clock.advance(600_000);
  assert.is(probe.calls.length, 1);
  await host.installation.update('probe', { enabled: true });
  await clock.advance(1);
  assert.is(probe.calls.length, 2);
});

test('a failing source is asked again after 30 s, 60 s, 120 s, at most its interval', async () => {
  const probe = createProbe({}, () => ({ available: false, error: 'away' }));
  const { host, clock } = createHost({ builtins: [probe.plugin] }, ENABLED);
  const asked: number[] = [];
  const start = clock.monotonic();
  probe.answer = () => {
    asked.push((clock.monotonic() - start) / 1000);
    return { available: false, error: 'away' };
  };
  host.values.demand('a', new Set(['probe']), FLAGSHIP);
  await clock.advance(1_200_000);
  assert.equal(asked, [0, 30, 90, 210, 450, 750, 1050]);
});

test('stop ends all background work', async () => {
  const probe = createProbe();
  const { host, clock } = createHost({ builtins: [probe.plugin] }, ENABLED);
  host.values.demand('a', new Set(['probe']), FLAGSHIP);
  await clock.advance(1);
  await host.stop();
  await clock.advance(3_600_000);
  assert.is(probe.calls.length, 1);
});

test('need waits for what is missing, but not beyond 15 s', async () => {
  const probe = createProbe({ timeout_seconds: 30 }, () => new Promise(() => undefined));
  const { host, clock } = createHost({ builtins: [probe.plugin] }, ENABLED);
  let done = false;
  void host.values.need(new Set(['probe', 'nothing']), FLAGSHIP).then(() => (done = true));
  await clock.advance(14_999);
  assert.is(done, false);
  await clock.advance(1);
  await clock.advance(0);
  assert.is(done, true);
});

test('need does not wait for a source that failed a moment ago, nor for stale data of the last interval', async () => {
  const probe = createProbe({}, () => ({ available: false }));
  const { host, clock } = createHost({ builtins: [probe.plugin] }, ENABLED);
  const keys = new Set(['probe']);
  assert.is(host.values.ready(keys, FLAGSHIP), false);
  await host.values.need(keys, FLAGSHIP);
  assert.is(host.values.ready(keys, FLAGSHIP), true);
  await host.values.need(keys, FLAGSHIP);
  assert.is(probe.calls.length, 1);
  probe.answer = () => ({ available: true, data: {} });
  await clock.advance(30_000);
  await host.values.need(keys, FLAGSHIP);
  await clock.advance(599_999);
  assert.is(host.values.ready(keys, FLAGSHIP), true);
  await clock.advance(1);
  assert.is(host.values.ready(keys, FLAGSHIP), false);
});

test('need is ready at once for what is disabled, unknown or computed on the spot', async () => {
  const { host } = createHost();
  const keys = new Set(['date_time', 'webhook', 'nothing']);
  assert.is(host.values.ready(keys, FLAGSHIP), true);
  await host.values.need(keys, FLAGSHIP);
});

test('a reading outlives a restart through the cache, for templates and without a fetch', async () => {
  const kept = new Map<string, unknown>();
  const cache = {
    read: async (key: string) => kept.get(key),
    write: async (key: string, value: Record<string, unknown>) => void kept.set(key, value),
    remove: async (key: string) => void kept.delete(key),
  };
  const first = createProbe();
  const before = createHost({ builtins: [first.plugin], cache }, ENABLED);
  await before.host.data('probe', FLAGSHIP);
  const second = createProbe();
  const after = createHost({ builtins: [second.plugin], cache }, ENABLED, '2026-11-20T13:31:00Z');
  await startHost(after.host);
  assert.equal(after.host.values.source('probe', FLAGSHIP, after.clock.now())?.data, { value: 1 });
  assert.is(after.host.values.source('probe', FLAGSHIP, after.clock.now())?.readAt, after.clock.now() - 60_000);
  await after.host.installation.update('probe', { config: { max_age_seconds: 7200 } });
  assert.is(kept.size, 1, 'what holds all the same outlives the next restart too');
  await after.host.installation.update('probe', { config: { other: true } });
  assert.is(kept.size, 0);
});

test('what is pushed is kept at once, what a stream tells once a minute, the newest at the end', async () => {
  const written: unknown[] = [];
  const cache = {
    read: async () => undefined,
    write: async (_key: string, { data }: Record<string, unknown>) => void written.push(data),
    remove: async (key: string) => void written.push(`no ${key}`),
  };
  let push: (result: FetchResult) => void = () => undefined;
  const tell = async (...values: number[]) => {
    for (const at of values) push({ available: true, data: { at } });
    await settle();
  };
  const stream: DataPlugin = {
    manifest: defineManifest({ id: 'probe', name: 'Probe', version: '1.0.0' }),
    open: (request) => {
      push = request.push;
      return () => undefined;
    },
  };
  const pushed: DataPlugin = {
    manifest: defineManifest({ id: 'pushed', name: 'Pushed', version: '1.0.0' }),
    receive: ({ payload }) => payload as JsonObject,
  };
  const { host, clock } = createHost(
    { builtins: [stream, pushed], cache },
    { pushed: { enabled: true, config: {}, secrets: {} }, ...ENABLED },
  );
  await startHost(host);
  await clock.advance(1000);
  for (const at of [1, 2]) await host.receive('pushed', { payload: { at }, headers: {}, rawBody: '' });
  assert.equal(written.splice(0), [{ at: 1 }, { at: 2 }]);
  await tell(3, 4, 5);
  assert.equal(written, [{ at: 3 }]);
  await clock.advance(59_999);
  assert.equal(written, [{ at: 3 }]);
  await clock.advance(1);
  assert.equal(written.splice(0), [{ at: 3 }, { at: 5 }]);
  await tell(6);
  await host.installation.update('probe', { config: { other: true } });
  await clock.advance(120_000);
  assert.equal(written.splice(0), ['no probe']);
  await tell(7, 8);
  await host.stop();
  assert.equal(written, [{ at: 7 }, { at: 8 }]);
  await clock.advance(120_000);
  assert.is(written.length, 2);
});

test('a cache that fails costs a log line', async () => {
  const broken = async () => {
    throw new Error('disk');
  };
  const probe = createProbe();
  const { host, logged } = createHost(
    { builtins: [probe.plugin], cache: { read: broken, write: broken, remove: broken } },
    ENABLED,
  );
  await startHost(host);
  assert.is((await host.data('probe', FLAGSHIP)).available, true);
  assert.ok(logged.some((line) => line.includes('probe')));
});

test('lines are cut to the board, and say why there are none', async () => {
  const probe = createProbe({}, () => ({
    available: true,
    data: {},
    formatted_lines: Array.from({ length: 9 }, () => `{63}${'X'.repeat(40)}`),
  }));
  const { host, clock } = createHost({ builtins: [probe.plugin] }, ENABLED);
  assert.equal(host.values.lines('probe', FLAGSHIP, clock.now()), { error: 'probe: there is no data yet' });
  await host.values.need(new Set(['probe']), FLAGSHIP);
  const read = host.values.lines('probe', FLAGSHIP, clock.now());
  assert.equal(
    'lines' in read && read.lines,
    Array.from({ length: 6 }, () => `{63}${'X'.repeat(21)}`),
  );
  assert.equal(host.values.lines('nothing', FLAGSHIP, clock.now()), { error: 'nothing: there is no such plugin' });
});

test('without lines of its own a plugin shows its formatted value, else its plain values', async () => {
  const probe = createProbe({}, () => ({ available: true, data: { formatted: 'A\nB', other: 1 } }));
  const { host } = createHost({ builtins: [probe.plugin] }, ENABLED);
  assert.equal((await host.data('probe', FLAGSHIP)).lines, ['A', 'B']);
  probe.answer = () => ({ available: true, data: { one: 'A', two: 2, three: true, none: null, list: [1] } });
  await host.installation.update('probe', { config: { a: 1 } });
  assert.equal((await host.data('probe', FLAGSHIP)).lines, ['A', '2', 'true']);
});

test('keys are read in any case', async () => {
  const probe = createProbe();
  const { host } = createHost({ builtins: [probe.plugin] }, ENABLED);
  assert.is((await host.data('Probe', FLAGSHIP)).plugin_id, 'probe');
});

test.run();
