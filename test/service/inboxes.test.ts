import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { InboxService, type InboxServiceOptions } from '../../src/service/inboxes.ts';
import type { Store } from '../../src/store/store.ts';
import { inboxOf } from '../inboxes/rig.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const test = suite('service/inboxes');

const create = (boards: readonly { id: string; enabled: boolean }[], post: () => Promise<unknown>) => {
  const settings = { inboxes: [inboxOf('webhook', { secrets: { token_hash: 'x' } })] };
  const service = new InboxService({
    store: { state: { boards, settings } } as unknown as Store,
    clock: createFakeClock('2026-03-01T08:00:00Z'),
    messages: { post } as unknown as InboxServiceOptions['messages'],
    readWebhook: () => null,
  });
  return { service, problem: () => service.list()[0]?.state.problem };
};

test('while a message is on its way to a board nothing is wrong', async () => {
  let arrive: (answer: object) => void = () => undefined;
  const answer = new Promise<object>((resolve) => (arrive = resolve));
  const { service, problem } = create([{ id: 'a', enabled: true }], () => answer);
  const delivered = service.deliver('one', 'Dinner');
  assert.is(problem(), null);
  arrive({ boards: [{ board_id: 'a', id: '1', sent: true, reason: null }] });
  assert.equal((await delivered).sent, true);
  assert.is(problem(), null);
});

test('without a board that is switched on that is what is wrong', async () => {
  const { service, problem } = create([{ id: 'a', enabled: false }], () => Promise.reject(new Error('not asked')));
  assert.equal((await service.deliver('one', 'Dinner')).boards, []);
  assert.is(problem(), 'No board is switched on.');
});

test.run();
