import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Programme } from '../../../src/loop/programme.ts';
import type { BoardMessage, BoardProgramme, State } from '../../../src/schema/state.ts';
import { StoredMessages, plainMessage } from '../../../src/service/messages/stored.ts';
import type { Store } from '../../../src/store/store.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { sampleBoard, sampleState } from '../../support/sample-state.ts';
import { refusalOf, storeWith } from '../rig.ts';

const test = suite('service/messages: stored ones');

const rig = () => {
  const { store, state } = storeWith();
  const programme = {
    settled: (_id: string, now: BoardProgramme) => now,
    begin: (_id: string, message: BoardMessage) => message,
  } as unknown as Programme;
  const stored = new StoredMessages(store, programme, createFakeClock('2025-03-01T09:00:00Z'));
  const messages = (): string[] =>
    (state().programmes['b1']?.messages ?? []).map(({ id, priority, state: how }) => `${id} ${priority} ${how}`);
  return { stored, messages };
};

test('one message of several is changed, and nothing without it', async () => {
  const { stored, messages } = rig();
  assert.equal(messages(), ['m1 normal up', 'm2 urgent up']);
  await stored.changeOne('b1', 'm2', { priority: 'ambient' });
  assert.equal(messages(), ['m1 normal up', 'm2 ambient up']);
  await stored.changeOne('b1', 'none', { priority: 'urgent' });
  assert.equal(messages(), ['m1 normal up', 'm2 ambient up']);
});

test('a message that is on its way is wanted until one of its kind is ended', () => {
  const { stored } = rig();
  const [timed, untimed, elsewhere] = [
    stored.track('b1', 'timed'),
    stored.track('b1', 'untimed'),
    stored.track('b2', 'untimed'),
  ];
  const wanted = (): boolean[] => [timed(), untimed(), elsewhere()];
  assert.equal(wanted(), [true, true, true]);
  stored.cancel('b1', { timed: false });
  assert.equal(wanted(), [true, false, true]);
  stored.cancel('b1', { timed: true });
  assert.equal(wanted(), [false, false, true]);
});

test('a message that was taken down meanwhile is not moved but 404; of a board that was removed nothing is kept', async () => {
  let state: State = { ...sampleState(), boards: [sampleBoard('b')], programmes: {} };
  const update = async (change: (state: State) => Partial<State>) => void (state = { ...state, ...change(state) });
  const settled: Programme['settled'] = (_board, programme) => programme;
  const messages = new StoredMessages(
    { update } as unknown as Store,
    { settled } as unknown as Programme,
    createFakeClock('2026-03-02T11:00:00Z'),
  );
  const planned = {
    ...plainMessage({ kind: 'template', template: ['A'], line_metadata: null }),
    state: 'planned' as const,
  };
  await messages.keep('b', planned, true).then(
    () => assert.unreachable(),
    (error) => assert.is(error.status, 404),
  );
  await messages.keep('b', planned);
  await messages.keep('b', { ...planned, at: '2026-03-03T11:00:00Z' }, true);
  assert.is(state.programmes['b']?.messages[0]?.at, '2026-03-03T11:00:00Z');
  await messages.keep('gone', planned);
  await messages.change('gone', { active_page_id: null });
  assert.equal(Object.keys(state.programmes), ['b']);
});

for (const [what, page_id, isKept] of [
  ['a page', 'p1', true],
  ['a collection', 'c1', true],
  ['what was deleted while its flaps turned', 'gone', false],
] as const)
  test(`a message of ${what} is ${isKept ? '' : 'not '}kept`, async () => {
    const { stored, messages } = rig();
    const message = { ...plainMessage({ kind: 'page', page_id }), id: 'new' };
    assert.is((await stored.show('b1', message, 0)).id, 'new');
    assert.is(messages().includes('new normal up'), isKept);
  });

test('a message that is planned to show what was deleted meanwhile is 404', async () => {
  const { stored, messages } = rig();
  const planned = (page_id: string) => ({
    ...plainMessage({ kind: 'page', page_id }),
    id: page_id,
    state: 'planned' as const,
  });
  await stored.keep('b1', planned('p1'));
  assert.is(await refusalOf(() => stored.keep('b1', planned('gone'))), '404 There is no page or collection "gone".');
  assert.equal(messages().slice(2), ['p1 normal planned']);
});

test.run();
