import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { State } from '../../../src/schema/state.ts';
import { usesOf } from '../../../src/service/pages/uses.ts';
import { sampleBoard, sampleCollection, samplePage, sampleSchedule, sampleState } from '../../support/sample-state.ts';
import { refusalOf } from '../rig.ts';

const test = suite('service/uses');

const NOWHERE = {
  board_id: null,
  board_name: null,
  schedule_id: null,
  collection_id: null,
  collection_name: null,
  plugin_id: null,
};
const B1 = { board_id: 'b1', board_name: 'Board b1' };
const B2 = { board_id: 'b2', board_name: 'Board b2' };

const stateWith = (change: (state: State) => Partial<State>): State => {
  const empty = {
    ...sampleState(),
    boards: [sampleBoard('b1'), sampleBoard('b2')],
    pages: [samplePage('p1'), samplePage('p2')],
    schedules: [],
    collections: [],
    plugins: {},
    programmes: {},
  };
  return { ...empty, ...change(empty) };
};
const programme = (more: object) => ({ active_page_id: null, messages: [], ...more }) as never;
const silenced = (
  { settings }: State,
  silence: object,
  byBoard: Record<string, object> = {},
): Pick<State, 'settings'> => ({
  settings: { ...settings, silence: { ...settings.silence, ...silence }, silence_by_board: byBoard },
});

const cases: [what: string, change: (state: State) => Partial<State>, uses: object[]][] = [
  ['nowhere', () => ({}), []],
  ['pinned', () => ({ programmes: { b1: programme({ active_page_id: 'p1' }) } }), [{ ...B1, surface: 'active_page' }]],
  [
    'shown for a while',
    () => ({ programmes: { b2: programme({ passing: { page_id: 'p1', ends: {} } }) } }),
    [{ ...B2, surface: 'active_page' }],
  ],
  [
    'a default page',
    ({ boards }) => ({ boards: boards.map((one) => ({ ...one, default_page_id: one.id === 'b2' ? 'p1' : 'p2' })) }),
    [{ ...B2, surface: 'default_page' }],
  ],
  [
    'a message, and what follows one',
    () => ({
      programmes: {
        b1: programme({
          messages: [
            { content: { kind: 'page', page_id: 'p1' }, revert_page_id: null },
            { content: { kind: 'page', page_id: 'p2' }, revert_page_id: 'p1' },
          ],
        }),
      },
    }),
    [
      { ...B1, surface: 'message' },
      { ...B1, surface: 'revert' },
    ],
  ],
  [
    'the silence of one board, in its second window',
    (state) => silenced(state, {}, { b1: { further: [{ page_id: 'p2' }, { page_id: 'p1' }] }, b2: { page_id: 'p2' } }),
    [{ ...B1, surface: 'silence' }],
  ],
  ['the silence of all', (state) => silenced(state, { page_id: 'p1' }), [{ surface: 'silence' }]],
  [
    'rules: of the first board, of another, of one that is gone',
    () => ({
      schedules: [
        sampleSchedule('s1'),
        { ...sampleSchedule('s2'), board_id: 'b2' },
        { ...sampleSchedule('s3'), board_id: 'gone' },
        { ...sampleSchedule('s4'), page_id: 'p2' },
      ],
    }),
    [
      { ...B1, surface: 'schedule', schedule_id: 's1' },
      { ...B2, surface: 'schedule', schedule_id: 's2' },
      { surface: 'schedule', schedule_id: 's3' },
    ],
  ],
  [
    'collections, also as what is shown when all others are empty',
    () => ({
      collections: [
        sampleCollection('c1'),
        { ...sampleCollection('c2'), page_ids: ['p2'], fallback_page_id: 'p1' },
        { ...sampleCollection('c3'), page_ids: ['p2'] },
      ],
    }),
    [
      { surface: 'collection', collection_id: 'c1', collection_name: 'Collection c1' },
      { surface: 'collection', collection_id: 'c2', collection_name: 'Collection c2' },
    ],
  ],
  [
    'the trigger of a plugin',
    () => ({
      plugins: {
        a: { enabled: true, config: { trigger_page_id: 'p1' }, secrets: {} },
        b: { enabled: true, config: { trigger_page_id: 'p2' }, secrets: {} },
      } as never,
    }),
    [{ surface: 'trigger', plugin_id: 'a' }],
  ],
];
for (const [what, change, uses] of cases)
  test(`a page that is used: ${what}`, () => {
    const references = uses.map((one) => ({ ...NOWHERE, ...one }));
    assert.equal(usesOf(stateWith(change), 'p1'), { id: 'p1', references, total: references.length });
  });

test('what is not there has no uses', async () =>
  assert.match(
    await refusalOf(() =>
      usesOf(
        stateWith(() => ({})),
        'gone',
      ),
    ),
    /^404 /,
  ));

test.run();
