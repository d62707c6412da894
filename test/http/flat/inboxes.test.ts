import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CreatedInbox, Inbox, InboxReceived } from '../../../src/schema/plugins/inboxes.ts';
import { LARGEST_WEBHOOK_BYTES, MOST_INBOXES } from '../../../src/schema/limits.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startAppliance, type Appliance } from '../../support/appliance.ts';

const test = suite<{ appliance: Appliance; clock: ReturnType<typeof createFakeClock> }>('http/flat/inboxes');

test.before.each(async (context) => {
  context.clock = createFakeClock('2026-03-01T08:00:00Z');
  context.appliance = await startAppliance({ clock: context.clock });
});
test.after.each(({ appliance }) => appliance.close());

interface Refused {
  readonly detail: string;
}
const addWebhook = async ({ call }: Appliance, more: object = {}) => {
  const { status, body } = await call<CreatedInbox>('POST', '/inboxes', { kind: 'webhook', name: 'Alerts', ...more });
  assert.is(status, 201);
  return { ...body, token: body.receive?.token ?? '', path: `/inboxes/${body.id}/receive` };
};
const list = async ({ call }: Appliance) => (await call<{ inboxes: Inbox[]; total: number }>('GET', '/inboxes')).body;
const mail = {
  kind: 'mail',
  name: 'Mail',
  server: 'imap.example.org',
  username: 'me',
  password: 'a long secret',
  enabled: false,
};

test('a webhook tells its address once, and shows what is posted there', async ({ appliance }) => {
  const { id, token, receive, path } = await addWebhook(appliance, { minutes: 5 });
  assert.is(receive?.url, `${appliance.url}/api/inboxes/${id}/receive?token=${token}`);
  const posted = await appliance.call<InboxReceived>('POST', `${path}?token=${token}`, {
    title: 'Home',
    message: 'Dinner',
  });
  assert.is(posted.status, 200);
  assert.is(posted.body.text, 'Home\nDinner');
  assert.is(posted.body.boards.length, 1);
  const bearer = { Authorization: `Bearer ${token}` };
  assert.is((await appliance.call('POST', path, { text: 'Supper' }, bearer)).status, 200);
  const { inboxes, total } = await list(appliance);
  assert.is(total, 1);
  assert.equal(inboxes[0]?.state, { connected: true, last_message_at: '2026-03-01T08:00:00.000Z', problem: null });
  assert.is(inboxes[0]?.token, '');
  assert.not.match(appliance.lines.join('\n'), new RegExp(token), 'no line of the log has the token');
  const board = await appliance.call<{ text?: string }>('GET', '/v1/boards/primary');
  assert.match(JSON.stringify(board.body), /SUPPER/);
});

test('null leaves what cannot be empty as it is, and clears the rest (rules, H2)', async ({ appliance }) => {
  const nothing = { enabled: null, boards: null, priority: null, most_per_hour: null, server: null, token: null };
  const { id, priority, boards } = await addWebhook(appliance, { ...nothing, minutes: 5 });
  assert.equal([priority, boards], ['normal', 'all']);
  const { status, body } = await appliance.call<Inbox>('PATCH', `/inboxes/${id}`, {
    ...nothing,
    name: null,
    minutes: null,
  });
  assert.equal([status, body.name, body.enabled, body.minutes], [200, 'Alerts', true, null]);
  const secret = await appliance.call<Inbox>('POST', '/inboxes', mail);
  const kept = await appliance.call<Inbox>('PATCH', `/inboxes/${secret.body.id}`, { password: null, subject: null });
  assert.equal([kept.status, kept.body.password, kept.body.subject], [200, '***', null]);
});

test('a stranger is refused in the same words for every inbox, and after ten tries for a minute', async ({
  appliance,
  clock,
}) => {
  const { token, path } = await addWebhook(appliance);
  const mailbox = await appliance.call<CreatedInbox>('POST', '/inboxes', mail);
  const tries = [
    path,
    `${path}?token=wrong`,
    '/inboxes/nobody/receive?token=x',
    `/inboxes/${mailbox.body.id}/receive?token=x`,
  ];
  const answers = await Promise.all(tries.map((one) => appliance.call<Refused>('POST', one, { text: 'x' })));
  assert.is(new Set(answers.map(({ status, body }) => `${status} ${body.detail}`)).size, 1);
  assert.is(answers[0]?.status, 401);
  for (let at = 0; at < 6; at++) await appliance.call('POST', path, { text: 'x' });
  const late = await appliance.call('POST', path, { text: 'x' });
  assert.is(late.status, 429);
  assert.is(late.headers.get('retry-after'), '60');
  assert.is(
    (await appliance.call('POST', `${path}?token=${token}`, { text: 'x' })).status,
    200,
    'who has the token is let in',
  );
  await clock.advance(60_000);
  assert.is((await appliance.call('POST', path, { text: 'x' })).status, 401);
});

