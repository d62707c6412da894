import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Board } from '../../src/board/board.ts';
import { SENT } from '../../src/board/outcome.ts';
import { INSTANT, type Driver, type WriteOutcome } from '../../src/board/driver.ts';
import type { FrameRequest } from '../../src/board/frame-request.ts';
import { MinimumIntervals } from '../../src/board/minimum-intervals.ts';
import { geometryOf, type Geometry } from '../../src/core/flaps/geometry.ts';
import { createGrid, gridToRows, type Grid } from '../../src/core/flaps/grid.ts';
import { createFakeClock, settle } from '../support/fake-clock.ts';
import { createFakeDriver } from '../support/fake-driver.ts';

const START = '2026-03-01T12:00:00Z';
const geometry = geometryOf({ device_type: 'note' });
const filled = (code: number): Grid => createGrid(3, 15, code);

const memory = () => {
  const kept = new Map<string, number>();
  return { get: (key: string) => kept.get(key) ?? null, set: (key: string, at: number) => void kept.set(key, at) };
};

const setUp = (traits: Partial<Driver> = {}, onLost: () => void = () => undefined, size: Geometry = geometry) => {
  const clock = createFakeClock(START);
  const driver = createFakeDriver(traits);
  const frames: number[] = [];
  const told = { statuses: 0 };
  const lastWrites = memory();
  const make = (made: Driver = driver) =>
    new Board({
      id: 'b1',
      geometry: size,
      makeDriver: () => made,
      clock,
      minimumIntervals: new MinimumIntervals(clock, lastWrites),
      readEvery: (preferred) => preferred,
      onFrame: (grid) => frames.push(grid.codes[0] ?? -1),
      onStatus: () => void told.statuses++,
      onLost: () => onLost(),
    });
  const board = make();
  board.start();
  return { clock, driver, board, frames, make, told };
};

const test = suite('board');

test('a frame reaches the driver with its transition', async () => {
  const { board, driver } = setUp();
  const transition = { strategy: 'column', interval_ms: 20, step_size: 2 };
  assert.equal(await board.show({ grid: filled(5), transition }), SENT);
  assert.equal(driver.frames[0]?.transition, transition);
  assert.equal(gridToRows(driver.frames[0]?.grid ?? filled(0)), gridToRows(filled(5)));
});

test('a board that cannot animate gets no transition', async () => {
  const { board, driver } = setUp({ transitions: 'none' });
  await board.show({ grid: filled(5), transition: { strategy: 'column', interval_ms: 20, step_size: 2 } });
  assert.equal(driver.frames[0]?.transition, INSTANT);
});

/** A board whose device can tell that it started anew. */
const setUpRestarting = () => {
  let tell = (): void => undefined;
  const rig = setUp(
    { listen: ({ onRestart }) => (tell = onRestart), readBackMs: 30_000 },
    () => void rig.board.restore(),
  );
  return { ...rig, restart: () => tell() };
};

test('a device that started anew gets its frame again, once', async () => {
  const { board, driver, restart } = setUpRestarting();
  await board.show({ grid: filled(5), transition: INSTANT });
  restart();
  await settle();
  assert.equal(
    driver.frames.map(({ grid }) => grid.codes[0]),
    [5, 5],
  );
  assert.is(await board.restore(), null);
});

test('a device that started anew before it was ever written gets nothing', async () => {
  const { driver, restart } = setUpRestarting();
  restart();
  await settle();
  assert.is(driver.frames.length, 0);
});

test('a device that started anew in a pause gets its frame on resume', async () => {
  const { board, driver, restart } = setUpRestarting();
  await board.show({ grid: filled(5), transition: INSTANT });
  board.setPaused(true);
  restart();
  await settle();
  assert.is(driver.frames.length, 1);
  board.setPaused(false);
  await settle();
  assert.is(driver.frames.length, 2);
});

test('a device that starts anew while a frame is on its way gets that frame again', async () => {
  const { board, driver, restart } = setUpRestarting();
  driver.hanging = true;
  const first = board.show({ grid: filled(7), transition: INSTANT });
  await settle();
  restart();
  driver.hanging = false;
  driver.go();
  await first;
  await settle();
  assert.equal(
    driver.frames.map(({ grid }) => grid.codes[0]),
    [7, 7],
  );
});

test('what failed and is no wish any more is not what a device gets again', async () => {
  const { board, driver, restart, clock } = setUpRestarting();
  const failing = async (outcome: WriteOutcome, request: Partial<FrameRequest>) => {
    driver.outcome = outcome;
    await board.show({ grid: filled(7), transition: INSTANT, ...request });
    driver.outcome = { status: 'sent' };
    driver.frames.length = 0;
  };
  const restored = async () => {
    restart();
    await settle();
    return driver.frames.map(({ grid }) => grid.codes[0]);
  };
  await board.show({ grid: filled(5), transition: INSTANT });
  await failing({ status: 'failed', reason: 'No answer.' }, { once: true });
  assert.equal(await restored(), [5], 'a message whose sender was told that it failed');
  await failing({ status: 'failed', reason: 'Too wide.', refused: true }, {});
  assert.equal(await restored(), [5], 'a frame that the board refused');
  await failing({ status: 'failed', reason: 'No answer.' }, {});
  assert.equal(await restored(), [7], 'the frame of the programme that waits');
  await failing({ status: 'failed', reason: 'No answer.', unreached: true }, { grid: filled(9) });
  await clock.advance(31_000);
  assert.is((await board.show({ grid: filled(7), transition: INSTANT })).code, 'unchanged');
  assert.equal(await restored(), [7], 'what was found on the board since');
});

test('what a device lost is written when it can be read again, if it failed before', async () => {
  const { board, driver, restart, clock } = setUpRestarting();
  await board.show({ grid: filled(5), transition: INSTANT });
  driver.outcome = { status: 'failed', reason: 'No answer.' };
  restart();
  await settle();
  driver.outcome = { status: 'sent' };
  await clock.advance(31_000);
  assert.is(driver.frames.length, 3);
  assert.is(board.view.error, null);
  assert.is(board.view.drifted, false);
});

