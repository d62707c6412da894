import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NEW_INBOX, bodyOf, draftOf, withKind } from '../../../ui/settings/inboxes/inbox-draft.ts';
import { reelOf } from '../../../ui/settings/boards/hardware/module-plan.ts';

const test = suite('forms of inboxes');

const FULL = {
  ...NEW_INBOX,
  name: ' Post ',
  senders: 'a, b;c\n\n d ',
  server: ' https://s ',
  topic: ' t ',
  room: ' r ',
  mailbox: 'INBOX',
  subject: { match: 'begins', text: 'Board' },
  username: 'u',
  token: ' k ',
  password: ' p ',
} as const;
const COMMON = { name: 'Post', enabled: true, boards: 'all', priority: 'normal', minutes: null, most_per_hour: 30 };
const SENDERS = ['a', 'b', 'c', 'd'];

for (const [kind, own] of [
  ['webhook', {}],
  ['ntfy', { server: 'https://s', topic: 't', username: 'u', token: 'k' }],
  ['gotify', { server: 'https://s', token: 'k' }],
  ['matrix', { senders: SENDERS, server: 'https://s', room: 'r', token: 'k' }],
  ['telegram', { senders: SENDERS, server: 'https://s', token: 'k' }],
  [
    'mail',
    {
      senders: SENDERS,
      server: 'https://s',
      mailbox: 'INBOX',
      subject: { match: 'begins', text: 'Board' },
      username: 'u',
      password: ' p ',
    },
  ],
] as const)
  test(`of a form that is sent which an inbox of the kind ${kind} has`, () =>
    assert.equal(bodyOf({ ...FULL, kind }), { kind, ...COMMON, ...own }));

test('chosen boards are sent, and a subject without words is none', () => {
  assert.equal(bodyOf({ ...FULL, boards: ['x', 'y'] }).boards, ['x', 'y']);
  for (const subject of [null, { match: 'contains', text: '  ' } as const])
    assert.is(bodyOf({ ...FULL, kind: 'mail', subject }).subject, null);
});

test('a kind comes with the server that it usually has', () =>
  assert.equal(
    (['ntfy', 'telegram', 'gotify', 'webhook'] as const).map((kind) => {
      const draft = withKind({ ...FULL, kind: 'mail' }, kind);
      return [draft.kind, draft.server, draft.name];
    }),
    [
      ['ntfy', 'https://ntfy.sh', ' Post '],
      ['telegram', 'https://api.telegram.org', ' Post '],
      ['gotify', '', ' Post '],
      ['webhook', '', ' Post '],
    ],
  ));

test('an inbox that is there becomes a form, and the same again', () => {
  const inbox = { ...NEW_INBOX, id: 'i', kind: 'mail', boards: ['x'], senders: ['a', 'b'] } as never;
  const draft = draftOf(inbox);
  assert.equal([draft.boards, draft.senders], [['x'], 'a\nb']);
  assert.equal([bodyOf(draft).boards, bodyOf(draft).senders], [['x'], ['a', 'b']]);
  assert.equal(draftOf({ ...(inbox as object), boards: 'all' } as never).boards, []);
});

test('the reel of a wall is what the owner says, else what is usual for its driver', () => {
  const reel = (flaps: unknown, usual?: string) =>
    reelOf({ flaps } as never, usual === undefined ? undefined : ({ flaps: usual } as never));
  assert.equal(reel([' ', 'red'], ' AB'), [' ', 'red']);
  assert.equal(reel(' BA', ' AB'), [' ', 'B', 'A']);
  assert.equal(reel(null, ' A⬜\uFE0F'), [' ', 'A', '⬜']);
  assert.equal(reel(null), [' ']);
});

test.run();
