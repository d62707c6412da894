import { request as nodeRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { systemClock } from '../../src/platform/clock.ts';
import type { Authenticator } from '../../src/http/access.ts';
import { EventHub } from '../../src/http/events.ts';
import type { Route } from '../../src/http/route.ts';
import { createServer, type HttpServer, type ServerOptions } from '../../src/http/server.ts';

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body parsed as JSON; undefined when it is none. */
  readonly json: unknown;
}

/** What to send; `json` is encoded and typed, `body` goes out as it is. */
export interface Sending {
  readonly headers?: OutgoingHttpHeaders;
  readonly json?: unknown;
  readonly body?: string | Buffer;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** One request to a loopback port, over a connection of its own. */
export const call = async (port: number, method: string, path: string, sending: Sending = {}): Promise<Answer> => {
  const body = sending.json === undefined ? sending.body : JSON.stringify(sending.json);
  const headers: OutgoingHttpHeaders = {
    ...(sending.json === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...sending.headers,
  };
  if (body !== undefined && headers['Transfer-Encoding'] === undefined)
    headers['Content-Length'] = Buffer.byteLength(body);
  return new Promise((resolve, reject) => {
    const outgoing = nodeRequest({ port, host: '127.0.0.1', method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parse(text) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
};

/** A connection for tests that speak byte by byte. */
export interface Wire {
  readonly socket: Socket;
  send(bytes: string | Buffer): void;
  /** Everything received once it contains `text` or fits it; rejects when the other side closes before. */
  until(text: string | RegExp): Promise<string>;
  /** Everything received, after the other side has closed. */
  closed(): Promise<string>;
}

/** Opens a bare connection to a loopback port. */
export const openWire = async (port: number): Promise<Wire> => {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  let over = false;
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.on('close', () => (over = true));
  await once(socket, 'connect');
  const fits = (text: string | RegExp): boolean =>
    typeof text === 'string' ? received.includes(text) : text.test(received);
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    until: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (fits(text)) resolve(received);
          else if (over) reject(new Error(`closed after ${JSON.stringify(received.slice(0, 500))}`));
        };
        socket.on('data', look).on('close', () => setImmediate(look));
        look();
      }),
    closed: async () => {
      if (!over) await once(socket, 'close');
      return received;
    },
  };
};

/** A log that keeps what it is told. */
export const createTestLog = () => {
  const errors: { message: string; fields: Readonly<Record<string, unknown>> | undefined }[] = [];
  return {
    errors,
    error: (message: string, fields?: Readonly<Record<string, unknown>>) => void errors.push({ message, fields }),
  };
};

/** A server of some routes on a loopback port. */
export interface TestServer {
  readonly port: number;
  readonly server: HttpServer;
  readonly call: (method: string, path: string, sending?: Sending) => Promise<Answer>;
  stop(): Promise<void>;
}

/** Lets everybody in, as an installation with login off does. */
const openAccess: Authenticator = { check: () => ({ kind: 'open', username: null }) };

/** Starts a server of some routes; everything else has a plain default. */
export const startServer = async (
  routes: readonly Route[] = [],
  options: Partial<ServerOptions> = {},
): Promise<TestServer> => {
  const clock = options.clock ?? systemClock;
  const server = createServer({
    routes: () => routes,
    authenticator: openAccess,
    trustedHosts: () => [],
    corsOrigins: [],
    log: createTestLog(),
    clock,
    version: '1.2.3',
    events: new EventHub(clock),
    ...options,
  });
  const port = await server.listen(0, '127.0.0.1');
  return {
    port,
    server,
    call: (method, path, sending) => call(port, method, path, sending),
    stop: () => server.stop(0),
  };
};