test('cells without a flap are blank in every frame, and are no drift', async () => {
  const holes = { ...geometry, places: [[0, 2], [], [14]] };
  const { board, driver, clock } = setUp({ readBackMs: 30_000 }, undefined, holes);
  await board.show({ grid: filled(5), transition: INSTANT });
  const shown = [[5, 0, 5, ...Array<number>(12).fill(0)], Array<number>(15).fill(0), [...Array<number>(14).fill(0), 5]];
  assert.equal(gridToRows(driver.frames[0]?.grid ?? filled(9)), shown);
  await clock.advance(120_000);
  assert.is(board.view.drifted, false);
  assert.equal(board.view.expected && gridToRows(board.view.expected), shown);
  assert.is((await board.show({ grid: filled(5), transition: INSTANT })).code, 'unchanged');
});

test('a frame for a board of another size is cut and padded', async () => {
  const { board, driver } = setUp();
  await board.show({ grid: createGrid(2, 20, 5), transition: INSTANT });
  const shown = [Array<number>(15).fill(5), Array<number>(15).fill(5), Array<number>(15).fill(0)];
  assert.equal(
    driver.frames.map(({ grid }) => gridToRows(grid)),
    [shown],
  );
  board.preview(createGrid(2, 20, 6));
  assert.equal([board.view.expected?.rows, board.view.expected?.cols], [3, 15]);
});

test('the same content is not written twice', async () => {
  const { board, driver } = setUp();
  await board.show({ grid: filled(5), transition: INSTANT });
  const second = await board.show({ grid: filled(5), transition: INSTANT });
  assert.is(second.code, 'unchanged');
  assert.is(driver.frames.length, 1);
});

test('force writes the same content again', async () => {
  const { board, driver } = setUp();
  await board.show({ grid: filled(5), transition: INSTANT });
  assert.equal(await board.show({ grid: filled(5), transition: INSTANT, force: true }), SENT);
  assert.is(driver.frames.length, 2);
});

test('a forgotten board is written whatever it shows', async () => {
  const { board, driver } = setUp();
  await board.show({ grid: filled(5), transition: INSTANT });
  board.forget();
  await board.show({ grid: filled(5), transition: INSTANT });
  assert.is(driver.frames.length, 2);
});

test('only the frame in flight and the newest are written', async () => {
  const { board, driver } = setUp();
  driver.hanging = true;
  const first = board.show({ grid: filled(1), transition: INSTANT });
  const second = board.show({ grid: filled(2), transition: INSTANT });
  const third = board.show({ grid: filled(3), transition: INSTANT });
  const overtaken = await second;
  assert.is(overtaken.code, 'superseded');
  driver.hanging = false;
  driver.go();
  assert.equal(await first, SENT);
  assert.equal(await third, SENT);
  assert.equal(
    driver.frames.map((frame) => frame.grid.codes[0]),
    [1, 3],
  );
});

test('a failure is the error of the board until a write succeeds', async () => {
  const { board, driver } = setUp();
  driver.outcome = { status: 'failed', reason: 'No answer.' };
  assert.equal(await board.show({ grid: filled(1), transition: INSTANT }), {
    code: 'unreachable',
    reason: 'No answer.',
  });
  assert.is(board.view.error, 'No answer.');
  driver.outcome = { status: 'sent' };
  await board.show({ grid: filled(1), transition: INSTANT });
  assert.is(board.view.error, null);
});

test('a failed write leaves what was known, and the next one is tried whatever it is', async () => {
  const { board, driver } = setUp();
  await board.show({ grid: filled(1), transition: INSTANT });
  driver.outcome = { status: 'failed', reason: 'No answer.' };
  await board.show({ grid: filled(2), transition: INSTANT });
  assert.is(board.view.characters?.codes[0], 1);
  assert.is(board.view.expected?.codes[0], 2);
  driver.outcome = { status: 'sent' };
  assert.equal(await board.show({ grid: filled(1), transition: INSTANT }), SENT);
});

test('a board without a driver says why', async () => {
  const clock = createFakeClock(START);
  const board = new Board({
    id: 'b1',
    geometry,
    makeDriver: () => {
      throw new Error('host is missing');
    },
    clock,
    minimumIntervals: new MinimumIntervals(clock, memory()),
    readEvery: (preferred) => preferred,
    onFrame: () => undefined,
    onStatus: () => undefined,
    onLost: () => undefined,
  });
  board.start();
  assert.equal(await board.show({ grid: filled(1), transition: INSTANT }), {
    code: 'misconfigured',
    reason: 'host is missing',
  });
  assert.is(board.view.error, 'host is missing');
});

test('a virtual board shows the frame and reports that nothing moved', async () => {
  const { board, frames } = setUp({ physical: false });
  const outcome = await board.show({ grid: filled(4), transition: INSTANT });
  assert.is(outcome.code, 'browser_only');
  assert.is(board.view.characters?.codes[0], 4);
  assert.is(board.view.readAt, null);
  assert.equal(frames, [4]);
});

test('the minimum interval refuses the next write, counts down and ends', async () => {
  const { board, clock } = setUp({ minimumInterval: { ms: 15_000, key: 'k' }, transitions: 'none' });
  await board.show({ grid: filled(1), transition: INSTANT });
  await clock.advance(5000);
  const early = await board.show({ grid: filled(2), transition: INSTANT });
  assert.is(early.retryAfterMs, 10_000);
  await clock.advance(10_000);
  assert.equal(await board.show({ grid: filled(2), transition: INSTANT }), SENT);
});

test('unchanged content is told before the minimum interval', async () => {
  const { board } = setUp({ minimumInterval: { ms: 15_000, key: 'k' }, transitions: 'none' });
  await board.show({ grid: filled(1), transition: INSTANT });
  const again = await board.show({ grid: filled(1), transition: INSTANT });
  assert.is(again.code, 'unchanged');
});

