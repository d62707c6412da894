import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Programme } from '../../../src/loop/programme.ts';
import { StoredMessages, plainMessage } from '../../../src/service/messages/stored.ts';
import type { State } from '../../../src/schema/state.ts';
import type { Store } from '../../../src/store/store.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { sampleBoard, sampleState } from '../../support/sample-state.ts';

const test = suite('service/messages/stored');

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

test.run();
