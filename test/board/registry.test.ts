import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { INSTANT, type Remains } from '../../src/board/driver.ts';
import { MinimumIntervals } from '../../src/board/minimum-intervals.ts';
import { BoardRegistry } from '../../src/board/registry.ts';
import { createGrid } from '../../src/core/flaps/grid.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createFakeDriver } from '../support/fake-driver.ts';
import { sampleBoard } from '../support/sample-state.ts';

const test = suite('board/registry');

/** A registry whose boards leave something at a place that bears their name, and what is being taken back. */
const rig = () => {
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  const cleared: { readonly place: string; readonly signal: AbortSignal }[] = [];
  const remainsAt = (place: string): Remains => ({
    place,
    clear: (signal) => {
      cleared.push({ place, signal });
      // A broker that is away.
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    },
  });
  const registry = new BoardRegistry({
    clock,
    minimumIntervals: new MinimumIntervals(clock, { read: () => ({}), write: () => Promise.resolve() } as never),
    isStill: () => false,
    createDriver: ({ host }) => createFakeDriver({ remains: remainsAt(host) }),
    polling: () => ({ board_read_interval_cloud: 180, board_read_interval_local: 30 }) as never,
    onFrame: () => undefined,
    onStatus: () => undefined,
    onStarted: () => undefined,
    onLost: () => undefined,
  });
  const board = (host: string, enabled = true) => ({ ...sampleBoard('b1'), host, enabled });
  return { registry, cleared, board };
};

test('what a board leaves elsewhere is taken back when it goes, is switched off or moves, and not at a stop', async () => {
  const { registry, cleared, board } = rig();
  await registry.sync([board('one')]);
  await registry.sync([{ ...board('one'), paused: true }]);
  assert.equal(cleared, []);
  await registry.sync([board('two')]);
  await registry.sync([board('two', false)]);
  await registry.sync([board('three')]);
  await registry.sync([]);
  assert.equal(
    cleared.map(({ place }) => place),
    ['one', 'two', 'three'],
  );
  await registry.sync([board('four')]);
  await registry.stop(0);
  assert.is(cleared.length, 3);
  assert.ok(cleared.every(({ signal }) => signal.aborted));
});

test('a board that comes back to the place keeps what it shows there', async () => {
  const { registry, cleared, board } = rig();
  await registry.sync([board('one')]);
  await registry.sync([board('one', false)]);
  assert.equal(
    cleared.map(({ place, signal }) => [place, signal.aborted]),
    [['one', false]],
  );
  await registry.sync([board('one')]);
  assert.is(cleared[0]?.signal.aborted, true);
  await registry.sync([]);
  assert.equal(
    cleared.map(({ signal }) => signal.aborted),
    [true, false],
  );
  await registry.stop(0);
});

/** A registry that notes which boards were made, what they told, and which drivers they have. */
const noting = (polling = { board_read_interval_cloud: 180, board_read_interval_local: 30 }) => {
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  const made: ReturnType<typeof createFakeDriver>[] = [];
  const told: string[] = [];
  const still = new Set<string>();
  const settings = { ...polling };
  const registry = new BoardRegistry({
    clock,
    minimumIntervals: new MinimumIntervals(clock, { get: () => null, set: () => undefined }),
    isStill: (id) => still.has(id),
    createDriver: () => {
      const driver = createFakeDriver({
        readBackMs: 10_000,
        listen: ({ onRestart }) => listeners.push(onRestart),
        light: () => undefined,
      });
      made.push(driver);
      return driver;
    },
    polling: () => settings as never,
    onFrame: (id, grid) => told.push(`frame ${id} ${grid.codes[0]}`),
    onStatus: (id) => told.push(`status ${id}`),
    onStarted: (id) => told.push(`started ${id}`),
    onLost: (id) => told.push(`lost ${id}`),
  });
  const listeners: (() => void)[] = [];
  return { registry, clock, made, told, still, listeners, settings };
};
const shown = { grid: createGrid(6, 22, 5), transition: INSTANT };