test('force does not skip the minimum interval', async () => {
  const { board } = setUp({ minimumInterval: { ms: 15_000, key: 'k' }, transitions: 'none' });
  await board.show({ grid: filled(1), transition: INSTANT });
  assert.is((await board.show({ grid: filled(1), transition: INSTANT, force: true })).code, 'too_soon');
});

test('the minimum interval holds for a board that is made anew, and over a jump of the clock', async () => {
  const { board, clock, make } = setUp({ minimumInterval: { ms: 15_000, key: 'k' }, transitions: 'none' });
  await board.show({ grid: filled(1), transition: INSTANT });
  await board.stop();
  const again = make(createFakeDriver({ minimumInterval: { ms: 15_000, key: 'k' }, transitions: 'none' }));
  again.start();
  await clock.advance(1000);
  const early = await again.show({ grid: filled(2), transition: INSTANT });
  assert.is(early.retryAfterMs, 14_000);
  clock.jump(-86_400_000);
  await clock.advance(14_000);
  assert.equal(await again.show({ grid: filled(2), transition: INSTANT }), SENT);
});

for (const [what, more, after] of [
  ['may have arrived keeps its slot', {}, 'too_soon'],
  ['was turned down gives its slot back', { refused: true }, 'sent'],
  ['never got there gives its slot back', { unreached: true }, 'sent'],
] as const) {
  test(`a failed write that ${what}`, async () => {
    const { board, driver } = setUp({ minimumInterval: { ms: 15_000, key: 'k' }, transitions: 'none' });
    driver.outcome = { status: 'failed', reason: 'No answer.', ...more };
    await board.show({ grid: filled(1), transition: INSTANT });
    driver.outcome = { status: 'sent' };
    assert.is((await board.show({ grid: filled(1), transition: INSTANT })).code, after);
  });
}

test('the slot is taken before the write goes out: another board with the same credential waits', async () => {
  const traits = { minimumInterval: { ms: 15_000, key: 'k' }, transitions: 'none' } as const;
  const { board, driver, make } = setUp(traits);
  driver.hanging = true;
  const flying = board.show({ grid: filled(1), transition: INSTANT });
  await settle();
  const other = make(createFakeDriver(traits));
  other.start();
  assert.is((await other.show({ grid: filled(2), transition: INSTANT })).code, 'too_soon');
  driver.hanging = false;
  driver.go();
  assert.is((await flying).code, 'sent');
});

test('a cloud that is away for long costs two writes of the memory, however often it is tried', async () => {
  const kept = memory();
  let writes = 0;
  const clock = createFakeClock(START);
  const intervals = new MinimumIntervals(clock, { get: kept.get, set: (key, at) => (writes++, kept.set(key, at)) });
  for (let tries = 0; tries < 5; tries++) {
    const giveBack = intervals.reserve({ key: 'k', ms: 15_000 });
    assert.is(intervals.left({ key: 'k', ms: 15_000 }), 15_000);
    giveBack();
    assert.is(intervals.left({ key: 'k', ms: 15_000 }), 0);
  }
  assert.is(writes, 2);
  intervals.reserve({ key: 'k', ms: 15_000 });
  intervals.hold({ key: 'k', ms: 15_000 });
  assert.is(writes, 3);
  intervals.reserve({ key: 'k', ms: 15_000 });
  assert.is(writes, 4, 'one that arrived is noted before the next goes out');
});

test('a frame that the minimum interval held back is nothing that the board was asked for', async () => {
  const { board } = setUp({ minimumInterval: { ms: 15_000, key: 'k' }, transitions: 'none' });
  await board.show({ grid: filled(1), transition: INSTANT });
  await board.show({ grid: filled(2), transition: INSTANT });
  assert.is(board.view.expected?.codes[0], 1);
});

for (const [what, failure, drifted] of [
  ['turned down', { refused: true }, true],
  ['never got there', { unreached: true }, true],
  ['may have arrived', {}, false],
] as const) {
  test(`after a write that ${what} another picture is ${drifted ? 'a drift' : 'no drift, for nobody knows what there was'}`, async () => {
    const { board, driver, clock } = setUp({ readBackMs: 10_000 });
    await board.show({ grid: filled(1), transition: INSTANT });
    driver.outcome = { status: 'failed', reason: 'No.', ...failure };
    await board.show({ grid: filled(2), transition: INSTANT });
    driver.reading = { status: 'read', grid: filled(9) };
    for (let count = 0; count < 3; count++) await clock.advance(10_000);
    assert.is(board.view.drifted, drifted);
  });
}

for (const failure of [
  { status: 'failed', reason: 'No.' },
  { status: 'throttled', retryAfterMs: 5000, reason: 'Slow down.' },
  { status: 'locked', reason: 'At night.' },
] as const)
  test(`a write that was ${failure.status} in a part is on the rest of the board, and is written again`, async () => {
    const { board, driver, frames } = setUp();
    await board.show({ grid: filled(1), transition: INSTANT });
    const failedRegions = [{ row: 1, col: 13, rows: 2, cols: 2 }];
    driver.outcome = { ...failure, failedRegions };
    assert.is((await board.show({ grid: filled(2), transition: INSTANT, once: true })).isPartial, true);
    const shown = gridToRows(board.view.characters ?? filled(0));
    const whole = Array.from({ length: 15 }, () => 2);
    const part = [...whole.slice(2), 1, 1];
    assert.equal(
      [shown, frames],
      [
        [whole, part, part],
        [1, 2],
      ],
    );
    driver.outcome = { status: 'sent' };
    for (const code of [2, 1]) assert.is((await board.show({ grid: filled(code), transition: INSTANT })).code, 'sent');
  });

