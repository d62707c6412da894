import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { missedBy } from '../../../src/board/outcome.ts';
import { createGrid, gridToRows, type Grid } from '../../../src/core/flaps/grid.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { VestaboardTiles } from '../../../hw/vestaboard/tiles.ts';
import type { Emulator } from '../../../hw/emulator/vestaboard/emulator.ts';
import type { Switches } from '../../../hw/emulator/vestaboard/switches.ts';
import { SHORT, frameOf, gridOf, never, reasonOf, someGrid, tilesOf, withEmulator } from '../rig.ts';

const test = suite('vestaboard-tiles');
const ROWS = 6;
const COLS = 30;

const drive = (emulator: Emulator, boards = emulator.boards) =>
  new VestaboardTiles({ rows: ROWS, cols: COLS, tiles: tilesOf({ boards }) }, { clock: systemClock, limits: SHORT });

const check = (name: string, run: (emulator: Emulator, driver: VestaboardTiles) => Promise<void>, only?: number[]) =>
  test(name, () =>
    withEmulator({ type: 'note_array', tiles: { wide: 2, tall: 2 } }, async (emulator) => {
      const driver = drive(
        emulator,
        emulator.boards.filter((_, index) => only?.includes(index) ?? true),
      );
      await driver.start();
      await run(emulator, driver);
      await driver.stop();
    }),
  );

const slice = (grid: Grid, row: number, col: number): number[][] =>
  gridToRows(grid)
    .slice(row * 3, row * 3 + 3)
    .map((line) => line.slice(col * 15, col * 15 + 15));

const change = (grid: Grid, row: number, col: number): Grid => {
  const rows = gridToRows(grid);
  const line = rows[row] ?? [];
  line[col] = (line[col] ?? 0) === 1 ? 2 : 1;
  return gridOf(rows);
};

const asked = (emulator: Emulator): number[] => emulator.requests.map(({ board }) => board).sort();

check('each Note gets its slice', async (emulator, driver) => {
  const grid = someGrid(ROWS, COLS);
  assert.equal(await driver.write(frameOf(grid), never()), { status: 'sent' });
  for (const { row, col, display } of emulator.boards) assert.equal(gridToRows(display.target), slice(grid, row, col));
  assert.equal(asked(emulator), [0, 1, 2, 3]);
});

check('the transition goes to every Note', async (emulator, driver) => {
  await driver.write(frameOf(someGrid(ROWS, COLS), { strategy: 'row', interval_ms: 20, step_size: 1 }), never());
  for (const { body } of emulator.requests) assert.match(body, /"strategy":"row","step_interval_ms":20,"step_size":1/);
});

for (const [name, row, col, board] of [
  ['first', 0, 0, 0],
  ['second', 2, 15, 1],
  ['third', 3, 14, 2],
  ['fourth', 5, 29, 3],
] as const) {
  check(`a change on the ${name} Note is one request`, async (emulator, driver) => {
    const grid = someGrid(ROWS, COLS);
    await driver.write(frameOf(grid), never());
    emulator.requests.length = 0;
    assert.is((await driver.write(frameOf(change(grid, row, col)), never())).status, 'sent');
    assert.equal(asked(emulator), [board]);
  });
}

check('the same frame again goes to every Note: somebody insists', async (emulator, driver) => {
  await driver.write(frameOf(someGrid(ROWS, COLS)), never());
  emulator.requests.length = 0;
  assert.is((await driver.write(frameOf(someGrid(ROWS, COLS)), never())).status, 'sent');
  assert.equal(asked(emulator), [0, 1, 2, 3]);
});

check(
  'one Note that fails: the others have it, the outcome names its cells, and only it is asked again',
  async (emulator, driver) => {
    const grid = someGrid(ROWS, COLS);
    await emulator.refuse(2);
    const outcome = await driver.write(frameOf(grid), never());
    assert.is(outcome.status, 'failed');
    assert.equal(outcome.status === 'failed' && outcome.failedRegions, [{ row: 3, col: 0, rows: 3, cols: 15 }]);
    assert.match(reasonOf(outcome), /^1 of 4 Notes did not take the frame\. The board at 127\.0\.0\.1:\d+ refuses/);
    assert.equal(asked(emulator), [0, 1, 3]);
    await emulator.accept(2);
    emulator.requests.length = 0;
    assert.is((await driver.write(frameOf(grid), never())).status, 'sent');
    assert.equal(asked(emulator), [2]);
    assert.equal(gridToRows(emulator.boards[2]?.display.target ?? grid), slice(grid, 1, 0));
  },
);

