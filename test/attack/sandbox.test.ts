import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid } from '../../src/core/grid.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { StoredPlugins } from '../../src/plugins/configuration.ts';
import type { PluginHost } from '../../src/plugins/host.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { createHost, FLAGSHIP } from '../plugins/fixture.ts';
import { serveJson, withServer } from '../plugins/loopback.ts';
import { buildSandbox } from '../support/sandbox.ts';

const test = suite('attack/sandbox');

const root = mkdtempSync(join(tmpdir(), 'flapbox-sandbox-'));
const pluginsDir = join(root, 'plugins');
const building = buildSandbox(join(root, 'sandbox'));
writeFileSync(join(root, 'secret.mjs'), 'export const secret = 1;');

const install = (id: string, code: string, manifest: Record<string, unknown> = {}): void => {
  mkdirSync(join(pluginsDir, id), { recursive: true });
  writeFileSync(join(pluginsDir, id, 'manifest.json'), JSON.stringify({ id, name: id, version: '1.0.0', ...manifest }));
  writeFileSync(join(pluginsDir, id, 'index.mjs'), code);
};

install(
  'neighbour',
  'let count = 0; export const fetchData = async () => ({ available: true, data: { count: ++count } });',
  { live_data: true },
);

/** Plugins that must end with an error of their own, by what they do; the error, for their author. */
const HOSTILE: readonly (readonly [name: string, body: string, error: RegExp])[] = [
  ['computes for ever', 'for (;;);', /s of processor time/],
  ['computes for ever and catches', 'for (;;) try { for (;;); } catch {}', /s of processor time/],
  [
    'settles promises for ever',
    'const next = () => Promise.resolve().then(next); next(); await new Promise(() => {});',
    /s of processor time|24 MiB/,
  ],
  ['awaits for ever', 'for (;;) await null;', /s of processor time/],
  [
    'rejects for ever',
    'const next = () => Promise.reject().catch(next); return next();',
    /s of processor time|24 MiB|broke its interpreter/,
  ],
  [
    'searches natively for ever',
    'return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);',
    /s of processor time/,
  ],
  ['joins for ever', 'return new Array(2 ** 31).join("").length;', /s of processor time/],
  ['matches for ever', 'return /^(a+)+$/.test("a".repeat(50) + "b");', /s of processor time/],
  [
    'matches for ever, otherwise',
    'return /(.*)*(.*)*x{1,9}y/s.test("x".repeat(5000));',
    /s of processor time|24 MiB|out of memory/,
  ],
  ['multiplies for ever', 'let n = 3n ** 9999n; for (;;) n = (n * n) % (10n ** 20000n);', /s of processor time/],
  ['has a getter that never ends', 'return { get data() { for (;;); } };', /s of processor time/],
  [
    'has a proxy that never ends',
    'const deep = () => new Proxy({}, { ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }), get: (_, key) => (key === "toJSON" ? undefined : deep()) }); return deep();',
    /s of processor time|too deeply|24 MiB/,
  ],
  ['never answers', 'await new Promise(() => {});', /no answer within 1 s/],
  ['grows a list', 'const all = []; for (;;) all.push(all.length);', /24 MiB/],
  ['grows texts', 'let text = "x"; for (;;) text = text + text + "y";', /24 MiB|handed over|too long/],
  ['grows a map', 'const all = new Map(); for (;;) all.set(all.size, {});', /24 MiB/],
  ['grows buffers', 'const all = []; for (;;) all.push(new ArrayBuffer(1024 * 1024));', /24 MiB/],
  [
    'grows shared buffers',
    'const all = []; for (;;) all.push(new SharedArrayBuffer(1024 * 1024));',
    /24 MiB|out of memory/,
  ],
  ['grows one buffer', 'return new ArrayBuffer(2 ** 30).byteLength;', /24 MiB/],
  [
    'grows while it catches',
    'const all = []; for (;;) try { for (;;) all.push(new Array(1000).fill(1)); } catch {}',
    /24 MiB|s of processor time/,
  ],
  ['calls itself', 'const call = () => 1 + call(); return call();', /512 KiB of stack/],
  [
    'calls itself through others',
    'const value = { toString: () => `${value}` }; return String(value);',
    /512 KiB of stack/,
  ],
  ['reads deep JSON', 'return JSON.parse("[".repeat(1e6));', /512 KiB of stack|24 MiB/],
  [
    'writes deep JSON',
    'let deep = {}; for (let i = 0; i < 1e5; i++) deep = { deep }; return deep;',
    /512 KiB of stack|24 MiB|s of processor time/,
  ],
  ['compiles deep code', 'return eval("(".repeat(2e5) + ")".repeat(2e5));', /stack|syntax|24 MiB/i],
  ['answers a circle', 'const round = {}; round.round = round; return { available: true, data: round };', /circular/],
  ['answers too much', 'return { available: true, data: { text: "x".repeat(300 * 1024) } };', /larger than 256 KiB/],
  [
    'answers far too much',
    'return { available: true, data: { text: "x".repeat(5e6) } };',
    /larger than 256 KiB|24 MiB/,
  ],
  ['answers by another way', 'return {}; }; JSON.stringify = () => ({ length: 1 }); {', /neither a text nor bytes/],
  ['floods the log', 'for (;;) log("x".repeat(1000));', /floods the log/],
  ['floods encoders', 'for (;;) new TextEncoder().encode("x".repeat(3e6));', /s of processor time|24 MiB/],
  ['writes too long a text out', 'return btoa("x".repeat(8e6));', /handed over|24 MiB|s of processor time/],
  ['imports a module of Node', "await import('node:child_process');", /cannot be imported/],
  ['imports a database', "await import('node:sqlite');", /cannot be imported/],
  ['imports traces', "await import('trace_events');", /cannot be imported/],
  ['imports by a path', "await import('/etc/hostname');", /cannot be imported/],
  ['imports by an address', "await import('file:///etc/hostname');", /cannot be imported/],
  ['imports text', "await import('data:text/javascript,export default 1');", /cannot be imported/],
  ['imports a neighbour', "await import('../neighbour/index.mjs');", /outside of the plugin's folder/],
  ['imports deviously', "await import('./a/../../neighbour/index.mjs');", /outside of the plugin's folder/],
  ['imports through a link', "await import('./link.mjs');", /no file of the plugin's folder/],
  ['imports through a linked folder', "await import('./folder/secret.mjs');", /no file of the plugin's folder/],
  ['imports a folder', "await import('./.');", /no file of the plugin's folder/],
  ['throws nothing', 'throw undefined;', /the plugin failed/],
  [
    'throws a trap',
    'throw { get message() { for (;;); }, get status() { for (;;); } };',
    /the plugin failed|s of processor time/,
  ],
];

const idOf = (index: number): string => `hostile_${index}`;
HOSTILE.forEach(([, body], index) =>
  install(idOf(index), `export const fetchData = async ({ config, log, signal, board }) => { ${body} };`),
);
for (const [index, [name]] of HOSTILE.entries()) {
  if (name.includes('link')) symlinkSync(join(root, 'secret.mjs'), join(pluginsDir, idOf(index), 'link.mjs'));
  if (name.includes('linked folder')) symlinkSync(root, join(pluginsDir, idOf(index), 'folder'));
}

const enabled = (ids: readonly string[], config: Record<string, unknown> = {}): StoredPlugins =>
  Object.fromEntries(ids.map((id) => [id, { enabled: true, config, secrets: {} }]));

const withHost = async (
  plugins: StoredPlugins,
  run: (host: PluginHost, logged: string[]) => Promise<void>,
): Promise<void> => {
  const sandbox = new Sandbox({ file: await building, clock: systemClock });
  const { host, logged } = createHost(
    { clock: systemClock, pluginsDir, sandbox },
    { ...plugins, ...enabled(['neighbour']) },
  );
  await host.start();
  try {
    await run(host, logged);
  } finally {
    await host.stop();
    await sandbox.stop();
  }
};

/** One worker for all that is hostile: whoever ends it must not be noticed by those who come after. */
const opening = building.then((file) => new Sandbox({ file, clock: systemClock }));

/** Calls a plugin in the sandbox itself, with less time than the service gives, so that the endless ones end soon. */
const callIn = (sandbox: Sandbox, id: string, timeMs: number, lines: string[] = []): Promise<string> => {
  const task = {
    kind: 'plugin',
    folder: join(pluginsDir, id),
    name: 'fetchData',
    request: JSON.stringify({ config: {}, board: FLAGSHIP }),
  } as const;
  const running = sandbox.run({
    room: id,
    task,
    limits: { processorMs: 150, timeMs },
    log: (line) => void lines.push(line),
  });
  return running.then(
    (result) => `answered ${String(result)}`,
    (error: Error) => error.message,
  );
};

install(
  'diligent',
  'export const fetchData = async () => { let sum = 0; for (let at = 0; at < 10_000_000; at++) sum += at; return { available: true, data: { sum } }; };',
);

test('what a thread has computed before is charged to nobody', async () => {
  const sandbox = await opening;
  const request = JSON.stringify({ config: {}, board: FLAGSHIP });
  const task = { kind: 'plugin', folder: join(pluginsDir, 'diligent'), name: 'fetchData', request } as const;
  for (let call = 0; call < 8; call++) {
    const result = await sandbox.run({
      room: 'diligent',
      task,
      limits: { processorMs: 8000, timeMs: 60_000 },
      log: () => undefined,
    });
    assert.match(String(result), /"sum"/);
  }
});

for (const [index, [name, , error]] of HOSTILE.entries()) {
  test(`a plugin that ${name} costs only itself`, async () => {
    const sandbox = await opening;
    const lines: string[] = [];
    const [bad, beside] = await Promise.all([
      callIn(sandbox, idOf(index), name === 'never answers' ? 1000 : 15_000, lines),
      callIn(sandbox, 'neighbour', 15_000),
    ]);
    assert.ok(error.test(bad), bad);
    assert.not.match(bad, /\/tmp|node_modules|at .*\.js/);
    assert.match(beside, /^answered/);
    assert.match(await callIn(sandbox, 'neighbour', 15_000), /^answered/);
    assert.ok(lines.length <= 20, 'the log stays short');
  });
}

test('a dozen of them at once cost only themselves', async () => {
  const sandbox = await opening;
  const asked = HOSTILE.slice(0, 12).map((_, index) => callIn(sandbox, idOf(index), 1000));
  const beside = callIn(sandbox, 'neighbour', 1000);
  assert.match(await beside, /^answered/);
  assert.equal(
    (await Promise.all(asked)).filter((told) => told.startsWith('answered')),
    [],
  );
});

install(
  'looks',
  `const names = ['process', 'require', 'module', 'exports', '__dirname', 'Buffer', 'global', 'Worker', 'WebAssembly', 'performance', 'setTimeout', 'setImmediate', 'setInterval', 'queueMicrotask', 'postMessage', 'host', 'prelude', 'std', 'os', 'bjson', 'scriptArgs', 'print', 'console', 'gc', 'workerData', 'parentPort', 'Deno', 'Bun', 'XMLHttpRequest', 'WebSocket'];
   const failing = (run) => { try { return run(); } catch (problem) { return problem; } };
   export const fetchData = async ({ config, board, log, signal, location }) => {
     const values = [config, board, log, signal, location, fetch, Headers, URL, URLSearchParams, TextEncoder, TextDecoder, atob, btoa, crypto, crypto.subtle, crypto.subtle.digest, failing(() => atob('*')), failing(() => new URL('*')), failing(() => new TextDecoder('none')), await fetch('x:y').catch((problem) => problem), await import('node:fs').catch((problem) => problem), async () => {}, import.meta];
     const worlds = values.map((value) => failing(() => value.constructor.constructor('return globalThis')())).filter((world) => world && typeof world === 'object' && !(world instanceof Error));
     const found = new Set(names.filter((name) => name in globalThis));
     for (const world of [globalThis, ...worlds]) for (const name of names) if (name in world) found.add(name);
     const foreign = worlds.filter((world) => world !== globalThis).length;
     return { available: true, data: { found: [...found], foreign, meta: Object.keys(import.meta), caller: String(failing(() => log.caller)), stack: String(new Error('x').stack) } };
   };`,
);
install(
  'pollutes',
  `export const fetchData = async () => {
     Object.prototype.polluted = 1; Array.prototype.polluted = 2; Promise.prototype.then = null; Object.freeze(Object.prototype);
     return { available: true, data: JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "prototype": 1, "list": [{"__proto__": {"polluted": 1}}], "fine": 3}') };
   };`,
);

test('nothing exists inside but what is handed in', () =>
  withHost(enabled(['looks']), async (host) => {
    const { data, error } = await host.data('looks', FLAGSHIP);
    assert.is(error, null);
    assert.equal(
      { found: data?.['found'], foreign: data?.['foreign'], meta: data?.['meta'] },
      { found: [], foreign: 0, meta: [] },
    );
    assert.not.match(String(data?.['stack']), /\/tmp|worker\.cjs|node:/);
  }));

test('what is done to prototypes inside stays inside, and keys that reach them are dropped', () =>
  withHost(enabled(['pollutes']), async (host) => {
    const { data } = await host.data('pollutes', FLAGSHIP);
    assert.is(({} as { polluted?: number }).polluted, undefined);
    if (data)
      assert.equal(
        Object.keys(data).filter((key) => ['__proto__', 'constructor', 'prototype'].includes(key)),
        [],
      );
    assert.is((await host.data('neighbour', FLAGSHIP)).available, true);
  }));

install(
  'deep',
  'let deep = {}; for (let i = 0; i < 40; i++) deep = { deep }; export const fetchData = () => ({ available: true, data: deep });',
);
install('no_json', "export const fetchData = () => ({}); JSON.stringify = () => '{';");
install('endless', 'export const fetchData = () => { for (;;); };', { timeout_seconds: 15 });
for (const [id, error] of [
  ['deep', /deeper than 16 levels/],
  ['no_json', /no JSON/],
  // Beside other work 2 s of processor time can take longer than the 15 s that a call has.
  ['endless', /more than 2 s of processor time|no answer within 15 s/],
] as const) {
  test(`the owner reads what is wrong with a plugin: ${id}`, () =>
    withHost(enabled([id]), async (host) => {
      const { available, error: told } = await host.data(id, FLAGSHIP);
      assert.is(available, false);
      assert.match(told ?? '', error);
      assert.is(host.problems().find(({ plugin_id }) => plugin_id === id)?.error, told);
      assert.is((await host.data('neighbour', FLAGSHIP)).available, true);
    }));
}

const transition = { plugin_type: 'transition', transition_settings: { max_frames: 50, max_runtime_seconds: 1 } };
const ANIMATIONS: readonly (readonly [name: string, body: string])[] = [
  ['yields for ever', 'for (;;) yield { grid: from, delay_ms: 50 };'],
  [
    'yields huge grids',
    'for (;;) yield { grid: Array.from({ length: 1000 }, () => new Array(1000).fill(1)), delay_ms: 50 };',
  ],
  [
    'yields one huge grid over and over',
    'const grid = new Array(100).fill(new Array(1e6).fill(1)); for (;;) yield { grid, delay_ms: 50 };',
  ],
  ['yields nonsense', 'for (;;) yield { grid: [[NaN]], delay_ms: {} };'],
  ['yields a trap', 'yield { get grid() { for (;;); } };'],
  ['never yields', 'for (;;);'],
  ['fills its memory', 'const all = []; for (;;) all.push(all.length);'],
  ['answers with a codes proxy', 'yield { grid: new Proxy([], { get: () => 7 }), delay_ms: 1 };'],
];
ANIMATIONS.forEach(([, body], index) =>
  install(`animation_${index}`, `export function* frames({ from, to, rows, cols }) { ${body} }`, transition),
);
for (const [index, [name]] of ANIMATIONS.entries()) {
  test(`an animation that ${name} ends at the target, within its frames`, () =>
    withHost({}, async (host) => {
      const target = createGrid(96, 128, 5);
      const { frames } = await host.animations.run(`animation_${index}`, createGrid(96, 128), target, {});
      assert.ok(frames.length <= 50, String(frames.length));
      assert.equal(frames.at(-1)?.grid, target);
      assert.ok(frames.every(({ grid }) => grid.codes.length === 96 * 128));
      assert.is((await host.data('neighbour', FLAGSHIP)).available, true);
    }));
}

install(
  'asks_fixed',
  `export const fetchData = async ({ config }) => { const told = await fetch('http://127.0.0.1:' + config.digits).then(({ status }) => status, ({ message }) => message); return { available: true, data: { told } }; };`,
);
install(
  'asks_default',
  `export const fetchData = async ({ config }) => ({ available: true, data: { told: await fetch(config.url).then(({ status }) => status, ({ message }) => message) } });`,
  {
    settings_schema: { type: 'object', properties: { url: { type: 'string', default: 'http://127.0.0.1:9/' } } },
  },
);
install(
  'follows',
  `export const fetchData = async ({ config }) => ({ available: true, data: { told: await fetch(config.url).then(({ status }) => status, ({ message }) => message) } });`,
);
install(
  'asks_often',
  `export const fetchData = async ({ config }) => { const all = await Promise.allSettled(Array.from({ length: 500 }, () => fetch(config.url))); return { available: true, data: { refused: all.filter(({ status }) => status === 'rejected').length } }; };`,
);

const told = async (host: PluginHost, id: string): Promise<unknown> => (await host.data(id, FLAGSHIP)).data?.['told'];
const BARRED = /of the appliance itself, or link-local/;

test('a plugin reaches no server of the appliance that the owner has not named', () =>
  withServer(serveJson({}), async (base, requests) => {
    const { port } = new URL(base);
    await withHost(enabled(['asks_fixed', 'asks_default'], { digits: port }), async (host) => {
      assert.match(String(await told(host, 'asks_fixed')), BARRED);
      assert.match(String(await told(host, 'asks_default')), BARRED);
    });
    assert.is(requests.length, 0);
  }));

test('a redirect leads to no other server of the appliance', () =>
  withServer(serveJson({}), async (inner, requests) => {
    const redirect =
      (status: number, target: string) =>
      (_: unknown, response: { writeHead(status: number, headers: Record<string, string>): { end(): void } }) =>
        response.writeHead(status, { location: target }).end();
    for (const status of [302, 307]) {
      await withServer(redirect(status, inner), (outer) =>
        withHost(enabled(['follows'], { url: outer }), async (host) =>
          assert.match(String(await told(host, 'follows')), BARRED),
        ),
      );
    }
    assert.is(requests.length, 0);
  }));

test('a flood of requests is cut, and the rest refused', () =>
  withServer(serveJson({}), async (base, requests) => {
    await withHost(enabled(['asks_often'], { url: base }), async (host) => {
      assert.is((await host.data('asks_often', FLAGSHIP)).data?.['refused'], 480);
    });
    assert.is(requests.length, 20);
  }));

test('a plugin that is enabled works like before, and nothing is left of it afterwards', () =>
  withHost({}, async (host) => {
    const before = await host.data('neighbour', FLAGSHIP);
    assert.equal(before.data, { count: 1 });
  }));

test.after(async () => (await opening).stop());
test.after(() => rmSync(root, { recursive: true, force: true }));
test.run();