test('of a board that took a part of its first frame the rest counts as blank', async () => {
  const { board, driver } = setUp();
  driver.outcome = { status: 'failed', reason: 'No.', failedRegions: [{ row: 0, col: 0, rows: 3, cols: 14 }] };
  await board.show({ grid: filled(2), transition: INSTANT });
  assert.equal(gridToRows(board.view.characters ?? filled(9))[2], [...Array.from({ length: 14 }, () => 0), 2]);
});

test('a longer pause that the board asks for is kept', async () => {
  const { board, driver, clock } = setUp({ minimumInterval: { ms: 15_000, key: 'k' }, transitions: 'none' });
  driver.outcome = { status: 'throttled', retryAfterMs: 60_000, reason: 'Slow down.' };
  await board.show({ grid: filled(1), transition: INSTANT });
  await clock.advance(30_000);
  const early = await board.show({ grid: filled(2), transition: INSTANT });
  assert.is(early.retryAfterMs, 30_000);
});

test('a paused board drops what waits and writes nothing', async () => {
  const { board, driver } = setUp();
  driver.hanging = true;
  const flying = board.show({ grid: filled(1), transition: INSTANT });
  const waiting = board.show({ grid: filled(2), transition: INSTANT });
  await settle();
  board.setPaused(true);
  assert.is((await waiting).code, 'interrupted');
  driver.go();
  await flying;
  assert.is((await board.show({ grid: filled(3), transition: INSTANT })).code, 'interrupted');
  assert.is(driver.frames.length, 1);
});

test('pause breaks off the write that runs, and says so without an error of the board', async () => {
  let halted = 0;
  const { board, driver } = setUp({ halt: () => void halted++ });
  driver.hanging = true;
  const flying = board.show({ grid: filled(1), transition: INSTANT });
  await settle();
  board.setPaused(true);
  const outcome = await flying;
  assert.is(outcome.code, 'interrupted');
  assert.match(outcome.reason ?? '', /paused/);
  assert.is(board.view.error, null);
  assert.is(halted, 1, 'movements that wait are dropped');
});

test('a pause that ends at once breaks the write off, too, and is no failure of the board', async () => {
  const { board, driver } = setUp();
  driver.hanging = true;
  const flying = board.show({ grid: filled(1), transition: INSTANT });
  await settle();
  board.setPaused(true);
  board.setPaused(false);
  assert.is((await flying).code, 'interrupted');
  assert.equal([board.view.error, board.view.failed], [null, 0]);
});

test('after a pause the same frame is written again', async () => {
  const { board, driver } = setUp();
  driver.hanging = true;
  const flying = board.show({ grid: filled(1), transition: INSTANT });
  await settle();
  board.setPaused(true);
  await flying;
  driver.hanging = false;
  board.setPaused(false);
  assert.is((await board.show({ grid: filled(1), transition: INSTANT })).code, 'sent');
});

test('stop ends a write that hangs', async () => {
  const { board, driver, clock } = setUp();
  driver.hanging = true;
  const flying = board.show({ grid: filled(1), transition: INSTANT });
  await settle();
  const stopped = board.stop(3000);
  await clock.advance(3000);
  await stopped;
  assert.is((await flying).code, 'interrupted');
  assert.is(driver.stops, 1);
});

test('a transition in software walks to the frame step by step', async () => {
  const { board, driver, clock } = setUp({ transitions: 'cells' });
  const sent = board.show({ grid: filled(7), transition: { strategy: 'column', interval_ms: 100, step_size: 5 } });
  await clock.advance(250);
  assert.equal(await sent, SENT);
  assert.is(driver.frames.length, 3);
  assert.equal(gridToRows(driver.frames[0]?.grid ?? filled(0))[0]?.filter((code) => code === 7).length, 5);
  assert.equal(board.view.characters?.codes[44], 7);
});

test('a newer frame ends a running transition within one step', async () => {
  const { board, driver, clock } = setUp({ transitions: 'cells' });
  const first = board.show({ grid: filled(7), transition: { strategy: 'column', interval_ms: 1000, step_size: 1 } });
  await clock.advance(1500);
  const second = board.show({ grid: filled(9), transition: INSTANT });
  assert.equal(await second, SENT);
  assert.equal(await first, SENT);
  assert.is(driver.frames.length, 3);
  assert.is(board.view.characters?.codes[0], 9);
});

test('pause ends a running transition at its step', async () => {
  const { board, driver, clock } = setUp({ transitions: 'cells' });
  const sent = board.show({ grid: filled(7), transition: { strategy: 'column', interval_ms: 1000, step_size: 1 } });
  await clock.advance(500);
  board.setPaused(true);
  await sent;
  const written = driver.frames.length;
  await clock.advance(20_000);
  assert.is(driver.frames.length, written);
});

test('reads at the start, and knows what is there', async () => {
  const { board, driver, clock } = setUp({ readBackMs: 30_000 });
  driver.reading = { status: 'read', grid: filled(8) };
  await clock.advance(1);
  assert.is(board.view.characters?.codes[0], 8);
  assert.is(board.view.readAt, Date.parse(START));
  assert.is((await board.show({ grid: filled(8), transition: INSTANT })).code, 'unchanged');
});

test('a frame that the board does not take is no failure, and no write either', async () => {
  const { board, driver, frames } = setUp({ minimumInterval: { ms: 15_000, key: 'k' } });
  driver.outcome = { status: 'declined', reason: 'No blanks.' };
  assert.equal(await board.show({ grid: filled(0), transition: INSTANT }), { code: 'declined', reason: 'No blanks.' });
  assert.equal([board.view.error, board.view.characters, board.view.lastSentAt, frames], [null, null, null, []]);
  driver.outcome = { status: 'sent' };
  assert.equal(await board.show({ grid: filled(1), transition: INSTANT }), SENT, 'the minimum interval is not used up');
});

