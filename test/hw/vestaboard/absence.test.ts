import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid } from '../../../src/core/flaps/grid.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { VestaboardLocal } from '../../../hw/vestaboard/local.ts';
import { VestaboardTiles } from '../../../hw/vestaboard/tiles.ts';
import type { Emulator, EmulatorOptions } from '../../../hw/emulator/vestaboard/emulator.ts';
import { SHORT, frameOf, never, reasonOf, someGrid, tilesOf, withEmulator } from '../rig.ts';

/** Boards that go away and come back, with or without what they showed. */
const test = suite('absence of Vestaboards');

const DEPS = { clock: systemClock, limits: SHORT };
const SHOWN = someGrid(6, 22);
const BLANK = createGrid(6, 22);

const check = (
  name: string,
  run: (board: { emulator: Emulator; driver: VestaboardLocal; restarts: () => number }) => Promise<void>,
  options: EmulatorOptions = {},
) =>
  test(name, () =>
    withEmulator(options, async (emulator) => {
      const { host, port, key } = emulator;
      const driver = new VestaboardLocal({ host, port, key, rows: 6, cols: 22 }, DEPS);
      let restarts = 0;
      driver.listen({ onRestart: () => void restarts++ });
      await driver.start();
      await run({ emulator, driver, restarts: () => restarts });
      await driver.stop();
    }),
  );

/** Reads until nobody is found: the first reading may end on a connection that was kept. */
const miss = async (driver: VestaboardLocal): Promise<void> => {
  for (let reading = 0; reading < 2; reading++) assert.is((await driver.read(never())).status, 'failed');
};

check('how a board on the LAN takes frames, and how often it is asked', async ({ driver }) => {
  assert.equal(
    [driver.kind, driver.transitions, driver.readBackMs, driver.watch.everyMs],
    ['vestaboard-local', 'board', 30_000, 1000],
  );
});

check('a board that is there is left in peace', async ({ emulator, driver }) => {
  await driver.write(frameOf(SHOWN), never());
  assert.is(driver.watch.isNeeded?.(), false);
  await driver.watch.look(never());
  assert.is(emulator.requests.length, 1);
});

check('a board that a frame did not reach is looked for, until it is found', async ({ emulator, driver }) => {
  await emulator.refuse();
  await driver.write(frameOf(SHOWN), never());
  assert.is(driver.watch.isNeeded?.(), true);
  const problem = await driver.watch.look(never()).then(String, (error: Error) => error.message);
  assert.match(problem, /^The board at 127\.0\.0\.1:\d+ refuses the connection/);
  await emulator.accept();
  await driver.watch.look(never());
  assert.equal([driver.watch.isNeeded?.(), emulator.requests.map(({ method }) => method)], [false, ['GET']]);
});

check('a board that takes a frame is not away any more', async ({ emulator, driver }) => {
  await miss(await emulator.refuse().then(() => driver));
  assert.is(driver.watch.isNeeded?.(), true);
  await emulator.accept();
  await driver.write(frameOf(SHOWN), never());
  assert.is(driver.watch.isNeeded?.(), false);
});

check('a board that answers with a failure is not away', async ({ emulator, driver }) => {
  Object.assign(emulator.switches, { fault: 'status', faultStatus: 500 });
  assert.match(reasonOf(await driver.write(frameOf(SHOWN), never())), /internal error/);
  assert.is((await driver.read(never())).status, 'failed');
  assert.is(driver.watch.isNeeded?.(), false);
});

for (const [name, blankRead] of [
  ['with a blank grid', 'grid'],
  ['without a word', 'empty'],
] as const)
  check(
    `a board that comes back ${name} has started anew, which is told once`,
    async ({ emulator, driver, restarts }) => {
      await driver.write(frameOf(SHOWN), never());
      await emulator.cutPower();
      await miss(driver);
      await emulator.accept();
      await driver.watch.look(never());
      await driver.read(never());
      assert.is(restarts(), 1);
    },
    { switches: { blankRead } },
  );

check('a board that comes back with what it showed has not started anew', async ({ emulator, driver, restarts }) => {
  await driver.write(frameOf(SHOWN), never());
  await emulator.refuse();
  await miss(driver);
  await emulator.accept();
  await driver.watch.look(never());
  assert.equal([restarts(), driver.watch.isNeeded?.()], [0, false]);
});

check('a board that was blank, or was given nothing, may come back blank', async ({ emulator, driver, restarts }) => {
  for (const prepare of [() => Promise.resolve(), () => driver.write(frameOf(BLANK), never())]) {
    await prepare();
    await emulator.cutPower();
    await miss(driver);
    await emulator.accept();
    await driver.watch.look(never());
    assert.is(restarts(), 0);
  }
});

check('a board that was blanked by somebody has not started anew', async ({ emulator, driver, restarts }) => {
  await driver.write(frameOf(SHOWN), never());
  emulator.boards[0]?.display.show(BLANK);
  await driver.read(never());
  assert.is(restarts(), 0);
});

check('a board that is blank after a pause, in which nobody looked, has started anew', async (board) => {
  const { emulator, driver, restarts } = board;
  await driver.write(frameOf(SHOWN), never());
  driver.halt();
  await driver.read(never());
  assert.is(restarts(), 0);
  driver.halt();
  emulator.boards[0]?.display.show(BLANK);
  await driver.read(never());
  assert.is(restarts(), 1);
});

check('what a board refused it does not show, so that it may come back blank', async (board) => {
  const { emulator, driver, restarts } = board;
  Object.assign(emulator.switches, { fault: 'status', faultStatus: 423, faultTimes: 1 });
  assert.is((await driver.write(frameOf(SHOWN), never())).status, 'locked');
  await emulator.cutPower();
  await miss(driver);
  await emulator.accept();
  await driver.watch.look(never());
  assert.is(restarts(), 0);
});

test('of an array the Note that started anew gets its slice, and the others nothing', () =>
  withEmulator({ type: 'note_array', tiles: { wide: 2, tall: 1 } }, async (emulator) => {
    const tiles = tilesOf(emulator);
    const driver = new VestaboardTiles({ rows: 3, cols: 30, tiles }, DEPS);
    let restarts = 0;
    driver.listen({ onRestart: () => void restarts++ });
    await driver.start();
    assert.equal(
      [driver.kind, driver.transitions, driver.readBackMs, driver.watch.everyMs],
      ['vestaboard-tiles', 'board', 30_000, 1000],
    );
    const frame = frameOf(someGrid(3, 30));
    await driver.write(frame, never());
    assert.is(driver.watch.isNeeded?.(), false);
    await emulator.cutPower(1);
    for (let reading = 0; reading < 2; reading++) await driver.read(never());
    assert.is(driver.watch.isNeeded?.(), true, 'also when only one of them is away');
    const problem = await driver.watch.look(never()).then(String, (error: Error) => error.message);
    assert.match(problem, /refuses the connection/, 'so that the whole array is not read at each look');
    assert.is(restarts, 0);
    await emulator.accept(1);
    await driver.watch.look(never());
    assert.equal([restarts, driver.watch.isNeeded?.()], [1, false]);
    emulator.requests.length = 0;
    assert.is((await driver.write(frame, never())).status, 'sent');
    assert.equal(
      emulator.requests.map(({ board }) => board),
      [1],
    );
    driver.halt();
    emulator.boards[0]?.display.forget();
    await driver.read(never());
    assert.is(restarts, 2, 'after a pause in which nobody looked');
    await driver.stop();
  }));

test.run();
