import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGrid, gridToRows } from '../../src/core/flaps/grid.ts';
import { Fault } from '../../src/fault.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { PluginHost } from '../../src/plugins/host.ts';
import type { StoredPlugins } from '../../src/plugins/keeping/configuration.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { createPushedClock } from '../support/pushed-clock.ts';
import { buildSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';
import { createHost, FLAGSHIP, startHost } from './fixture.ts';
import { serveJson, withServer } from './loopback.ts';

const test = suite('plugins/external');

const root = mkdtempSync(join(tmpdir(), 'flapbox-plugins-'));
const pluginsDir = join(root, 'plugins');
const building = buildSandbox(join(root, 'sandbox'));

const install = (id: string, code: string, manifest: Record<string, unknown> = {}): void => {
  mkdirSync(join(pluginsDir, id), { recursive: true });
  writeFileSync(
    join(pluginsDir, id, 'manifest.json'),
    JSON.stringify({ id, name: id, version: '1.0.0', timeout_seconds: 1, ...manifest }),
  );
  writeFileSync(join(pluginsDir, id, 'index.mjs'), code);
};

install(
  'good',
  `
  let count = 0;
  export const fetchData = async ({ config, board, log }) => {
    log('asked');
    return { available: true, data: { count: ++count, color: config.color ?? 'none' }, formatted_lines: ['ROWS ' + board.rows] };
  };
  export const receive = async ({ payload, headers, rawBody }) => {
    if (headers.forbidden) throw Object.assign(new Error('not you'), { status: 403 });
    if (!payload.value) throw new Error('no value');
    return { pushed: payload.value, bytes: rawBody.length };
  };
  export const validateConfig = (config) => (config.color === 'mauve' ? ['color: nobody knows mauve'] : []);
  export const checkTriggers = ({ data, config }) => (config.fire ? [{ triggered: true, message: 'COUNT ' + data.count, priority: 80 }] : []);
`,
  { supports_triggers: true },
);
install('plain', `export default { fetchData: async () => ({ available: true, data: { plain: true } }) };`);
install('throws', `export const fetchData = async () => { throw new Error('broken inside'); };`);
install('fails_to_load', `throw new Error('cannot load');`);
install('no_fetch', `export const nothing = 1;`);
install(
  'hangs',
  `export const fetchData = ({ config }) => (config.calm ? { available: true, data: {} } : new Promise(() => {}));`,
);
install('spins', `export const fetchData = async () => { for (;;); };`);
install('large', `export const fetchData = async () => ({ available: true, data: { text: 'x'.repeat(300 * 1024) } });`);
install(
  'poisons',
  `export const fetchData = async () => ({ available: true, data: JSON.parse('{"__proto__": {"bad": 1}, "constructor": 1, "prototype": 2, "fine": 3}') });`,
);
install(
  'rows',
  `export function* frames({ from, to, rows, cols, config, random }) { for (let row = 0; row < rows; row++) { from = from.map((line, index) => (index <= row ? to[index] : line)); yield { grid: from, delay_ms: config.delay ?? 100 }; } }`,
  { plugin_type: 'transition' },
);
install('endless', `export function* frames({ from }) { for (;;) yield { grid: from, delay_ms: 50 }; }`, {
  plugin_type: 'transition',
  transition_settings: { max_frames: 20 },
});
install(
  'slow_frames',
  `export async function* frames({ from }) { for (;;) { for (const end = Date.now() + 100; Date.now() < end; ); await null; yield { grid: from, delay_ms: 50 }; } }`,
  { plugin_type: 'transition', transition_settings: { max_runtime_seconds: 1 } },
);
install(
  'stuck_frames',
  `export function* frames({ from }) { yield { grid: from, delay_ms: 70 }; yield { grid: from, delay_ms: 80 }; for (;;); }`,
  { plugin_type: 'transition', transition_settings: { max_runtime_seconds: 1 } },
);
install(
  'broken_frames',
  `export function* frames({ from }) { yield { grid: from, delay_ms: 70 }; throw new Error('odd'); }`,
  { plugin_type: 'transition' },
);
install(
  'astray',
  `export const fetchData = async ({ config }) => { if (config.told) return { available: false, error: 'no file ' + import.meta.url + ' ' + new Error('x').stack + ' index.mjs' }; return { available: true, data: { text: (await import('./missing.mjs')).text } }; };`,
);
install('odd_frames', `export function* frames() { yield { grid: [['x']], delay_ms: 50 }; }`, {
  plugin_type: 'transition',
});

const guide = readFileSync('src/plugins/README.md', 'utf8');
const [guideManifest = '', guideData = '', guideFrames = ''] = [...guide.matchAll(/```js(?:on)?\n([^]*?)```/g)].map(
  ([, block]) => block,
);
install('door', guideData, JSON.parse(guideManifest) as Record<string, unknown>);
install('guide_frames', guideFrames, { plugin_type: 'transition' });

mkdirSync(join(pluginsDir, 'no_manifest'));
install('no_index', '');
rmSync(join(pluginsDir, 'no_index', 'index.mjs'));
install('other_name', '', { id: 'something' });
install('date_time', '');
install('bad_schema', '', { settings_schema: { properties: { a: { type: 'string', pattern: '(' } } } });
install('bad_version', '', { version: '1' });
mkdirSync(join(pluginsDir, 'no_json'));
writeFileSync(join(pluginsDir, 'no_json', 'manifest.json'), '{');

const on = (id: string, config: Record<string, unknown> = {}): StoredPlugins => ({
  [id]: { enabled: true, config, secrets: {} },
});

/** One worker for all hosts, which leave nothing in it. */
const opening = building.then((file) => new Sandbox({ file, clock: systemClock }));

const withHostOf = async (
  sandbox: Sandbox,
  plugins: StoredPlugins,
  run: (host: PluginHost, logged: string[]) => Promise<void>,
): Promise<void> => {
  const { host, logged } = createHost(
    { clock: systemClock, pluginsDir, sandbox: () => sandbox, env: { PATH: 'x' } },
    plugins,
  );
  await startHost(host);
  // A start waits five seconds for manifests, which a busy machine may need longer for.
  await until(() => Object.keys(plugins).every((id) => host.installation.list().some((one) => one.id === id)));
  try {
    await run(host, logged);
  } finally {
    await host.stop();
  }
};

const withHost = async (
  plugins: StoredPlugins,
  run: (host: PluginHost, logged: string[]) => Promise<void>,
): Promise<void> => withHostOf(await opening, plugins, run);

/** A host whose worker is its own; `ended` waits until there is none. */
const withWorker = async (run: (host: PluginHost, sandbox: Sandbox, ended: () => Promise<void>) => Promise<void>) => {
  const clock = createPushedClock();
  const sandbox = new Sandbox({ file: await building, clock });
  try {
    await withHostOf(sandbox, {}, (host) => run(host, sandbox, () => clock.until(() => !sandbox.isRunning)));
  } finally {
    await sandbox.stop();
  }
};

test('a folder becomes a plugin like any other', () =>
  withHost(on('good'), async (host, logged) => {
    assert.ok(host.installation.list().some(({ id, enabled }) => id === 'good' && enabled));
    const data = await host.data('good', FLAGSHIP);
    assert.is(data.data?.['count'], 1);
    assert.equal(data.lines, ['ROWS 6']);
    assert.ok(logged.includes('good: asked'));
  }));

test('nothing runs once the manifests are read until a plugin is asked, and nothing after it is disabled', () =>
  withWorker(async (host, sandbox, ended) => {
    await ended();
    await host.installation.update('good', { enabled: true });
    await host.data('good', FLAGSHIP);
    assert.is(sandbox.isRunning, true);
    await host.installation.update('good', { enabled: false });
    await ended();
  }));

test('a default export works as well', () =>
  withHost(on('plain'), async (host) => assert.equal((await host.data('plain', FLAGSHIP)).data, { plain: true })));

for (const [id, error] of [
  ['throws', /broken inside/],
  ['fails_to_load', /cannot load/],
  ['no_fetch', /no fetchData/],
  ['hangs', /no answer within 1 s/],
  ['spins', /no answer within 1 s/],
  ['large', /larger than 256 KiB/],
] as const) {
  test(`a plugin that ${id.replaceAll('_', ' ')} costs only itself`, () =>
    withHost({ ...on(id), ...on('good') }, async (host) => {
      const [bad, good] = await Promise.all([host.data(id, FLAGSHIP), host.data('good', FLAGSHIP)]);
      assert.is(bad.available, false);
      assert.match(bad.error ?? '', error);
      assert.is(good.available, true);
    }));
}

test('dangerous keys are dropped', () =>
  withHost(on('poisons'), async (host) => assert.equal((await host.data('poisons', FLAGSHIP)).data, { fine: 3 })));

test('a plugin that hung works again with other settings', () =>
  withHost(on('hangs'), async (host) => {
    assert.is((await host.data('hangs', FLAGSHIP)).available, false);
    await host.installation.update('hangs', { config: { calm: true } });
    assert.is((await host.data('hangs', FLAGSHIP)).available, true);
  }));

test('its settings are judged by itself, also while it is disabled', () =>
  withWorker(async (host, _sandbox, ended) => {
    const problem = await host.installation
      .update('good', { config: { color: 'mauve' } })
      .catch((error: unknown) => error);
    assert.ok(problem instanceof Fault && problem.status === 400 && /mauve/.test(problem.detail));
    assert.equal((await host.installation.update('good', { config: { color: 'red' } })).config, { color: 'red' });
    await ended();
  }));

test('a plugin that cannot judge its settings does not hinder a change', () =>
  withHost({}, async (host) =>
    assert.equal((await host.installation.update('fails_to_load', { config: { a: 1 } })).config, { a: 1 }),
  ));

const push = (payload: unknown, headers: Record<string, string> = {}) => ({
  payload,
  headers,
  rawBody: JSON.stringify(payload),
});

for (const [name, id, body, headers, status] of [
  ['a body that it takes', 'good', { value: 5 }, {}, 200],
  ['a body that it refuses', 'good', {}, {}, 400],
  ['a sender that it refuses', 'good', { value: 5 }, { forbidden: '1' }, 403],
  ['a plugin without a handler', 'plain', {}, {}, 405],
] as const) {
  test(`pushing ${name}`, () =>
    withHost(on(id), async (host) => {
      const outcome = await host.receive(id, push(body, headers)).then(
        () => 200,
        (error: unknown) => (error instanceof Fault ? error.status : error),
      );
      assert.is(outcome, status);
      if (status === 200) assert.equal((await host.data(id, FLAGSHIP)).data, { pushed: 5, bytes: 11 });
    }));
}

test('a plugin may trigger', () =>
  withHost(on('good', { fire: true }), async (host) => {
    await host.data('good', FLAGSHIP);
    await host.triggerWatch.checkAll();
    assert.is(host.triggers.current()?.message, 'COUNT 1');
    assert.is(host.triggers.current()?.priority, 80);
  }));

const blank = createGrid(6, 22);
const full = createGrid(6, 22, 66);

test('a transition plugin animates in the sandbox, and holds nothing there afterwards', () =>
  withWorker(async (host, _sandbox, ended) => {
    const run = await host.animations.run('rows', blank, full, {});
    assert.is(run.frames.length, 6);
    assert.is(run.capped, false);
    assert.is(run.total_delay_ms, 600);
    assert.equal(gridToRows(run.frames.at(-1)?.grid ?? blank), gridToRows(full));
    await ended();
  }));

test('an endless animation is capped at its frames and ends at the target', () =>
  withHost({}, async (host) => {
    const run = await host.animations.run('endless', blank, full, {});
    assert.is(run.capped, true);
    assert.is(run.frames.length, 20);
    assert.equal(run.frames.at(-1)?.grid, full);
  }));

test('an animation that takes too long to make is played as far as it came, and is capped', () =>
  withHost({}, async (host) => {
    const slow = await host.animations.run('slow_frames', blank, full, {});
    assert.ok(slow.capped && slow.frames.length > 1 && slow.frames.length < 12, String(slow.frames.length));
    assert.equal(slow.frames.at(-1)?.grid, full);
    const stuck = await host.animations.run('stuck_frames', blank, full, {});
    assert.equal([stuck.capped, stuck.frames.map(({ delay_ms }) => delay_ms)], [true, [70, 50]]);
    const broken = await host.animations.run('broken_frames', blank, full, {});
    assert.equal([broken.capped, broken.frames.map(({ delay_ms }) => delay_ms)], [false, [70, 50]]);
  }));

test('where on this machine its files lie is not told', async () => {
  for (const config of [{}, { told: true }]) {
    await withHost(on('astray', config), async (host) => {
      const { error } = await host.data('astray', FLAGSHIP);
      assert.match(error ?? '', /missing\.mjs|index\.mjs/);
      assert.not.match(error ?? '', new RegExp(`${pluginsDir}|/tmp|file:`));
    });
  }
});

test('an animation whose frames are nonsense snaps to the target', () =>
  withHost({}, async (host) =>
    assert.equal(
      (await host.animations.run('odd_frames', blank, full, {})).frames.map(({ grid }) => grid),
      [full],
    ),
  ));

test('the example of the guide for authors works as it stands', () =>
  withServer(serveJson({ visitor: 'POST', rings: 4 }), async (base, requests) => {
    await withHost(on('door', { url: base }), async (host, logged) => {
      assert.equal(await host.data('door', FLAGSHIP), {
        plugin_id: 'door',
        available: true,
        data: { visitor: 'POST', rings: 4 },
        lines: ['LAST AT THE DOOR', 'POST', '4 RINGS TODAY'],
        text: 'LAST AT THE DOOR\nPOST\n4 RINGS TODAY',
        error: null,
      });
      assert.ok(logged.includes('door: 4 rings'));
      await host.receive('door', push({ visitor: 'NEIGHBOUR' }));
      assert.equal((await host.data('door', FLAGSHIP)).data, { visitor: 'NEIGHBOUR', rings: 1 });
      await host.installation.update('door', { config: { url: base, token: 'tok' } });
      await host.data('door', FLAGSHIP);
      assert.is(requests.at(-1)?.headers['authorization'], 'Bearer tok');
      assert.is((await host.animations.run('guide_frames', blank, full, {})).frames.length, 6);
    });
  }));

for (const [id, error] of [
  ['no_manifest', /cannot be read/],
  ['no_index', /index\.mjs is missing/],
  ['other_name', /must be "other_name"/],
  ['date_time', /another plugin has this id/],
  ['bad_schema', /pattern/],
  ['bad_version', /version/],
  ['no_json', /no JSON/],
] as const) {
  test(`a folder that is no plugin is listed with its reason: ${id}`, () =>
    withHost({}, async (host) => {
      const problem = host.report.problems().find(({ plugin_id }) => plugin_id === id);
      assert.match(problem?.error ?? '', error);
      assert.not.match(problem?.error ?? '', /\/tmp|node:/);
    }));
}

test('a directory that does not exist is one problem', async () => {
  const { host } = createHost({ pluginsDir: join(root, 'nowhere') });
  await startHost(host);
  assert.equal(
    host.report.problems().map(({ error }) => error),
    ['SERVICE_PLUGINS_DIR names a folder that is not there or cannot be read'],
  );
  await host.stop();
});

test.after(async () => {
  await (await opening).stop();
  rmSync(root, { recursive: true, force: true });
});
test.run();