test('a board with a minimum interval that shows the first frame already is not written', async () => {
  const { board, driver } = setUp({ readBackMs: 180_000, minimumInterval: { ms: 15_000, key: 'k' } });
  driver.reading = { status: 'read', grid: filled(8) };
  assert.is((await board.show({ grid: filled(8), transition: INSTANT })).code, 'unchanged');
  assert.is((await board.show({ grid: filled(9), transition: INSTANT })).code, 'sent');
  assert.is(driver.frames.length, 1);
  assert.is(driver.reads, 1);
});

test('a board with a minimum interval is read on after its first look', async () => {
  const { board, driver, clock } = setUp({ readBackMs: 180_000, minimumInterval: { ms: 15_000, key: 'k' } });
  driver.reading = { status: 'read', grid: filled(8) };
  await board.show({ grid: filled(8), transition: INSTANT });
  await clock.advance(179_000);
  assert.is(driver.reads, 1);
  await clock.advance(2000);
  assert.is(driver.reads, 2);
});

test('a first look takes the place of a reading that is under way', async () => {
  const looks: { signal: AbortSignal; end: () => void }[] = [];
  const { board, clock } = setUp({
    readBackMs: 180_000,
    minimumInterval: { ms: 15_000, key: 'k' },
    read: (signal) =>
      new Promise((resolve) => looks.push({ signal, end: () => resolve({ status: 'read', grid: filled(8) }) })),
  });
  await clock.advance(1);
  const shown = board.show({ grid: filled(8), transition: INSTANT });
  await settle();
  assert.equal(
    looks.map(({ signal }) => signal.aborted),
    [true, false],
  );
  for (const { end } of looks) end();
  assert.is((await shown).code, 'unchanged');
});

test('a board with a minimum interval that cannot be read at the start is written', async () => {
  const { board, driver, clock } = setUp({ readBackMs: 180_000, minimumInterval: { ms: 15_000, key: 'k' } });
  driver.reading = { status: 'failed', reason: 'Unreachable.' };
  assert.is((await board.show({ grid: filled(8), transition: INSTANT })).code, 'sent');
  await clock.advance(500);
  assert.is(driver.reads, 2);
});

test('reads half a second after a write and every 30 s', async () => {
  const { board, driver, clock } = setUp({ readBackMs: 30_000 });
  await clock.advance(1);
  await board.show({ grid: filled(1), transition: INSTANT });
  assert.is(driver.reads, 1);
  await clock.advance(500);
  assert.is(driver.reads, 2);
  await clock.advance(60_000);
  assert.is(driver.reads, 4);
});

test('two strange readings are a drift; one is not; a new frame ends it', async () => {
  const { board, driver, clock } = setUp({ readBackMs: 30_000 });
  await clock.advance(1);
  await board.show({ grid: filled(1), transition: INSTANT });
  driver.reading = { status: 'read', grid: filled(2) };
  await clock.advance(500);
  assert.not(board.view.drifted);
  await clock.advance(30_000);
  assert.ok(board.view.drifted);
  assert.is(board.view.characters?.codes[0], 2);
  driver.reading = null;
  await board.show({ grid: filled(1), transition: INSTANT });
  assert.not(board.view.drifted);
});

test('a paused board is not read', async () => {
  const { board, driver, clock } = setUp({ readBackMs: 30_000 });
  await clock.advance(1);
  board.setPaused(true);
  await clock.advance(300_000);
  assert.is(driver.reads, 1);
  board.setPaused(false);
  await clock.advance(1);
  assert.is(driver.reads, 2);
});

test('a board that animates by itself is not read while it is on its way', async () => {
  const { board, driver, clock } = setUp({ readBackMs: 30_000 });
  await clock.advance(1);
  await board.show({ grid: filled(1), transition: { strategy: 'column', interval_ms: 1000, step_size: 1 } });
  await clock.advance(18_000);
  assert.is(driver.reads, 1);
  await clock.advance(1000);
  assert.is(driver.reads, 2);
});

test('a reading that fails is the error, and the next that works ends it', async () => {
  const { board, driver, clock } = setUp({ readBackMs: 30_000 });
  driver.reading = { status: 'failed', reason: 'Unreachable.' };
  await clock.advance(1);
  assert.is(board.view.error, 'Unreachable.');
  driver.reading = null;
  await clock.advance(30_000);
  assert.is(board.view.error, null);
});

test('a board that can be read and takes no frames says so between two tries too, and no longer than it is tried', async () => {
  const { board, driver, clock } = setUp({ readBackMs: 30_000 });
  await clock.advance(1);
  driver.outcome = { status: 'failed', reason: 'No frames.' };
  await board.show({ grid: filled(1), transition: INSTANT });
  await clock.advance(60_000);
  assert.ok(driver.reads > 1);
  assert.is(board.view.error, 'No frames.');
  await clock.advance(61_000);
  assert.is(board.view.error, null);
});

test('a driver that cannot start is tried again', async () => {
  let broken = true;
  const driver = createFakeDriver({
    start: async () => {
      if (broken) throw new Error('no such port');
    },
  });
  const { make } = setUp();
  const board = make(driver);
  board.start();
  assert.equal(await board.show({ grid: filled(1), transition: INSTANT }), {
    code: 'unreachable',
    reason: 'no such port',
  });
  broken = false;
  assert.equal(await board.show({ grid: filled(1), transition: INSTANT }), SENT);
});

test('a preview changes what is expected but not what is there', async () => {
  const { board, driver, frames } = setUp();
  board.preview(filled(3));
  assert.is(board.view.expected?.codes[0], 3);
  assert.is(board.view.characters, null);
  assert.is(driver.frames.length, 0);
  assert.equal(frames, [3]);
});

