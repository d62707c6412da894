import { HOUR_MS } from '../core/time/durations.ts';
import { INBOX_KINDS, hasMember, type InboxKindMembers, type InboxMember } from '../core/inbox-kinds.ts';
import { mailPlace } from '../core/inbox-rules.ts';
import { withoutNull, withoutUndefined } from '../core/record.ts';
import { recordsById } from '../core/records.ts';
import { Fault } from '../fault.ts';
import { toInstant, type Clock } from '../platform/clock.ts';
import { actAs } from '../platform/actor.ts';
import { destinationOf, maskAddress } from '../platform/network/secret-address.ts';
import { MASK } from '../schema/boards/boards.ts';
import type { JsonObject } from '../schema/common.ts';
import type {
  Inbox,
  InboxCreate,
  InboxReceived,
  InboxState,
  InboxUpdate,
  StoredInbox,
} from '../schema/plugins/inboxes.ts';
import { LONGEST_INBOX_TEXT, MOST_INBOXES } from '../schema/limits.ts';
import type { FlatMessage } from '../schema/content/messages.ts';
import type { Store } from '../store/store.ts';
import { AttemptLimit } from './auth/attempt-limit.ts';
import { hashOf, matches, newToken } from './auth/tokens.ts';
import { getOrInsert } from '../core/memo.ts';
import { boardIdsOf, newId, requireFound } from './lookup.ts';
import type { MessageService } from './messages/messages.ts';
import { changeSettings } from './settings.ts';

/** What inboxes work with. */
export interface InboxServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly messages: Pick<MessageService, 'post'>;
  /** The words of what a program posted; null for what is not understood. */
  readonly readWebhook: (body: JsonObject) => string | null;
}

/** What is known of an inbox since the start. */
interface Course {
  connected: boolean;
  /** Why there is no connection. */
  connection: string | null;
  /** What was wrong with the last message. */
  message: string | null;
  lastAt: number | null;
  /** Monotonic instants of the messages of the last hour. */
  taken: number[];
}

/** What an inbox is when it is made, as far as nobody says otherwise. */
export const NEW_INBOX: Omit<StoredInbox, 'id' | 'kind' | 'name' | 'created_at'> = {
  enabled: true,
  boards: 'all',
  priority: 'normal',
  minutes: null,
  most_per_hour: 30,
  senders: [],
  server: '',
  topic: '',
  room: '',
  mailbox: '',
  subject: null,
  username: '',
  secrets: {},
};
const USUAL = { telegram: { server: 'https://api.telegram.org' }, mail: { mailbox: 'INBOX' } } as const;

const SPECIAL = ['senders', 'server', 'topic', 'room', 'mailbox', 'subject', 'username', 'token', 'password'] as const;
const SECRETS = ['token', 'password'] as const;

const NO_BOARD = 'No board is switched on.';
const BOARDS_GONE = 'Its boards were removed: choose others.';
const NOBODY = 'Nobody may write: add a sender.';
const NOT_UNDERSTOOD =
  'says nothing that is understood; understood are Alertmanager, Grafana, Uptime Kuma, GitHub, Sonarr, Radarr and Home Assistant, and JSON with a member text, message or title';

const notUnderstood = (): Fault =>
  new Fault(422, `body: ${NOT_UNDERSTOOD}.`, {
    body: { detail: [{ type: 'value_error', loc: ['body'], msg: NOT_UNDERSTOOD }] },
  });

/** Where the secrets of an inbox are sent to: scheme, host and port. */
const placeOf = ({ kind, server }: StoredInbox): string => {
  const mail = kind === 'mail' ? mailPlace(server) : null;
  return mail ? `imaps://${mail.host}:${mail.port}` : (destinationOf(server) ?? server);
};

/** Whether another form of an inbox sends what is stored here where it was given for. */
export const isSamePlace = (before: StoredInbox, after: StoredInbox): boolean =>
  SECRETS.every((name) => !before.secrets?.[name]) ||
  (before.kind === after.kind && placeOf(before) === placeOf(after));

