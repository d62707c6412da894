/** What can be written, and read again. */
const WRITTEN: Readonly<Record<string, string>> = {
  boards: 'Ids of the boards that its messages go to, or `all`.',
  priority: 'How much its messages matter.',
  minutes: 'How long its messages stay, in minutes; null until something else comes.',
  senders:
    'Who may write: chats and names of Telegram, accounts of Matrix, mail addresses. An empty list lets nobody in.',
  server: 'Address of the server; of a mailbox its name, with a port where it is not 993.',
  topic: 'Topic of ntfy.',
  room: 'Id or address of the Matrix room.',
  mailbox: 'Name of the mailbox, usually `INBOX`.',
  subject: 'What the subject of a mail has to begin with or to contain; null takes every subject.',
  'subject.match': 'Whether the text has to be at the begin, and is left out of the message, or anywhere.',
  'subject.text': 'The text, in upper or lower case.',
  username: 'Name at the server; empty where there is none.',
  token: 'Token for the server, masked when it is read. `***` keeps it, an empty one removes it.',
  password: 'Password of the mailbox, masked when it is read. `***` keeps it.',
};
/** What only an answer has. */
const READ: Readonly<Record<string, string>> = { ...WRITTEN, state: 'How it stands with it.' };

const KIND = 'What it is: this decides which members it has.';

const under = (schema: string, fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [`${schema}.${name}`, text]));

/** Members about inboxes. */
export const INBOX_FIELDS: Readonly<Record<string, string>> = {
  ...under('Inbox', { ...READ, kind: KIND }),
  ...under('CreatedInbox', { ...READ, kind: KIND }),
  ...under('InboxCreate', { ...WRITTEN, kind: KIND }),
  ...under('InboxUpdate', WRITTEN),
  inboxes: 'The inboxes.',
  most_per_hour: 'How many messages it takes in an hour; what is beyond is left out.',
  last_message_at: 'When its last message came, since the start; null for none.',
  'InboxState.connected': 'Whether its server answers; a webhook is connected when it is on.',
  'InboxState.problem': 'What is wrong, as a sentence; null when all is well.',
  'CreatedInbox.receive': 'Where programs post to a webhook, told this once; null for the other kinds.',
  'CreatedInbox.receive.token': 'The token of this inbox alone.',
  'CreatedInbox.receive.path': 'Path of the address, with the token.',
  'CreatedInbox.receive.url': 'The address, with the token.',
  'InboxReceived.text': 'The message as it was read.',
};