test('a device is looked after only while there is something to find out', async () => {
  let looks = 0;
  let gone = false;
  const watch = {
    everyMs: 1000,
    isNeeded: () => gone,
    look: async () => {
      looks++;
    },
  };
  const { board, clock, driver } = setUp({ watch, readBackMs: 30_000 });
  await board.show({ grid: filled(5), transition: INSTANT });
  await clock.advance(20_000);
  assert.is(looks, 0, 'all is well');
  gone = true;
  driver.outcome = { status: 'failed', reason: 'away' };
  await board.show({ grid: filled(6), transition: INSTANT });
  await clock.advance(5000);
  assert.ok(looks >= 4, `${looks} looks in five seconds`);
  gone = false;
  driver.outcome = { status: 'sent' };
  await board.show({ grid: filled(7), transition: INSTANT });
  const before = looks;
  await clock.advance(20_000);
  assert.is(looks, before, 'it is back');
  await board.stop();
});

test('boards are read together, whenever each of them was begun or written to', async () => {
  const { board, driver, clock } = setUp({ readBackMs: 30_000 });
  await clock.advance(12_345);
  await board.show({ grid: filled(1), transition: INSTANT });
  const instants: number[] = [];
  for (let reads = driver.reads, second = 0; second < 100; second++) {
    await clock.advance(1000 - (clock.monotonic() % 1000));
    if (driver.reads > reads && second > 0) instants.push(clock.monotonic());
    reads = driver.reads;
  }
  assert.equal(
    instants.map((at) => at % 30_000),
    [0, 0, 0],
  );
});

test('a board that is there and cannot be read is tried ever more seldom', async () => {
  const watch = { everyMs: 1000, isNeeded: () => false, look: async () => undefined };
  const { board, driver, clock } = setUp({ watch, readBackMs: 30_000 });
  driver.reading = { status: 'failed', reason: 'no grid' };
  await clock.advance(8000);
  assert.is(driver.reads, 4, 'at once, and after one, three and seven seconds');
  await clock.advance(112_000);
  assert.ok(driver.reads >= 7 && driver.reads <= 9, `${driver.reads} readings in two minutes`);
  driver.reading = null;
  await clock.advance(30_000);
  assert.is(board.view.error, null);
  await board.stop();
});

test('a board is told how its display is lit, once, and again when it is made anew', () => {
  const levels: (number | null)[] = [];
  const { board, told } = setUp({ light: (level) => void levels.push(level) });
  assert.is(board.light, null);
  board.setLight(null);
  assert.equal([levels, told.statuses], [[], 0]);
  board.setLight(40);
  board.setLight(40);
  assert.equal([levels, told.statuses, board.light], [[40], 1, 40]);
  board.start();
  assert.equal(levels, [40, 40]);
});

test('what a board is tells its driver, also before there is one', () => {
  const { board, make } = setUp({ physical: false, transitions: 'cells', actions: { home: {} as never } });
  assert.equal([board.physical, board.playsFrames, Object.keys(board.actions ?? {})], [false, true, ['home']]);
  const fresh = make();
  assert.equal([fresh.physical, fresh.playsFrames, fresh.actions, fresh.remains], [true, false, undefined, null]);
  const plays = (traits: Partial<Driver>) => setUp(traits).board.playsFrames;
  assert.equal(
    [plays({}), plays({ transitions: 'none' }), plays({ minimumInterval: { ms: 1, key: 'k' } })],
    [true, false, false],
  );
});

test('a board says where set-up is found, where it can do so', () => {
  const places: unknown[] = [];
  const { board } = setUp({ announce: (place) => void places.push(place) });
  const place = { name: 'flapbox', address: '192.0.2.1' };
  assert.ok(board.announce(place));
  assert.ok(board.announce(null));
  assert.equal(places, [place, null]);
  assert.not.ok(setUp().board.announce(place));
});

test('a frame on its way is so for as long as it takes', async () => {
  const { board, driver, clock } = setUp();
  assert.is(board.busyForMs, 0);
  driver.hanging = true;
  const flying = board.show({ grid: filled(1), transition: INSTANT });
  await clock.advance(700);
  assert.is(board.busyForMs, 700);
  driver.go();
  await flying;
  assert.is(board.busyForMs, 0);
});

test('a board that was not begun takes no frame, and reads nothing', async () => {
  const { make } = setUp();
  const board = make();
  assert.is((await board.show({ grid: filled(1), transition: INSTANT })).code, 'interrupted');
  assert.match((await board.readNow()) ?? '', /switched off/);
});

test('a board is read on demand, unless it is paused or cannot be read', async () => {
  const { board, driver, clock } = setUp({ readBackMs: 30_000 });
  await clock.advance(1);
  assert.is(await board.readNow(), null);
  assert.is(driver.reads, 2);
  driver.reading = { status: 'failed', reason: 'No answer.' };
  assert.is(await board.readNow(), 'No answer.');
  board.setPaused(true);
  assert.is(await board.readNow(), null);
  assert.is(driver.reads, 3);
  assert.is(await setUp().board.readNow(), null);
});

