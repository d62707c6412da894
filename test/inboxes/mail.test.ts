import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mailPlace, readSubject } from '../../src/core/inbox-rules.ts';
import type { Feed } from '../../src/inboxes/feed.ts';
import { follow, mailboxName } from '../../src/inboxes/mail.ts';
import { decodeWords, readHeader } from '../../src/inboxes/mail-header.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { StoredInbox } from '../../src/schema/plugins/inboxes.ts';
import { until } from '../support/until.ts';
import { startMailbox, type Mailbox } from './imap-server.ts';
import { followInboxes, inboxOf, startStandIn, type InboxRig } from './rig.ts';

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

test('an inbox that is switched off leaves the mail server', async (context) => {
  const rig = (context.rig = begin(context.box));
  await until(() => isConnected(rig));
  assert.is(context.box.clients, 1);
  rig.set([]);
  await until(() => context.box.clients === 0);
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

/** Looks once into the mailbox as one connection does: what was shown, which places were kept, and why it ended. */
const lookInto = async (box: Mailbox, cursor: string | null, looks = 1, change: Partial<StoredInbox> = {}) => {
  const told = { shown: [] as unknown[], cursors: [] as unknown[], waits: [] as number[], connected: 0, problem: '' };
  let kept = cursor;
  const feed: Feed = {
    inbox: inboxOf('mail', {
      server: `127.0.0.1:${box.port}`,
      username: 'owner@example.org',
      secrets: { password: 'a "secret" word' },
      ...change,
    }),
    clock: systemClock,
    signal: new AbortController().signal,
    get cursor() {
      return kept;
    },
    set cursor(next) {
      kept = next;
      told.cursors.push(next);
    },
    connected: () => void told.connected++,
    take: async (text, who = []) => {
      told.shown.push([text, ...who]);
      return text !== 'stranger';
    },
    wait: async (ms) => {
      told.waits.push(ms);
      if (told.waits.length === looks) throw new Error('enough');
    },
  };
  await follow(feed, { ca: cert }).catch((error: unknown) => {
    told.problem = (error as Error).message;
  });
  return told;
};

const VALIDITY = '3857529045';
const letter = (subject: string) => `From: anna@example.org\r\nSubject: ${subject}`;

test('a mailbox is read on where it was left, and from its end where its numbers are others', async ({ box }) => {
  for (const subject of ['one', 'two', 'stranger']) box.receive(letter(subject));
  const { shown, cursors, waits, connected, problem } = await lookInto(box, `${VALIDITY} 42`);
  assert.equal(shown, [
    ['two', 'anna@example.org'],
    ['stranger', 'anna@example.org'],
  ]);
  assert.equal(cursors, [`${VALIDITY} 43`, `${VALIDITY} 44`, `${VALIDITY} 44`]);
  assert.equal([waits, connected, problem], [[30_000], 1, 'enough']);
  assert.equal(
    box.mails.map(({ seen }) => seen),
    [false, true, false],
  );
  for (const cursor of [null, '1 42']) {
    const other = await lookInto(box, cursor);
    assert.equal([other.shown, other.cursors], [[], [`${VALIDITY} 44`]]);
  }
});

test('a look reads a hundred mails, in the order of their numbers; one that is gone is passed over', async ({
  box,
}) => {
  for (let at = 0; at < 102; at++) box.receive(letter(String(at)));
  box.instead = (command) => {
    const tag = `F${box.commands.length}`;
    if (command.startsWith('UID SEARCH')) {
      const numbers = box.mails.map(({ uid }) => uid).reverse();
      return `* search ${numbers.join(' ')} 5 x\r\n${tag} OK done\r\n`;
    }
    return command.startsWith('UID FETCH 142 ') ? `* 1 FETCH (UID 142)\r\n${tag} OK done\r\n` : null;
  };
  const { shown, cursors } = await lookInto(box, `${VALIDITY} 41`);
  assert.equal(shown.length, 99);
  assert.equal([shown[0], cursors.at(-1)], [['2', 'anna@example.org'], `${VALIDITY} 143`]);
});

test('a mail is looked for again after a while, on the same connection', async ({ box }) => {
  const { waits } = await lookInto(box, null, 2);
  assert.equal(waits, [30_000, 30_000]);
  assert.is(box.commands.filter((command) => command === 'NOOP').length, 1);
  box.instead = (command) => (command === 'NOOP' ? 'F4 BAD no\r\n' : null);
  assert.is((await lookInto(box, null, 2)).problem, 'the mail server ended the connection');
});

for (const [what, answer, problem] of [
  ['without a number of the next mail', '* OK [UIDVALIDITY 1] ok', 'the mail server does not number its mails'],
  ['without a number of its own', '* OK [UIDNEXT 1] ok', 'the mail server does not number its mails'],
  ['in small letters', '* ok [uidnext 5] ok\r\n* ok [uidvalidity 1] ok', 'enough'],
] as const)
  test(`a mailbox ${what}`, async ({ box }) => {
    box.instead = (command) => (command.startsWith('SELECT') ? `${answer}\r\nF2 ok done\r\n` : null);
    assert.is((await lookInto(box, null)).problem, problem);
  });

test('a server that is no name is asked nothing', async ({ box }) => {
  assert.is((await lookInto(box, null, 1, { server: 'a b' })).problem, 'the server is no name of a mail server');
  assert.equal(box.commands, []);
});

test('what is no ASCII is sent by its length, once the server says that it waits', async ({ box }) => {
  box.instead = (command) => {
    if (command.includes('{')) return '* later\r\n+ go on\r\n';
    return command === 'word' ? 'F1 OK done\r\n' : 'F2 NO no\r\n';
  };
  const change = { username: 'back\\slash', secrets: { password: 'é word' } };
  assert.is((await lookInto(box, null, 1, change)).problem, 'the mail server has no such mailbox');
  assert.equal(box.commands, ['LOGIN "back\\\\slash" {7}', 'word', 'SELECT "INBOX"']);
});

for (const [greeting, problem] of [
  ['* BYE too many\r\n', 'the server is no mail server, or takes nobody now'],
  ['HTTP/1.1 400 Bad Request\r\n', 'the server is no mail server, or takes nobody now'],
  ['* OKAY\r\n', 'the server is no mail server, or takes nobody now'],
  ['', 'the mail server ended the connection'],
] as const)
  test(`a server that greets with ${JSON.stringify(greeting)}`, async ({ box }) => {
    const server = await startStandIn(() => createServer({ cert, key }, (socket) => socket.end(greeting)));
    const { problem: said, connected } = await lookInto({ ...box, port: server.port }, null);
    assert.equal([said, connected], [problem, 0]);
    await server.leave();
  });

for (const greeting of ['* BYE too many\r\n', 'x'.repeat(70_000)])
  test(`a server that greets with ${greeting.slice(0, 5)} and stays is left`, async ({ box }) => {
    let isLeft = false;
    const server = await startStandIn(() =>
      createServer({ cert, key }, (socket) => {
        socket.on('error', () => undefined).on('close', () => (isLeft = true));
        socket.write(greeting);
      }),
    );
    await lookInto({ ...box, port: server.port }, null);
    await until(() => isLeft);
    await server.leave();
  });

test('answers to one command have 64 KiB, lines and literals together; a line may end with a literal', async ({
  box,
}) => {
  const lengths = (line: number, literal: number): string =>
    `* ${'x'.repeat(line - 13)} {${String(literal).padStart(6, '0')}}\r\n` + 'y'.repeat(literal);
  const problemOf = async (line: number, literal: number): Promise<string> => {
    box.instead = (command) =>
      command.startsWith('LOGIN')
        ? `${lengths(line, literal)}\r\nF1 OK done\r\n`
        : command.startsWith('SELECT')
          ? 'F2 NO no\r\n'
          : null;
    return (await lookInto(box, null)).problem;
  };
  const rest = '\r\nF1 OK done\r\n'.length;
  assert.is(await problemOf(1000, 65_536 - 1000 - rest), 'the mail server has no such mailbox');
  assert.is(await problemOf(1000, 65_536 - 1000 - rest + 1), 'the mail server sends more than was asked for');
});

for (const [from, expected] of [
  ['anna@example.org', 'anna@example.org'],
  ['Anna <Anna@Example.ORG>', 'anna@example.org'],
  ['"anna@example.org" <mallory@example.com>', 'mallory@example.com'],
  ['"a \\" <anna@example.org>" <mallory@example.com>', 'mallory@example.com'],
  ['anna@example.org (mallory) <mallory@example.com>', 'mallory@example.com'],
  ['<anna@example.org> <mallory@example.com>', ''],
  ['anna@example.org, mallory@example.com', ''],
  ['<anna@example.org>, <bob@example.org>', ''],
  ['Anna < anna@example.org >', 'anna@example.org'],
  ['anna@home@example.org', ''],
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
  ['a =?utf-8?q?b=2dc_d?= e', 'a b-c d e'],
  ['=?utf-8?b?w6Q=?= =?utf-8?q?=C3=B6?= x', 'äö x'],
  ['=?iso-8859-1?q?=E4?= =?utf-8?q?=C3=B6?=!', 'äö!'],
  ['=?utf-8?q?a?= b =?utf-8?q?c?=', 'a b c'],
  ['=?no-such-set?Q?plain?= and =?broken', 'plain and =?broken'],
] as const)
  test(`${text} means ${expected}`, () => assert.is(decodeWords(text), expected));

test('the fields of a header are found in any case, over several lines, and are empty where they are missing', () => {
  const read = (text: string) => readHeader(Buffer.from(text));
  assert.equal(read('SUBJECT: a\r\n\tb\r\n c\r\nfrom:anna@example.org\r\n\r\n'), {
    from: 'anna@example.org',
    subject: 'a b c',
  });
  assert.equal(read('X-Subject: a\r\n'), { from: '', subject: '' });
  assert.is(read('Subject: K\u00e4se').subject, 'K\u00e4se');
});

test('servers, mailboxes and subjects are read as people write them', () => {
  assert.equal(mailPlace('IMAP.example.org'), { host: 'imap.example.org', port: 993 });
  assert.equal(mailPlace('imaps://imap.example.org:1993/'), { host: 'imap.example.org', port: 1993 });
  assert.equal(mailPlace('[::1]:993'), { host: '::1', port: 993 });
  for (const wrong of ['', 'user@host', 'http://host', 'host:0', 'host:99999', 'a b'])
    assert.is(mailPlace(wrong), null);
  assert.is(mailboxName('Entwürfe & mehr'), 'Entw&APw-rfe &- mehr');
  assert.is(mailboxName('\u{1F4EC} ~'), '&2D3c7A- ~');
  assert.is(mailboxName('\u03ff\u03ff'), '&A,8D,w-');
  assert.is(readSubject(' Hello ', null), 'Hello');
  assert.is(readSubject('BOARD: hello', { match: 'begins', text: 'board:' }), 'hello');
  assert.is(readSubject('Re: board: hello', { match: 'begins', text: 'board:' }), null);
  assert.is(readSubject('Re: board: hello', { match: 'contains', text: 'board:' }), 'Re: board: hello');
});

test.run();
