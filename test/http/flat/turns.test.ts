import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nextTurn } from '../../../src/platform/crowd.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';

/** Requests that are about many boards or pages: others are let in between. */
const test = suite('http/flat/turns');

const MANY = 40;
let rig: FlatRig;
let pages: string[] = [];

test.before(async () => {
  rig = await startFlatRig(createFakeClock('2026-03-02T10:00:30Z'));
  await rig.store(({ boards }) => ({
    boards: [
      ...boards,
      ...Array.from({ length: MANY }, (_, at) => ({ ...boards[0], id: `board-${at}`, name: `B${at}` }) as never),
    ],
  }));
  pages = await Promise.all(Array.from({ length: MANY }, (_, at) => rig.page(`P${at}`, [`{{= ${at} }}`])));
});
test.after(() => rig.close());

for (const [what, path, bodyOf] of [
  ['a refresh of all boards', '/refresh', () => ({})],
  ['a message for all boards', '/boards/-/message', () => ({ text: 'A', boards: 'all' })],
  ['previews of many pages', '/pages/preview/batch', () => ({ page_ids: pages })],
] as const)
  test(`${what} takes a turn of the event loop for each`, async () => {
    let turns = 0;
    let isOver = false;
    const counting = (async () => {
      for (; !isOver; turns++) await nextTurn();
    })();
    const { status } = await rig.call('POST', path, bodyOf());
    isOver = true;
    await counting;
    assert.is(status, 200);
    assert.ok(turns >= MANY, `${turns} turns`);
  });

test.run();