test('what looks at a board gives way to a frame, and looks again afterwards', async () => {
  const looks: AbortSignal[] = [];
  const reads: AbortSignal[] = [];
  /** Ends when it is called off. */
  const hang = async (signal: AbortSignal, all: AbortSignal[]): Promise<void> => {
    all.push(signal);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
  const { board, clock } = setUp({
    readBackMs: 1000,
    watch: { everyMs: 1000, look: (signal) => hang(signal, looks) },
    read: (signal) => hang(signal, reads).then(() => ({ status: 'failed', reason: 'called off' })),
  });
  await board.show({ grid: filled(1), transition: INSTANT });
  await clock.advance(60_000);
  assert.equal([looks.length, reads.length], [1, 1]);
  assert.equal([looks[0]?.aborted, reads[0]?.aborted], [false, false]);
  await board.show({ grid: filled(2), transition: INSTANT });
  assert.equal([looks[0]?.aborted, reads[0]?.aborted], [true, true]);
  assert.is(board.view.error, null, 'nothing was wrong');
  await clock.advance(60_000);
  assert.equal([looks.length, reads.length], [2, 2]);
  await board.stop();
});

test('a reading on demand takes the place of one that runs, and what that brings late is not heard', async () => {
  const answers: ((grid: Grid) => void)[] = [];
  const read: Driver['read'] = () =>
    new Promise((resolve) => answers.push((grid) => resolve({ status: 'read', grid })));
  const { board, clock } = setUp({ readBackMs: 30_000, read });
  await clock.advance(1);
  const asked = board.readNow();
  await settle();
  answers[1]?.(filled(2));
  await asked;
  answers[0]?.(filled(9));
  await settle();
  assert.is(board.view.characters?.codes[0], 2);
});

test('nothing is read while a frame is on its way', async () => {
  const { board, driver, clock } = setUp({ readBackMs: 30_000 });
  await clock.advance(1);
  driver.hanging = true;
  const flying = board.show({ grid: filled(1), transition: INSTANT });
  await settle();
  await board.readNow();
  assert.is(driver.reads, 1);
  driver.go();
  await flying;
});

test('a board whose driver does not start cannot be read, and says why', async () => {
  const { board, clock, driver } = setUp({
    readBackMs: 30_000,
    start: () => Promise.reject(new Error('no such port')),
  });
  await clock.advance(1);
  assert.equal([board.view.error, driver.reads], ['no such port', 0]);
});

test('a first look waits for no driver that does not start', async () => {
  const { board, driver } = setUp({
    readBackMs: 30_000,
    minimumInterval: { ms: 15_000, key: 'k' },
    start: () => Promise.reject(new Error('no such port')),
  });
  assert.equal(await board.show({ grid: filled(1), transition: INSTANT }), {
    code: 'unreachable',
    reason: 'no such port',
  });
  assert.is(driver.reads, 0);
});

test('a frame that is to go through a pause is written in it', async () => {
  const { board, driver } = setUp();
  board.setPaused(true);
  assert.equal(await board.show({ grid: filled(1), transition: INSTANT, passes: true }), SENT);
  assert.is(driver.frames.length, 1);
  assert.is((await board.show({ grid: filled(2), transition: INSTANT })).code, 'interrupted');
});

test('a frame that goes through a pause and fails says why, like every other', async () => {
  const { board, driver } = setUp();
  board.setPaused(true);
  driver.outcome = { status: 'failed', reason: 'No answer.' };
  const outcome = await board.show({ grid: filled(1), transition: INSTANT, passes: true });
  assert.equal([outcome.code, outcome.reason, board.view.error], ['unreachable', 'No answer.', 'No answer.']);
});

test('a frame that goes through a pause is broken off by the next one', async () => {
  const { board, driver } = setUp();
  board.setPaused(true);
  driver.hanging = true;
  const flying = board.show({ grid: filled(1), transition: INSTANT, passes: true });
  await settle();
  board.setPaused(false);
  await settle();
  board.setPaused(true);
  assert.is((await flying).code, 'interrupted');
});

test('a transition ends where a step fails', async () => {
  const { board, driver, clock } = setUp({ transitions: 'cells' });
  driver.outcome = { status: 'failed', reason: 'No answer.' };
  const sent = board.show({ grid: filled(7), transition: { strategy: 'column', interval_ms: 100, step_size: 5 } });
  await clock.advance(1000);
  assert.equal([(await sent).code, driver.frames.length], ['unreachable', 1]);
});

test('characters without a flap are named until others are shown', async () => {
  const { board, driver, told } = setUp();
  board.noteMissing([]);
  assert.is(told.statuses, 0);
  board.noteMissing(['€', '^']);
  assert.equal([board.view.substitutions, told.statuses], [{ '€': ' ', '^': ' ' }, 1]);
  driver.outcome = { status: 'sent', substitutions: { A: 'B' } };
  await board.show({ grid: filled(1), transition: INSTANT });
  assert.equal(board.view.substitutions, { '€': ' ', '^': ' ', A: 'B' });
  board.noteMissing([]);
  assert.equal(board.view.substitutions, { A: 'B' });
});

test('frames that reached the flaps and writes that failed are counted', async () => {
  const { board, driver, told } = setUp();
  await board.show({ grid: filled(1), transition: INSTANT });
  assert.equal([board.view.sent, board.view.failed, board.view.lastSentAt], [1, 0, Date.parse(START)]);
  assert.is(told.statuses, 1);
  driver.outcome = { status: 'failed', reason: 'No.' };
  await board.show({ grid: filled(2), transition: INSTANT });
  assert.equal([board.view.sent, board.view.failed, told.statuses], [1, 1, 2]);
  const browser = setUp({ physical: false });
  await browser.board.show({ grid: filled(1), transition: INSTANT });
  assert.equal([browser.board.view.sent, browser.board.view.lastSentAt], [0, null]);
});

test('what is read is a frame of the board only where it is another one', async () => {
  const { driver, frames, clock } = setUp({ readBackMs: 30_000 });
  driver.reading = { status: 'read', grid: filled(8) };
  await clock.advance(1);
  await clock.advance(60_000);
  assert.equal(frames, [8]);
  driver.reading = { status: 'read', grid: null };
  await clock.advance(30_000);
  assert.equal(frames, [8]);
});

test('a preview of a board of the browser is what it shows', () => {
  const { board } = setUp({ physical: false });
  board.preview(filled(3));
  assert.is(board.view.characters?.codes[0], 3);
});

test('a board whose places are counted and never checked says so', () => {
  assert.equal([setUp().board.view.guessed, setUp({ guesses: true }).board.view.guessed], [false, true]);
});

test('a device that starts anew after the stop wakes nobody', async () => {
  let lost = 0;
  let tell = (): void => undefined;
  const { board } = setUp({ listen: ({ onRestart }) => (tell = onRestart) }, () => void lost++);
  await board.show({ grid: filled(5), transition: INSTANT });
  await board.stop();
  tell();
  assert.is(lost, 0);
});

/** A board that is looked after, with looks that a test ends. */
const watched = (traits: Partial<Driver> = {}) => {
  const looks: { readonly signal: AbortSignal; readonly end: (problem?: Error) => void }[] = [];
  const look = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => looks.push({ signal, end: (problem) => (problem ? reject(problem) : resolve()) }));
  return { ...setUp({ watch: { everyMs: 1000, look }, ...traits }), looks };
};

