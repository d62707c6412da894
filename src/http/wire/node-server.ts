import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../platform/clock.ts';
import { hasBody, isOverdue } from './body.ts';
import type { Connections, Serve } from './connections.ts';
import { LARGEST_HEAD_BYTES, MOST_HEADERS, type TimeLimits } from './limits.ts';
import { SECURITY_HEADERS } from './send.ts';

const STATUS_BY_CODE: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
/** A request that did not arrive in time. */
const TOO_LATE = { code: 'ERR_HTTP_REQUEST_TIMEOUT' };

/** The longest that a timer can wait. */
const NEVER_MS = 2_147_483_647;

const rawAnswer = (status: number, detail?: string): string => {
  const phrase = STATUS_CODES[status] ?? 'Bad Request';
  const body = JSON.stringify({ detail: detail ?? `${phrase}.` });
  const security = Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`);
  const head = [
    `HTTP/1.1 ${status} ${phrase}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    ...security,
  ];
  return `${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};

const refuse = (socket: Socket, status: number, detail?: string): void =>
  void socket.end(rawAnswer(status, detail), () => socket.destroy());

/** From HTTP/1.1 on a request has to say which host it is for. */
const lacksHost = ({ headers, httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersionMajor === 1 && httpVersionMinor > 0;

const hasTooManyHeaders = ({ rawHeaders }: IncomingMessage): boolean => rawHeaders.length > 2 * MOST_HEADERS;

/**
 * A server of Node that one client cannot exhaust: heads are bounded, a request has to arrive in time, and a client
 * that takes nothing of its answer loses it. `connections`, which several servers may share, bounds the rest.
 */
export const createNodeServer = (connections: Connections, times: TimeLimits, clock: Clock, serve: Serve): Server => {
  const server = createServer({
    // Node would look for late heads at intervals also while there is no connection: `connections` does.
    headersTimeout: 0,
    connectionsCheckingInterval: NEVER_MS,
    requestTimeout: 0,
    keepAliveTimeout: times.idleMs,
    maxHeaderSize: LARGEST_HEAD_BYTES,
    // Node's own answer has no body.
    requireHostHeader: false,
  });
  // One more than is accepted: Node leaves out the rest without a word.
  server.maxHeadersCount = MOST_HEADERS + 1;
  server.timeout = times.stallMs;

  const refuseConnection = ({ code = '' }: { readonly code?: string }, socket: Socket): void => {
    if (!socket.writable || code === 'ECONNRESET' || connections.isAnswering(socket)) return void socket.destroy();
    refuse(socket, STATUS_BY_CODE[code] ?? 400);
  };
  // Nothing came in or went out for a while. Handlers may take their time, and a stream may have nothing to tell.
  const onStall = (socket: Socket): void => {
    if (socket.writableLength > 0) return void socket.destroy();
    if (connections.isBusy(socket)) return;
    if (connections.wasUsed(socket) || socket.bytesRead === 0) return void socket.destroy();
    refuseConnection(TOO_LATE, socket);
  };
  // Node's own limit knows no exception, and the file of an update takes its time.
  const limitBody = (incoming: IncomingMessage): void => {
    if (!hasBody(incoming)) return;
    const cancel = clock.after(times.requestMs, () => {
      if (isOverdue(incoming)) refuseConnection(TOO_LATE, incoming.socket);
    });
    incoming.once('close', cancel);
  };
  const serveOne: Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (hasTooManyHeaders(incoming)) return refuse(incoming.socket, 431);
    if (lacksHost(incoming)) return refuse(incoming.socket, 400, 'The request has no Host header.');
    limitBody(incoming);
    serve(incoming, outgoing);
  };
  connections.watch(server, serveOne, { ...times, refuse: (socket) => refuseConnection(TOO_LATE, socket) });
  server.on('checkExpectation', ({ socket }: IncomingMessage) => refuse(socket, 417));
  // A connection that the system cannot hand over, as without free files: there is nobody to answer.
  server.on('error', () => undefined);
  return server.on('clientError', refuseConnection).on('timeout', onStall);
};
