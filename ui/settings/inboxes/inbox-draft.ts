import { hasMember, type InboxKind, type InboxMember } from '../../../src/core/inbox-kinds.ts';
import type { SubjectRule } from '../../../src/core/inbox-rules.ts';
import type { Inbox, InboxCreate } from '../../../src/schema/plugins/inboxes.ts';

/** An inbox as its form shows it: everything is there, and people who may write are lines of a text. */
export interface InboxDraft extends Omit<Inbox, 'id' | 'created_at' | 'state' | 'senders' | 'boards' | 'subject'> {
  /** None: all. */
  readonly boards: readonly string[];
  readonly senders: string;
  readonly subject: SubjectRule | null;
}

/** What the form of a new inbox begins with. */
export const NEW_INBOX: InboxDraft = {
  kind: 'webhook',
  name: '',
  enabled: true,
  boards: [],
  priority: 'normal',
  minutes: null,
  most_per_hour: 30,
  senders: '',
  server: '',
  topic: '',
  room: '',
  mailbox: 'INBOX',
  subject: null,
  username: '',
  token: '',
  password: '',
};

/** Another kind, with the server that it usually has. */
export const withKind = (draft: InboxDraft, kind: InboxKind): InboxDraft => ({
  ...draft,
  kind,
  server: kind === 'ntfy' ? 'https://ntfy.sh' : kind === 'telegram' ? 'https://api.telegram.org' : '',
});

/** The form of an inbox that is there. */
export const draftOf = (inbox: Inbox): InboxDraft => ({
  ...inbox,
  boards: inbox.boards === 'all' ? [] : inbox.boards,
  senders: inbox.senders.join('\n'),
});

/** What is sent of a form: the members that its kind has. */
export const bodyOf = (draft: InboxDraft): InboxCreate => {
  const { kind, name, enabled, boards, priority, minutes, most_per_hour } = draft;
  const special: Readonly<Record<InboxMember, unknown>> = {
    senders: draft.senders.split(/[\n,;]/).flatMap((one) => one.trim() || []),
    server: draft.server.trim(),
    topic: draft.topic.trim(),
    room: draft.room.trim(),
    mailbox: draft.mailbox,
    subject: draft.subject?.text.trim() ? draft.subject : null,
    username: draft.username,
    token: draft.token.trim(),
    password: draft.password,
  };
  return {
    kind,
    name: name.trim(),
    enabled,
    boards: boards.length === 0 ? 'all' : [...boards],
    priority,
    minutes,
    most_per_hour,
    ...Object.fromEntries(Object.entries(special).filter(([member]) => hasMember(kind, member as InboxMember))),
  } as InboxCreate;
};