test('boards are found by their id, and tell under it', async () => {
  const { registry, told, listeners } = noting();
  await registry.sync([sampleBoard('b1'), sampleBoard('b2')]);
  assert.equal([registry.get('b2')?.id, registry.get('b3')], ['b2', undefined]);
  assert.equal(told, ['started b1', 'started b2']);
  await registry.get('b2')?.show(shown);
  assert.ok(told.includes('frame b2 5') && told.includes('status b2'));
  listeners[1]?.();
  assert.is(told.at(-1), 'lost b2');
  await registry.stop(0);
  assert.is(registry.get('b2'), undefined);
});

test('a board that is quiet moves nothing, whatever is stored of it meanwhile, and when it is settled (rules, P7)', async () => {
  const { registry, still, listeners, told } = noting();
  const board = sampleBoard('b1');
  await registry.sync([board]);
  await registry.get('b1')?.show(shown);
  still.add('b1');
  registry.settle('b1');
  listeners[0]?.();
  for (const change of [{ name: 'x' }, { paused: false }]) {
    await registry.sync([{ ...board, ...change }]);
    registry.settle('b1');
    assert.is((await registry.get('b1')?.show(shown))?.code, 'interrupted');
  }
  assert.not.ok(told.includes('lost b1'));
  still.delete('b1');
  registry.settle('b1');
  assert.ok(told.includes('lost b1'));
  await registry.stop(0);
});

test('a board is made anew when its wiring changes, and only then', async () => {
  const { registry, made } = noting();
  const board = sampleBoard('b1');
  await registry.sync([board]);
  const same = {
    name: 'x',
    schedule_enabled: false,
    default_page_id: 'p',
    board_color: 'white',
    code62_glyph: 'heart',
  };
  await registry.sync([{ ...board, ...same, local_api_port: 7000, follow: null } as never]);
  assert.is(made.length, 1);
  await registry.sync([{ ...board, ...same, host: 'other.local' } as never]);
  assert.equal([made.length, made[0]?.stops], [2, 0]);
  const screen = { ...board, device_type: 'panel', panel: { driver: 'screen' } } as never as typeof board;
  await registry.sync([screen]);
  await registry.sync([{ ...screen, board_color: 'white' }]);
  await registry.sync([{ ...screen, board_color: 'white', code62_glyph: 'heart' }]);
  assert.is(made.length, 5);
  await registry.stop(0);
});

test('a board that is switched off has no driver, and one that is still is not written', async () => {
  const { registry, still, made, told } = noting();
  await registry.sync([{ ...sampleBoard('b1'), enabled: false }]);
  assert.equal([made.length, told], [0, []]);
  still.add('b2');
  await registry.sync([sampleBoard('b2')]);
  assert.is((await registry.get('b2')?.show(shown))?.code, 'interrupted');
  still.clear();
  await registry.sync([sampleBoard('b2')]);
  assert.is((await registry.get('b2')?.show(shown))?.code, 'sent');
  await registry.stop(0);
});

/** A registry whose drivers note when they begin, and are released only when the test says so. */
const slow = () => {
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  const notes: string[] = [];
  const released: (() => void)[] = [];
  const registry = new BoardRegistry({
    clock,
    minimumIntervals: new MinimumIntervals(clock, { get: () => null, set: () => undefined }),
    isStill: () => false,
    createDriver: ({ host }) =>
      createFakeDriver({
        readBackMs: 10_000,
        start: async () => void notes.push(`began ${host}`),
        stop: () => {
          notes.push(`stopped ${host}`);
          return new Promise((resolve) => released.push(resolve));
        },
      }),
    polling: () => ({ board_read_interval_cloud: 180, board_read_interval_local: 30 }) as never,
    onFrame: () => undefined,
    onStatus: () => undefined,
    onStarted: () => undefined,
    onLost: () => undefined,
  });
  const run = async (): Promise<string[]> => {
    await clock.advance(1);
    return notes.splice(0);
  };
  return { registry, run, release: () => released.splice(0).forEach((resolve) => resolve()) };
};
const at = (host: string) => ({ ...sampleBoard('b1'), host });

