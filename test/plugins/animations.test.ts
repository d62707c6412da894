import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid, gridDifference, gridsEqual, type Grid } from '../../src/core/flaps/grid.ts';
import { Fault } from '../../src/fault.ts';
import { defineManifest, type ManifestInput } from '../../src/plugins/contract/manifest.ts';
import type { TransitionFrame, TransitionPlugin, TransitionRequest } from '../../src/plugins/contract/plugin.ts';
import { createHost, SIZES } from './fixture.ts';

const test = suite('plugins/animations');

const patterned = (rows: number, cols: number, step: number): Grid => {
  const grid = createGrid(rows, cols);
  for (let cell = 0; cell < grid.codes.length; cell++) grid.codes[cell] = (cell * step) % 27;
  return grid;
};

for (const id of ['typewriter', 'dissolve', 'slot_machine', 'wipe']) {
  for (const { rows, cols } of SIZES) {
    test(`${id} on ${rows}x${cols}: within its caps, every frame of the board's size, the target last`, async () => {
      const { host } = createHost();
      const to = patterned(rows, cols, 5);
      const run = await host.animations.run(id, patterned(rows, cols, 7), to, {});
      assert.is(run.capped, false);
      assert.ok(run.frames.length > 1 && run.frames.length <= 500);
      assert.ok(run.frames.every(({ grid, delay_ms }) => grid.rows === rows && grid.cols === cols && delay_ms >= 50));
      assert.ok(run.frames.every(({ grid }) => grid.codes.every((code) => code <= 71)));
      assert.ok(gridsEqual(run.frames.at(-1)?.grid ?? createGrid(1, 1), to));
      assert.is(
        run.total_delay_ms,
        run.frames.reduce((sum, { delay_ms }) => sum + delay_ms, 0),
      );
      assert.ok(run.total_delay_ms <= 120_000);
    });
  }

  test(`${id}: the same grids give the same frames`, async () => {
    const { host } = createHost();
    const run = () => host.animations.run(id, createGrid(3, 15), patterned(3, 15, 5), {});
    assert.equal(await run(), await run());
  });

  test(`${id}: between equal grids it ends where it began`, async () => {
    const { host } = createHost();
    const grid = patterned(3, 15, 5);
    assert.ok(
      gridsEqual((await host.animations.run(id, grid, grid, {})).frames.at(-1)?.grid ?? createGrid(1, 1), grid),
    );
  });

  test(`${id}: settings of a run are checked`, async () => {
    const { host } = createHost();
    const problem = await host.animations
      .run(id, createGrid(3, 15), createGrid(3, 15), { frame_interval_ms: 10 })
      .catch((error: unknown) => error);
    assert.ok(problem instanceof Fault && problem.status === 400 && /frame_interval_ms/.test(problem.detail));
  });
}

test('typewriter: from a blank board, one character more each time', async () => {
  const { host } = createHost();
  const to = createGrid(1, 4);
  to.codes.set([1, 0, 2, 3]);
  const { frames } = await host.animations.run('typewriter', createGrid(1, 4, 5), to, {});
  assert.equal(
    frames.map(({ grid }) => [...grid.codes]),
    [
      [0, 0, 0, 0],
      [1, 0, 0, 0],
      [1, 0, 2, 0],
      [1, 0, 2, 3],
    ],
  );
});

test('dissolve: as many steps as set, only cells that differ', async () => {
  const { host } = createHost();
  const [from, to] = [patterned(3, 15, 7), patterned(3, 15, 5)];
  const { frames } = await host.animations.run('dissolve', from, to, { steps: 5 });
  assert.is(frames.length, 5);
  const open = frames.map(({ grid }) => gridDifference(grid, to).length);
  assert.equal(
    open,
    [...open].sort((a, b) => b - a),
  );
});

test('stored settings apply, those of the run win', async () => {
  const { host } = createHost(
    {},
    { wipe: { enabled: false, config: { columns_per_frame: 5, frame_interval_ms: 60 }, secrets: {} } },
  );
  const run = (overrides: Record<string, unknown>) =>
    host.animations.run('wipe', createGrid(3, 15, 2), createGrid(3, 15, 1), overrides);
  assert.equal([(await run({})).frames.length, (await run({})).frames[0]?.delay_ms], [4, 60]);
  assert.is((await run({ columns_per_frame: 1 })).frames.length, 16);
});

test('the list names strategy, settings and caps', () => {
  const { host } = createHost();
  const entry = host.animations.list().find(({ id }) => id === 'wipe');
  assert.is(entry?.strategy, 'plugin:wipe');
  assert.equal(entry?.transition_settings, {
    interruptible: true,
    min_interval_ms: 50,
    max_frames: 500,
    max_runtime_seconds: 120,
  });
  assert.equal(
    host.animations.list().map(({ id }) => id),
    ['dissolve', 'slot_machine', 'typewriter', 'wipe'],
  );
});

test('what is no transition cannot run', async () => {
  const { host } = createHost();
  for (const id of ['nothing', 'date_time']) {
    assert.is(host.animations.has(id), false);
    const problem = await host.animations
      .run(id, createGrid(1, 1), createGrid(1, 1), {})
      .catch((error: unknown) => error);
    assert.is(problem instanceof Fault && problem.status, 404);
  }
});

