import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid } from '../../src/core/flaps/grid.ts';
import type { MadeFrames } from '../../src/sandbox/protocol.ts';
import { FLAGSHIP } from '../plugins/fixture.ts';
import { install, leave, opening, pluginsDir, withHost } from './sandbox-rig.ts';

const test = suite('attack/sandbox-animations');

const MIB = 1024 * 1024;

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

/** Ways to hand out frames that our own code inside would not let through: it is replaced. */
const REPLACED = (bytes: string): string =>
  `globalThis.Uint8Array = class { constructor() { this.buffer = ${bytes}; } set() {} };`;
const FORGED: readonly (readonly [name: string, code: string])[] = [
  ['of 6 MiB', REPLACED('new ArrayBuffer(6 * 1024 * 1024)')],
  ['of 4 MiB', REPLACED('new ArrayBuffer(4 * 1024 * 1024)')],
  ['of one code too many', REPLACED('new ArrayBuffer(6 * 22 + 1)')],
  ['of one code too few', REPLACED('new ArrayBuffer(6 * 22 - 1)')],
  ['that are no bytes', REPLACED('"text"')],
  ['that are nothing', REPLACED('null')],
  [
    'with codes that no flap has',
    'const Bytes = Uint8Array; globalThis.Uint8Array = class { constructor(length) { this.buffer = new Bytes(length).fill(255).buffer; } set() {} };',
  ],
  [
    'with codes that count as checked',
    'Number.isInteger = () => true; Array.prototype.every = () => true; const code = 255;',
  ],
];
FORGED.forEach(([, code], index) =>
  install(
    `forged_${index}`,
    `${code} export function* frames({ from }) { for (let at = 0; at < 400; at++) yield { grid: from.map((row) => row.map(() => typeof code === 'number' ? code : 1)), delay_ms: 50 }; }`,
    { plugin_type: 'transition', transition_settings: { max_frames: 400, max_runtime_seconds: 60 } },
  ),
);
for (const [index, [name]] of FORGED.entries()) {
  test(`frames ${name} do not leave the sandbox`, () =>
    withHost({}, async (host, logged) => {
      const target = createGrid(6, 22, 5);
      const before = process.memoryUsage().rss;
      const { frames } = await host.animations.run(`forged_${index}`, createGrid(6, 22), target, {});
      assert.equal(
        frames.map(({ grid }) => grid),
        [target],
      );
      assert.match(
        logged.join('\n'),
        /a frame is no grid of flap codes|bytes cannot be handed over|neither a text nor/,
      );
      assert.ok(process.memoryUsage().rss - before < 200 * MIB, 'no frame is kept');
      assert.is((await host.data('neighbour', FLAGSHIP)).available, true);
    }));
}

test('an animation gets no more frames out than it may make, and no delay that is no number', async () => {
  install('counts_wrong', 'export function* frames({ from }) { for (;;) yield { grid: from, delay_ms: Infinity }; }', {
    plugin_type: 'transition',
  });
  const sandbox = await opening;
  const request = JSON.stringify({ from: [[1]], to: [[1]], config: {}, seed: 1 });
  const folder = join(pluginsDir, 'counts_wrong');
  const made = (await sandbox.run({
    room: 'counts_wrong',
    task: { kind: 'frames', folder, request, rows: 1, cols: 1, most: 7 },
    limits: { processorMs: 2000, timeMs: 15_000 },
  })) as MadeFrames;
  assert.equal([...made.codes], [1, 1, 1, 1, 1, 1, 1]);
  assert.equal(made.delays, [0, 0, 0, 0, 0, 0, 0]);
});

test.after(leave);
test.run();
