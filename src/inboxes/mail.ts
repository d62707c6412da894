import type { ConnectionOptions } from 'node:tls';
import { mailPlace, readSubject } from '../core/inbox-rules.ts';
import { onAbort } from '../platform/abort.ts';
import { NetError } from '../platform/network/exchange.ts';
import type { Feed } from './feed.ts';
import { ImapConnection, type ImapResponse } from './imap.ts';
import { readHeader } from './mail-header.ts';

const EVERY_MS = 30_000;
/** Mails of one look: what came beyond them meanwhile is left out. */
const MOST = 100;

/** The name of a mailbox as IMAP writes it: letters outside ASCII in a UTF-7 of its own. */
export const mailboxName = (name: string): string =>
  name.replaceAll('&', '&-').replace(/[^\x20-\x7e]+/g, (run) => {
    const base64 = Buffer.from(run, 'utf16le').swap16().toString('base64');
    return `&${base64.replace(/=+$/, '').replaceAll('/', ',')}-`;
  });

const numberIn = (answers: readonly ImapResponse[], pattern: RegExp): number => {
  const found = answers.map(({ line }) => pattern.exec(line)?.[1]).find((one) => one !== undefined);
  return Number(found ?? Number.NaN);
};

/** Signs in, opens the mailbox, and answers the number of the next mail with what tells numberings apart. */
const openBox = async (connection: ImapConnection, { inbox }: Feed): Promise<{ next: number; validity: number }> => {
  const { username, mailbox, secrets } = inbox;
  if (!(await connection.command('LOGIN', { text: username }, { text: secrets?.password ?? '' })))
    throw new NetError('the mail server refuses user or password');
  const opened = await connection.command('SELECT', { text: mailboxName(mailbox) });
  if (!opened) throw new NetError('the mail server has no such mailbox');
  const next = numberIn(opened, /\[UIDNEXT (\d{1,10})\]/i);
  const validity = numberIn(opened, /\[UIDVALIDITY (\d{1,10})\]/i);
  if (Number.isNaN(next) || Number.isNaN(validity)) throw new NetError('the mail server does not number its mails');
  return { next, validity };
};

const unseenFrom = async (connection: ImapConnection, next: number): Promise<number[]> => {
  const found = await connection.command('UID', 'SEARCH', 'UNSEEN', 'UID', `${next}:*`);
  const line = found?.find((one) => /^\* SEARCH\b/i.test(one.line))?.line ?? '';
  // The last mail is named even where its number is below.
  const numbers = line.split(' ').slice(2).map(Number);
  return numbers.filter((one) => Number.isSafeInteger(one) && one >= next).sort((a, b) => a - b);
};

const takeMail = async (connection: ImapConnection, feed: Feed, uid: number): Promise<void> => {
  const fields = await connection.command('UID', 'FETCH', String(uid), '(BODY.PEEK[HEADER.FIELDS (FROM SUBJECT)])');
  const bytes = fields?.find(({ literals }) => literals.length > 0)?.literals[0];
  if (!bytes) return;
  const { from, subject } = readHeader(bytes);
  const text = readSubject(subject, feed.inbox.subject);
  if (text === null || !(await feed.take(text, [from]))) return;
  await connection.command('UID', 'STORE', String(uid), '+FLAGS.SILENT', '(\\Seen)');
};

/** Follows a mailbox: the subject of each new mail of somebody who may write; others stay as they are, unread. */
export const follow = async (feed: Feed, options: ConnectionOptions = {}): Promise<void> => {
  const place = mailPlace(feed.inbox.server);
  if (!place) throw new NetError('the server is no name of a mail server');
  const connection = await ImapConnection.open(place.host, place.port, options);
  const cancel = onAbort(feed.signal, () => connection.close());
  try {
    const { next: first, validity } = await openBox(connection, feed);
    feed.connected();
    const [known, at] = (feed.cursor ?? '').split(' ');
    let next = known === String(validity) ? Number(at) : first;
    for (;;) {
      for (const uid of (await unseenFrom(connection, next)).slice(-MOST)) {
        next = uid + 1;
        feed.cursor = `${validity} ${next}`;
        await takeMail(connection, feed, uid);
      }
      feed.cursor = `${validity} ${next}`;
      await feed.wait(EVERY_MS);
      if (!(await connection.command('NOOP'))) throw new NetError('the mail server ended the connection');
    }
  } finally {
    cancel();
    connection.close();
  }
};
