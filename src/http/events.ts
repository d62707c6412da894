import type { ServerResponse } from 'node:http';
import { late } from '../core/memo.ts';
import type { Clock } from '../platform/clock.ts';

/** One event of the stream. */
export interface StreamEvent {
  /** `frame`, `board`, `condition` or `library` (rules, H5). */
  readonly event: string;
  readonly data: object;
}

/** What one listener is told: everything unless given. */
export interface Audience {
  /** What it is told first. */
  readonly first: Iterable<StreamEvent>;
  /** Which of the later events it is told. */
  readonly hears: (event: StreamEvent) => boolean;
}

/** Tells every listening page what changes. What keeps the pages is loaded with the first of them. */
export class EventHub {
  readonly #snapshot: () => Iterable<StreamEvent>;
  readonly #listeners;
  #stopped = false;
  #revision = 0;

  /** `snapshot` is what each new client is told first; its events are asked for one by one, as the client reads. */
  constructor(clock: Clock, snapshot: () => Iterable<StreamEvent> = () => []) {
    this.#snapshot = snapshot;
    this.#listeners = late(() => {
      const { Listeners } = require('./listeners.ts') as typeof import('./listeners.ts');
      return new Listeners(clock);
    });
  }

  /** Whether a client listens; what is expensive to make need not be made otherwise. */
  get listening(): boolean {
    return (this.#listeners.made?.count ?? 0) > 0;
  }

  /** How many events there were. */
  get revision(): number {
    return this.#revision;
  }

  /**
   * Tells every client; the JSON is made once, and data of which a function is given only while somebody listens. A
   * slow client gets only the newest `frame`, `board` and `condition` of each board.
   */
  publish(event: string, data: object | (() => object)): void {
    this.#revision++;
    this.#listeners.made?.tell(event, data, this.#revision);
  }

  /**
   * Adds a client whose answer has begun, from an address. `mayStay` is asked at every heartbeat: a stream does not
   * outlive its session.
   */
  attach(
    response: ServerResponse,
    address: string,
    mayStay: () => boolean = () => true,
    audience: Audience = { first: this.#snapshot(), hears: () => true },
  ): void {
    if (this.#stopped || response.destroyed) return void response.end();
    this.#listeners.get().add({ response, address, mayStay, ...audience }, this.#revision);
  }

  /**
   * Whether another client of an address may come; when all places are taken, the address with most of them makes room.
   */
  hasRoom(address: string): boolean {
    return this.#listeners.made?.hasRoom(address) ?? true;
  }

  /** Ends the streams whose clients may not stay any longer. */
  review(): void {
    this.#listeners.made?.review();
  }

  /** Ends every stream; browsers come back by themselves and are checked again. */
  disconnect(): void {
    this.#listeners.made?.disconnect();
  }

  /** Ends every stream, and each later one at once. */
  stop(): void {
    this.#stopped = true;
    this.disconnect();
  }
}
