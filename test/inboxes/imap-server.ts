import { createServer, type TLSSocket } from 'node:tls';
import { startStandIn, type StandIn } from './rig.ts';

/** A mail as the stand-in keeps it. */
export interface KeptMail {
  readonly uid: number;
  readonly header: string;
  seen: boolean;
}

/** A mailbox that speaks as much of IMAP as a client needs that reads headers. */
export interface Mailbox extends StandIn {
  readonly mails: KeptMail[];
  readonly commands: string[];
  /** How many clients are connected. */
  clients: number;
  /** Answers a command in another way, where it answers anything. */
  instead: (command: string) => string | null;
  /** Puts a new mail into the mailbox. */
  receive(header: string): void;
}

const USER = '"owner@example.org" "a \\"secret\\" word"';

const reply = (box: Mailbox, tag: string, command: string): string => {
  const ok = `${tag} OK done\r\n`;
  if (command.startsWith('LOGIN')) return command === `LOGIN ${USER}` ? ok : `${tag} NO [AUTHENTICATIONFAILED] no\r\n`;
  if (command === 'SELECT "INBOX"') {
    const next = (box.mails.at(-1)?.uid ?? 0) + 1;
    return `* ${box.mails.length} EXISTS\r\n* OK [UIDVALIDITY 3857529045] UIDs valid\r\n* OK [UIDNEXT ${next}] next\r\n${ok}`;
  }
  const [, from] = /^UID SEARCH UNSEEN UID (\d+):\*$/.exec(command) ?? [];
  if (from !== undefined) {
    const last = box.mails.at(-1);
    const found = box.mails.filter((one) => !one.seen && (one.uid >= Number(from) || one === last));
    return `* SEARCH${found.map(({ uid }) => ` ${uid}`).join('')}\r\n${ok}`;
  }
  const [, uid, what] = /^UID (?:FETCH|STORE) (\d+) (.*)$/.exec(command) ?? [];
  const mail = box.mails.find((one) => String(one.uid) === uid);
  if (mail && what === '(BODY.PEEK[HEADER.FIELDS (FROM SUBJECT)])') {
    const bytes = Buffer.from(`${mail.header}\r\n\r\n`);
    return `* 1 FETCH (UID ${uid} BODY[HEADER.FIELDS (FROM SUBJECT)] {${bytes.length}}\r\n${bytes.toString('latin1')})\r\n${ok}`;
  }
  if (mail && what === '+FLAGS.SILENT (\\Seen)') {
    mail.seen = true;
    return ok;
  }
  return command === 'NOOP' ? ok : `${tag} BAD what\r\n`;
};

const serve = (box: Mailbox, socket: TLSSocket): void => {
  box.clients++;
  socket.on('error', () => undefined).on('close', () => box.clients--);
  socket.write('* OK IMAP4rev1 ready\r\n');
  let rest = '';
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1');
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(rest.slice(0, end)) ?? [];
      rest = rest.slice(end + 2);
      box.commands.push(command);
      socket.write(Buffer.from(box.instead(command) ?? reply(box, tag, command), 'latin1'));
    }
  });
};

/** Starts a mailbox behind TLS, with a certificate and its key in PEM. */
export const startMailbox = async (cert: string, key: string): Promise<Mailbox> => {
  const mails: KeptMail[] = [];
  const server = await startStandIn(() => createServer({ cert, key }, (socket) => serve(box, socket)), 'imaps');
  const receive = (header: string) => void mails.push({ uid: (mails.at(-1)?.uid ?? 40) + 1, header, seen: false });
  const box: Mailbox = { ...server, mails, commands: [], clients: 0, instead: () => null, receive };
  return box;
};
