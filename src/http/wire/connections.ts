import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Cancel, Clock } from '../../platform/clock.ts';
import { isCrowded, nextTurn, noteNewcomer } from '../../platform/crowd.ts';
import { largestShare } from '../../core/bounds/shares.ts';
import { MOST_CONNECTIONS, MOST_CONNECTIONS_OF_ONE, MOST_WAITING, type TimeLimits } from './limits.ts';
import { addressOfSocket } from '../peer.ts';

/** Answers a request that Node has parsed. */
export type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** How heads of requests that do not come are dealt with. */
export interface LateHeads extends Pick<TimeLimits, 'headersMs' | 'checkMs'> {
  readonly refuse: (socket: Socket) => void;
}

interface Line {
  readonly socket: Socket;
  readonly heads: LateHeads;
  readonly address: string;
  /** The answer under way. */
  current: ServerResponse | null;
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
  /** Since when it is idle. */
  quietSince: number;
  /** Bytes that had come by then. */
  quietBytes: number;
  /** Since when the head of a request is on its way; null while none is. */
  headSince: number | null;
  used: boolean;
}

const LOOPBACK = ['127.0.0.1', '::1'];

/** A connection that has been idle for less is not ended for another one of its address. */
const YOUNG_MS = 1000;
/** Requests that are begun in one turn of the event loop. */
const MOST_A_TURN = 16;
/** The same while a crowd comes in, each of which waits a turn. */
const MOST_A_TURN_OF_CROWD = 2;

/** A request whose turn comes. */
type Call = () => void;

const isIdle = ({ current, waiting }: Line): boolean => current === null && waiting.length === 0;

/** The one that has been idle for longest. */
const idlest = (lines: Iterable<Line>): Line | undefined => {
  let found: Line | undefined;
  for (const line of lines) if (isIdle(line) && line.quietSince < (found?.quietSince ?? Infinity)) found = line;
  return found;
};

/**
 * Knows what every connection is doing. Each has one request answered at a time and few that wait; there is a bounded
 * number in all and of one address, and who has most of them makes room for others. A stop neither cuts an answer off
 * nor waits for idle ones (rules, H8).
 */
