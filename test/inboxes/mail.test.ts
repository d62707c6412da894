import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mailPlace, readSubject } from '../../src/core/inbox-rules.ts';
import { follow, mailboxName } from '../../src/inboxes/mail.ts';
import { decodeWords, readHeader } from '../../src/inboxes/mail-header.ts';
import type { StoredInbox } from '../../src/schema/plugins/inboxes.ts';
import { until } from '../support/until.ts';
import { startMailbox } from './imap-server.ts';
import type { Mailbox } from './imap-server.ts';
import { followInboxes, inboxOf } from './rig.ts';
import type { InboxRig } from './rig.ts';

const test = suite<{ rig: InboxRig | null; box: Mailbox }>('inboxes/mail');

const dir = mkdtempSync(join(tmpdir(), 'flapbox-mail-'));
const [certFile, keyFile] = [join(dir, 'cert.pem'), join(dir, 'key.pem')];
const REQUEST =
  'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1';
const made = spawnSync('openssl', [...REQUEST.split(' '), '-keyout', keyFile, '-out', certFile], { encoding: 'utf8' });
const [cert, key] = made.status === 0 ? [readFileSync(certFile, 'utf8'), readFileSync(keyFile, 'utf8')] : ['', ''];

test.before.each(async (context) => {
  assert.is(made.status, 0, made.stderr);
  context.box = await startMailbox(cert, key);
});
test.after.each(async (context) => {
  await context.rig?.stop();
  context.rig = null;
  await context.box.leave();
});
test.after(() => rmSync(dir, { recursive: true, force: true }));

const begin = (box: Mailbox, change: Partial<StoredInbox> = {}, ca: string | string[] = cert): InboxRig =>
  followInboxes(
    [
      inboxOf('mail', {
        server: `127.0.0.1:${box.port}`,
        username: 'owner@example.org',
        senders: ['anna@example.org'],
        secrets: { password: 'a "secret" word' },
        ...change,
      }),
    ],
    { mail: () => (feed) => follow(feed, { ca }) },
  );
const isConnected = ({ reports }: InboxRig) => reports.at(-1)?.connected === true;

test('the subject of a mail of somebody who may write comes in, and the mail is read; others stay unread', async (context) => {
  const { box } = context;
  box.receive('From: anna@example.org\r\nSubject: Board: from before');
  const rig = (context.rig = begin(box, { subject: { match: 'begins', text: 'Board:' } }));
  await until(() => isConnected(rig));
  box.receive('From: "anna@example.org" <mallory@example.com>\r\nSubject: Board: I am no friend');
  box.receive('From: Anna <Anna@Example.org>\r\nSubject: A private word');
  box.receive('From: Anna <anna@example.org>\r\nSubject: =?utf-8?Q?board:_K=C3=A4se_ist?=\r\n =?utf-8?B?IGFsbGU=?=');
  await until(() => rig.shown.length === 1 && box.mails.at(-1)?.seen === true);
  assert.equal(rig.shown, ['Käse ist alle']);
  assert.equal(
    box.mails.map(({ seen }) => seen),
    [false, false, false, true],
  );
  await box.leave();
  await until(() => rig.reports.at(-1)?.connected === false);
  box.receive('From: anna@example.org\r\nSubject: Board: while you were away');
  await box.comeBack();
  await until(() => rig.shown.length === 2);
  assert.is(rig.shown[1], 'while you were away');
});

for (const [what, answer, problem] of [
  ['a line without an end', 'x'.repeat(400_000), 'the mail server sends more than was asked for'],
  ['a literal larger than a mail may be', '* 1 FETCH {900000000}\r\n', 'the mail server sends more than was asked for'],
  ['answers without an end', '* 1 EXISTS\r\n'.repeat(40_000), 'the mail server sends more than was asked for'],
  ['no numbers', 'F2 OK done\r\n', 'the mail server does not number its mails'],
  ['a refusal', 'F2 NO no\r\n', 'the mail server has no such mailbox'],
] as const)
  test(`${what} in place of a mailbox: ${problem}`, async (context) => {
    context.box.instead = (command) => (command.startsWith('SELECT') ? answer : null);
    const rig = (context.rig = begin(context.box));
    await until(() => rig.reports.length > 0);
    assert.equal(rig.reports[0], { connected: false, problem });
  });

