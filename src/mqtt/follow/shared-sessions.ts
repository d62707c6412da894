import { sentenceOf } from '../../core/sentence.ts';
import type { Clock } from '../../platform/clock.ts';
import { endsWithin } from '../../platform/wait.ts';
import type { openSession, BrokerAddress, Session, SessionEvents } from '../session.ts';

/** What the broker says when a connection is lost. */
type Will = Parameters<typeof openSession>[1];

interface Member {
  readonly address: BrokerAddress;
  readonly will: Will;
  readonly events: SessionEvents;
  readonly topics: Set<string>;
}

/**
 * One connection to a broker, and those who share it. A broker keeps one will for it: that of the first member (rules,
 * F10).
 */
class SharedConnection {
  readonly #open: typeof openSession;
  readonly #clock: Clock;
  readonly #onUnused: () => void;
  readonly #members = new Set<Member>();
  readonly #wanted = new Set<string>();
  #session: Session | null = null;
  #holder: Member | null = null;

  constructor(open: typeof openSession, clock: Clock, onUnused: () => void) {
    this.#open = open;
    this.#clock = clock;
    this.#onUnused = onUnused;
  }

  /** Throws what opening the connection throws. */
  join(member: Member): Session {
    if (!this.#session) this.#connect(member);
    this.#members.add(member);
    if (this.#session?.connected) queueMicrotask(() => this.#members.has(member) && member.events.connected());
    return this.#sessionOf(member);
  }

  #sessionOf(member: Member): Session {
    const sessionNow = (): Session | null => this.#session;
    const holderNow = (): Member | null => this.#holder;
    return {
      get connected() {
        return sessionNow()?.connected ?? false;
      },
      get unconfirmed() {
        return sessionNow()?.unconfirmed ?? 0;
      },
      get presence() {
        return (holderNow() ?? member).will.topic;
      },
      publish: (...message) => this.#session?.publish(...message),
      subscribe: (topics) => this.#subscribe(member, topics),
      unsubscribe: (topics) => this.#unsubscribe(member, topics),
      end: (last, graceMs) => this.#leave(member, last, graceMs),
    };
  }

  /** Opens the connection in the name of a member. */
  #connect(holder: Member): void {
    const listening = (topic: string | null): SessionEvents[] =>
      [...this.#members].filter(({ topics }) => topic === null || topics.has(topic)).map(({ events }) => events);
    this.#holder = holder;
    this.#session = this.#open(
      { ...holder.address, newestOnly: true },
      holder.will,
      {
        connected: () => listening(null).forEach((events) => events.connected()),
        failed: (reason) => listening(null).forEach((events) => events.failed(reason)),
        message: (topic, payload, retained) =>
          listening(topic).forEach((events) => events.message(topic, payload, retained)),
        skipped: (bytes, topic) => listening(topic).forEach((events) => events.skipped?.(bytes, topic)),
      },
      this.#clock,
    );
  }

  /** What is asked for in one moment is asked once, however many want it; the broker tells what it keeps each time. */
  #subscribe(member: Member, topics: readonly string[]): void {
    for (const topic of topics) {
      member.topics.add(topic);
      this.#wanted.add(topic);
    }
    queueMicrotask(() => {
      if (this.#wanted.size > 0) this.#session?.subscribe([...this.#wanted]);
      this.#wanted.clear();
    });
  }

  /** A topic that another member listens to stays. */
  #unsubscribe(member: Member, topics: readonly string[]): void {
    for (const topic of topics) member.topics.delete(topic);
    const unused = topics.filter((topic) => ![...this.#members].some((one) => one.topics.has(topic)));
    if (unused.length > 0) this.#session?.unsubscribe(unused);
  }

  async #leave(member: Member, last: Will, graceMs: number): Promise<void> {
    const session = this.#session;
    if (!this.#members.delete(member) || !session) return;
    const [next] = this.#members;
    if (next && member !== this.#holder) return this.#publishLast(session, last, graceMs);
    this.#session = null;
    this.#holder = null;
    const ended = session.end(last, graceMs);
    if (next) this.#reconnect(next);
    else this.#onUnused();
    await ended;
  }

  /** The broker keeps another will from now on. */
  #reconnect(holder: Member): void {
    try {
      this.#connect(holder);
    } catch (error) {
      for (const { events } of this.#members) events.failed(sentenceOf(error));
    }
  }

  async #publishLast(session: Session, last: Will, graceMs: number): Promise<void> {
    if (!session.connected) return;
    const taken = new Promise<void>((resolve) => session.publish(last.topic, last.payload, true, resolve));
    await endsWithin(this.#clock, graceMs, taken);
  }
}

const nameOf = ({ url, username, password, authority }: BrokerAddress): string =>
  JSON.stringify([url, username, password, authority]);

/** Opens sessions that share one connection for each broker and account; each of them is ended by itself. */
export class SharedSessions {
  readonly #open: typeof openSession;
  readonly #connections = new Map<string, SharedConnection>();

  constructor(open: typeof openSession) {
    this.#open = open;
  }

  /** As `openSession`; of messages that come together each topic's newest is told. */
  open(address: BrokerAddress, will: Will, events: SessionEvents, clock: Clock): Session {
    const name = nameOf(address);
    const forget = (): void => void this.#connections.delete(name);
    const connection = this.#connections.get(name) ?? new SharedConnection(this.#open, clock, forget);
    const session = connection.join({ address, will, events, topics: new Set() });
    this.#connections.set(name, connection);
    return session;
  }
}
