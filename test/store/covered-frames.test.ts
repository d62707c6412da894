import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gridFromRows } from '../../src/core/flaps/grid.ts';
import { EMPTY_PROGRAMME } from '../../src/core/programme.ts';
import type { State } from '../../src/schema/state.ts';
import { coveredFrames } from '../../src/store/covered-frames.ts';
import type { Store } from '../../src/store/store.ts';
import { createQuietLog } from '../support/quiet-log.ts';

const test = suite('store/covered frames');

const rig = (failure: Error | null = null) => {
  const store = {
    state: { programmes: { wall: { ...EMPTY_PROGRAMME, active_page_id: 'p' } } } as unknown as State,
    updates: 0,
    update: async (change: (state: State) => Partial<State>): Promise<void> => {
      if (failure) throw failure;
      store.updates++;
      store.state = { ...store.state, ...change(store.state) };
    },
  };
  const log = createQuietLog();
  return { store, log, frames: coveredFrames(store as unknown as Store, log) };
};
const GRID = gridFromRows(
  [
    [1, 2, 3],
    [4, 5, 71],
  ],
  2,
  3,
);

test('what a message covers is kept with what else is known of its board, until it is forgotten', () => {
  const { store, frames } = rig();
  assert.is(frames.of('wall'), null);
  frames.keep('wall', GRID);
  assert.equal(frames.of('wall'), GRID);
  assert.is(store.state.programmes['wall']?.active_page_id, 'p');
  frames.keep('wall', null);
  assert.is(frames.of('wall'), null);
});

test('of a board that is gone nothing is kept', () => {
  const { store, frames } = rig();
  frames.keep('gone', GRID);
  assert.equal([frames.of('gone'), Object.keys(store.state.programmes)], [null, ['wall']]);
});

test('a disk that fails is told', async () => {
  const { log, frames } = rig(new Error('full'));
  frames.keep('wall', GRID);
  await new Promise(setImmediate);
  assert.is(log.lines.length, 1);
  assert.match(log.lines[0] ?? '', /What a message covers could not be stored.*wall/);
});

test.run();