test('a wrong password, and a certificate that nobody trusts, are told', async (context) => {
  const rig = (context.rig = begin(context.box, { secrets: { password: 'wrong' } }));
  await until(() => rig.reports.length > 0);
  assert.is(rig.reports[0]?.problem, 'the mail server refuses user or password');
  await rig.stop();
  const other = (context.rig = begin(context.box, {}, []));
  await until(() => other.reports.length > 0);
  assert.is(other.reports[0]?.problem, 'the certificate of the server is not trusted');
});

test('a password beyond ASCII is sent as it is', async (context) => {
  const { box } = context;
  box.instead = (command) => (command.includes('{') ? '+ go on\r\n' : null);
  const rig = (context.rig = begin(box, { secrets: { password: 'Käse' } }));
  await until(() => box.commands.length >= 2);
  assert.is(box.commands[0], 'LOGIN "owner@example.org" {5}');
  await rig.stop();
});

for (const [from, expected] of [
  ['anna@example.org', 'anna@example.org'],
  ['Anna <Anna@Example.ORG>', 'anna@example.org'],
  ['"anna@example.org" <mallory@example.com>', 'mallory@example.com'],
  ['"a \\" <anna@example.org>" <mallory@example.com>', 'mallory@example.com'],
  ['anna@example.org (mallory) <mallory@example.com>', 'mallory@example.com'],
  ['<anna@example.org> <mallory@example.com>', ''],
  ['anna@example.org, mallory@example.com', ''],
  ['anna', ''],
  ['', ''],
] as const)
  test(`the sender "${from}" is "${expected}"`, () =>
    assert.is(readHeader(Buffer.from(`Subject: x\r\nFrom: ${from}\r\n\r\n`)).from, expected));

for (const [text, expected] of [
  // The examples of RFC 2047, section 8.
  ['=?ISO-8859-1?Q?a?=', 'a'],
  ['=?ISO-8859-1?Q?a?= b', 'a b'],
  ['=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=', 'ab'],
  ['=?ISO-8859-1?Q?a_b?=', 'a b'],
  ['=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=', 'a b'],
  ['=?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?=', 'If you can read this yo'],
  ['=?US-ASCII*EN?Q?Keith_Moore?=', 'Keith Moore'],
  ['=?utf-8?Q?=C3?= =?utf-8?Q?=A4?=', 'ä'],
  ['=?no-such-set?Q?plain?= and =?broken', 'plain and =?broken'],
] as const)
  test(`${text} means ${expected}`, () => assert.is(decodeWords(text), expected));

test('servers, mailboxes and subjects are read as people write them', () => {
  assert.equal(mailPlace('IMAP.example.org'), { host: 'imap.example.org', port: 993 });
  assert.equal(mailPlace('imaps://imap.example.org:1993/'), { host: 'imap.example.org', port: 1993 });
  assert.equal(mailPlace('[::1]:993'), { host: '::1', port: 993 });
  for (const wrong of ['', 'user@host', 'http://host', 'host:0', 'host:99999', 'a b'])
    assert.is(mailPlace(wrong), null);
  assert.is(mailboxName('Entwürfe & mehr'), 'Entw&APw-rfe &- mehr');
  assert.is(readSubject(' Hello ', null), 'Hello');
  assert.is(readSubject('BOARD: hello', { match: 'begins', text: 'board:' }), 'hello');
  assert.is(readSubject('Re: board: hello', { match: 'begins', text: 'board:' }), null);
  assert.is(readSubject('Re: board: hello', { match: 'contains', text: 'board:' }), 'Re: board: hello');
});

test.run();