test('a stranger is refused before anything of the body is read', async ({ appliance }) => {
  const { token, path } = await addWebhook(appliance);
  for (const body of ['no JSON', [1], { text: 'x'.repeat(200_000) }])
    assert.is((await appliance.call('POST', `${path}?token=wrong`, body)).status, 401);
  assert.is((await appliance.call('POST', `${path}?token=${token}`, [1])).status, 422);
});

test('beyond its messages of an hour an inbox says when to come back', async ({ appliance, clock }) => {
  const { token, path } = await addWebhook(appliance, { most_per_hour: 2 });
  const post = () => appliance.call<Refused>('POST', `${path}?token=${token}`, { text: 'x' });
  await post();
  await clock.advance(600_000);
  await post();
  const refused = await post();
  assert.is(refused.status, 429);
  assert.is(refused.headers.get('retry-after'), '3000');
  assert.match((await list(appliance)).inboxes[0]?.state.problem ?? '', /More than 2 messages/);
  await clock.advance(3_000_000);
  assert.is((await post()).status, 200);
  assert.is((await list(appliance)).inboxes[0]?.state.problem, null);
});

test('what is not understood, too large or switched off is refused', async ({ appliance }) => {
  const { id, token, path } = await addWebhook(appliance);
  const at = `${path}?token=${token}`;
  const unknown = await appliance.call<Refused>('POST', at, { hello: 'world' });
  assert.is(unknown.status, 422);
  assert.match(JSON.stringify(unknown.body.detail), /Alertmanager, Grafana/);
  assert.is((await appliance.call('POST', at, [])).status, 422);
  assert.is((await appliance.call('POST', at, '{')).status, 400);
  assert.is((await appliance.call('POST', at, { text: 'x'.repeat(LARGEST_WEBHOOK_BYTES) })).status, 413);
  const long = await appliance.call<InboxReceived>('POST', at, { text: 'long '.repeat(20_000) });
  assert.is(long.status, 200);
  assert.ok(long.body.text.length <= 1000);
  await appliance.call('PATCH', `/inboxes/${id}`, { enabled: false });
  assert.is((await appliance.call('POST', at, { text: 'x' })).status, 409);
  await appliance.call('DELETE', `/inboxes/${id}`);
  assert.is((await appliance.call('POST', at, { text: 'x' })).status, 401);
});

test('a board that is paused refuses, and that is the problem of the inbox', async ({ appliance }) => {
  const { token, path } = await addWebhook(appliance, { boards: ['primary'] });
  const { inboxes } = await list(appliance);
  const [board = ''] = inboxes[0]?.boards ?? [];
  assert.not.equal(board, 'primary');
  await appliance.call('POST', `/settings/board/${board}/pause`, { paused: true });
  const refused = await appliance.call<Refused>('POST', `${path}?token=${token}`, { text: 'x' });
  assert.is(refused.status, 409);
  assert.is((await list(appliance)).inboxes[0]?.state.problem, refused.body.detail);
});

const WRONG = [
  ['an unknown kind', { kind: 'pager', name: 'x' }, 422, /kind/],
  ['no name', { kind: 'webhook' }, 422, /name/],
  ['an unknown member', { kind: 'webhook', name: 'x', colour: 1 }, 422, /colour/],
  ['a member of another kind', { kind: 'webhook', name: 'x', topic: 'a' }, 400, /^topic:/],
  ['a topic without a server', { kind: 'ntfy', name: 'x', topic: 'a' }, 400, /^server:/],
  ['a server that is none', { kind: 'ntfy', name: 'x', topic: 'a', server: 'ftp://x' }, 400, /^server:/],
  ['a server with a password', { kind: 'ntfy', name: 'x', topic: 'a', server: 'http://a:b@x' }, 400, /^server:/],
  ['a topic with a slash', { kind: 'ntfy', name: 'x', topic: 'a/b', server: 'http://x' }, 422, /topic/],
  ['a room that is none', { kind: 'matrix', name: 'x', room: 'a', server: 'http://x', token: 't' }, 400, /^room:/],
  ['a bot without a token', { kind: 'telegram', name: 'x' }, 400, /^token:/],
  ['a mail server with a scheme', { ...mail, server: 'http://x' }, 400, /^server:/],
  ['a line break in a password', { ...mail, password: 'a\r\nb' }, 422, /password/],
  ['an unknown board', { kind: 'webhook', name: 'x', boards: ['nowhere'] }, 404, /nowhere/],
  ['no board', { kind: 'webhook', name: 'x', boards: [] }, 422, /boards/],
  ['an unknown priority', { kind: 'webhook', name: 'x', priority: 'loud' }, 422, /priority/],
  ['too many minutes', { kind: 'webhook', name: 'x', minutes: 481 }, 422, /minutes/],
  ['*** for nothing', { kind: 'telegram', name: 'x', token: '***' }, 400, /^token:/],
] as const;

