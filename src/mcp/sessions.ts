import { randomUUID } from 'node:crypto';
import type { ReadableStreamDefaultController } from 'node:stream/web';
import type { Clock } from '../platform/clock.ts';

interface Session {
  /** The resources whose changes the client wants to hear of. */
  readonly subscriptions: Set<string>;
  stream: ReadableStreamDefaultController | null;
}

/**
 * More clients than any household has; whoever comes next takes the place of the one that has been quiet for longest.
 */
export const MOST_SESSIONS = 32;
const MOST_SUBSCRIPTIONS = 64;
const MOST_WAITING = 100;
const HEARTBEAT_MS = 25_000;
const HEARTBEAT = ': \n\n';

const encoder = new TextEncoder();
const nobody = (): Promise<never> => Promise.reject(new Error('nothing is remembered of a client'));

/**
 * The clients that have introduced themselves: a bounded number, and of each only its stream and what it subscribed to.
 */
export class Sessions {
  readonly #clock: Clock;
  /** By id, the one that was quiet for longest first. */
  readonly #sessions = new Map<string, Session>();
  #beating = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many there are. */
  get size(): number {
    return this.#sessions.size;
  }

  /**
   * A new session's id; drops the quietest one without a stream, or else the quietest of all, when there are too many.
   */
  open(): string {
    if (this.#sessions.size >= MOST_SESSIONS) {
      const [oldest] = this.#sessions.keys();
      const silent = [...this.#sessions].find(([, { stream }]) => stream === null)?.[0];
      this.end(silent ?? oldest ?? '');
    }
    const id = randomUUID();
    this.#sessions.set(id, { subscriptions: new Set(), stream: null });
    return id;
  }

  /** Notes that a client was heard of; false when there is no such session. */
  touch(id: string): boolean {
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

  /** Ends every stream; clients open them anew, and are checked then. */
  disconnect(): void {
    for (const session of this.#sessions.values()) this.#endStream(session);
  }

  /** Tells the clients that subscribed to a resource that it has changed. */
  tell(uri: string): void {
    const text =
      `event: message\ndata: ` +
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } })}\n\n`;
    for (const session of this.#sessions.values()) if (session.subscriptions.has(uri)) this.#write(session, text);
  }

  /** What the transport asks about streams. */
  readonly streams = {
    create: (id: string, controller: ReadableStreamDefaultController): void => {
      const session = this.#sessions.get(id);
      if (!session) return controller.close();
      session.stream = controller;
      this.#scheduleBeat();
    },
    delete: (id: string): void => {
      const session = this.#sessions.get(id);
      if (session) this.#endStream(session);
    },
    has: (id: string): boolean => this.#sessions.get(id)?.stream != null,
    // Nothing is told to all: the lists of tools, prompts and resources stay as they are.
    send: (): void => undefined,
  };

  /**
   * What the transport wants to be remembered of clients: subscriptions only, for the rest can be as large as a client
   * likes.
   */
  readonly info = {
    getClientInfo: nobody,
    setClientInfo: (): void => undefined,
    getClientCapabilities: nobody,
    setClientCapabilities: (): void => undefined,
    getLogLevel: nobody,
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

  // A client that reads no more must not gather what it has not read.
  #write(session: Session, text: string): void {
    if (!session.stream) return;
    if ((session.stream.desiredSize ?? 0) < -MOST_WAITING) this.#endStream(session);
    else session.stream.enqueue(encoder.encode(text));
  }

  #endStream(session: Session): void {
    const { stream } = session;
    session.stream = null;
    try {
      stream?.close();
    } catch {
      // The client has closed it before.
    }
  }

  // A peer that is gone without a word shows itself only when something is written.
  #scheduleBeat(): void {
    if (this.#beating) return;
    this.#beating = true;
    this.#clock.after(HEARTBEAT_MS, () => {
      this.#beating = false;
      const open = [...this.#sessions.values()].filter(({ stream }) => stream !== null);
      for (const session of open) this.#write(session, HEARTBEAT);
      if (open.length > 0) this.#scheduleBeat();
    });
  }
}
