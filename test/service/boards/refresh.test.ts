import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { causedOutcome, outcomeOf, pausedOutcome, SENT, type Outcome } from '../../../src/board/outcome.ts';
import { Fault } from '../../../src/fault.ts';
import { BoardService } from '../../../src/service/boards/boards.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { sampleBoard, sampleState } from '../../support/sample-state.ts';
import { refusalOf } from '../rig.ts';

/** What is answered when boards are to show their programme again. */
const test = suite('service/boards/refresh');

interface Shown {
  readonly id: string;
  readonly force: boolean;
}

const rig = (
  outcomes: Readonly<Record<string, Outcome>>,
  isQuiet = false,
  onShow: (id: string) => void = () => undefined,
) => {
  const [shown, ended]: [Shown[], string[]] = [[], []];
  const state = { ...sampleState(), boards: Object.keys(outcomes).map((id) => sampleBoard(id)) };
  const service = new BoardService({
    store: { state },
    writer: { hold: () => () => undefined },
    // Timed messages stay.
    stored: { end: async (id: string, { timed }: { timed: boolean }) => void (timed || ended.push(id)) },
    programme: { decide: () => ({ silence: { active: isQuiet } }) },
    clock: createFakeClock('2025-03-01T10:00:00Z'),
    loop: {
      show: async ({ id }: { id: string }, force: boolean) => {
        shown.push({ id, force });
        onShow(id);
        return { outcome: outcomes[id] };
      },
    },
  } as never);
  return { service, shown, ended, state };
};

const SAME = outcomeOf('unchanged');
const PAUSED = pausedOutcome('Board b', null);
const AWAY = causedOutcome('unreachable', 'No answer.');
const DONE = 'The boards show their programme.';

for (const [what, outcomes, id, answer] of [
  ['one board is written', { a: SAME, b: SENT }, 'b', { message: DONE, sent: true, board_id: 'b', code: 'sent' }],
  ['the first board is written', { a: SENT, b: SAME }, 'a', { message: DONE, sent: true, board_id: 'a', code: 'sent' }],
  ['one of all is written', { a: SAME, b: SENT }, null, { message: DONE, sent: true, board_id: null, code: 'sent' }],
  [
    'one board is left alone',
    { a: SENT, b: PAUSED },
    'b',
    { message: PAUSED.reason, sent: false, board_id: 'b', code: 'paused' },
  ],
  [
    'all are left alone, for several reasons',
    { a: SAME, b: PAUSED },
    null,
    { message: `${SAME.reason} ${PAUSED.reason}`, sent: false, board_id: null, code: 'unchanged' },
  ],
  [
    'all are left alone, for one reason',
    { a: SAME, b: SAME },
    null,
    { message: SAME.reason, sent: false, board_id: null, code: 'unchanged' },
  ],
  [
    'there is no board',
    {},
    null,
    { message: 'Nothing had to be written.', sent: false, board_id: null, code: 'nothing_to_show' },
  ],
] as const)
  test(`refresh: ${what}`, async () => {
    const { service, shown, ended } = rig(outcomes);
    assert.equal(await service.refresh(id), answer);
    const asked = id === null ? Object.keys(outcomes) : [id];
    assert.equal([shown.map((one) => one.id), ended], [asked, asked]);
  });

for (const code of ['refused', 'unreachable', 'misconfigured'] as const)
  test(`refresh: a board that is ${code} fails it, with its name`, async () => {
    const one = rig({ a: SENT, b: causedOutcome(code, 'It says no.') });
    assert.is(await refusalOf(() => one.service.refresh(null)), '500 Board b: It says no.');
    const { service, shown } = rig({ a: causedOutcome(code, 'It says no.'), b: SENT, c: AWAY });
    assert.is(await refusalOf(() => service.refresh(null)), '500 Board a: It says no. Board c: No answer.');
    assert.equal(
      shown.map(({ id }) => id),
      ['a', 'b', 'c'],
    );
  });

test('refresh: of all boards one that is removed meanwhile holds up no other, and asked for alone it is 404', async () => {
  const removing = () => {
    const { service, state } = rig({ a: SENT, b: SENT }, false, (id) => {
      if (id !== 'a') return;
      state.boards = state.boards.filter((board) => board.id !== 'a');
      throw new Fault(404, 'The board has been deleted.');
    });
    return service;
  };
  assert.is((await removing().refresh(null)).message, DONE);
  assert.match(await refusalOf(() => removing().refresh('a')), /^404 /);
});

test('refresh: an unknown board is 404', async () =>
  assert.match(await refusalOf(() => rig({ a: SENT }).service.refresh('gone')), /^404 /));

for (const [force, isQuiet, forced] of [
  [true, false, true],
  [true, true, false],
  [false, false, false],
  [undefined, false, false],
] as const)
  test(`refresh: ${force ? 'forced' : 'not forced'}, ${isQuiet ? 'in' : 'outside'} a silence window`, async () => {
    const { service, shown } = rig({ a: SENT }, isQuiet);
    await service.refresh('a', force);
    assert.equal(shown, [{ id: 'a', force: forced }]);
  });

test.run();
