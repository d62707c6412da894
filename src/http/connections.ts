import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../platform/clock.ts';
import { greediestOf, sharesOf } from './greediest.ts';
import { MOST_CONNECTIONS, MOST_CONNECTIONS_OF_ONE, MOST_WAITING } from './limits.ts';
import { addressOfSocket } from './peer.ts';

/** Answers a request that Node has parsed. */
export type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Knows what every connection is doing. Each has one request answered at a time and few that wait; there is a bounded number in all
 * and of one address, and who has most of them makes room for others. A stop neither cuts an answer off nor waits for idle ones.
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
const idlest = (lines: readonly Line[]): Line | undefined => lines.filter(isIdle).sort((a, b) => a.quietSince - b.quietSince)[0];

/** Which connection ends so that there is room; the new one itself when nobody has more of them. */
const victimOf = (lines: readonly Line[], newcomer: Line): Line | null => {
  const shares = sharesOf(lines, () => 1);
  const own = lines.filter(({ address }) => address === newcomer.address);
  if (own.length > MOST_CONNECTIONS_OF_ONE) return idlest(own) ?? newcomer;
  if (lines.length <= MOST_CONNECTIONS) return null;
  const { address, share } = greediestOf(shares, newcomer.address);
  const theirs = lines.filter((one) => one.address === address);
  const mayCut = share > own.length || (LOOPBACK.includes(newcomer.address) && address !== newcomer.address);
  return idlest(theirs) ?? (mayCut ? theirs[0] : undefined) ?? newcomer;
};

/** Follows no connection yet. */
export const createConnections = (clock: Clock): Connections => {
  const lines = new Map<Socket, Line>();
  let emptied: (() => void) | null = null;
  let draining = false;

  const forget = (line: Line): void => {
    lines.delete(line.socket);
    line.waiting.length = 0;
    if (lines.size === 0) emptied?.();
  };
  const admit = (socket: Socket): void => {
    const line: Line = { socket, address: addressOfSocket(socket), current: null, waiting: [], quietSince: clock.monotonic(), used: false };
    lines.set(socket, line);
    socket.once('close', () => forget(line));
    if (draining) return void socket.destroy();
    const victim = lines.size <= MOST_CONNECTIONS_OF_ONE ? null : victimOf([...lines.values()], line);
    if (!victim) return;
    // Its 'close' comes later, and more connections may come before.
    lines.delete(victim.socket);
    victim.socket.destroy();
  };
  const answer = (line: Line, serve: Serve, incoming: IncomingMessage, outgoing: ServerResponse): void => {
    line.current = outgoing;
    line.used = true;
    outgoing.once('close', () => {
      line.current = null;
      line.quietSince = clock.monotonic();
      const next = line.waiting.shift();
      if (next) answer(line, serve, ...next);
      // What was written is still on its way: end, not destroy.
      else if (draining) line.socket.end();
    });
    serve(incoming, outgoing);
  };
  const take = (serve: Serve): Serve => (incoming, outgoing) => {
    const line = lines.get(incoming.socket);
    if (!line) return;
    if (isIdle(line)) return answer(line, serve, incoming, outgoing);
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