test('what an inbox cannot be is refused, and the member named', async ({ appliance }) => {
  for (const [what, body, status, pattern] of WRONG) {
    const answer = await appliance.call<{ detail: unknown }>('POST', '/inboxes', body);
    assert.is(answer.status, status, what);
    const { detail } = answer.body;
    assert.match(typeof detail === 'string' ? detail : JSON.stringify(detail), pattern, what);
  }
  assert.is((await list(appliance)).total, 0);
});

test('a secret is encrypted, masked, kept over a restart, and goes only where it was given for', async ({
  appliance,
}) => {
  const { body } = await appliance.call<CreatedInbox>('POST', '/inboxes', mail);
  assert.is(body.password, '***');
  assert.is(body.receive, null);
  assert.is(body.mailbox, 'INBOX');
  const at = `/inboxes/${body.id}`;
  const change = (sent: object) => appliance.call<Inbox & Refused>('PATCH', at, sent);
  for (const sent of [{ server: 'evil.example.com' }, { server: 'imap.example.org:1993', password: '***' }]) {
    const refused = await change(sent);
    assert.is(refused.status, 400);
    assert.match(refused.body.detail, /^password:/);
  }
  assert.is(
    (await change({ server: 'IMAPS://imap.example.org:993', password: '***', name: 'Post' })).body.name,
    'Post',
  );
  await appliance.restart();
  assert.is((await list(appliance)).inboxes[0]?.password, '***');
  assert.is(appliance.app.store.state.settings.inboxes[0]?.secrets?.password, 'a long secret');
  assert.not.match(readFileSync(join(appliance.dir, 'settings.json'), 'utf8'), /a long secret/);
  assert.is((await change({ server: 'other.example.org', password: 'another' })).status, 200);
  assert.is((await change({ password: '' })).status, 400, 'a mailbox needs one');
  await Promise.all([change({ name: 'Both' }), change({ minutes: 7 })]);
  const both = (await list(appliance)).inboxes[0];
  assert.equal([both?.name, both?.minutes], ['Both', 7], 'two changes at once');
  assert.is((await appliance.call('PATCH', '/inboxes/nobody', {})).status, 404);
  assert.is((await appliance.call('DELETE', '/inboxes/nobody')).status, 404);
});

test('a backup keeps inboxes, brings no secret elsewhere, and no more of them than there may be', async ({
  appliance,
}) => {
  const { body } = await appliance.call<CreatedInbox>('POST', '/inboxes', mail);
  const { id, token, path } = await addWebhook(appliance);
  const backup = (await appliance.call<{ data: { settings: { inboxes: object[] } } }>('GET', '/backup/export')).body;
  assert.not.match(JSON.stringify(backup), /a long secret/);
  await appliance.call('DELETE', `/inboxes/${id}`);
  const restored = await appliance.call('POST', '/backup/import', { ...backup, passphrase: null });
  assert.is(restored.status, 200, JSON.stringify(restored.body));
  const [box, hook] = (await list(appliance)).inboxes;
  assert.is(box?.password, '***');
  assert.match(hook?.state.problem ?? '', /token is lost/);
  assert.is((await appliance.call('POST', `${path}?token=${token}`, { text: 'x' })).status, 401);
  const inboxes = backup.data.settings.inboxes;
  const moved = structuredClone(backup);
  moved.data.settings.inboxes = inboxes.map((one) => ({ ...one, server: 'evil.example.com' }));
  const refused = await appliance.call<Refused>('POST', '/backup/import', { ...moved, passphrase: null });
  assert.is(refused.status, 400);
  assert.match(refused.body.detail, new RegExp(`settings.inboxes.${body.id}`));
  moved.data.settings.inboxes = Array.from({ length: MOST_INBOXES + 1 }, (_, at) => ({ ...inboxes[0], id: `i${at}` }));
  assert.is((await appliance.call('POST', '/backup/import', { ...moved, passphrase: null })).status, 400);
});

test(`there are ${MOST_INBOXES} inboxes at most`, async ({ appliance }) => {
  for (let at = 0; at < MOST_INBOXES; at++) await addWebhook(appliance, { name: `Hook ${at}` });
  const { status, body } = await appliance.call<Refused>('POST', '/inboxes', { kind: 'webhook', name: 'One more' });
  assert.is(status, 409);
  assert.match(body.detail, /20 inboxes/);
});

test('settings of before, without inboxes, are read as they are', async ({ appliance }) => {
  const { inboxes: _none, ...settings } = appliance.app.store.state.settings;
  assert.equal(_none, []);
  const backup = (await appliance.call<{ data: object }>('GET', '/backup/export')).body;
  const older = { ...backup, data: { ...backup.data, settings } };
  assert.is((await appliance.call('POST', '/backup/import', { ...older, passphrase: null })).status, 200);
  assert.equal(await list(appliance), { inboxes: [], total: 0 });
});

test.run();
