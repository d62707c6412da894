import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid } from '../../src/core/flaps/grid.ts';
import { currentActor } from '../../src/platform/actor.ts';
import { HistoryService, type HistoryServiceOptions } from '../../src/service/history.ts';
import { sampleBoard } from '../support/sample-state.ts';
import { refusalOf, storeWith } from './rig.ts';

const test = suite('service/history');

const rig = () => {
  const { store } = storeWith(() => ({ boards: [sampleBoard('b')] }));
  const sent: unknown[] = [];
  const frame = (rows: number, cols: number) => ({ boardId: 'b', frame: { grid: createGrid(rows, cols, 7) } });
  const frames = new Map([
    ['fits', frame(6, 22)],
    ['small', frame(3, 15)],
    ['narrow', frame(6, 15)],
    ['left', { ...frame(6, 22), boardId: 'gone' }],
  ]);
  const history = new HistoryService({
    store,
    frames: { load: async () => undefined, find: (id: string) => frames.get(id) ?? null },
    messages: {
      send: async (board: string, { characters, ...message }: { characters: number[][] }) =>
        sent.push([board, characters.length, characters[0]?.length, message, currentActor().why]),
    },
  } as unknown as HistoryServiceOptions);
  return { history, sent };
};

for (const [id, said] of [
  ['small', '400 The board is 6 rows x 22 columns now: the frame does not fit.'],
  ['narrow', '400 The board is 6 rows x 22 columns now: the frame does not fit.'],
  ['left', '404 There is no board "gone".'],
  ['never', '404 There is no frame "never" in the history.'],
] as const)
  test(`the frame ${id}: ${said}`, async () => {
    const { history, sent } = rig();
    assert.is(await refusalOf(() => history.send(id, null)), said);
    assert.equal(sent, []);
  });

test('a frame is shown again as a message, for so many minutes', async () => {
  const { history, sent } = rig();
  for (const minutes of [5, null]) await history.send('fits', minutes);
  assert.equal(
    sent,
    [5, null].map((duration_minutes) => ['b', 6, 22, { duration_minutes, force: false }, 'history']),
  );
});

test.run();