/** What was sent with a value; null is one where it clears a member. */
const valuesOf = ({ minutes, subject, ...others }: InboxUpdate) => ({
  ...withoutNull(others),
  ...withoutUndefined({ minutes, subject }),
});
type Values = ReturnType<typeof valuesOf>;

/** What its kind needs; what was missing `before` an inbox was changed, as after a restore, may still be missing. */
const requireMembers = (inbox: StoredInbox, sent: Values, before: StoredInbox | null): void => {
  const foreign = SPECIAL.find((name) => sent[name] !== undefined && !hasMember(inbox.kind, name));
  if (foreign) throw new Fault(400, `${foreign}: an inbox of the kind "${inbox.kind}" has no such member.`);
  const { needs }: InboxKindMembers = INBOX_KINDS[inbox.kind];
  const lacks = (one: StoredInbox, name: InboxMember): boolean =>
    !(name === 'token' || name === 'password' ? one.secrets?.[name] : one[name]);
  const missing = needs.find((name) => lacks(inbox, name) && !(before && lacks(before, name)));
  if (missing) throw new Fault(400, `${missing}: an inbox of the kind "${inbox.kind}" needs it.`);
};

const requireServer = ({ kind, server }: StoredInbox): void => {
  if (kind === 'mail' && !mailPlace(server))
    throw new Fault(400, 'server: the name of a mail server, with a port where it is not 993.');
  if (kind === 'mail' || !hasMember(kind, 'server')) return;
  if (!/^https?:\/\/[^?#@\s]+$/i.test(server) || !URL.canParse(server) || maskAddress(server) !== server)
    throw new Fault(400, 'server: an address that begins with http:// or https://, without user, password or key.');
};

const check = (inbox: StoredInbox, sent: Values, before: StoredInbox | null): StoredInbox => {
  requireMembers(inbox, sent, before);
  requireServer(inbox);
  if (inbox.kind === 'matrix' && !/^[!#][^\s/?]+$/.test(inbox.room))
    throw new Fault(400, 'room: the id of a room, which begins with !, or its address, which begins with #.');
  return inbox;
};

/** The secrets after a write: `***` and absence keep one, an empty text removes it. */
const secretsOf = (before: StoredInbox, sent: Values): NonNullable<StoredInbox['secrets']> => {
  const next = { ...before.secrets };
  for (const name of SECRETS) {
    const value = sent[name];
    if (value === MASK && !next[name])
      throw new Fault(400, `${name}: *** stands for what is stored, and there is nothing: send it.`);
    if (value === undefined || value === MASK) continue;
    if (value === '') delete next[name];
    else next[name] = value;
  }
  return next;
};

/**
 * An inbox, new or stored, with what was sent: 400 for what its kind does not have or needs, and for a secret that
 * would go elsewhere.
 */
const applied = (before: StoredInbox, change: InboxUpdate, isNew = false): StoredInbox => {
  const sent = valuesOf(change);
  const { token: _token, password: _password, ...open } = sent;
  const next: StoredInbox = { ...before, ...open, secrets: secretsOf(before, sent) };
  if (next.kind !== 'mail') next.server = next.server.trim().replace(/\/+$/, '');
  const kept = SECRETS.find((name) => before.secrets?.[name] && next.secrets?.[name] && (sent[name] ?? MASK) === MASK);
  if (kept && !isSamePlace(before, next))
    throw new Fault(
      400,
      `${kept}: the stored one is kept only while scheme, host and port of server stay the same; send it again.`,
    );
  return check(next, sent, isNew ? null : before);
};

/** What comes in of a text: control characters are spaces, what is too long is cut. */
const clean = (text: string): string =>
  Array.from(text.slice(0, 4 * LONGEST_INBOX_TEXT).replace(/[^\S\n]+|(?!\n)\p{Cc}/gu, ' '))
    .slice(0, LONGEST_INBOX_TEXT)
    .join('')
    .trim();

/** The message that a text from outside becomes: what an inbox says of its messages is said here. */
const messageOf = ({ minutes, priority }: StoredInbox, text: string): FlatMessage => ({
  text,
  priority,
  force: false,
  ...(minutes !== null && { duration_minutes: minutes }),
});

/** Things that people have already, which may write messages on boards (rules, I1). */
export class InboxService {
  readonly #options: InboxServiceOptions;
  readonly #guesses: AttemptLimit;
  readonly #records = new Map<string, Course>();

  constructor(options: InboxServiceOptions) {
    this.#options = options;
    this.#guesses = new AttemptLimit(options.clock);
  }

  /** Every inbox, in the order in which they were made; secrets masked. */
  list(): Inbox[] {
    return this.#all.map((one) => this.#told(one));
  }

  /**
   * A new inbox, and the token of a webhook, which cannot be read again: 400 for what its kind does not have or needs,
   * 404 for an unknown board, 409 when there are too many.
   */
  async create({ kind, ...sent }: InboxCreate): Promise<{ inbox: Inbox; token: string | null }> {
    const { store, clock } = this.#options;
    const token = kind === 'webhook' ? newToken() : null;
    const usual = kind in USUAL ? USUAL[kind as keyof typeof USUAL] : {};
    const fresh = { ...NEW_INBOX, ...usual, id: newId(), kind, name: sent.name, created_at: toInstant(clock.now()) };
    const made = applied({ ...fresh, secrets: token === null ? {} : { token_hash: hashOf(token) } }, sent, true);
    await changeSettings(store, ({ inboxes }, state) => {
      if (inboxes.length >= MOST_INBOXES)
        throw new Fault(409, `There are ${MOST_INBOXES} inboxes already: remove one first.`);
      return { inboxes: [...inboxes, { ...made, boards: boardIdsOf(state, made.boards) }] };
    });
    return { inbox: this.#told(this.#find(made.id)), token };
  }

  /** Sets the members that were sent: 404 unknown, and as `create`. */
  async update(id: string, sent: InboxUpdate): Promise<Inbox> {
    await changeSettings(this.#options.store, ({ inboxes }, state) => {
      const before = this.#find(id, inboxes);
      const next = applied(before, sent);
      const settled = sent.boards == null ? next : { ...next, boards: boardIdsOf(state, next.boards, before.boards) };
      return { inboxes: inboxes.map((one) => (one.id === id ? settled : one)) };
    });
    return this.#told(this.#find(id));
  }

  /** Removes an inbox at once: 404 unknown. */
  async remove(id: string): Promise<void> {
    await changeSettings(this.#options.store, ({ inboxes }) => {
      this.#find(id, inboxes);
      return { inboxes: inboxes.filter((one) => one.id !== id) };
    });
    this.#records.delete(id);
  }

  /**
   * Lets in who has the token of a webhook (rules, I3), before anything of a body is read: 401 without it, 429 for a
   * client that tried ten wrong ones within a minute.
   */
  admit(id: string, token: string | null, client: string): void {
    const inbox = this.#all.find((one) => one.id === id && one.kind === 'webhook');
    if (token !== null && matches(token, inbox?.secrets?.token_hash ?? null)) return;
    this.#guesses.admit(client);
    this.#guesses.fail(client);
    throw new Fault(401, 'The token of this inbox is needed: as a bearer token, or as ?token= of the address.');
  }

  /**
   * Shows what a program posted that was let in (rules, I3): 429 beyond the messages of an hour, 409 switched off, 422
   * for what is not understood; then as a message.
   */
  async receive(id: string, body: JsonObject): Promise<InboxReceived> {
    if (!this.#find(id).enabled) throw new Fault(409, 'This inbox is switched off.');
    const text = clean(this.#options.readWebhook(body) ?? '');
    if (text === '') throw notUnderstood();
    return this.deliver(id, text);
  }

  /**
   * Shows a text on the boards of an inbox (rules, I5): 404 when it is gone, 429 beyond its messages of an hour; the
   * refusal of the first board when every one refused. What was wrong is kept as the inbox's problem.
   */
  async deliver(id: string, text: string): Promise<InboxReceived> {
    const inbox = this.#find(id);
    const record = this.#recordOf(id);
    try {
      this.#count(inbox, record);
      return await this.#send(inbox, clean(text), record);
    } catch (error) {
      if (error instanceof Fault) record.message = error.detail;
      throw error;
    }
  }

  /** Keeps whether an inbox is connected, and why not. */
  report(id: string, connected: boolean, problem: string | null): void {
    const record = this.#recordOf(id);
    record.connected = connected;
    record.connection = problem;
  }

  async #send(inbox: StoredInbox, text: string, record: Course): Promise<InboxReceived> {
    const { clock, messages, store } = this.#options;
    record.lastAt = clock.now();
    const ids = store.state.boards
      .filter(({ id, enabled }) => (inbox.boards === 'all' ? enabled : inbox.boards.includes(id)))
      .map(({ id }) => id);
    if (ids.length === 0) {
      record.message = inbox.boards === 'all' ? NO_BOARD : BOARDS_GONE;
      return { text, sent: false, boards: [] };
    }
    const message = { ...messageOf(inbox, text), boards: ids };
    const { boards = [] } = await actAs({ by: 'token', name: inbox.name }, () => messages.post('-', message));
    record.message = boards.find(({ id }) => id === '')?.reason ?? null;
    return {
      text,
      sent: boards.some(({ sent }) => sent),
      boards: boards.map(({ board_id, sent, reason }) => ({ board_id, sent, reason })),
    };
  }

  /** Counts a message, and refuses what is beyond those of an hour (rules, I4). */
  #count({ most_per_hour }: StoredInbox, record: Course): void {
    const now = this.#options.clock.monotonic();
    record.taken = record.taken.filter((at) => at > now - HOUR_MS);
    const oldest = record.taken.at(-most_per_hour);
    if (oldest !== undefined)
      throw new Fault(429, `More than ${most_per_hour} messages came within an hour: what is beyond is left out.`, {
        retryAfter: Math.max(1, (oldest + HOUR_MS - now) / 1000),
      });
    record.taken.push(now);
  }

  #stateOf(inbox: StoredInbox): InboxState {
    const { connected, connection, message, lastAt } = this.#recordOf(inbox.id);
    const last_message_at = lastAt === null ? null : toInstant(lastAt);
    if (!inbox.enabled) return { connected: false, last_message_at, problem: null };
    if (inbox.kind === 'webhook') {
      const lost = inbox.secrets?.token_hash === undefined ? 'Its token is lost: remove it, and add it again.' : null;
      return { connected: lost === null, last_message_at, problem: lost ?? message };
    }
    const nobody = hasMember(inbox.kind, 'senders') && inbox.senders.length === 0 ? NOBODY : null;
    return { connected, last_message_at, problem: nobody ?? connection ?? message };
  }

  #told(inbox: StoredInbox): Inbox {
    const { secrets, ...open } = inbox;
    const masked = (name: 'token' | 'password'): string => (secrets?.[name] ? MASK : '');
    return { ...open, token: masked('token'), password: masked('password'), state: this.#stateOf(inbox) };
  }

  get #all(): readonly StoredInbox[] {
    return this.#options.store.state.settings.inboxes;
  }

  #find(id: string, among = this.#all): StoredInbox {
    return requireFound(recordsById(among).get(id), 'inbox', id);
  }

  #recordOf(id: string): Course {
    const none = { connected: false, connection: null, message: null, lastAt: null };
    return getOrInsert(this.#records, id, () => ({ ...none, taken: [] }));
  }
}
