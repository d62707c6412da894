import type { ServerResponse } from 'node:http';
import { Fault } from '../fault.ts';
import type { Cancel, Clock } from '../platform/clock.ts';
import type { Authenticator } from './access.ts';
import { replyOpen } from './reply.ts';
import { route, type Route } from './route.ts';

/** One event of the stream. */
export interface StreamEvent {
  /** `frame`, `board`, `condition` or `library` (decisions, Beyond). */
  readonly event: string;
  readonly data: object;
}

/** Tells every listening page what changes. */
export interface EventHub {
  /** Whether anybody listens; what is expensive to make need not be made otherwise. */
  readonly listening: boolean;
  /** Tells everybody; the JSON is made once. A slow client gets only the newest `frame`, `board` and `condition` of each board. */
  publish(event: string, data: object): void;
  /** Adds a client whose answer has begun. `mayStay` is asked at every heartbeat: a stream does not outlive its session. */
  attach(response: ServerResponse, mayStay?: () => boolean): void;
  /** Whether another client may come. */
  readonly full: boolean;
  /** Ends every stream; browsers come back by themselves and are checked anew. */
  disconnect(): void;
  /** Ends every stream, and each later one at once. */
  stop(): void;
}

interface Client {
  readonly response: ServerResponse;
  readonly mayStay: () => boolean;
  /** What waits until the client has read, by what it replaces. */
  readonly waiting: Map<string, Uint8Array>;
  blocked: boolean;
  /** Heartbeats that passed since the client last read. */
  missed: number;
}

const HEARTBEAT_MS = 25_000;
const MISSED_HEARTBEATS = 2;
const MOST_CLIENTS = 256;
const MOST_WAITING = 200;
const RETRY = 'retry: 3000\n\n';
const HEARTBEAT = Buffer.from(': \n\n');

// The member that names the board, for events of which only the newest counts.
const BOARD_MEMBER: Readonly<Record<string, string>> = { frame: 'board_id', board: 'id', condition: 'board_id' };

const encode = ({ event, data }: StreamEvent): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const write = (client: Client, bytes: Uint8Array): void => {
  client.blocked = !client.response.write(bytes);
};

const flush = (client: Client): void => {
  client.blocked = false;
  client.missed = 0;
  for (const [key, bytes] of client.waiting) {
    if (client.blocked) return;
    client.waiting.delete(key);
    write(client, bytes);
  }
};

const offer = (client: Client, key: string, bytes: Uint8Array): void => {
  if (!client.blocked) return write(client, bytes);
  client.waiting.delete(key);
  client.waiting.set(key, bytes);
  if (client.waiting.size > MOST_WAITING) client.response.destroy();
};

const beat = (client: Client): void => {
  if (!client.mayStay()) return void client.response.end();
  if (!client.blocked) return write(client, HEARTBEAT);
  client.missed++;
  if (client.missed >= MISSED_HEARTBEATS) client.response.destroy();
};

/** A hub without clients. `snapshot` is what each new client is told first. */
export const createEventHub = (clock: Clock, snapshot: () => readonly StreamEvent[] = () => []): EventHub => {
  const clients = new Set<Client>();
  let stopped = false;
  let serial = 0;
  let cancelBeat: Cancel | null = null;

  const scheduleBeat = (): void => {
    cancelBeat ??= clock.after(HEARTBEAT_MS, () => {
      cancelBeat = null;
      for (const client of clients) beat(client);
      if (clients.size > 0) scheduleBeat();
    });
  };
  const drop = (client: Client): void => {
    clients.delete(client);
    if (clients.size > 0) return;
    cancelBeat?.();
    cancelBeat = null;
  };
  const keyOf = ({ event, data }: StreamEvent): string => {
    const member = BOARD_MEMBER[event];
    return member ? `${event} ${String((data as Record<string, unknown>)[member])}` : String(serial++);
  };
  const disconnect = (): void => {
    for (const { response } of clients) response.end();
  };

  return {
    get listening() {
      return clients.size > 0;
    },
    get full() {
      return clients.size >= MOST_CLIENTS;
    },
    publish: (event, data) => {
      if (clients.size === 0) return;
      const one = { event, data };
      const key = keyOf(one);
      // The same bytes for all: a large panel's frame would else be turned into bytes once for each listener.
      const bytes = Buffer.from(encode(one));
      for (const client of clients) offer(client, key, bytes);
    },
    attach: (response, mayStay = () => true) => {
      if (stopped || response.destroyed) return void response.end();
      const client: Client = { response, mayStay, waiting: new Map(), blocked: false, missed: 0 };
      clients.add(client);
      response.on('drain', () => flush(client)).once('close', () => drop(client));
      write(client, Buffer.from(RETRY + snapshot().map(encode).join('')));
      scheduleBeat();
    },
    disconnect,
    stop: () => {
      stopped = true;
      disconnect();
    },
  };
};

/** `GET /events`: the stream. `authenticator` decides again and again whether its client may stay. */
export const eventsRoute = (hub: EventHub, authenticator: Authenticator): Route =>
  route({
    method: 'GET',
    path: '/events',
    surface: 'internal',
    access: 'credential',
    summary: 'Stream of frames, boards and library changes (server-sent events)',
    tag: 'system',
    success: { status: 200, description: 'A stream of the events frame, board, condition and library.' },
    errors: [503],
    handle: ({ method, path, headers, cookies, peer, secure }) => {
      if (hub.full) throw new Fault(503, 'Too many pages are listening. Close some and try again.', { retryAfter: 30 });
      const head = { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };
      const mayStay = () => !(authenticator.check({ access: 'credential', method, path, headers, cookies, peer, secure }) instanceof Fault);
      return replyOpen(200, head, (response) => hub.attach(response, mayStay));
    },
  });
