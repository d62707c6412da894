import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/platform/clock.ts';
import { JobError, Sandbox, type Job } from '../../src/sandbox/sandbox.ts';
import type { FetchAsk, FetchReply, MadeFrames } from '../../src/sandbox/protocol.ts';
import { buildSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const test = suite('sandbox/room');

const root = mkdtempSync(join(tmpdir(), 'flapbox-room-'));
const opening = buildSandbox(join(root, 'worker')).then((file) => new Sandbox({ file, clock: systemClock }));
let plugins = 0;

const write = (code: string): string => {
  const folder = join(root, `plugin_${++plugins}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.mjs'), code);
  return folder;
};

/** What a job came to: its result, or the kind and the sentence of its failure. */
const outcome = async (job: Job): Promise<unknown> => {
  try {
    return await (await opening).run(job);
  } catch (error) {
    return error instanceof JobError ? `${error.kind}: ${error.message}` : error;
  }
};

/** So much that everything else ends before it, on the slowest machine too. */
const AMPLE = { processorMs: 20_000, timeMs: 60_000 };

const callOf = (folder: string, more: Partial<Job> = {}): Promise<unknown> => {
  const task = { kind: 'plugin', folder, name: 'fetchData', request: '{"config":{}}' } as const;
  return outcome({ room: folder, task, limits: AMPLE, ...more });
};
const evaluate = async (body: string, more: Partial<Job> = {}): Promise<unknown> => {
  const folder = write(`export const fetchData = async ({ signal, log }) => { ${body} };`);
  const told = await callOf(folder, more);
  // What a plugin keeps counts against the memory of all.
  (await opening).close(folder);
  return told;
};

const MEMORY = 'failed: the plugin needs more than 24 MiB of memory';
const GROW = 'globalThis.kept = Array.from({ length: 15 }, () => new Uint8Array(1024 * 1024).fill(1));';
const SHORT = { ...AMPLE, processorMs: 150 };

const CALLS: readonly [string, string, unknown, Partial<Job>?][] = [
  ['answers nothing', '', 'null'],
  ['answers what is no JSON', 'return () => 1;', 'null'],
  ['answers as much as it may', "return 'x'.repeat(256 * 1024 - 2);", `"${'x'.repeat(256 * 1024 - 2)}"`],
  ['answers one letter more', "return 'x'.repeat(256 * 1024 - 1);", 'failed: the result is larger than 256 KiB'],
  ['answers more bytes than it may', "return 'ä'.repeat(200_000);", 'failed: the result is larger than 256 KiB'],
  ['fails', "throw new Error('no tea');", 'failed: no tea'],
  ['fails at length', "throw new Error('x'.repeat(501));", `failed: ${'x'.repeat(500)}`],
  ['fails without a word', 'throw null;', 'failed: the plugin failed'],
  ['is not allowed to', "throw Object.assign(new Error('no'), { status: 403 });", 'forbidden: no'],
  ['lacks a permission', "throw Object.assign(new Error('no'), { name: 'PermissionError' });", 'forbidden: no'],
  ['fails with another status', "throw Object.assign(new Error('no'), { status: 404 });", 'failed: no'],
  ['fills its memory', 'for (const all = []; ; ) all.push(new Uint8Array(1024 * 1024).fill(1));', MEMORY],
  ['waits for nothing with much memory', `${GROW} await new Promise(() => {});`, MEMORY],
  ['fails without a word with much memory', `${GROW} throw new Error('');`, MEMORY],
  ['answers with much memory', `${GROW} return 1;`, '1'],
  [
    'calls itself',
    'const deeper = () => deeper() + 1; return deeper();',
    'failed: the plugin calls itself too deeply: there are 512 KiB of stack',
  ],
  [
    'does not end',
    'for (;;);',
    'late: the plugin used more than 0.15 s of processor time in one call',
    { limits: SHORT },
  ],
  [
    'does not end and catches everything',
    'for (;;) try { for (;;); } catch {}',
    'late: the plugin used more than 0.15 s of processor time in one call',
    { limits: SHORT },
  ],
  [
    'does not end in promises',
    'for (;;) await null;',
    'late: the plugin used more than 0.15 s of processor time in one call',
    { limits: SHORT },
  ],
  [
    'never answers',
    'await new Promise(() => {});',
    'late: no answer within 1 s',
    { limits: { ...AMPLE, timeMs: 1000 } },
  ],
  ['logs as much as it may', 'for (let at = 0; at < 1000; at++) log(at); return 1;', '1'],
  ['floods the log', 'for (let at = 0; at < 1001; at++) log(at); for (;;);', 'failed: the plugin floods the log'],
  [
    'logs more than can be handed over',
    "const { slice } = String.prototype; String.prototype.slice = function () { return String(this); }; try { log('x'.repeat(4 * 1024 * 1024 + 1)); } catch (problem) { return problem.message; } finally { String.prototype.slice = slice; }",
    '"a text of more than 4 MiB cannot be handed over"',
  ],
];
for (const [name, body, expected, more] of CALLS)
  test(`a plugin that ${name}`, async () => assert.equal(await evaluate(body, more), expected));

for (const [what, thrown, said] of [
  ['of its own', "new Error('no')", 'the plugin broke its interpreter'],
  ['with a long message', "new Error('x'.repeat(2000))", 'the plugin broke its interpreter'],
  ['that is none', "'no'", 'the plugin broke its interpreter'],
  ['that is nothing', 'null', 'the plugin broke its interpreter'],
  ['of its memory', "new Error('out of memory')", 'the plugin needs more than 24 MiB of memory'],
] as const)
  test(`a plugin that gives what an answer is read with an error ${what}`, async () => {
    const answered = async () => ({ status: 200, statusText: '', url: '', headers: [], body: new Uint8Array() });
    const body = `const asked = fetch('http://x/'); JSON.parse = () => { throw ${thrown}; }; return (await asked).ok;`;
    assert.is(await evaluate(body, { fetch: answered }), `failed: ${said}`);
  });

test('a plugin without the export has none, and one that cannot be loaded says why', async () => {
  assert.is(await callOf(write('export const other = 1;')), 'unsupported: the plugin has no fetchData');
  assert.is(await callOf(write("throw new Error('not today');")), 'failed: not today');
  assert.is(await callOf(write('export default { fetchData: () => 2 };')), '2');
});

test('after memory has ended a plugin begins anew, after a failure it goes on', async () => {
  const folder = write(
    `let calls = 0; export const fetchData = () => { if (++calls === 3) { ${GROW} throw new Error(''); } if (calls === 2) throw new Error('two'); return calls; };`,
  );
  const told: unknown[] = [];
  for (let at = 0; at < 4; at++) told.push(await callOf(folder));
  assert.equal(told, ['1', 'failed: two', MEMORY, '1']);
});

test('a plugin whose answer was too large goes on', async () => {
  const folder = write("let calls = 0; export const fetchData = () => (++calls === 1 ? 'ä'.repeat(200_000) : calls);");
  assert.equal([await callOf(folder), await callOf(folder)], ['failed: the result is larger than 256 KiB', '2']);
});

test('what a plugin was handed is let go after each call', async () => {
  const folder = write('let calls = 0; export const fetchData = () => ++calls;');
  const request = JSON.stringify({ config: {}, payload: 'ж'.repeat(120_000) });
  const task = { kind: 'plugin', folder, name: 'fetchData', request } as const;
  const enough = Math.ceil((24 * 1024 * 1024) / 240_000) + 20;
  for (let call = 1; call <= enough; call++) assert.is(await callOf(folder, { task }), String(call));
});

test('of the lines of one call twenty are written', async () => {
  const lines: string[] = [];
  await evaluate('for (let at = 0; at < 25; at++) log(at); return 1;', { log: (line) => lines.push(line) });
  assert.equal(
    lines,
    Array.from({ length: 20 }, (_, at) => String(at)),
  );
});

const REPLY: FetchReply = { status: 200, statusText: 'OK', url: 'http://x/', headers: [], body: new Uint8Array() };
const FETCHES: readonly [string, string, unknown, number][] = [
  ['twenty requests', 'for (let at = 0; at < 20; at++) await fetch("http://x/"); return 1;', '1', 20],
  [
    'more',
    'for (let at = 0; at < 21; at++) await fetch("http://x/"); return 1;',
    'failed: more than 20 requests in one call',
    20,
  ],
  ['much memory at a request', `${GROW} await fetch("http://x/"); return 1;`, '1', 1],
  [
    'a long address',
    "return fetch('http://x/' + 'y'.repeat(65_536));",
    'failed: address and headers are longer than 64 KiB',
    0,
  ],
  [
    'a body as large as may be',
    "await fetch('http://x/', { method: 'POST', body: 'x'.repeat(262_144) }); return 1;",
    '1',
    1,
  ],
  [
    'a larger one',
    "await fetch('http://x/', { method: 'POST', body: 'x'.repeat(262_145) }); return 1;",
    'failed: the body is larger than 256 KiB',
    0,
  ],
];
for (const [name, body, expected, count] of FETCHES)
  test(`a plugin that makes ${name}`, async () => {
    const asked: FetchAsk[] = [];
    const fetch = async (ask: FetchAsk): Promise<FetchReply> => (asked.push(ask), REPLY);
    assert.equal([await evaluate(body, { fetch }), asked.length], [expected, count]);
  });

test('what a server answered goes with the call that did not read it, and with no other', async () => {
  const folder = write(`let kept;
    export const fetchData = async ({ config: { step } }) => {
      if (step === 'read late') return kept.text();
      const own = await fetch('http://x/');
      if (step === 'keep') return void (kept = own);
      await fetch('http://x/gate');
      return own.text();
    };`);
  let open: (reply: FetchReply) => void = () => undefined;
  let isAtGate = false;
  const call = (step: string): Promise<unknown> => {
    const request = JSON.stringify({ config: { step } });
    const fetch = (ask: FetchAsk): Promise<FetchReply> => {
      if (!ask.url.endsWith('gate')) return Promise.resolve({ ...REPLY, body: new TextEncoder().encode('hello') });
      isAtGate = true;
      return new Promise((resolve) => (open = resolve));
    };
    return callOf(folder, { task: { kind: 'plugin', folder, name: 'fetchData', request }, fetch });
  };
  const waiting = call('wait');
  await until(() => isAtGate);
  assert.is(await call('keep'), 'null');
  open(REPLY);
  assert.is(await waiting, '"hello"');
  assert.is(await call('read late'), '""');
});

test('a request that failed says why', async () => {
  const told = await evaluate("return fetch('http://x/').catch(({ message }) => message);", {
    fetch: () => Promise.resolve({ error: 'the cable is cut' }),
  });
  assert.match(String(told), /the cable is cut/);
});

test('a request has a hundred headers at most', async () => {
  const asked: FetchAsk[] = [];
  await evaluate(
    "await fetch('http://x/', { headers: Object.fromEntries(Array.from({ length: 101 }, (_, at) => ['x-' + at, at])) });",
    { fetch: async (ask) => (asked.push(ask), REPLY) },
  );
  assert.equal([asked[0]?.headers.length, asked[0]?.headers[99]], [100, ['x-99', '99']]);
});

/** Each body makes the frames of a grid of two rows of two flaps; and what came of it. */
const FRAMES: readonly [string, string, readonly number[], readonly number[], string | null][] = [
  ['none', '', [], [], null],
  ['one', 'yield { grid: [[1, 2], [3, 71]], delay_ms: 40 };', [1, 2, 3, 71], [40], null],
  ['without a delay', 'yield { grid: [[1, 2], [3, 4]] };', [1, 2, 3, 4], [0], null],
  ['one that is small', 'yield { grid: [[1]], delay_ms: 1 };', [1, 0, 0, 0], [1], null],
  ['one that is large', 'yield { grid: [[1, 2, 9], [3, 4], [9, 9]], delay_ms: 1 };', [1, 2, 3, 4], [1], null],
  ['more than wanted', 'for (;;) yield { grid: [[1, 1], [1, 1]], delay_ms: 5 };', Array(12).fill(1), [5, 5, 5], null],
  ['a code too high', 'yield { grid: [[72]] };', [], [], 'a frame is no grid of flap codes'],
  ['a code too low', 'yield { grid: [[-1]] };', [], [], 'a frame is no grid of flap codes'],
  ['half a code', 'yield { grid: [[1.5]] };', [], [], 'a frame is no grid of flap codes'],
  ['no rows', 'yield { grid: [1] };', [], [], 'a frame is no grid of flap codes'],
  ['nothing', 'yield null;', [], [], 'a frame is no grid of flap codes'],
  ['one and a failure', "yield { grid: [[1]], delay_ms: 1 }; throw new Error('no');", [1, 0, 0, 0], [1], 'no'],
  [
    'those of its seed and its size',
    'const ask = arguments_; yield { grid: [[ask.rows, ask.cols], [ask.seed, ask.random() < 1 ? 1 : 0]], delay_ms: 1 };',
    [2, 2, 7, 1],
    [1],
    null,
  ],
];
for (const [name, body, codes, delays, error] of FRAMES)
  test(`an animation of ${name}`, async () => {
    const folder = write(`export const frames = function* (arguments_) { ${body} };`);
    const task = { kind: 'frames', folder, request: '{"seed":7}', rows: 2, cols: 2, most: 3 } as const;
    const made = (await outcome({ room: folder, task, limits: AMPLE })) as MadeFrames;
    assert.equal([[...made.codes], made.delays, made.late, made.error], [codes, delays, false, error]);
  });

test('an animation that takes too long has the frames until then', async () => {
  const folder = write('export const frames = function* () { yield { grid: [[5]], delay_ms: 1 }; for (;;); };');
  const task = { kind: 'frames', folder, request: '{"seed":7}', rows: 1, cols: 1, most: 3 } as const;
  const made = (await outcome({ room: folder, task, limits: SHORT })) as MadeFrames;
  assert.equal([[...made.codes], made.delays, made.late, made.error], [[5], [1], true, null]);
});

test('a plugin that replaces what makes frames is refused them', async () => {
  const folder = write(
    'Uint8Array.prototype.set = function () { this.fill(200); }; export const frames = function* () { yield { grid: [[5]] }; };',
  );
  const task = { kind: 'frames', folder, request: '{"seed":7}', rows: 1, cols: 1, most: 3 } as const;
  const made = (await outcome({ room: folder, task, limits: AMPLE })) as MadeFrames;
  assert.equal([made.codes.length, made.error], [0, 'a frame is no grid of flap codes']);
});

test.after(async () => (await opening).stop());
test.after(() => rmSync(root, { recursive: true, force: true }));
test('when all plugins together keep too much the largest ends, and the others keep what they have', async () => {
  await opening;
  const lines: string[] = [];
  const file = await buildSandbox(join(root, 'worker'));
  const sandbox = new Sandbox({ file, clock: systemClock, log: (line) => lines.push(line) });
  const keeping = (mib: number): string =>
    write(`let kept = null;
      export const fetchData = async () => {
        const had = kept !== null;
        kept ??= Array.from({ length: ${mib} }, () => new Uint8Array(1024 * 1024).fill(1));
        return had;
      };`);
  const folders = [keeping(8), keeping(15), keeping(9), keeping(8)];
  const call = (folder: string): Promise<unknown> => {
    const task = { kind: 'plugin', folder, name: 'fetchData', request: '{"config":{}}' } as const;
    return sandbox.run({ room: folder, task, limits: AMPLE });
  };
  try {
    for (const folder of folders) assert.is(await call(folder), 'false');
    await until(() => lines.length > 0);
    assert.is(lines.length, 1);
    assert.match(lines[0] ?? '', /^.*: the plugins of others need more than 40 MiB .* most: (?:1[5-9]|2\d) MiB$/);
    assert.ok(lines[0]?.startsWith(folders[1] as string));
    assert.equal([await call(folders[0] as string), await call(folders[3] as string)], ['true', 'true']);
  } finally {
    await sandbox.stop();
  }
});

test.run();