test('a board that is moved again while it is being moved is made once its driver is released, where it is last', async () => {
  const { registry, run, release } = slow();
  void registry.sync([at('one')]);
  assert.equal(await run(), ['began one']);
  const first = registry.sync([at('two')]);
  assert.equal(await run(), ['stopped one']);
  const early = await registry.get('b1')?.show(shown);
  assert.match(early?.reason ?? '', /stopped while the frame was on its way/, 'it is not switched off');
  const moves = [first, registry.sync([at('three')]), registry.sync([at('four')])];
  assert.equal(await run(), []);
  release();
  assert.equal(await run(), ['began four']);
  await Promise.all(moves);
  void registry.stop(0);
  assert.equal(await run(), ['stopped four']);
});

for (const [what, end] of [
  ['removed', (registry: BoardRegistry) => registry.sync([])],
  ['let go', (registry: BoardRegistry) => registry.release(['b1'])],
  ['stopped with all others', (registry: BoardRegistry) => registry.stop(0)],
] as const)
  test(`a board that is ${what} while it is being moved is left with no driver`, async () => {
    const { registry, run, release } = slow();
    void registry.sync([at('one')]);
    await run();
    const moved = registry.sync([at('two')]);
    await run();
    const ended = end(registry);
    release();
    await Promise.all([moved, ended]);
    assert.equal([await run(), registry.get('b1')], [[], undefined]);
  });

test('no board is made any more once all were stopped', async () => {
  const { registry, run } = slow();
  await registry.stop(0);
  await registry.sync([at('one')]);
  assert.equal([await run(), registry.get('b1')], [[], undefined]);
});

test('boards that are let go stop, and are made anew by the next look at what is stored', async () => {
  const { registry, made, clock } = noting();
  await registry.sync([sampleBoard('b1'), sampleBoard('b2')]);
  await clock.advance(1);
  await registry.release(['b1', 'gone']);
  assert.equal([registry.get('b1'), registry.get('b2')?.id, made[0]?.stops], [undefined, 'b2', 1]);
  await registry.sync([sampleBoard('b1'), sampleBoard('b2')]);
  assert.is(made.length, 3);
  await registry.stop(0);
});

for (const [mode, polling, everyMs] of [
  ['local', { board_read_interval_local: 30, board_read_interval_cloud: 7 }, 10_000],
  ['local', { board_read_interval_local: 60, board_read_interval_cloud: 7 }, 60_000],
  ['cloud', { board_read_interval_local: 7, board_read_interval_cloud: 180 }, 10_000],
  ['cloud', { board_read_interval_local: 7, board_read_interval_cloud: 300 }, 300_000],
] as const)
  test(`a ${mode} board is read every ${everyMs / 1000} s under ${JSON.stringify(polling)}`, async () => {
    const { registry, made, clock } = noting(polling);
    await registry.sync([{ ...sampleBoard('b1'), api_mode: mode }]);
    await clock.advance(1);
    assert.is(made[0]?.reads, 1);
    await clock.advance(3 * everyMs);
    assert.is(made[0]?.reads, 4);
    await registry.stop(0);
  });

test('another interval between two reads counts at once', async () => {
  const { registry, made, clock, settings } = noting();
  await registry.sync([sampleBoard('b1')]);
  await clock.advance(1);
  settings.board_read_interval_local = 600;
  settings.board_read_interval_cloud = 600;
  registry.pace();
  await clock.advance(1);
  const before = made[0]?.reads ?? 0;
  await clock.advance(300_000);
  assert.is(made[0]?.reads, before);
  await registry.stop(0);
});

test.run();
