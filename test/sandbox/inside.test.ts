import { createHash, createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/platform/clock.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { FetchAsk, FetchReply } from '../../src/sandbox/protocol.ts';
import { buildSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const test = suite('sandbox/inside');

const root = mkdtempSync(join(tmpdir(), 'flapbox-inside-'));
const opening = buildSandbox(join(root, 'worker')).then((file) => new Sandbox({ file, clock: systemClock }));
let plugins = 0;

const write = (files: Record<string, string>): string => {
  const folder = join(root, `plugin_${++plugins}`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
};

interface Options {
  readonly fetch?: (ask: FetchAsk, signal: AbortSignal) => Promise<FetchReply>;
  readonly signal?: AbortSignal;
  readonly log?: (line: string) => void;
  readonly timeMs?: number;
  readonly room?: string;
}

const call = async (
  folder: string,
  { fetch, signal, log, timeMs = 60_000, room = folder }: Options = {},
): Promise<unknown> => {
  const task = { kind: 'plugin', folder, name: 'fetchData', request: '{"config":{}}' } as const;
  const sandbox = await opening;
  return JSON.parse(
    String(
      await sandbox.run({
        room,
        task,
        limits: { processorMs: 20_000, timeMs },
        ...(fetch ? { fetch } : {}),
        ...(signal ? { signal } : {}),
        ...(log ? { log } : {}),
      }),
    ),
  ) as unknown;
};

const evaluate = (body: string, options: Options = {}): Promise<unknown> =>
  call(write({ 'index.mjs': `export const fetchData = async ({ signal, log }) => { ${body} };` }), options);

/** The same code in Node and inside must say the same. */
const SAME: readonly string[] = [
  `[...new TextEncoder().encode('aä€😀\\0b')]`,
  `new TextDecoder().decode(new Uint8Array([97, 195, 164, 0, 98, 255]))`,
  `new TextDecoder('latin1').decode(new Uint8Array([228, 246])) + new TextDecoder('latin1').encoding`,
  `new TextDecoder().decode() + new TextEncoder().encode('').length`,
  `btoa(String.fromCharCode(0, 1, 127, 128, 255)) + btoa('')`,
  `(() => { try { return btoa(String.fromCharCode(256)); } catch { return 'refused'; } })()`,
  `[...atob('AAF/gP8=')].map((one) => one.charCodeAt(0))`,
  `(({ href, origin, protocol, username, password, host, hostname, port, pathname, search, hash }) => [href, origin, protocol, username, password, host, hostname, port, pathname, search, hash])(new URL('../c?d=1&e=%20#f', 'https://u:p@EXAMPLE.com:8443/a/b'))`,
  `(() => { const url = new URL('http://x/'); url.pathname = '/a b'; url.searchParams.set('q', 'ä&='); url.searchParams.append('q', '2'); url.hash = 'h'; url.port = '81'; return [String(url), JSON.stringify(url), url.search, url.searchParams.getAll('q')]; })()`,
  `(() => { const params = new URLSearchParams([['b', '2'], ['a', '1'], ['b', '3']]); params.set('b', '4'); params.append('c', ' '); params.sort(); params.delete('a'); return [String(params), [...params.keys()], [...params.values()], params.has('b'), params.get('none'), params.size]; })()`,
  `(() => { const { searchParams, href } = new URL('http://x/?a=1&b=2&a=3'); const seen = []; searchParams.forEach((value, name) => seen.push(name + value)); return [searchParams.get('a'), searchParams.getAll('a'), searchParams.has('c'), [...searchParams.entries()], [...searchParams], seen, href]; })()`,
  `(() => { const url = new URL('http://x/?a=1#h'); url.search = '?b=2'; url.searchParams.set('c', '3'); const first = url.href; url.href = 'https://y/?d=4'; url.searchParams.delete('d'); url.username = 'u'; url.password = 'p'; url.hostname = 'z'; url.protocol = 'ftp'; return [first, url.href, url.searchParams.size, url.toJSON()]; })()`,
  `(() => { try { return new URL('no'); } catch (problem) { return [problem.message, URL.canParse('http://x'), URL.canParse('')]; } })()`,
  `(() => { const headers = new Headers([['A', '1'], ['a', '2']]); headers.set('B', 3); headers.append('C', '4'); headers.delete('c'); const seen = []; headers.forEach((value, name) => seen.push(name + value)); return [headers.get('a'), headers.get('none'), headers.has('B'), headers.has('C'), [...headers], [...headers.keys()], [...headers.values()], [...headers.entries()], seen, [...new Headers(headers)], [...new Headers({ X: 'y' })], [...new Headers()]]; })()`,
  `[new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array([239, 187, 191, 97])).length, new TextDecoder().decode(new Uint8Array([239, 187, 191, 97])).length, new TextDecoder().fatal, new TextDecoder('utf-8', { fatal: true }).fatal, new TextDecoder('utf-8', { ignoreBOM: true }).ignoreBOM, new TextEncoder().encoding]`,
  `(() => { try { return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255])); } catch { return 'refused'; } })()`,
  `new TextDecoder().decode(new Uint8Array([97, 98, 99, 100]).subarray(1, 3)) + btoa('x'.repeat(20000)).length + atob(btoa('y'.repeat(20000))).length`,
  `(() => { const params = new URLSearchParams('b=1&a=2&b=0&a=1&c=&b=2'); params.sort(); return String(params); })()`,
  `String(new URLSearchParams({ x: '1', y: 'ü' })) + URL.canParse('x') + URL.canParse('/y', 'http://x')`,
];
for (const code of SAME) {
  // What runs in Node is the same text, made by the test itself.
  const { runInNewContext } = require('node:vm') as typeof import('node:vm');
  const here = JSON.parse(
    JSON.stringify(runInNewContext(code, { TextEncoder, TextDecoder, URL, URLSearchParams, Headers, btoa, atob })),
  ) as unknown;
  test(`as in Node: ${code.slice(0, 60)}`, async () => assert.equal(await evaluate(`return ${code};`), here));
}

const KEYS = [
  [`'jwk', {}, { name: 'HMAC', hash: 'SHA-256' }`, 'there are only raw keys here'],
  [`'raw', new Uint8Array(8), 'AES-GCM'`, 'there is only HMAC here'],
  [`'raw', new Uint8Array(8), { name: 'HMAC', hash: 'SHA-1' }`, 'there is only SHA-256 here'],
  [`'raw', new Uint8Array(8), { name: 'HMAC', hash: { name: 'SHA-512' } }`, 'there is only SHA-256 here'],
  [`'raw', new Uint8Array(8), { name: 'HMAC' }`, 'there is only SHA-256 here'],
  [`'raw', new Uint8Array(8), 'hmac'`, 'taken'],
] as const;

test('keys of another kind are refused, and not taken for those of SHA-256', async () => {
  const imports = KEYS.map(([key]) => `crypto.subtle.importKey(${key}, false, ['sign'])`);
  assert.equal(
    await evaluate(
      `return Promise.all([${imports.join()}].map((one) => one.then(() => 'taken', (problem) => problem.message)));`,
    ),
    KEYS.map(([, told]) => told),
  );
});

test('what is no key signs nothing, and a signature of another length is none', async () =>
  assert.equal(
    await evaluate(`
      const none = await crypto.subtle.sign('HMAC', {}, new Uint8Array(1)).catch((problem) => problem.message);
      const key = await crypto.subtle.importKey('raw', new Uint8Array(8), { name: 'hmac', hash: { name: 'sha-256' } }, false, ['sign']);
      const signature = new Uint8Array(await crypto.subtle.sign({ name: 'HMAC' }, key, new Uint8Array(1)));
      const verify = (given) => crypto.subtle.verify('HMAC', key, given, new Uint8Array(1));
      return [none, await verify(signature), await verify(signature.subarray(1)), await verify(new Uint8Array())];`),
    ['this is no key', true, false, false],
  ));

test('random identifiers have the form of everybody else, whatever their bytes are', async () => {
  const ids = (await evaluate('return Array.from({ length: 200 }, () => crypto.randomUUID());')) as string[];
  const form = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
  assert.equal(
    ids.filter((id) => !form.test(id)),
    [],
  );
  assert.is(new Set(ids).size, ids.length);
});

test('hashes are those of everybody else', async () => {
  const found = (await evaluate(`
    const bytes = (text) => new TextEncoder().encode(text);
    const list = (buffer) => [...new Uint8Array(buffer)].map((one) => one.toString(16).padStart(2, '0')).join('');
    const key = await crypto.subtle.importKey('raw', bytes('key'), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
    const signature = await crypto.subtle.sign('HMAC', key, bytes('text'));
    return [list(await crypto.subtle.digest('SHA-256', bytes('text'))), list(await crypto.subtle.digest({ name: 'sha-256' }, new Uint8Array())), list(signature), await crypto.subtle.verify('HMAC', key, signature, bytes('text')), await crypto.subtle.verify('HMAC', key, signature, bytes('test')), await crypto.subtle.digest('SHA-1', bytes('')).catch((problem) => problem.message), crypto.getRandomValues(new Uint8Array(8)).length, crypto.randomUUID()];`)) as unknown[];
  const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
  assert.equal(found.slice(0, 7), [
    sha('text'),
    sha(''),
    createHmac('sha256', 'key').update('text').digest('hex'),
    true,
    false,
    'there is only SHA-256 here',
    8,
  ]);
  const refused = await evaluate(`
    const told = (work) => work.then(() => 'done', (problem) => problem.name + ': ' + problem.message);
    const raw = new Uint8Array(1);
    const key = await crypto.subtle.importKey('raw', raw, 'hmac');
    return Promise.all([
      told(crypto.subtle.importKey('jwk', raw, 'HMAC')),
      told(crypto.subtle.importKey('raw', raw, 'AES')),
      told(crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-1' })),
      told(crypto.subtle.sign('HMAC', {}, raw)),
      told(crypto.subtle.sign('RSA', key, raw)),
      crypto.subtle.verify('HMAC', key, new Uint8Array(31), raw),
      key.type + key.extractable,
      [...new Set(crypto.getRandomValues(new Uint8Array(64)).subarray(0))].length > 1,
      [...crypto.getRandomValues(new Uint8Array(new ArrayBuffer(64), 32, 0))].length,
    ]);`);
  assert.equal(refused, [
    'TypeError: there are only raw keys here',
    'TypeError: there is only HMAC here',
    'TypeError: there is only SHA-256 here',
    'TypeError: this is no key',
    'TypeError: there is only HMAC here',
    false,
    'secretfalse',
    true,
    0,
  ]);
  assert.match(String(found[7]), /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

const answer = (body: string, more: object = {}): FetchReply => ({
  status: 200,
  statusText: 'OK',
  url: 'http://x/',
  headers: [['content-type', 'application/json']],
  body: new TextEncoder().encode(body),
  ...more,
});

test('a fetch goes out with all that it was given, and its answer can be read', async () => {
  const asked: FetchAsk[] = [];
  const found = await evaluate(
    `const answer = await fetch(new URL('http://x/'), { method: 'post', headers: { 'X-A': '1' }, body: 'ä\\0', signal });
     return [answer.ok, answer.status, answer.headers.get('Content-Type'), await answer.json(), await answer.text().catch((problem) => problem.message)];`,
    { fetch: async (ask) => (asked.push(ask), answer('{"a":"ü"}')) },
  );
  assert.equal(found, [true, 200, 'application/json', { a: 'ü' }, 'the body was read already']);
  assert.equal(
    [asked[0]?.url, asked[0]?.method, asked[0]?.headers, [...(asked[0]?.body ?? [])]],
    [
      'http://x/',
      'POST',
      [
        ['x-a', '1'],
        ['content-type', 'text/plain;charset=UTF-8'],
      ],
      [195, 164, 0],
    ],
  );
});

const TEXT = 'text/plain;charset=UTF-8';
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';
/** What is given to `fetch`, and the type and the body that go out. */
const BODIES: readonly (readonly [init: string, type: string | undefined, sent: string])[] = [
  [`{ body: 'a=1' }`, TEXT, 'a=1'],
  [`{ body: '' }`, TEXT, ''],
  [`{ body: '{}', headers: { 'Content-Type': 'application/json' } }`, 'application/json', '{}'],
  [`{ body: new URLSearchParams({ a: '1 2', b: 'ä' }) }`, FORM, 'a=1+2&b=%C3%A4'],
  [`{ body: new URLSearchParams({ a: '1' }), headers: [['content-type', 'x/y']] }`, 'x/y', 'a=1'],
  [`{ body: new Uint8Array([0, 97, 98]).subarray(1) }`, undefined, 'ab'],
  [`{ body: new Uint8Array([97, 98]).buffer }`, undefined, 'ab'],
  [`{ body: new Uint8Array([97]), headers: { 'content-type': 'x/y' } }`, 'x/y', 'a'],
  [`{ body: null }`, undefined, ''],
  [`{}`, undefined, ''],
];

test('a body has the type that its sender names, and else that of texts and forms', async () => {
  const asked: FetchAsk[] = [];
  const inits = BODIES.map(([init]) => init);
  await evaluate(
    `for (const init of [${inits.join()}]) await fetch('http://x/', { method: 'POST', ...init }); return null;`,
    { fetch: async (ask) => (asked.push(ask), answer('')) },
  );
  assert.equal(
    asked.map(({ headers, body }, at) => [
      inits[at],
      new Map(headers).get('content-type'),
      Buffer.from(body ?? []).toString(),
    ]),
    BODIES,
  );
});

for (const [name, reply, told] of [
  ['200', { status: 200 }, [true, 200, 'OK', 'http://x/', 'ä']],
  ['299', { status: 299, statusText: 'Odd', url: 'http://y/' }, [true, 299, 'Odd', 'http://y/', 'ä']],
  ['199', { status: 199 }, [false, 199, 'OK', 'http://x/', 'ä']],
  ['300', { status: 300 }, [false, 300, 'OK', 'http://x/', 'ä']],
  [
    'another charset',
    { headers: [['Content-Type', 'text/plain; charset="ISO-8859-1"']] },
    [true, 200, 'OK', 'http://x/', 'Ã¤'],
  ],
  [
    'an unknown charset',
    { headers: [['Content-Type', 'text/plain; charset=none']] },
    [true, 200, 'OK', 'http://x/', 'ä'],
  ],
] as const)
  test(`an answer with ${name}`, async () => {
    const body = `const answer = await fetch('http://x/'); return [answer.ok, answer.status, answer.statusText, answer.url, await answer.text()];`;
    assert.equal(await evaluate(body, { fetch: async () => answer('ä', reply) }), told);
  });

test('a request without anything else is a GET without headers and body', async () => {
  const asked: FetchAsk[] = [];
  await evaluate(`await fetch('http://x/'); return null;`, { fetch: async (ask) => (asked.push(ask), answer('')) });
  const [{ method, headers, body } = {}] = asked;
  assert.equal([method, headers, body ?? null], ['GET', [], null]);
});

for (const [what, bytes, told] of [
  ['a mark of its byte order', [0xef, 0xbb, 0xbf, 0x31], '1'],
  ['bytes that are no UTF-8', [0x31, 0xff], '1\ufffd'],
] as const)
  test(`the text of an answer with ${what}`, async () =>
    assert.is(
      await evaluate(`return (await fetch('http://x/')).text();`, {
        fetch: async () => answer('', { body: new Uint8Array(bytes) }),
      }),
      told,
    ));

test('a body is read once, as bytes too', async () => {
  assert.equal(
    await evaluate(
      `const one = await fetch('http://x/'); const before = one.bodyUsed; const bytes = [...await one.bytes()]; const other = await fetch('http://x/'); return [before, bytes, one.bodyUsed, (await other.arrayBuffer()).byteLength];`,
      { fetch: async () => answer('ab') },
    ),
    [false, [97, 98], true, 2],
  );
});

test('a fetch that fails rejects with the reason', async () => {
  assert.equal(
    await evaluate(`return fetch('http://x/').catch((problem) => problem.name + ': ' + problem.message);`, {
      fetch: async () => ({ error: 'the host name is unknown' }),
    }),
    'TypeError: the host name is unknown',
  );
});

test('modules of the folder find each other', async () => {
  const folder = write({
    'index.mjs': `import { b } from './lib/b.mjs'; export const fetchData = async () => [b, (await import('./lib/c.mjs')).c];`,
    'lib/b.mjs': `export { a as b } from '../a.mjs';`,
    'a.mjs': `export const a = 'A';`,
    'lib/c.mjs': `export const c = 'C';`,
  });
  assert.equal(await call(folder), ['A', 'C']);
});

test('lines of the log are texts of at most 500 characters', async () => {
  const lines: string[] = [];
  await evaluate(`log('abc'); log(12); log('x'.repeat(600)); return null;`, { log: (line) => lines.push(line) });
  assert.equal(lines, ['abc', '12', 'x'.repeat(500)]);
});

test('a plugin that could not be loaded is loaded again at the next call', async () => {
  const folder = write({ 'index.mjs': 'export const fetchData = (' });
  assert.match(String(await call(folder).catch((error: Error) => error.message)), /expecting|unexpected|syntax/i);
  writeFileSync(join(folder, 'index.mjs'), 'export const fetchData = () => 1;');
  assert.is(await call(folder), 1);
});

test('calls of one plugin overlap, and each gets its own answer', async () => {
  const folder = write({
    'index.mjs': `let open = 0; export const fetchData = async () => { const mine = ++open; const told = await (await fetch('http://x/')).json(); return [mine, told, open]; };`,
  });
  const held: (() => void)[] = [];
  const fetch = (told: number) => () =>
    new Promise<FetchReply>((resolve) => held.push(() => resolve(answer(String(told)))));
  const [first, second] = [call(folder, { fetch: fetch(1) }), call(folder, { fetch: fetch(2) })];
  await until(() => held.length === 2);
  for (const release of held.toReversed()) release();
  assert.equal(
    [await first, await second],
    [
      [1, 1, 2],
      [2, 2, 2],
    ],
  );
});

test('a cancelled call ends its requests but not its plugin', async () => {
  const folder = write({
    'index.mjs': `let calls = 0; let aborted = 0; export const fetchData = async ({ signal }) => { if (++calls > 1) return aborted; signal.addEventListener('abort', () => aborted++); await fetch('http://x/').catch((problem) => { if (problem.name === 'AbortError') aborted++; }); };`,
  });
  const stopping = new AbortController();
  let ended = false;
  const running = call(folder, {
    signal: stopping.signal,
    fetch: (_ask, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => ((ended = true), resolve({ error: 'x' })))),
  });
  const failed = running.catch((error: Error) => error.message);
  await call(write({ 'index.mjs': 'export const fetchData = () => 1;' }));
  stopping.abort();
  assert.is(await failed, 'it was stopped');
  assert.is(await call(folder), ended ? 2 : 0);
});

test('the worker ends when it is idle, and is started again', async () => {
  const sandbox = await opening;
  const folder = write({ 'index.mjs': 'let count = 0; export const fetchData = () => ++count;' });
  assert.equal([await call(folder), await call(folder)], [1, 2]);
  await sandbox.stop();
  assert.is(sandbox.isRunning, false);
  assert.is(await call(folder), 1);
});

test('a worker that does not exist fails its jobs, with the reason', async () => {
  const sandbox = new Sandbox({ file: join(root, 'none.cjs'), clock: systemClock });
  const task = { kind: 'plugin', folder: root, name: 'fetchData', request: '{}' } as const;
  const told = await sandbox
    .run({ room: 'x', task, limits: { processorMs: 1000, timeMs: 1000 } })
    .catch((error: Error) => error.message);
  assert.is(told, 'the sandbox cannot be started');
});

test.after(async () => (await opening).stop());
test.after(() => rmSync(root, { recursive: true, force: true }));
test.run();
