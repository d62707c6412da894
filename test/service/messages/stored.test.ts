import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Programme } from '../../../src/loop/programme.ts';
import type { BoardProgramme } from '../../../src/schema/state.ts';
import { StoredMessages } from '../../../src/service/messages/stored.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { storeWith } from '../rig.ts';

const test = suite('service/messages: stored ones');

const rig = () => {
  const { store, state } = storeWith();
  const programme = { settled: (_id: string, now: BoardProgramme) => now } as unknown as Programme;
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

test.run();
