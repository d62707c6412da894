import * as v from 'valibot';
import { INBOX_KINDS, type InboxKind } from '../../core/inbox-kinds.ts';
import {
  AddressSchema,
  InstantSchema,
  JsonObjectSchema,
  NameSchema,
  SecretSchema,
  command,
  integerBetween,
  integerFrom,
  maybe,
  maybeEach,
  mostCharacters,
} from '../common.ts';
import { BoardsSchema, PrioritySchema } from '../content/messages.ts';
import {
  INBOX_MESSAGES_PER_HOUR,
  LONGEST_HOST,
  LONGEST_NAME,
  MESSAGE_MINUTES,
  MOST_INBOXES,
  MOST_SENDERS,
} from '../limits.ts';

const KindSchema = v.picklist(Object.keys(INBOX_KINDS) as [InboxKind, ...InboxKind[]]);
const wordUpTo = (most: number) => v.pipe(v.string(), mostCharacters(most));

/** What every inbox has, whatever its kind, as it is written. */
const common = {
  name: NameSchema,
  enabled: v.boolean(),
  /** Ids of the boards that its messages go to, or `all`. */
  boards: BoardsSchema,
  /** How much its messages matter. */
  priority: PrioritySchema,
  /** How long its messages stay, in minutes; null until something else comes. */
  minutes: v.nullable(integerBetween(...MESSAGE_MINUTES)),
  /** How many messages it takes in an hour; what is beyond is left out. */
  most_per_hour: integerBetween(...INBOX_MESSAGES_PER_HOUR),
};

/** What only some kinds have (`INBOX_KINDS`). */
const special = {
  /** Who may write: chats and names of Telegram, accounts of Matrix, mail addresses. An empty list lets nobody in. */
  senders: v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_HOST))), v.maxLength(MOST_SENDERS)),
  /** Address of the server; of a mailbox its name, with a port where it is not 993. */
  server: AddressSchema,
  /** Topic of ntfy. */
  topic: v.pipe(v.string(), v.regex(/^[-_A-Za-z0-9]{0,64}$/, 'expected at most 64 letters, digits, _ and -')),
  /** Id or address of the Matrix room. */
  room: wordUpTo(LONGEST_HOST),
  /** Name of the mailbox, usually `INBOX`. */
  mailbox: v.pipe(wordUpTo(LONGEST_NAME), v.regex(/^[^\r\n\0]*$/, 'expected one line')),
  /** What the subject of a mail has to begin with or to contain; null takes every subject. */
  subject: v.nullable(
    command({
      /** Whether the text has to be at the begin, and is left out of the message, or anywhere. */
      match: v.picklist(['begins', 'contains']),
      /** The text, in upper or lower case. */
      text: v.pipe(wordUpTo(LONGEST_NAME), v.regex(/\S/, 'expected more than spaces')),
    }),
  ),
  /** Name at the server; empty where there is none. */
  username: v.pipe(wordUpTo(LONGEST_HOST), v.regex(/^[^\r\n\0]*$/, 'expected one line')),
};
const secrets = {
  /** Token for the server, masked when it is read. `***` keeps it, an empty one removes it. */
  token: v.pipe(SecretSchema, v.regex(/^[\x21-\x7e]*$/, 'expected letters, digits and signs without spaces')),
  /** Password of the mailbox, masked when it is read. `***` keeps it. */
  password: v.pipe(SecretSchema, v.regex(/^[^\r\n\0]*$/, 'expected one line')),
};

const change = maybeEach({ ...common, ...special, ...secrets });

/** Body of `POST /inboxes`: kind and name, and what the kind needs. */
export const InboxCreateSchema = command({ ...change, kind: KindSchema, name: NameSchema });
/** Body of `POST /inboxes`. */
export type InboxCreate = v.InferOutput<typeof InboxCreateSchema>;

/** Body of `PATCH /inboxes/{id}`: only sent members apply; `***` keeps a secret. */
export const InboxUpdateSchema = command(change);
/** Body of `PATCH /inboxes/{id}`. */
export type InboxUpdate = v.InferOutput<typeof InboxUpdateSchema>;

