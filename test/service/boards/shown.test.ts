import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid, gridToRows } from '../../../src/core/flaps/grid.ts';
import { BoardService } from '../../../src/service/boards/boards.ts';
import { sampleBoard, sampleState } from '../../support/sample-state.ts';
import { refusalOf } from '../rig.ts';

/** What pictures, screens and walls that are imitated show of a board. */
const test = suite('service/boards/shown');

const flaps = createGrid(6, 22, 5);
const wanted = createGrid(6, 22, 6);

const serviceOf = (view: object | null, target: 'board' | 'ui' = 'board') =>
  new BoardService({
    store: { state: { ...sampleState(), boards: [sampleBoard('wall')] } },
    boards: { get: () => view && { view } },
    programme: { target },
  } as never);

for (const [what, view, target, grid] of [
  ['flaps that are known', { characters: flaps, expected: wanted }, 'board', flaps],
  ['flaps that nobody knows', { characters: null, expected: wanted }, 'board', null],
  ['a board that does not run yet', null, 'board', null],
  ['what is meant, for the browser', { characters: flaps, expected: wanted }, 'ui', wanted],
  ['flaps, for the browser, before anything is meant', { characters: flaps, expected: null }, 'ui', flaps],
  ['nothing, for the browser', { characters: null, expected: null }, 'ui', null],
  ['a board that does not run yet, for the browser', null, 'ui', null],
] as const)
  test(`shown: ${what}`, () => {
    const service = serviceOf(view, target);
    assert.is(service.shown('wall'), grid);
    assert.equal(service.picture('wall'), grid && gridToRows(grid));
  });

test('an unknown board is shown to nobody', async () =>
  assert.match(await refusalOf(() => serviceOf(null).shown('gone')), /^404 /));

test.run();
