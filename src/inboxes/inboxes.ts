import { createHash } from 'node:crypto';
import { SECOND_MS, MINUTE_MS } from '../core/time/durations.ts';
import { hasMember, isFollowed, type InboxKind } from '../core/inbox-kinds.ts';
import { maySend } from '../core/inbox-rules.ts';
import { Fault } from '../fault.ts';
import { onAbort } from '../platform/abort.ts';
import type { Cancel, Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { NetError } from '../platform/network/exchange.ts';
import { explain } from '../plugins/network/net.ts';
import type { StoredInbox } from '../schema/plugins/inboxes.ts';
import type { InboxService } from '../service/inboxes.ts';
import type { InboxPositions } from '../store/inbox-positions.ts';
import type { Store } from '../store/store.ts';
import type { Feed, Follow } from './feed.ts';

/** What followed inboxes work with. */
export interface InboxesOptions {
  readonly store: Pick<Store, 'state' | 'onChange'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly service: Pick<InboxService, 'deliver' | 'report'>;
  /** Up to where inboxes were read in earlier runs. */
  readonly openPositions: () => Promise<InboxPositions>;
  /** What follows each kind. */
  readonly follows?: Readonly<Partial<Record<InboxKind, () => Follow>>>;
}

const FIRST_PAUSE_MS = SECOND_MS;
const LONGEST_PAUSE_MS = 5 * MINUTE_MS;
/** A connection that held so long begins with short pauses again. */
const STEADY_MS = MINUTE_MS;
/** So many messages of one connection may be beyond what an inbox takes; then it is closed for a while. */
const MOST_REFUSED = 100;

/** Each kind is loaded where one is switched on. */
const FOLLOWS: Readonly<Partial<Record<InboxKind, () => Follow>>> = {
  ntfy: () => (require('./ntfy.ts') as typeof import('./ntfy.ts')).follow,
  gotify: () => (require('./gotify.ts') as typeof import('./gotify.ts')).follow,
  matrix: () => (require('./matrix.ts') as typeof import('./matrix.ts')).follow,
  telegram: () => (require('./telegram.ts') as typeof import('./telegram.ts')).follow,
  mail: () => (require('./mail.ts') as typeof import('./mail.ts')).follow,
};

const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;

const problemOf = (error: unknown): string => {
  const { code = '' } = error as { code?: string };
  return UNTRUSTED.test(code) ? 'the certificate of the server is not trusted' : explain(error).error;
};

/** What a position is true of: another server, account or room is read anew. */
const placeOf = ({ kind, server, topic, room, mailbox, username, secrets }: StoredInbox): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, server, topic, room, mailbox, username, secrets?.token ?? '']))
    .digest('hex')
    .slice(0, 32);

/** One inbox that is followed, over all its connections (rules, I6). */
class Followed {
  readonly #feed: Feed;
  readonly #follow: Follow;
  readonly #options: InboxesOptions;
  readonly #closing = new AbortController();
  #connectedAt: number | null = null;
  /** The position is on the disk, or will be soon. */
  #kept: Promise<void> = Promise.resolve();
  /** Messages of this connection that were beyond what the inbox takes. */
  #refused = 0;

  constructor(inbox: StoredInbox, follow: Follow, positions: InboxPositions, options: InboxesOptions) {
    this.#follow = follow;
    this.#options = options;
    const place = placeOf(inbox);
    let cursor = positions.of(inbox.id, place);
    const keep = (next: string | null): void => {
      cursor = next;
      if (!this.#closing.signal.aborted) this.#kept = positions.keep(inbox.id, place, next);
    };
    this.#feed = {
      inbox,
      clock: options.clock,
      signal: this.#closing.signal,
      get cursor() {
        return cursor;
      },
      set cursor(next) {
        keep(next);
      },
      connected: () => this.#connected(),
      take: (text, who = []) => this.#take(text, who),
      wait: (ms) => this.#wait(ms),
    };
    void this.#run();
  }

  close(): void {
    this.#closing.abort();
  }

