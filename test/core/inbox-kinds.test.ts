import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hasMember, isFollowed, type InboxKind, type InboxMember } from '../../src/core/inbox-kinds.ts';

const test = suite('inbox kinds');

const MEMBERS: readonly InboxMember[] = [
  'senders',
  'server',
  'topic',
  'room',
  'mailbox',
  'subject',
  'username',
  'token',
  'password',
];

/** [kind, its members] */
const KINDS: readonly (readonly [InboxKind, string])[] = [
  ['webhook', ''],
  ['ntfy', 'server topic username token'],
  ['gotify', 'server token'],
  ['matrix', 'senders server room token'],
  ['telegram', 'senders server token'],
  ['mail', 'senders server mailbox subject username password'],
];
for (const [kind, members] of KINDS)
  test(`${kind} has ${members || 'nothing besides'}, and is ${kind === 'webhook' ? 'never' : ''} followed`, () => {
    assert.is(MEMBERS.filter((member) => hasMember(kind, member)).join(' '), members);
    assert.equal(
      [isFollowed({ kind, enabled: true }), isFollowed({ kind, enabled: false })],
      [kind !== 'webhook', false],
    );
  });

test.run();