check('after a failure a newer frame goes where it differs or is not known', async (emulator, driver) => {
  const grid = someGrid(ROWS, COLS);
  await driver.write(frameOf(grid), never());
  await emulator.refuse(1);
  await driver.write(frameOf(change(grid, 0, 20)), never());
  await emulator.accept(1);
  emulator.requests.length = 0;
  assert.is((await driver.write(frameOf(grid), never())).status, 'sent');
  assert.equal(asked(emulator), [1], 'what the failed Note shows is not known, even when it is asked for what it had');
});

check('all Notes fail: no part of the array has the frame', async (emulator, driver) => {
  await emulator.refuse();
  const outcome = await driver.write(frameOf(someGrid(ROWS, COLS)), never());
  assert.equal([outcome.status, missedBy(outcome)], ['failed', null]);
});

check('keys that are refused everywhere are refused for good', async (emulator, driver) => {
  for (const board of emulator.boards) board.credentials.key = 'changed';
  const outcome = await driver.write(frameOf(someGrid(ROWS, COLS)), never());
  assert.is(outcome.status === 'failed' && outcome.refused, true);
});

check(
  'a key that is refused at one Note while the others take their slices leaves the array half written, which is to be mended',
  async (emulator, driver) => {
    const [first] = emulator.boards;
    if (first) first.credentials.key = 'changed';
    const outcome = await driver.write(frameOf(someGrid(ROWS, COLS)), never());
    assert.is(outcome.status === 'failed' && outcome.refused, false);
  },
);
check('a key that is refused at one Note while another is away may be tried again', async (emulator, driver) => {
  const [first] = emulator.boards;
  if (first) first.credentials.key = 'changed';
  await emulator.refuse(3);
  const outcome = await driver.write(frameOf(someGrid(ROWS, COLS)), never());
  assert.is(outcome.status === 'failed' && outcome.refused, false);
});

check('a pause that a Note asks for is passed on', async (emulator, driver) => {
  Object.assign(emulator.switches, { fault: 'status', faultStatus: 429, retryAfterSeconds: 8, faultTimes: 1 });
  const outcome = await driver.write(frameOf(someGrid(ROWS, COLS)), never());
  assert.is(outcome.status === 'throttled' && outcome.retryAfterMs, 8000);
  assert.is(missedBy(outcome)?.length, 1, 'the other three have their slices');
});

check('quiet hours of all Notes are quiet hours', async (emulator, driver) => {
  Object.assign(emulator.switches, { fault: 'status', faultStatus: 423 });
  const outcome = await driver.write(frameOf(someGrid(ROWS, COLS)), never());
  assert.equal([outcome.status, missedBy(outcome)], ['locked', null]);
});

check('quiet hours of one Note leave the array half written, and only it is asked again', async (emulator, driver) => {
  const grid = someGrid(ROWS, COLS);
  Object.assign(emulator.switches, { fault: 'status', faultStatus: 423, faultTimes: 1 });
  const outcome = await driver.write(frameOf(grid), never());
  const [missed] = missedBy(outcome) ?? [];
  assert.equal([outcome.status, missedBy(outcome)?.length], ['locked', 1]);
  emulator.requests.length = 0;
  assert.is((await driver.write(frameOf(grid), never())).status, 'sent');
  const { row, col } = emulator.boards[asked(emulator)[0] ?? -1] ?? {};
  assert.equal([asked(emulator).length, row, col], [1, (missed?.row ?? 0) / 3, (missed?.col ?? 0) / 15]);
});

/** Two Notes, each with ways of its own. */
const withTwo = (
  switches: readonly [Partial<Switches>, Partial<Switches>],
  run: (driver: VestaboardTiles, emulators: readonly [Emulator, Emulator]) => Promise<void>,
): Promise<void> =>
  withEmulator({ type: 'note', switches: switches[0] }, (one) =>
    withEmulator({ type: 'note', switches: switches[1] }, async (other) => {
      const tiles = [one, other].map(({ host, port, key }, col) => ({ host, port, row: 0, col, key }));
      const driver = new VestaboardTiles({ rows: 3, cols: 30, tiles }, { clock: systemClock, limits: SHORT });
      await driver.start();
      await run(driver, [one, other]);
      await driver.stop();
    }),
  );
const pausing = (retryAfterSeconds: number) => ({ fault: 'status', faultStatus: 429, retryAfterSeconds }) as const;
const QUIET = { fault: 'status', faultStatus: 423 } as const;

