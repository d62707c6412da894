import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { State } from '../../../src/schema/state.ts';
import { misfitOf, requireDrawn, requireFit } from '../../../src/service/pages/showable.ts';
import { sampleBoard, sampleCollection, samplePage } from '../../support/sample-state.ts';
import { refusalOf } from '../rig.ts';

const test = suite('service/pages: what can be shown');

const BOARD = { ...sampleBoard('b'), name: 'Wall' };
const NOTE = { ...samplePage('small', 'Small'), device_type: 'note' as const };
const collection = (id: string, ...page_ids: string[]) => ({ ...sampleCollection(id), page_ids });
const state = {
  pages: [samplePage('p'), NOTE],
  collections: [
    collection('some', 'p', 'small', 'gone'),
    collection('none', 'small'),
    collection('empty', 'gone'),
    collection('all', 'p'),
  ],
} as unknown as State;

for (const [id, said] of [
  ['p', 'done'],
  ['all', 'done'],
  ['some', 'done'],
  ['small', '400 The page "Small" is 3 rows x 15 columns, the board "Wall" is 6 rows x 22 columns.'],
  ['none', '400 No page of the collection "Collection none" has the size of the board "Wall", 6 rows x 22 columns.'],
  ['empty', '400 No page of the collection "Collection empty" has the size of the board "Wall", 6 rows x 22 columns.'],
  ['gone', '404 There is no page or collection "gone".'],
] as const)
  test(`${id} on a board: ${said}`, async () => {
    assert.is(await refusalOf(() => requireFit(state, id, BOARD)), said);
    const misfit = misfitOf(state, id, BOARD);
    assert.is(misfit === null ? 'done' : `${misfit.status} ${misfit.detail}`, said);
  });

test('each member that does not fit is warned of', () => {
  assert.equal(requireFit(state, 'all', BOARD), []);
  assert.equal(requireFit(state, 'some', BOARD), [
    'The page "Small" (3 rows x 15 columns) of the collection does not fit the board "Wall" (6 rows x 22 columns) ' +
      'and is passed over.',
  ]);
});

test('what is no refusal is not taken for one', () =>
  assert.throws(() => misfitOf({ ...state, pages: null } as unknown as State, 'p', BOARD), TypeError));

test('what cannot be drawn is 503, with the reason', async () => {
  const drawn = { grid: 1 };
  assert.is(requireDrawn(NOTE, drawn), drawn);
  const said = await refusalOf(() => requireDrawn(NOTE, { error: 'it is empty' }));
  assert.is(said, '503 The page "Small" cannot be drawn: it is empty');
});

test.run();
