import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Board } from '../../../src/board/board.ts';
import { INSTANT } from '../../../src/board/driver.ts';
import { MinimumIntervals } from '../../../src/board/minimum-intervals.ts';
import { createGrid } from '../../../src/core/flaps/grid.ts';
import { QUIET_MS, STUCK_MS, findStall } from '../../../src/service/system/liveness.ts';
import type { Store } from '../../../src/store/store.ts';
import { createFakeClock, settle } from '../../support/fake-clock.ts';
import { createFakeDriver } from '../../support/fake-driver.ts';
import { sampleBoard, sampleState } from '../../support/sample-state.ts';

const test = suite('service/liveness');

const rig = (enabled = true) => {
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  const driver = createFakeDriver();
  const geometry = { rows: 2, cols: 3 };
  const minimumIntervals = new MinimumIntervals(clock, { read: () => ({}), write: () => Promise.resolve() } as never);
  const board = new Board({
    id: 'b1',
    geometry: geometry as never,
    makeDriver: () => driver,
    clock,
    minimumIntervals,
    readEvery: (ms) => ms,
    onFrame: () => undefined,
    onStatus: () => undefined,
    onLost: () => undefined,
  });
  board.start();
  const updates: (() => unknown)[] = [];
  const store = {
    state: { ...sampleState(), boards: [{ ...sampleBoard('b1'), name: 'Hall', enabled }] },
    update: (change: () => unknown) => Promise.resolve(void updates.push(change)),
  } as unknown as Store;
  const boards = new Map([['b1', board]]);
  const loop = { quietForMs: 0 };
  return { clock, driver, board, store, boards, loop, updates, grid: createGrid(2, 3) };
};

test('all is well', async () => {
  const { store, boards, loop, updates } = rig();
  assert.is(await findStall({ store, boards, loop }), null);
  assert.equal(
    updates.map((change) => change()),
    [{}],
    'the store was asked to change nothing',
  );
});

test('a board without its actor is a stall, unless it is switched off', async () => {
  assert.match((await findStall({ ...rig(), boards: new Map() })) ?? '', /"Hall" is not running/);
  assert.is(await findStall({ ...rig(false), boards: new Map() }), null);
});

test('a frame that does not end is a stall after ten minutes', async () => {
  const { clock, driver, board, store, boards, loop, grid } = rig();
  driver.hanging = true;
  const shown = board.show({ grid, transition: INSTANT });
  await settle();
  await clock.advance(STUCK_MS);
  assert.is(await findStall({ store, boards, loop }), null);
  await clock.advance(1);
  assert.match((await findStall({ store, boards, loop })) ?? '', /"Hall" is stuck/);
  driver.go();
  await shown;
  assert.is(await findStall({ store, boards, loop }), null);
});

test('a display loop that looks at no board for three minutes is a stall', async () => {
  const { store, boards } = rig();
  assert.is(await findStall({ store, boards, loop: { quietForMs: QUIET_MS } }), null);
  assert.match((await findStall({ store, boards, loop: { quietForMs: QUIET_MS + 1 } })) ?? '', /display loop/);
});

test('a full disk is none', async () => {
  const { store, boards, loop } = rig();
  store.update = () => Promise.reject(new Error('full'));
  assert.is(await findStall({ store, boards, loop }), null);
});

test.run();
