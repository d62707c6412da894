import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { VirtualBoard } from '../../hw/virtual.ts';
import { frameOf, never, someGrid } from './rig.ts';

const test = suite('virtual board');

test('has no flaps, no minimum interval and nothing to read at intervals', () => {
  const board = new VirtualBoard();
  assert.is(board.physical, false);
  assert.not.ok('minimumInterval' in board);
  assert.is(board.readBackMs, null);
  assert.is(board.transitions, 'cells');
});

test('knows nothing before the first frame', async () =>
  assert.equal(await new VirtualBoard().read(), { status: 'read', grid: null }));

test('keeps the last frame', async () => {
  const board = new VirtualBoard();
  await board.write(frameOf(someGrid(6, 22, 1)), never());
  await board.write(frameOf(someGrid(6, 22, 2)), never());
  assert.equal(await board.read(), { status: 'read', grid: someGrid(6, 22, 2) });
});

test('keeps it over a stop and a start', async () => {
  const board = new VirtualBoard();
  await board.start();
  await board.write(frameOf(someGrid(6, 22)), never());
  await board.stop();
  await board.start();
  assert.equal(await board.read(), { status: 'read', grid: someGrid(6, 22) });
});

test('a write that was called off changes nothing', async () => {
  const board = new VirtualBoard();
  assert.is((await board.write(frameOf(someGrid(6, 22)), AbortSignal.abort())).status, 'failed');
  assert.equal(await board.read(), { status: 'read', grid: null });
});

test.run();
