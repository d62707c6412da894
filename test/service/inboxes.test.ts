import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { InboxService, type InboxServiceOptions } from '../../src/service/inboxes.ts';
import type { Fault } from '../../src/fault.ts';
import { INBOX_KINDS, hasMember, type InboxKind } from '../../src/core/inbox-kinds.ts';
import type { InboxCreate, StoredInbox } from '../../src/schema/plugins/inboxes.ts';
import type { Store } from '../../src/store/store.ts';
import { inboxOf } from '../inboxes/rig.ts';
import { refusalOf, storeWith } from './rig.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { sampleBoard } from '../support/sample-state.ts';

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

test('a board that was removed stands in the way of no change, and a message for it says so', async () => {
  const { store } = storeWith(({ settings }) => ({
    boards: [sampleBoard('b1'), sampleBoard('b2')],
    settings: { ...settings, inboxes: [] },
  }));
  const service = new InboxService({
    store,
    clock: createFakeClock('2026-03-01T08:00:00Z'),
    messages: { post: () => Promise.reject(new Error('not asked')) } as unknown as InboxServiceOptions['messages'],
    readWebhook: () => null,
  });
  const { inbox } = await service.create({ kind: 'webhook', name: 'One', boards: ['b2'] } as InboxCreate);
  await store.update(({ boards }) => ({ boards: boards.slice(0, 1) }));
  assert.equal((await service.update(inbox.id, { name: 'Two', boards: ['b2', 'b1'] })).boards, ['b2', 'b1']);
  assert.match(await refusalOf(() => service.update(inbox.id, { boards: ['b3'] })), /^404 /);
  await service.update(inbox.id, { boards: ['b2'] });
  await service.deliver(inbox.id, 'Dinner');
  assert.is(service.list()[0]?.state.problem, 'Its boards were removed: choose others.');
  await service.update(inbox.id, { boards: ['b1'] });
  assert.match(await refusalOf(() => service.update(inbox.id, { boards: ['b2'] })), /^404 /);
});

const stateOf = (inbox: StoredInbox, act: (service: InboxService) => void = () => undefined) => {
  const service = new InboxService({
    store: { state: { boards: [], settings: { inboxes: [inbox] } } } as unknown as Store,
    clock: createFakeClock('2026-03-01T08:00:00Z'),
    messages: { post: async () => ({}) } as unknown as InboxServiceOptions['messages'],
    readWebhook: () => null,
  });
  act(service);
  const { connected, problem } = service.list()[0]?.state ?? {};
  return [connected, problem];
};
const LOST = 'Its token is lost: remove it, and add it again.';
const NOBODY = 'Nobody may write: add a sender.';
for (const [what, inbox, act, expected] of [
  ['that is new', inboxOf('ntfy', {}), undefined, [false, null]],
  ['that is connected', inboxOf('ntfy', {}), (one) => one.report('one', true, null), [true, null]],
  [
    'that lost its server',
    inboxOf('ntfy', {}),
    (one) => one.report('one', false, 'It is away.'),
    [false, 'It is away.'],
  ],
  ['that is off', inboxOf('ntfy', { enabled: false }), (one) => one.report('one', true, 'x'), [false, null]],
  ['of a chat without senders', inboxOf('telegram', {}), (one) => one.report('one', true, 'x'), [true, NOBODY]],
  ['of a chat', inboxOf('telegram', { senders: ['a'] }), (one) => one.report('one', true, null), [true, null]],
  ['of a webhook', inboxOf('webhook', { secrets: { token_hash: 'x' } }), undefined, [true, null]],
  ['of a webhook that was restored without its token', inboxOf('webhook', {}), undefined, [false, LOST]],
  ['of a webhook that is off', inboxOf('webhook', { enabled: false }), undefined, [false, null]],
] as const satisfies [string, StoredInbox, ((service: InboxService) => void) | undefined, unknown][])
  test(`how it stands with an inbox ${what}`, () => assert.equal(stateOf(inbox, act), expected));

test('what a board does not take is what is wrong, until it takes one; an inbox that is gone takes nothing', async () => {
  let reason: string | null = 'The board is paused.';
  const { service, problem } = create([{ id: 'a', enabled: true }], async () => ({
    boards: [{ board_id: 'a', id: reason === null ? '1' : '', sent: reason === null, reason }],
  }));
  assert.is((await service.deliver('one', ' Din\u0007ner\tat  six\n')).text, 'Din ner at six');
  assert.is(problem(), 'The board is paused.');
  reason = null;
  await service.deliver('one', 'Dinner');
  assert.is(problem(), null);
  const refused: unknown = await service.deliver('two', 'Dinner').catch((error: unknown) => error);
  assert.is((refused as Fault).status, 404);
});

test('more messages than an hour may have are refused, until an hour is over since the oldest', async () => {
  const clock = createFakeClock('2026-03-01T08:00:00Z');
  const settings = { inboxes: [inboxOf('ntfy', { most_per_hour: 2 })] };
  const service = new InboxService({
    store: { state: { boards: [{ id: 'a', enabled: true }], settings } } as unknown as Store,
    clock,
    messages: { post: async () => ({ boards: [] }) } as unknown as InboxServiceOptions['messages'],
    readWebhook: () => null,
  });
  const deliver = () =>
    service.deliver('one', 'x').then(
      () => 0,
      ({ extras }: Fault) => extras.retryAfter,
    );
  assert.equal([await deliver(), await deliver()], [0, 0]);
  await clock.advance(3_599_500);
  assert.is(await deliver(), 1);
  await clock.advance(500);
  assert.equal([await deliver(), await deliver(), await deliver()], [0, 0, 3600]);
});

test('an inbox that came without its secret can be changed and switched off, and loses nothing that it has', async () => {
  const { store } = storeWith(({ settings }) => ({
    settings: { ...settings, inboxes: [inboxOf('gotify', { server: 'https://example.org' })] },
  }));
  const service = new InboxService({
    store,
    clock: createFakeClock('2026-03-01T08:00:00Z'),
    messages: {} as InboxServiceOptions['messages'],
    readWebhook: () => null,
  });
  assert.is((await service.update('one', { enabled: false })).enabled, false);
  await service.update('one', { token: 'abc' });
  const needed = '400 token: an inbox of the kind "gotify" needs it.';
  assert.is(await refusalOf(() => service.update('one', { token: '' })), needed);
  assert.is(
    await refusalOf(() => service.create({ kind: 'gotify', name: 'A', server: 'https://a.b' } as InboxCreate)),
    needed,
  );
});

const SPECIAL = ['senders', 'server', 'topic', 'room', 'mailbox', 'subject', 'username', 'token', 'password'] as const;
for (const kind of Object.keys(INBOX_KINDS) as InboxKind[])
  test(`an inbox of the kind ${kind} takes no members of others`, async () => {
    const { store, state } = storeWith(({ settings }) => ({ settings: { ...settings, inboxes: [] } }));
    const service = new InboxService({
      store,
      clock: createFakeClock('2026-03-01T08:00:00Z'),
      messages: {} as InboxServiceOptions['messages'],
      readWebhook: () => null,
    });
    const foreign = SPECIAL.filter((name) => !hasMember(kind, name));
    assert.ok(foreign.length > 0);
    for (const name of foreign) {
      const sent = { kind, name: 'One', [name]: name === 'senders' ? ['a'] : 'x' } as unknown as InboxCreate;
      const said = await refusalOf(() => service.create(sent));
      assert.is(said, `400 ${name}: an inbox of the kind "${kind}" has no such member.`);
    }
    assert.equal(state().settings.inboxes, []);
  });

test.run();