test('a device is looked after one look at a time, at even pauses, and a look that fails is no news', async () => {
  const { board, clock, looks } = watched();
  await clock.advance(999);
  assert.is(looks.length, 0);
  await clock.advance(1);
  await clock.advance(5000);
  assert.is(looks.length, 1);
  looks[0]?.end(new Error('away'));
  await clock.advance(999);
  assert.is(looks.length, 1);
  await clock.advance(1);
  assert.is(looks.length, 2);
  assert.is(board.view.error, null);
  await board.stop();
  assert.ok(looks[1]?.signal.aborted);
  looks[1]?.end();
  await clock.advance(5000);
  assert.is(looks.length, 2);
});

test('a write ends a look, and the next one comes at its time', async () => {
  const { board, clock, looks } = watched();
  await clock.advance(1000);
  await board.show({ grid: filled(1), transition: INSTANT });
  assert.ok(looks[0]?.signal.aborted);
  looks[0]?.end();
  await clock.advance(999);
  assert.is(looks.length, 1);
  await clock.advance(1);
  assert.is(looks.length, 2);
  await board.stop();
});

test('nobody is looked after in a pause, nor while a frame is on its way', async () => {
  const { board, clock, driver, looks } = watched();
  board.setPaused(true);
  await clock.advance(5000);
  assert.is(looks.length, 0);
  board.setPaused(false);
  driver.hanging = true;
  const flying = board.show({ grid: filled(1), transition: INSTANT });
  await clock.advance(5000);
  assert.is(looks.length, 0);
  driver.go();
  await flying;
  await clock.advance(1000);
  assert.is(looks.length, 1);
  await board.stop();
});

test('a device that was gone and is back is read at once', async () => {
  const { board, clock, driver, looks } = watched({ readBackMs: 30_000 });
  driver.reading = { status: 'failed', reason: 'away' };
  await clock.advance(1);
  assert.is(board.view.error, 'away');
  driver.reading = null;
  await clock.advance(1000);
  looks[0]?.end();
  await clock.advance(1);
  assert.equal([board.view.error, driver.reads], [null, 2]);
  await board.stop();
});

test('what a device lost is written again though it seems to be there', async () => {
  let tell = (): void => undefined;
  const { board, driver } = setUp({ listen: ({ onRestart }) => (tell = onRestart) });
  await board.show({ grid: filled(5), transition: INSTANT });
  tell();
  assert.equal(await board.show({ grid: filled(5), transition: INSTANT }), SENT);
  assert.is(driver.frames.length, 2);
});

test('a drift is told when it begins and when it ends, and not at each reading', async () => {
  const { board, driver, clock, told } = setUp({ readBackMs: 30_000 });
  await board.show({ grid: filled(1), transition: INSTANT });
  await clock.advance(30_000);
  const before = told.statuses;
  driver.reading = { status: 'read', grid: filled(2) };
  await clock.advance(30_000);
  assert.is(told.statuses - before, 0);
  await clock.advance(30_000);
  assert.is(told.statuses - before, 1);
  await clock.advance(60_000);
  assert.is(told.statuses - before, 1);
  driver.reading = { status: 'read', grid: filled(1) };
  await clock.advance(30_000);
  assert.equal([told.statuses - before, board.view.drifted], [2, false]);
});

test('a stop lets a transition go on within its time, and waits for no step beyond it', async () => {
  const walk = async (interval_ms: number) => {
    const { board, driver, clock } = setUp({ transitions: 'cells' });
    const sent = board.show({ grid: filled(7), transition: { strategy: 'column', interval_ms, step_size: 5 } });
    await settle();
    const stopped = board.stop(3000);
    await clock.advance(3000);
    await stopped;
    return [(await sent).code, driver.frames.length, driver.stops];
  };
  assert.equal(await walk(1000), ['sent', 3, 1]);
  assert.equal(await walk(5000), ['interrupted', 3, 1]);
});

test('a device that is well is not read because it was looked after', async () => {
  const { board, clock, driver, looks } = watched({ readBackMs: 30_000 });
  await clock.advance(1000);
  looks[0]?.end();
  await clock.advance(900);
  assert.equal([driver.reads, board.view.error], [1, null]);
  await board.stop();
});

test('a frame that is there already is what is expected, and another reading then is a drift', async () => {
  const { board, driver, clock } = setUp({ readBackMs: 30_000 });
  driver.reading = { status: 'read', grid: filled(8) };
  await clock.advance(1);
  assert.is((await board.show({ grid: filled(8), transition: INSTANT })).code, 'unchanged');
  assert.is(board.view.expected?.codes[0], 8);
  driver.reading = { status: 'read', grid: filled(9) };
  await clock.advance(60_000);
  assert.ok(board.view.drifted);
});

test('another pace begins no reading beside the one that is under way', async () => {
  let [now, most] = [0, 0];
  const { board, clock } = setUp({
    readBackMs: 30_000,
    read: async () => {
      most = Math.max(most, ++now);
      await new Promise<void>((resolve) => clock.after(500, resolve));
      now--;
      return { status: 'read', grid: filled(1) };
    },
  });
  await clock.advance(100);
  board.pace();
  await clock.advance(60_000);
  assert.equal([most, board.view.characters?.codes[0]], [1, 1]);
});

test('another pace does not make a paused board be read', async () => {
  const { board, driver, clock } = setUp({ readBackMs: 30_000 });
  await clock.advance(1);
  board.setPaused(true);
  board.pace();
  await clock.advance(60_000);
  assert.is(driver.reads, 1);
});

test.run();
