import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Board } from '../../src/board/board.ts';
import type { Step } from '../../src/board/frame-request.ts';
import { INSTANT, type Driver } from '../../src/board/driver.ts';
import { MinimumIntervals } from '../../src/board/minimum-intervals.ts';
import { geometryOf } from '../../src/core/flaps/geometry.ts';
import { createGrid, type Grid } from '../../src/core/flaps/grid.ts';
import { createFakeClock, settle } from '../support/fake-clock.ts';
import { createFakeDriver } from '../support/fake-driver.ts';

const filled = (code: number): Grid => createGrid(3, 15, code);
const codes = (driver: { frames: readonly { grid: Grid }[] }) => driver.frames.map(({ grid }) => grid.codes[0]);
const shot = (code: number) => ({ grid: filled(code), transition: INSTANT });
/** Goes to a code over the ones before it, a second each. */
const walk = (...path: number[]) => ({
  ...shot(path.at(-1) ?? 0),
  animate: (): Step[] => path.map((code) => ({ grid: filled(code), delay_ms: 1000 })),
});

const setUp = (traits: Partial<Driver> = {}) => {
  const clock = createFakeClock('2026-03-01T12:00:00Z');
  const driver = createFakeDriver(traits);
  const board = new Board({
    id: 'b1',
    geometry: geometryOf({ device_type: 'note' }),
    makeDriver: () => driver,
    clock,
    minimumIntervals: new MinimumIntervals(clock, { get: () => null, set: () => undefined }),
    readEvery: (preferred) => preferred,
    onFrame: () => undefined,
    onStatus: () => undefined,
    onLost: () => undefined,
  });
  board.start();
  return { clock, driver, board };
};

const test = suite('board: frames that are cut short');

for (const transitions of ['board', 'cells', 'none'] as const) {
  test(`${transitions}: what an overtaken frame left on the flaps is known`, async () => {
    const { board, driver } = setUp({ transitions });
    await board.show(shot(1));
    driver.hanging = true;
    const second = board.show(shot(2));
    await settle();
    driver.hanging = false;
    const third = board.show(shot(1));
    driver.go();
    assert.equal([(await second).code, (await third).code], ['sent', 'sent']);
    assert.equal(codes(driver), [1, 2, 1]);
  });
}

for (const transitions of ['board', 'cells'] as const) {
  test(`${transitions}: a halt ends a walk at its step, and only that step is known`, async () => {
    const { board, driver, clock } = setUp({ transitions });
    const sent = board.show(walk(1, 2, 3));
    await clock.advance(1000);
    board.halt();
    assert.is((await sent).code, 'sent');
    assert.equal(codes(driver), [1, 2]);
    assert.is(board.view.characters?.codes[0], 2);
    assert.is((await board.show(shot(3))).code, 'sent', 'the target is not there yet');
  });
}

test('a frame that comes while a step is written waits for no pause', async () => {
  const { board, driver } = setUp({ transitions: 'cells' });
  driver.hanging = true;
  const walking = board.show(walk(1, 2, 3));
  await settle();
  const newer = board.show(shot(9));
  driver.hanging = false;
  driver.go();
  assert.equal([(await walking).code, (await newer).code], ['sent', 'sent']);
  assert.equal(codes(driver), [1, 9]);
});

test('a step that the board shows already does not end the walk', async () => {
  const { board, driver, clock } = setUp({ transitions: 'cells' });
  driver.outcome = { status: 'unchanged', reason: 'there already' };
  const sent = board.show(walk(1, 2));
  await settle();
  driver.outcome = { status: 'sent' };
  await clock.advance(3000);
  assert.is((await sent).code, 'sent');
  assert.equal(codes(driver), [1, 2]);
});

test('a forced frame is written although there is no way to walk', async () => {
  const { board, driver } = setUp({ transitions: 'cells' });
  const column = { grid: filled(1), transition: { strategy: 'column', interval_ms: 0, step_size: 15 } };
  await board.show(column);
  assert.is((await board.show({ ...column, force: true })).code, 'sent');
  assert.equal(codes(driver), [1, 1]);
});

test('a halt without a walk changes nothing', async () => {
  const { board, driver } = setUp({ transitions: 'cells' });
  board.halt();
  assert.is((await board.show(shot(1))).code, 'sent');
  assert.is((await board.show(shot(1))).code, 'unchanged');
  assert.equal(codes(driver), [1]);
});

test.run();
