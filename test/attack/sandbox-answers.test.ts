import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/platform/clock.ts';
import type { PluginHost } from '../../src/plugins/host.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { FLAGSHIP } from '../plugins/fixture.ts';
import { serveJson, withServer } from '../plugins/loopback.ts';
import { building, callIn, enabled, install, leave, withHost } from './sandbox-rig.ts';

const test = suite('attack/sandbox-answers');

const MIB = 1024 * 1024;

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
      assert.is(host.report.problems().find(({ plugin_id }) => plugin_id === id)?.error, told);
      assert.is((await host.data('neighbour', FLAGSHIP)).available, true);
    }));
}

/** What a plugin may answer in 256 KiB, and what costs many times as much to read. */
const DEAR: readonly (readonly [name: string, data: string])[] = [
  ['empty objects', '{ list: new Array(80_000).fill({}) }'],
  ['objects in lists', '{ list: new Array(50_000).fill([{}]) }'],
  ['numbers as names', '{ list: new Array(20_000).fill({ 1000: 1 }) }'],
  ['names of their own', '{ list: Array.from({ length: 15_000 }, (_, at) => ({ ["k" + at]: 1 })) }'],
  ['brackets without end', '(JSON.stringify = () => "[".repeat(200_000))'],
];
DEAR.forEach(([, data], index) =>
  install(`dear_${index}`, `export const fetchData = () => ({ available: true, data: ${data} });`),
);
for (const [index, [name]] of DEAR.entries()) {
  test(`an answer of ${name} is refused before it is read, by name`, () =>
    withHost(enabled([`dear_${index}`]), async (host) => {
      const { available, error } = await host.data(`dear_${index}`, FLAGSHIP);
      assert.is(available, false);
      assert.match(error ?? '', /keeps more than its part of the memory: its result needs [\d.]+ MiB, at most 2.0 MiB/);
      assert.match(
        host.report.problems().find(({ plugin_id }) => plugin_id === `dear_${index}`)?.error ?? '',
        /its part/,
      );
      assert.is((await host.data('neighbour', FLAGSHIP)).available, true);
    }));
}

install(
  'asks_much',
  `export const fetchData = async () => { const told = []; for (const headers of [{ a: 'x'.repeat(2e6) }, Array.from({ length: 2e4 }, (_, at) => ['a' + at, 'b'])]) told.push(await fetch('http://127.0.0.1:1/', { headers }).catch(({ message }) => message)); return { available: true, data: { told } }; };`,
);

test('a request with more headers than anybody needs does not leave the sandbox', () =>
  withHost(enabled(['asks_much']), async (host) =>
    assert.equal(await told(host, 'asks_much'), new Array(2).fill('address and headers are longer than 64 KiB')),
  ));

for (let at = 0; at < 8; at++)
  install(
    `large_${at}`,
    'const all = []; let calls = 0; export const fetchData = () => { while (all.length < 14) all.push(new Uint8Array(1024 * 1024).fill(1)); return { available: true, data: { calls: ++calls } }; };',
    { live_data: true },
  );

test('interpreters that are large together end, the largest first, and the small one is not touched', async () => {
  const ended: string[] = [];
  const sandbox = new Sandbox({ file: await building, clock: systemClock, log: (line) => void ended.push(line) });
  const before = process.memoryUsage().rss;
  assert.is(await callIn(sandbox, 'neighbour', 15_000), 'answered {"available":true,"data":{"count":1}}');
  for (let at = 0; at < 8; at++)
    assert.is(await callIn(sandbox, `large_${at}`, 15_000), 'answered {"available":true,"data":{"calls":1}}');
  assert.is(await callIn(sandbox, 'neighbour', 15_000), 'answered {"available":true,"data":{"count":2}}');
  assert.ok(ended.length >= 5, ended.join('\n'));
  assert.ok(
    ended.every((line) => /^large_\d: the plugins of others need more than 40 MiB .* most: \d+ MiB$/.test(line)),
  );
  assert.ok(process.memoryUsage().rss - before < 140 * MIB);
  await sandbox.stop();
});

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

test.after(leave);
test.run();
