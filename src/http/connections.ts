import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../platform/clock.ts';
import { greediestOf } from './greediest.ts';
import { MOST_CONNECTIONS, MOST_CONNECTIONS_OF_ONE, MOST_WAITING } from './limits.ts';
import { addressOfSocket } from './peer.ts';

/** Answers a request that Node has parsed. */
export type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Knows what every connection is doing. Each has one request answered at a time and few that wait; there is a bounded
 * number in all
 * and of one address, and who has most of them makes room for others. A stop neither cuts an answer off nor waits for
 * idle ones.
 */
export interface Connections {
  /** Follows the connections of a server and hands their requests to `serve`, each when its turn comes. */
  watch(server: Server, serve: Serve): void;
  /** Whether an answer on this connection is under way with its head out. */
  isAnswering(socket: Socket): boolean;
  /** Whether a request on this connection waits for its answer. */
  isBusy(socket: Socket): boolean;
  /** Whether a request was ever answered on this connection. */
  wasUsed(socket: Socket): boolean;
  /** Closes idle connections at once and the others after their answers, or at the latest after `ms`. */
  drain(ms: number): Promise<void>;
}

interface Line {
  readonly socket: Socket;
  readonly address: string;
  /** The answer under way. */
  current: ServerResponse | null;
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
  /** Since when it is idle. */
  quietSince: number;
  used: boolean;
}

const LOOPBACK = ['127.0.0.1', '::1'];

const isIdle = ({ current }: Line): boolean => current === null;

/** The one that has been idle for longest. */
const idlest = (lines: Iterable<Line>): Line | undefined => {
  let found: Line | undefined;
  for (const line of lines) if (isIdle(line) && line.quietSince < (found?.quietSince ?? Infinity)) found = line;
  return found;
};

/** Follows no connection yet. */
export const createConnections = (clock: Clock): Connections => {
  const lines = new Map<Socket, Line>();
  const byAddress = new Map<string, Set<Line>>();
  let emptied: (() => void) | null = null;
  let draining = false;

  const add = (line: Line): Set<Line> => {
    lines.set(line.socket, line);
    const own = byAddress.get(line.address) ?? new Set();
    byAddress.set(line.address, own);
    return own.add(line);
  };
  const forget = (line: Line): void => {
    line.waiting.length = 0;
    const own = byAddress.get(line.address);
    own?.delete(line);
    if (own?.size === 0) byAddress.delete(line.address);
    lines.delete(line.socket);
    if (lines.size === 0) emptied?.();
  };
  /** Which connection ends so that there is room; the new one itself when nobody has more of them. */
  const findVictim = (newcomer: Line, own: ReadonlySet<Line>): Line | null => {
    if (own.size > MOST_CONNECTIONS_OF_ONE) return idlest(own) ?? newcomer;
    if (lines.size <= MOST_CONNECTIONS) return null;
    const { address, share } = greediestOf(
      new Map([...byAddress].map(([name, { size }]) => [name, size])),
      newcomer.address,
    );
    const theirs = byAddress.get(address) ?? own;
    const mayCut = share > own.size || (LOOPBACK.includes(newcomer.address) && address !== newcomer.address);
    return idlest(theirs) ?? (mayCut ? [...theirs][0] : undefined) ?? newcomer;
  };
  const admit = (socket: Socket): void => {
    const line: Line = {
      socket,
      address: addressOfSocket(socket),
      current: null,
      waiting: [],
      quietSince: clock.monotonic(),
      used: false,
    };
    socket.once('close', () => forget(line));
    if (draining) return void socket.destroy();
    const victim = findVictim(line, add(line));
    if (!victim) return;
    // Its 'close' comes later, and more connections may come before.
    forget(victim);
    victim.socket.destroy();
  };
  const answer = (line: Line, serve: Serve, incoming: IncomingMessage, outgoing: ServerResponse): void => {
    line.current = outgoing;
    line.used = true;
    outgoing.once('close', () => {
      line.current = null;
      line.quietSince = clock.monotonic();
      // Others get their turn in between.
      if (line.waiting.length > 0) setImmediate(() => answerNext(line, serve));
      // What was written is still on its way: end, not destroy.
      else if (draining) line.socket.end();
    });
    serve(incoming, outgoing);
  };
  const answerNext = (line: Line, serve: Serve): void => {
    const next = line.waiting.shift();
    if (next) answer(line, serve, ...next);
  };
  const take =
    (serve: Serve): Serve =>
    (incoming, outgoing) => {
      const line = lines.get(incoming.socket);
      if (!line) return;
      if (isIdle(line) && line.waiting.length === 0) return answer(line, serve, incoming, outgoing);
      line.waiting.push([incoming, outgoing]);
      if (line.waiting.length > MOST_WAITING) line.socket.destroy();
    };
  const closeAfterAnswer = ({ socket, current }: Line): void => {
    if (!current) socket.destroy();
    else if (!current.headersSent) current.setHeader('Connection', 'close');
  };
  return {
    watch: (server, serve) => void server.on('connection', admit).on('request', take(serve)),
    isAnswering: (socket) => lines.get(socket)?.current?.headersSent ?? false,
    isBusy: (socket) => lines.get(socket)?.current != null,
    wasUsed: (socket) => lines.get(socket)?.used ?? false,
    drain: async (ms) => {
      draining = true;
      for (const line of lines.values()) closeAfterAnswer(line);
      if (lines.size === 0) return;
      await new Promise<void>((resolve) => {
        emptied = resolve;
        clock.after(ms, () => {
          for (const socket of lines.keys()) socket.destroy();
        });
      });
    },
  };
};
