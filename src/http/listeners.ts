import type { ServerResponse } from 'node:http';
import type { Cancel, Clock } from '../platform/clock.ts';
import { isCrowded, nextTurn } from '../platform/crowd.ts';
import { MOST_BOARDS } from '../schema/limits.ts';
import { largestShare, sharesOf } from '../core/bounds/shares.ts';
import type { Audience, StreamEvent } from './events.ts';
import { MOST_LISTENERS, MOST_LISTENERS_OF_ONE } from './wire/limits.ts';

interface Client {
  readonly response: ServerResponse;
  readonly address: string;
  /** What it is told first and was not yet: made piece by piece as the client reads. */
  readonly first: Iterator<StreamEvent>;
  readonly mayStay: () => boolean;
  readonly hears: Audience['hears'];
  /** What waits until the client has read, by what it replaces. */
  readonly waiting: Map<string, Uint8Array>;
  blocked: boolean;
  isTold: boolean;
  /** Heartbeats that passed since the client last read. */
  missed: number;
}

const HEARTBEAT_MS = 25_000;

const MISSED_HEARTBEATS = 2;

/** The newest frame and detail of each board, and some other news. */
const MOST_WAITING = 2 * MOST_BOARDS + 100;

const RETRY_MS = 3000;

// An event, as pages are not told of comments: they notice by it that a stream is cut.
const HEARTBEAT = Buffer.from('event: alive\ndata: {}\n\n');

// The member that names the board, for events of which only the newest counts.
const BOARD_MEMBER: Readonly<Record<string, string>> = { frame: 'board_id', board: 'id', condition: 'board_id' };

const encode = ({ event, data }: StreamEvent, revision?: number): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n${revision === undefined ? '' : `id: ${revision}\n`}\n`;

const write = (client: Client, bytes: Uint8Array): void => {
  client.blocked = !client.response.write(bytes);
};

const flush = (client: Client): void => {
  // One that was ended may drain before it closes.
  if (client.response.writableEnded) return;
  client.blocked = false;
  client.missed = 0;
  for (const [key, bytes] of client.waiting) {
    if (client.blocked) return;
    client.waiting.delete(key);
    write(client, bytes);
  }
  void tellFirst(client);
};

let crowdTurn: Promise<void> = Promise.resolve();

// A grid of the largest size is 40 KB of JSON, and there may be dozens of boards. While a crowd comes in, all listeners
// together are told one event in each turn.
const tellFirst = async (client: Client): Promise<void> => {
  if (client.isTold) return;
  client.isTold = true;
  while (!client.blocked) {
    if (isCrowded()) {
      crowdTurn = crowdTurn.then(nextTurn);
      await crowdTurn;
      if (client.response.writableEnded || client.response.destroyed) break;
    }
    const { done, value } = client.first.next();
    if (done) break;
    write(client, Buffer.from(encode(value)));
  }
  client.isTold = false;
};

const offer = (client: Client, key: string, bytes: Uint8Array): void => {
  if (!client.blocked) return write(client, bytes);
  client.waiting.delete(key);
  client.waiting.set(key, bytes);
  if (client.waiting.size > MOST_WAITING) client.response.destroy();
};

const keyMember = ({ event, data }: StreamEvent): string | null => {
  const member = BOARD_MEMBER[event];
  return member ? `${event} ${String((data as Record<string, unknown>)[member])}` : null;
};

/** A page that begins to listen: where it is told, from which address it comes, and for how long. */
export interface NewListener extends Audience {
  readonly response: ServerResponse;
  readonly address: string;
  /** Asked at every heartbeat: a stream does not outlive its session. */
  readonly mayStay: () => boolean;
}

/** The pages that listen, each with what it was not told yet. */
export class Listeners {
  readonly #clock: Clock;
  readonly #clients = new Set<Client>();
  #serial = 0;
  #cancelBeat: Cancel | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many there are. */
  get count(): number {
    return this.#clients.size;
  }

  /**
   * Tells every client; the JSON is made once, and data of which a function is given only while somebody listens. A
   * slow client gets only the newest `frame`, `board` and `condition` of each board.
   */
  tell(event: string, data: object | (() => object), revision: number): void {
    if (this.#clients.size === 0) return;
    const one = { event, data: typeof data === 'function' ? data() : data };
    const key = keyMember(one) ?? String(this.#serial++);
    // The same bytes for all: a large panel's frame would else be turned into bytes once for each listener.
    const bytes = Buffer.from(encode(one, revision));
    for (const client of this.#clients) if (client.hears(one)) offer(client, key, bytes);
  }

  /** Adds a client whose answer has begun. It is told the revision first. */
  add({ response, address, mayStay, hears, first }: NewListener, revision: number): void {
    const client: Client = {
      response,
      address,
      mayStay,
      hears,
      first: first[Symbol.iterator](),
      waiting: new Map(),
      blocked: false,
      isTold: false,
      missed: 0,
    };
    this.#clients.add(client);
    response.on('drain', () => flush(client)).once('close', () => this.#drop(client));
    // By the ids a page knows which events it cannot have heard of; those of the beginning are told under this one.
    write(client, Buffer.from(`retry: ${RETRY_MS}\nid: ${revision}\n\n`));
    void tellFirst(client);
    this.#scheduleBeat();
  }

  /**
   * Whether another client of an address may come; when all places are taken, the address with most of them makes room.
   */
  hasRoom(address: string): boolean {
    const shares = sharesOf(this.#clients, () => 1);
    const own = shares.get(address) ?? 0;
    if (own >= MOST_LISTENERS_OF_ONE) return false;
    if (this.#clients.size < MOST_LISTENERS) return true;
    const largest = largestShare(shares, address);
    const oldest = [...this.#clients].find((client) => client.address === largest.address);
    if (!oldest || largest.share <= own) return false;
    this.#drop(oldest);
    oldest.response.destroy();
    return true;
  }

  /** Ends the streams whose clients may not stay any longer. */
  review(): void {
    for (const client of this.#clients) if (!client.mayStay()) this.#end(client);
  }

  /** Ends every stream; browsers come back by themselves and are checked again. */
  disconnect(): void {
    for (const client of this.#clients) this.#end(client);
  }

  #scheduleBeat(): void {
    this.#cancelBeat ??= this.#clock.after(HEARTBEAT_MS, () => {
      this.#cancelBeat = null;
      for (const client of this.#clients) this.#beat(client);
      if (this.#clients.size > 0) this.#scheduleBeat();
    });
  }

  #beat(client: Client): void {
    if (!client.mayStay()) return this.#end(client);
    if (!client.blocked) return write(client, HEARTBEAT);
    client.missed++;
    if (client.missed >= MISSED_HEARTBEATS) client.response.destroy();
  }

  /** It closes a while later, and until then nothing may be written to it. */
  #end(client: Client): void {
    this.#drop(client);
    client.response.end();
  }

  #drop(client: Client): void {
    this.#clients.delete(client);
    if (this.#clients.size > 0) return;
    this.#cancelBeat?.();
    this.#cancelBeat = null;
  }
}