export class Connections {
  readonly #clock: Clock;
  readonly #lines = new Map<Socket, Line>();
  readonly #byAddress = new Map<string, Set<Line>>();
  /** Until when an address that had all that it may have can have no connection that was idle for long. */
  readonly #fullUntil = new Map<string, number>();
  /** Requests that are not begun, by address, the next address first. */
  readonly #calls = new Map<string, Call[]>();
  #begun = 0;
  #isTurning = false;
  #emptied: (() => void) | null = null;
  /** Ends the looks at heads; null while there is no connection, and nothing to look at. */
  #cancelCheck: Cancel | null = null;
  #draining = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Follows the connections of a server and hands their requests to `serve`, each when its turn comes. */
  watch(server: Server, serve: Serve, heads: LateHeads): void {
    const begin = server.listeners('connection');
    server.removeAllListeners('connection').on('connection', (socket: Socket) => {
      noteNewcomer();
      // Who is refused costs no parser.
      if (this.#admit(socket, heads)) for (const one of begin) one.call(server, socket);
    });
    server.on('request', (incoming, outgoing) => this.#take(serve, incoming, outgoing));
  }

  /** Whether an answer on this connection is under way with its head out. */
  isAnswering(socket: Socket): boolean {
    return this.#lines.get(socket)?.current?.headersSent ?? false;
  }

  /** Whether a request on this connection waits for its answer. */
  isBusy(socket: Socket): boolean {
    const line = this.#lines.get(socket);
    return line !== undefined && !isIdle(line);
  }

  /** Whether a request was ever answered on this connection. */
  wasUsed(socket: Socket): boolean {
    return this.#lines.get(socket)?.used ?? false;
  }

  /** Closes idle connections at once and the others after their answers, or at the latest after `ms`. */
  async drain(ms: number): Promise<void> {
    this.#draining = true;
    for (const line of this.#lines.values()) closeAfterAnswer(line);
    if (this.#lines.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#emptied = resolve;
      this.#clock.after(ms, () => {
        for (const socket of this.#lines.keys()) socket.destroy();
      });
    });
  }

  /** Whether a connection may stay; one that may not is ended. */
  #admit(socket: Socket, heads: LateHeads): boolean {
    const address = addressOfSocket(socket);
    if (this.#draining || this.#isFull(address)) {
      socket.destroy();
      return false;
    }
    const now = this.#clock.monotonic();
    const line: Line = {
      socket,
      heads,
      address,
      current: null,
      waiting: [],
      quietSince: now,
      quietBytes: 0,
      // Whoever connects has something to ask.
      headSince: now,
      used: false,
    };
    socket.once('close', () => this.#forget(line));
    const victim = this.#findVictim(line, this.#add(line));
    if (!victim) return true;
    // Its 'close' comes later, and more connections may come before.
    this.#forget(victim);
    victim.socket.destroy();
    return victim !== line;
  }

  /** Whether an address has all that it may have, and none of them was idle for long. */
  #isFull(address: string): boolean {
    const own = this.#byAddress.get(address);
    if (!own || own.size < MOST_CONNECTIONS_OF_ONE) return false;
    const now = this.#clock.monotonic();
    if ((this.#fullUntil.get(address) ?? 0) <= now)
      this.#fullUntil.set(address, (idlest(own)?.quietSince ?? now) + YOUNG_MS);
    return (this.#fullUntil.get(address) ?? 0) > now;
  }

  #add(line: Line): Set<Line> {
    this.#lines.set(line.socket, line);
    if (!this.#cancelCheck) this.#checkLater(line.heads.checkMs);
    const own = this.#byAddress.get(line.address) ?? new Set();
    this.#byAddress.set(line.address, own);
    return own.add(line);
  }

  #forget(line: Line): void {
    line.waiting.length = 0;
    const own = this.#byAddress.get(line.address);
    own?.delete(line);
    if (own?.size === 0) {
      this.#byAddress.delete(line.address);
      this.#fullUntil.delete(line.address);
    }
    this.#lines.delete(line.socket);
    if (this.#lines.size > 0) return;
    this.#cancelCheck?.();
    this.#cancelCheck = null;
    this.#emptied?.();
  }

  #checkLater(ms: number): void {
    this.#cancelCheck = this.#clock.after(ms, () => {
      this.#checkLater(ms);
      const now = this.#clock.monotonic();
      for (const line of this.#lines.values()) if (isLate(line, now)) line.heads.refuse(line.socket);
    });
  }

  /** Which connection ends so that there is room; the new one itself when no address has more of them. */
  #findVictim(newcomer: Line, own: ReadonlySet<Line>): Line | null {
    if (own.size > MOST_CONNECTIONS_OF_ONE) return idlest(own) ?? newcomer;
    if (this.#lines.size <= MOST_CONNECTIONS) return null;
    const shares = new Map([...this.#byAddress].map(([name, { size }]) => [name, size]));
    const { address, share } = largestShare(shares, newcomer.address);
    const theirs = this.#byAddress.get(address) ?? own;
    const mayCut = share > own.size || (LOOPBACK.includes(newcomer.address) && address !== newcomer.address);
    return idlest(theirs) ?? (mayCut ? [...theirs][0] : undefined) ?? newcomer;
  }

  #take(serve: Serve, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const line = this.#lines.get(incoming.socket);
    if (!line) return;
    line.waiting.push([incoming, outgoing]);
    if (line.waiting.length > (line.current ? MOST_WAITING : MOST_WAITING + 1)) line.socket.destroy();
    else if (!line.current && line.waiting.length === 1) this.#call(line.address, () => this.#answerNext(line, serve));
  }

  /** Begins a request in this turn of the event loop or in a later one, when those of other addresses had theirs. */
  #call(address: string, call: Call): void {
    const own = this.#calls.get(address);
    if (own) own.push(call);
    else this.#calls.set(address, [call]);
    this.#beginCalls();
    if (this.#isTurning) return;
    this.#isTurning = true;
    void nextTurn().then(() => this.#endTurn());
  }

  #endTurn(): void {
    this.#begun = 0;
    this.#isTurning = this.#calls.size > 0;
    if (!this.#isTurning) return;
    void nextTurn().then(() => this.#endTurn());
    this.#beginCalls();
  }

  #beginCalls(): void {
    for (const [address, calls] of this.#calls) {
      if (this.#begun >= (isCrowded() ? MOST_A_TURN_OF_CROWD : MOST_A_TURN)) return;
      this.#begun++;
      this.#calls.delete(address);
      const call = calls.shift();
      // Behind all other addresses.
      if (calls.length > 0) this.#calls.set(address, calls);
      call?.();
    }
  }

  #answer(line: Line, serve: Serve, incoming: IncomingMessage, outgoing: ServerResponse): void {
    line.current = outgoing;
    line.used = true;
    line.headSince = null;
    if (this.#draining) outgoing.setHeader('Connection', 'close');
    outgoing.once('close', () => {
      line.current = null;
      line.quietSince = this.#clock.monotonic();
      line.quietBytes = line.socket.bytesRead;
      if (line.waiting.length > 0) this.#call(line.address, () => this.#answerNext(line, serve));
      // What was written is still on its way: end, not destroy.
      else if (this.#draining) line.socket.end();
    });
    serve(incoming, outgoing);
  }

  #answerNext(line: Line, serve: Serve): void {
    const next = line.current ? undefined : line.waiting.shift();
    if (next) this.#answer(line, serve, ...next);
  }
}

/** Whether the head of a request has been on its way for too long. */
const isLate = (line: Line, now: number): boolean => {
  if (!isIdle(line)) return false;
  if (line.socket.bytesRead > line.quietBytes) line.headSince ??= now;
  return line.headSince !== null && now - line.headSince >= line.heads.headersMs;
};

const closeAfterAnswer = (line: Line): void => {
  const { socket, current } = line;
  if (isIdle(line)) socket.destroy();
  else if (current && !current.headersSent) current.setHeader('Connection', 'close');
};
