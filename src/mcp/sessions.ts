import { randomUUID } from 'node:crypto';
import type { ReadableStreamDefaultController } from 'node:stream/web';
import type { Clock } from '../platform/clock.ts';

interface Session {
  /** The version of the protocol that was agreed upon. */
  readonly version: string;
  /** The resources to whose changes the client subscribed. */
  readonly subscriptions: Set<string>;
  stream: ReadableStreamDefaultController | null;
}

/** More clients than one appliance has; a further one replaces the one that has been idle for longest. */
export const MOST_SESSIONS = 32;
const MOST_SUBSCRIPTIONS = 64;
const MOST_WAITING = 100;
/** The room of a stream in which nothing waits. */
const ALL_READ = 1;
/** How often a stream with nothing to tell is written to: clients and proxies take one that is silent for lost. */
export const HEARTBEAT_MS = 25_000;

const encoder = new TextEncoder();
/** A comment, which says nothing. */
export const HEARTBEAT: Uint8Array = encoder.encode(': \n\n');
const notStored = (): Promise<never> => Promise.reject(new Error('nothing is stored of a client'));

/** The sessions of clients: a bounded number, and of each only its stream and its subscriptions. */
export class Sessions {
  readonly #clock: Clock;
  /** By id, the one that was idle for longest first. */
  readonly #sessions = new Map<string, Session>();
  #isHeartbeatScheduled = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many there are. */
  get size(): number {
    return this.#sessions.size;
  }

  /**
   * A new session's id; ends the one without a stream that was idle for longest, or else the one of all, when there are
   * too many.
   */
  open(version: string): string {
    if (this.#sessions.size >= MOST_SESSIONS) {
      const [oldest] = this.#sessions.keys();
      const silent = [...this.#sessions].find(([, { stream }]) => stream === null)?.[0];
      this.end(silent ?? oldest ?? '');
    }
    const id = randomUUID();
    this.#sessions.set(id, { version, subscriptions: new Set(), stream: null });
    return id;
  }

  /** The version that a session speaks; empty where there is none. */
  versionOf(id: string): string {
    return this.#sessions.get(id)?.version ?? '';
  }

  /** Notes a request of a session; false when there is no such session. */
  markActive(id: string): boolean {
    const session = this.#sessions.get(id);
    if (!session) return false;
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return true;
  }

  /** Ends a session with its stream. */
  end(id: string): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    if (session) this.#endStream(session);
  }

  /** Ends every stream; clients open new ones, and are checked again then. */
  disconnect(): void {
    for (const session of this.#sessions.values()) this.#endStream(session);
  }

  /** Notifies the clients that subscribed to a resource that it has changed. */
  notify(uri: string): void {
    const text = `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } })}\n\n`;
    for (const session of this.#sessions.values())
      if (session.subscriptions.has(uri)) this.#write(session, encoder.encode(text));
  }

  /** The streams, as the transport accesses them. */
  readonly streams = {
    create: (id: string, controller: ReadableStreamDefaultController): void => {
      const session = this.#sessions.get(id);
      if (!session) return controller.close();
      this.#endStream(session);
      session.stream = controller;
      this.#scheduleHeartbeat();
    },
    delete: (id: string): void => {
      const session = this.#sessions.get(id);
      if (session) this.#endStream(session);
    },
    // A newer stream takes the place of the older one, whose connection may be lost without a sign.
    has: (): boolean => false,
    // There are no broadcasts: the lists of tools, prompts and resources do not change.
    send: (): void => undefined,
  };

  /** What is stored of clients for the transport: subscriptions only, since the size of the rest is not bounded. */
  readonly info = {
    getClientInfo: notStored,
    setClientInfo: (): void => undefined,
    getClientCapabilities: notStored,
    setClientCapabilities: (): void => undefined,
    getLogLevel: notStored,
    setLogLevel: (): void => undefined,
    getSubscriptions: (uri: string): Promise<string[]> =>
      Promise.resolve([...this.#sessions].filter(([, one]) => one.subscriptions.has(uri)).map(([id]) => id)),
    addSubscription: (id: string, uri: string): void => {
      const subscriptions = this.#sessions.get(id)?.subscriptions;
      if (subscriptions && subscriptions.size < MOST_SUBSCRIPTIONS) subscriptions.add(uri);
    },
    removeSubscription: (id: string, uri: string): void => void this.#sessions.get(id)?.subscriptions.delete(uri),
    delete: (id: string): void => this.end(id),
  };

  // What a client does not read must not accumulate.
  #write(session: Session, bytes: Uint8Array): void {
    if (!session.stream) return;
    if ((session.stream.desiredSize ?? 0) < -MOST_WAITING) this.#endStream(session);
    else session.stream.enqueue(bytes);
  }

  #endStream(session: Session): void {
    const { stream } = session;
    session.stream = null;
    try {
      // What still waited to be read would keep the stream, whose end could then be taken for that of the next one.
      if (stream?.desiredSize === ALL_READ) stream.close();
      else stream?.error(new Error('not read in time'));
    } catch {
      // The client has closed it before.
    }
  }

  // A lost connection is only noticed when something is written.
  #scheduleHeartbeat(): void {
    if (this.#isHeartbeatScheduled) return;
    this.#isHeartbeatScheduled = true;
    this.#clock.after(HEARTBEAT_MS, () => {
      this.#isHeartbeatScheduled = false;
      const open = [...this.#sessions.values()].filter(({ stream }) => stream !== null);
      for (const session of open) this.#write(session, HEARTBEAT);
      if (open.length > 0) this.#scheduleHeartbeat();
    });
  }
}