const custom = (
  frames: (request: TransitionRequest) => Iterable<TransitionFrame>,
  transition_settings: NonNullable<ManifestInput['transition_settings']> = {},
): TransitionPlugin => ({
  manifest: defineManifest({
    id: 'demo',
    name: 'Demo',
    version: '1.0.0',
    plugin_type: 'transition',
    transition_settings,
  }),
  frames,
});
const FROM = createGrid(1, 3);
const TO = createGrid(1, 3, 9);
const runCustom = (plugin: TransitionPlugin) =>
  createHost({ builtins: [plugin] }).host.animations.run('demo', FROM, TO, {});
const shape = ({ frames, capped }: Awaited<ReturnType<typeof runCustom>>) => [
  frames.map(({ grid, delay_ms }) => `${grid.codes.join('')}/${delay_ms}`),
  capped,
];
const still = function* (count: number, delay_ms: number): Generator<TransitionFrame> {
  for (let frame = 0; frame < count; frame++) yield { grid: FROM, delay_ms };
};

for (const [name, plugin, expected] of [
  ['no frames at all', custom(() => []), [['999/50'], false]],
  ['a target that is missing is added', custom(() => still(2, 100)), [['000/100', '000/100', '999/50'], false]],
  [
    'a target that is there is not repeated',
    custom(() => [
      { grid: FROM, delay_ms: 100 },
      { grid: TO, delay_ms: 70 },
    ]),
    [['000/100', '999/70'], false],
  ],
  ['delays have a floor', custom(() => still(1, 0), { min_interval_ms: 80 }), [['000/80', '999/80'], false]],
  ['delays that are no numbers have it too', custom(() => still(1, NaN)), [['000/50', '999/50'], false]],
  ['negative delays as well', custom(() => still(1, -5)), [['000/50', '999/50'], false]],
  [
    'exactly the most frames are not capped',
    custom(() => [...still(2, 50), { grid: TO, delay_ms: 50 }], { max_frames: 3 }),
    [['000/50', '000/50', '999/50'], false],
  ],
  ['one frame more is capped', custom(() => still(4, 50), { max_frames: 3 }), [['000/50', '000/50', '999/50'], true]],
  [
    'as many frames as there may be, the target not among them, are capped',
    custom(() => still(3, 50), { max_frames: 3 }),
    [['000/50', '000/50', '999/50'], true],
  ],
  [
    'more frames than any animation may have are drawn in',
    custom(() => still(501, 50), { max_frames: 5000 }),
    [[...Array<string>(499).fill('000/50'), '999/50'], true],
  ],
  [
    'the seconds are capped',
    custom(() => still(9, 400), { max_runtime_seconds: 1 }),
    [['000/400', '000/400', '999/50'], true],
  ],
  [
    'one long delay is cut to the seconds',
    custom(() => still(1, 60_000), { max_runtime_seconds: 1 }),
    [['000/1000', '999/50'], false],
  ],
  [
    'an exception snaps to the target',
    custom(function* () {
      yield { grid: FROM, delay_ms: 60 };
      throw new Error('odd');
    }),
    [['000/60', '999/50'], false],
  ],
  [
    'frames of another size are cut and filled',
    custom(() => [{ grid: createGrid(2, 2, 5), delay_ms: 50 }]),
    [['550/50', '999/50'], false],
  ],
] as const) {
  test(name, async () => assert.equal(shape(await runCustom(plugin)), expected));
}

test('the plugin sees the old picture at the size of the new one', async () => {
  let seen: Grid | null = null;
  const plugin = custom((request) => {
    seen = request.from;
    return [];
  });
  await createHost({ builtins: [plugin] }).host.animations.run('demo', createGrid(2, 2, 4), TO, {});
  assert.equal([...((seen as Grid | null)?.codes ?? [])], [4, 4, 0]);
});

test('frames come one by one, and an unknown plugin goes to the target at once', async () => {
  const { host } = createHost({ builtins: [custom(() => still(2, 100))] });
  const collect = async (id: string) => {
    const all: string[] = [];
    for await (const { grid } of host.animations.frames(id, FROM, TO)) all.push(grid.codes.join(''));
    return all;
  };
  assert.equal(await collect('demo'), ['000', '000', '999']);
  assert.equal(await collect('nothing'), ['999']);
});

for (const [what, thrown, said] of [
  ['an error', new Error('x'.repeat(600)), `demo: ${'x'.repeat(500)}`],
  ['something else', 'broken', 'demo: the animation failed'],
] as const)
  test(`an animation that fails with ${what} is told in the log, and ends at its target`, async () => {
    const failing = custom(function* () {
      yield { grid: FROM, delay_ms: 100 };
      throw thrown;
    });
    const { host, logged } = createHost({ builtins: [failing] });
    const { frames, capped } = await host.animations.run('demo', FROM, TO, {});
    assert.equal([frames.length, capped, logged], [2, false, [said]]);
    assert.ok(gridsEqual(frames[1]?.grid ?? FROM, TO));
  });

test('the revision of an animation is another one with other settings, and empty for one that is not there', async () => {
  const { host } = createHost();
  const before = host.animations.revisionOf('wipe');
  assert.is(host.animations.revisionOf('wipe'), before);
  await host.installation.update('wipe', { config: { columns_per_frame: 3 } });
  assert.is.not(host.animations.revisionOf('wipe'), before);
  assert.is.not(host.animations.revisionOf('dissolve'), before);
  assert.equal(
    ['nothing', 'date_time'].map((id) => host.animations.revisionOf(id)),
    ['', ''],
  );
});

test.run();