for (const [name, switches, retryAfterMs] of [
  ['the longest of several pauses counts', [pausing(20), pausing(8)], 20_000],
  ['the longest of several pauses counts, wherever it is', [pausing(8), pausing(20)], 20_000],
  ['a pause counts beside quiet hours', [QUIET, pausing(8)], 8000],
] as const)
  test(name, () =>
    withTwo(switches, async (driver) => {
      const outcome = await driver.write(frameOf(someGrid(3, 30)), never());
      assert.is(outcome.status === 'throttled' && outcome.retryAfterMs, retryAfterMs);
      assert.match(reasonOf(outcome), /^2 of 2 Notes did not take the frame\. The board at/);
    }),
  );

test('a failure goes before a pause', () =>
  withTwo([pausing(8), { fault: 'status', faultStatus: 500 }], async (driver) => {
    const outcome = await driver.write(frameOf(someGrid(3, 30)), never());
    assert.is(outcome.status, 'failed');
    assert.match(reasonOf(outcome), /^2 of 2 Notes did not take the frame\. .* internal error/);
  }));

check(
  'a Note that is asked alone speaks for itself',
  async (emulator, driver) => {
    await emulator.refuse();
    for (const outcome of [await driver.write(frameOf(someGrid(ROWS, COLS)), never()), await driver.read(never())])
      assert.match(reasonOf(outcome), /^The board at 127\.0\.0\.1:\d+ refuses/);
  },
  [2],
);

check('a reading stitches the Notes together', async (emulator, driver) => {
  const grid = someGrid(ROWS, COLS);
  for (const { row, col, display } of emulator.boards) display.show(gridOf(slice(grid, row, col)));
  assert.equal(await driver.read(never()), { status: 'read', grid });
});

check('a reading is nothing unless every Note answers', async (emulator, driver) => {
  await driver.write(frameOf(someGrid(ROWS, COLS)), never());
  await emulator.refuse(1);
  const outcome = await driver.read(never());
  assert.is(outcome.status, 'failed');
  assert.match(reasonOf(outcome), /^1 of 4 Notes could not be read\./);
});

check('a Note that was changed by somebody else gets its slice again', async (emulator, driver) => {
  const grid = someGrid(ROWS, COLS);
  await driver.write(frameOf(grid), never());
  emulator.boards[3]?.display.show(createGrid(3, 15));
  await driver.read(never());
  emulator.requests.length = 0;
  assert.is((await driver.write(frameOf(grid), never())).status, 'sent');
  assert.equal(asked(emulator), [3]);
});

check('Notes that answer no byte while blank are blank', async (emulator, driver) => {
  emulator.switches.blankRead = 'empty';
  assert.equal(await driver.read(never()), { status: 'read', grid: null });
  const [first] = emulator.boards;
  first?.display.show(someGrid(3, 15));
  const outcome = await driver.read(never());
  const grid = outcome.status === 'read' ? outcome.grid : null;
  assert.equal(grid && slice(grid, 0, 0), gridToRows(someGrid(3, 15)));
  assert.equal(grid && slice(grid, 1, 1), gridToRows(createGrid(3, 15)));
});

check(
  'places without a Note are left out, and hold what was last asked for',
  async (emulator, driver) => {
    const grid = someGrid(ROWS, COLS);
    assert.is((await driver.write(frameOf(grid), never())).status, 'sent');
    assert.equal(asked(emulator), [0, 3]);
    assert.equal(await driver.read(never()), { status: 'read', grid });
  },
  [0, 3],
);

check('the watch looks at every Note that could not be reached', async (emulator, driver) => {
  await driver.write(frameOf(someGrid(ROWS, COLS)), never());
  await emulator.cutPower();
  // The first reading ends on the connections that were kept, the second finds nobody.
  for (let reading = 0; reading < 2; reading++) assert.is((await driver.read(never())).status, 'failed');
  await emulator.accept();
  const before = asked(emulator).length;
  await driver.watch.look(never());
  assert.equal(
    emulator.requests
      .slice(before)
      .map(({ board }) => board)
      .sort(),
    [0, 1, 2, 3],
  );
});

test('at most eight Notes are asked at once', () =>
  withEmulator({ type: 'note_array', tiles: { wide: 4, tall: 4 }, switches: { latencyMs: 10 } }, async (emulator) => {
    const tiles = tilesOf(emulator);
    const driver = new VestaboardTiles(
      { rows: 12, cols: 60, tiles },
      { clock: systemClock, limits: { ...SHORT, answerMs: 2000 } },
    );
    await driver.start();
    const writing = driver.write(frameOf(someGrid(12, 60)), never());
    await new Promise<void>((resolve) => {
      const look = () => (emulator.requests.length >= 8 ? resolve() : setImmediate(look));
      look();
    });
    assert.is(emulator.requests.length, 8);
    assert.is((await writing).status, 'sent');
    assert.is(emulator.requests.length, 16);
    await driver.stop();
  }));

test.run();