  async #run(): Promise<void> {
    const { service, log, clock } = this.#options;
    const { id, name } = this.#feed.inbox;
    const { signal } = this.#closing;
    let pause = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      const error = await this.#connect();
      const problem = problemOf(error);
      if (signal.aborted) return;
      // A server that was set up anew does not know where reading stopped.
      if (error instanceof NetError && error.status === 400 && this.#connectedAt === null) this.#feed.cursor = null;
      service.report(id, false, problem);
      log.warn('an inbox is not connected', { inbox: name, problem });
      if (this.#connectedAt !== null && clock.monotonic() - this.#connectedAt >= STEADY_MS) pause = FIRST_PAUSE_MS;
      await this.#wait(pause).catch(() => undefined);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
  }

  /** Follows the server until that ends, and answers why. */
  async #connect(): Promise<unknown> {
    this.#connectedAt = null;
    this.#refused = 0;
    try {
      await this.#follow(this.#feed);
      return new NetError('the server ended the connection');
    } catch (error) {
      return error;
    }
  }

  #connected(): void {
    if (this.#closing.signal.aborted) return;
    this.#connectedAt ??= this.#options.clock.monotonic();
    this.#options.service.report(this.#feed.inbox.id, true, null);
  }

  async #take(text: string, who: readonly string[]): Promise<boolean> {
    const { id, kind, senders } = this.#feed.inbox;
    if (this.#closing.signal.aborted || (hasMember(kind, 'senders') && !maySend(senders, who))) return false;
    if (text.trim() === '') return true;
    await this.#kept;
    try {
      await this.#options.service.deliver(id, text);
    } catch (error) {
      // What a board refuses is kept as the problem of the inbox.
      if (!(error instanceof Fault)) throw error;
      if (error.status === 429 && ++this.#refused > MOST_REFUSED)
        throw new NetError('far too many messages came at once');
    }
    return true;
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      let cancelTimer: Cancel | null = null;
      const cancelAbort = onAbort(this.#closing.signal, () => {
        cancelTimer?.();
        reject(new NetError('the inbox is closed'));
      });
      if (this.#closing.signal.aborted) return;
      cancelTimer = this.#options.clock.after(ms, () => {
        cancelAbort();
        resolve();
      });
    });
  }
}

/** Follows every inbox that is switched on and has a server; nothing runs while none is. */
export class Inboxes {
  readonly #options: InboxesOptions;
  readonly #open = new Map<string, { readonly text: string; readonly followed: Followed }>();
  #stop: (() => void) | null = null;
  #opening: Promise<InboxPositions> | null = null;

  constructor(options: InboxesOptions) {
    this.#options = options;
  }

  /** Follows the inboxes as they are set, from now on. */
  start(): void {
    this.#opening = this.#options.openPositions();
    void this.#opening.then((positions) => {
      if (!this.#opening) return;
      this.#stop = this.#options.store.onChange((_state, _previous, changed) => {
        if (changed.has('settings')) this.#sync(positions);
      });
      this.#sync(positions);
    });
  }

  /** Ends every connection; up to where inboxes were read is on the disk then. */
  async stop(): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    this.#stop?.();
    for (const { followed } of this.#open.values()) followed.close();
    this.#open.clear();
    await (await opening)?.close();
  }

  #sync(positions: InboxPositions): void {
    const { store, service, follows = FOLLOWS } = this.#options;
    const wanted = store.state.settings.inboxes.filter(isFollowed);
    positions.keepOnly(new Set(wanted.map(({ id }) => id)));
    const texts = new Map(wanted.map((one) => [one.id, JSON.stringify(one)]));
    for (const [id, { text, followed }] of this.#open) {
      if (texts.get(id) === text) continue;
      followed.close();
      this.#open.delete(id);
      service.report(id, false, null);
    }
    for (const one of wanted) {
      const load = follows[one.kind];
      if (this.#open.has(one.id) || !load) continue;
      const followed = new Followed(one, load(), positions, this.#options);
      this.#open.set(one.id, { text: texts.get(one.id) ?? '', followed });
    }
  }
}
