import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid, type Grid } from '../../../src/core/flaps/grid.ts';
import { decodeGrid } from '../../../src/core/flaps/flaps.ts';
import type { BoardParts } from '../../../src/service/boards/parts.ts';
import { createIdentify } from '../../../src/service/control/identify.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { sampleBoard } from '../../support/sample-state.ts';
import { refusalOf, storeWith } from '../rig.ts';

const test = suite('service/control: identify');

const rig = (because: string, before: Grid | null = createGrid(6, 22, 5)) => {
  const clock = createFakeClock('2026-03-02T10:00:00Z');
  const { store } = storeWith(() => ({ boards: [sampleBoard('a'), { ...sampleBoard('b'), name: 'Hall' }] }));
  const said: string[] = [];
  let shown = before;
  const outcome = { code: 'sent', reason: null as string | null };
  const parts = {
    store,
    clock,
    boards: { get: () => ({ view: { characters: shown } }) },
    writer: {
      refusal: () => null,
      hold: () => (said.push('held'), () => void said.push('released')),
      write: async ({ id }: { id: string }, { grid }: { grid: Grid }) => {
        const [first = '', second = ''] = decodeGrid(grid)
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean);
        said.push(`${id} ${first.slice(0, 4)} ${second.slice(0, 7)}`);
        if (outcome.code === 'sent') shown = grid;
        return outcome;
      },
    },
    loop: {
      show: async ({ id }: { id: string }, force: boolean, snap: boolean) => {
        said.push(`programme of ${id} ${force} ${snap}`);
        return { decision: { because } };
      },
    },
  } as unknown as BoardParts;
  return { identify: createIdentify(parts), clock, store, said, outcome };
};

for (const [because, back] of [
  ['pin', []],
  ['none', ['b EEEE EEEEEEE']],
] as const)
  test(`the name is there for ten seconds, then what the board shows because of ${because}`, async () => {
    const { identify, clock, said } = rig(because);
    const answer = await identify('b');
    assert.equal([answer.board_id, answer.sent], ['b', true]);
    await clock.advance(9999);
    assert.equal(said, ['held', 'b HALL BOARD 2']);
    await clock.advance(1);
    assert.equal(said.slice(2), ['programme of b false true', ...back, 'released']);
  });

test('of a board of which nobody knew what it showed nothing is brought back', async () => {
  const { identify, clock, said } = rig('none', null);
  await identify('b');
  await clock.advance(10_000);
  assert.equal(said.slice(2), ['programme of b false true', 'released']);
});

test('a board that was removed meanwhile is let go', async () => {
  const { identify, clock, store, said } = rig('pin');
  await identify('b');
  await store.update(({ boards }) => ({ boards: boards.slice(0, 1) }));
  await clock.advance(10_000);
  assert.equal(said.slice(2), ['released']);
});

test('a board that fails is let go at once, and nothing follows', async () => {
  const { identify, clock, said, outcome } = rig('pin');
  Object.assign(outcome, { code: 'unreachable', reason: 'It is away.' });
  assert.is(await refusalOf(() => identify('b')), '500 The board "Hall" could not be written: It is away.');
  await clock.advance(10_000);
  assert.equal(said, ['held', 'b HALL BOARD 2', 'released']);
});

test('a board that is asked twice shows its name until ten seconds after the second time, and then what it showed', async () => {
  const { identify, clock, said } = rig('none');
  await identify('b');
  await clock.advance(5000);
  await identify('b');
  await clock.advance(5000);
  assert.equal(said.slice(4), ['released']);
  await clock.advance(5000);
  assert.equal(said.slice(5), ['programme of b false true', 'b EEEE EEEEEEE', 'released']);
});

test('what a board shows is looked at anew once its name is gone', async () => {
  const { identify, clock, said } = rig('none', createGrid(6, 22, 5));
  await identify('b');
  await clock.advance(10_000);
  said.length = 0;
  await identify('b');
  await clock.advance(10_000);
  assert.equal(said.slice(2), ['programme of b false true', 'b EEEE EEEEEEE', 'released']);
});

test('a second call that fails leaves the first one its time', async () => {
  const { identify, clock, said, outcome } = rig('none');
  await identify('b');
  Object.assign(outcome, { code: 'unreachable', reason: 'It is away.' });
  assert.match(await refusalOf(() => identify('b')), /^500 /);
  await clock.advance(10_000);
  assert.equal(said.slice(4), ['released', 'programme of b false true', 'b EEEE EEEEEEE', 'released']);
});

test.run();