/** An inbox as it is answered and stored, without its secrets: what was written under other bounds stays readable. */
const plain = {
  id: v.string(),
  /** What it is: this decides which members it has. */
  kind: KindSchema,
  created_at: InstantSchema,
  name: v.string(),
  enabled: v.boolean(),
  /** Ids of the boards that its messages go to, or `all`. */
  boards: v.union([v.literal('all'), v.array(v.string())]),
  priority: common.priority,
  minutes: v.nullable(v.number()),
  most_per_hour: v.number(),
  senders: v.array(v.string()),
  server: v.string(),
  topic: v.string(),
  room: v.string(),
  mailbox: v.string(),
  subject: v.nullable(
    v.object({
      match: v.picklist(['begins', 'contains']),
      /** The text, in upper or lower case. */
      text: v.string(),
    }),
  ),
  username: v.string(),
};

/** What a backup may bring: inboxes that could have been written here. */
export const InboxBoundsSchema = v.object({
  inboxes: v.pipe(v.array(v.object({ ...common, ...special })), v.maxLength(MOST_INBOXES)),
});

/** How it stands with an inbox. */
export const InboxStateSchema = v.object({
  /** Whether its server answers; a webhook is connected when it is on. */
  connected: v.boolean(),
  /** When its last message came, since the start; null for none. */
  last_message_at: v.nullable(InstantSchema),
  /** What is wrong, as a sentence; null when all is well. */
  problem: v.nullable(v.string()),
});
/** How it stands with an inbox. */
export type InboxState = v.InferOutput<typeof InboxStateSchema>;

/** An inbox as it is answered; a secret is `***` when there is one. */
export const InboxSchema = v.object({
  ...plain,
  /** Token for the server, masked when it is read. `***` keeps it, an empty one removes it. */
  token: v.string(),
  password: v.string(),
  /** How it stands with it. */
  state: InboxStateSchema,
});
/** An inbox as it is answered. */
export type Inbox = v.InferOutput<typeof InboxSchema>;

/** Answer of `POST /inboxes`: for a webhook with its token and address, which cannot be read again. */
export const CreatedInboxSchema = v.object({
  ...InboxSchema.entries,
  /** Where programs post to a webhook, told this once; null for the other kinds. */
  receive: v.nullable(
    v.object({
      /** The token of this inbox alone. */
      token: v.string(),
      /** Path of the address, with the token. */
      path: v.string(),
      /** The address, with the token. */
      url: v.string(),
    }),
  ),
});
/** An inbox that was just made. */
export type CreatedInbox = v.InferOutput<typeof CreatedInboxSchema>;

/** Answer of `GET /inboxes`, in the order in which they were made. */
export const InboxListSchema = v.object({
  /** The inboxes. */
  inboxes: v.array(InboxSchema),
  total: integerFrom(0),
});

/** Answer of `DELETE /inboxes/{id}`. */
export const InboxRemovedSchema = v.object({ id: v.string() });

/** Body of `POST /inboxes/{id}/receive`: what one of many programs posts. */
export const InboxReceiveSchema = JsonObjectSchema;
/** Query of `POST /inboxes/{id}/receive`, for programs that send no headers of their own. */
export const InboxReceiveQuerySchema = v.object({ token: maybe(v.string()) });
/** Answer of `POST /inboxes/{id}/receive`: what it was read as, and what became of it on each board. */
export const InboxReceivedSchema = v.object({
  /** The message as it was read. */
  text: v.string(),
  sent: v.boolean(),
  boards: v.array(v.object({ board_id: v.string(), sent: v.boolean(), reason: v.nullable(v.string()) })),
});
/** What became of a message that came in. */
export type InboxReceived = v.InferOutput<typeof InboxReceivedSchema>;

/** An inbox as it is stored: tokens and passwords encrypted, of the token of a webhook the hash. */
export const StoredInboxShape = v.object({
  ...plain,
  /** Absent in what a backup without its passphrase brought. */
  secrets: v.optional(
    v.object({
      token: v.optional(v.string()),
      password: v.optional(v.string()),
      token_hash: v.optional(v.string()),
    }),
  ),
});
/** An inbox as it is stored. */
export type StoredInbox = v.InferOutput<typeof StoredInboxShape>;
