import { createServer as createNodeServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Handler } from '@tinyhttp/app';
import type { Clock } from '../platform/clock.ts';
import type { Authenticator } from './access.ts';
import { hasBody, isOverdue } from './body.ts';
import { createBusyWatch } from './busy-watch.ts';
import { createConnections } from './connections.ts';
import { createCors } from './cors.ts';
import { createDispatch, type HttpLog } from './dispatch.ts';
import { docsRoutes } from './docs.ts';
import { eventsRoute, type EventHub } from './events.ts';
import { createHostGuard } from './host-guard.ts';
import { createListener, type Listener } from './listener.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { openapiRoutes } from './openapi.ts';
import { createRouteTable } from './route-table.ts';
import type { Route } from './route.ts';
import { SECURITY_HEADERS } from './send.ts';
import type { StaticFiles } from './static.ts';
import { metricsRoute, rootRoutes } from './system-routes.ts';

/** How long a client may take, in milliseconds. */
export interface TimeLimits {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly idleMs: number;
  /** How often the limits are looked at. */
  readonly checkMs: number;
}

/** What a server is made of. */
export interface ServerOptions {
  readonly routes: readonly Route[];
  readonly authenticator: Authenticator;
  /** Names that the appliance answers to, beside IP literals and `localhost`; asked at each request, `*` admits any. */
  readonly trustedHosts: () => readonly string[];
  readonly corsOrigins: readonly string[];
  readonly log: HttpLog;
  readonly clock: Clock;
  readonly version: string;
  readonly events: EventHub;
  readonly metrics?: Metrics;
  readonly staticFiles?: StaticFiles | null;
  /** The folder of the API viewers' files; null serves no viewer. */
  readonly docsFolder?: string | null;
  /** Run before the static files for every path outside the API. */
  readonly pageHandlers?: readonly Handler[];
  /** Sees every request first, and answers those that are its own, as all that come over the set-up access point; whether it did. */
  readonly intercept?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  readonly limits?: Partial<TimeLimits>;
  /** Called once, when so many requests come that speed counts more than memory. */
  readonly onBusy?: (() => void) | undefined;
}

/** The HTTP side of the appliance. */
export interface HttpServer {
  readonly listener: Listener;
  readonly metrics: Metrics;
  /** Every route, with those of the layer itself. */
  readonly routes: readonly Route[];
  /** The first port that accepts connections; null before there is one. */
  readonly port: number | null;
  /** Accepts connections, and answers the port, which the system chooses for 0; can be called for several. Rejects when it cannot. */
  listen(port: number, host: string): Promise<number>;
  /** Accepts nothing more, ends streams and idle connections at once, gives running answers at most `ms`, and then cuts them off. */
  stop(ms: number): Promise<void>;
}

const LIMITS: TimeLimits = { headersMs: 10_000, requestMs: 30_000, idleMs: 30_000, checkMs: 5000 };
const MOST_CONNECTIONS = 1024;

const STATUS_BY_CODE: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const rawAnswer = (status: number): string => {
  const phrase = STATUS_CODES[status] ?? 'Bad Request';
  const body = JSON.stringify({ detail: `${phrase}.` });
  const security = Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${phrase}`, 'Connection: close', 'Content-Type: application/json; charset=utf-8', ...security];
  return `${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};

const ownRoutes = (options: ServerOptions, metrics: Metrics, all: () => readonly Route[]): Route[] => [
  ...rootRoutes(options.version),
  metricsRoute(metrics),
  eventsRoute(options.events, options.authenticator),
  ...openapiRoutes(all, options.version),
  ...(options.docsFolder ? docsRoutes(options.docsFolder) : []),
];

const openPort = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });

/** Builds the server; nothing listens yet. */
export const createServer = (options: ServerOptions): HttpServer => {
  const { clock, log, events } = options;
  const limits = { ...LIMITS, ...options.limits };
  const metrics = options.metrics ?? createMetrics(clock);
  const hostGuard = createHostGuard(options.trustedHosts);
  const connections = createConnections(clock);
  const routes: Route[] = [...options.routes];
  routes.push(...ownRoutes(options, metrics, () => routes));
  const checks = { authenticator: options.authenticator, hostGuard, cors: createCors(options.corsOrigins), metrics, log, clock };
  const dispatch = createDispatch({ ...checks, table: createRouteTable(routes) });
  const listener = createListener(dispatch, { staticFiles: options.staticFiles ?? null, handlers: options.pageHandlers ?? [], hostGuard, log, clock });
  const servers: Server[] = [];
  let firstPort: number | null = null;

  const refuseConnection = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (!socket.writable || error.code === 'ECONNRESET' || connections.isAnswering(socket)) return void socket.destroy();
    socket.end(rawAnswer(STATUS_BY_CODE[error.code ?? ''] ?? 400), () => socket.destroy());
  };
  const countRequest = createBusyWatch(clock, options.onBusy ?? (() => undefined));
  // Node's own limit knows no exception, and the file of an update takes its time.
  const limitBody = (incoming: IncomingMessage): void => {
    if (!hasBody(incoming)) return;
    const cancel = clock.after(limits.requestMs, () => {
      if (isOverdue(incoming)) refuseConnection(Object.assign(new Error('The body did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), incoming.socket);
    });
    incoming.once('close', cancel);
  };
  const createOne = (): Server => {
    const server = createNodeServer({
      headersTimeout: limits.headersMs,
      requestTimeout: 0,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
    });
    server.maxConnections = MOST_CONNECTIONS;
    connections.watch(server);
    server.on('clientError', refuseConnection).on('request', (incoming, outgoing) => {
      countRequest();
      connections.begin(outgoing);
      limitBody(incoming);
      if (!options.intercept?.(incoming, outgoing)) listener(incoming, outgoing);
    });
    return server;
  };
  return {
    listener,
    metrics,
    routes,
    get port() {
      return firstPort;
    },
    listen: async (port, host) => {
      const server = createOne();
      const opened = await openPort(server, port, host);
      servers.push(server);
      firstPort ??= opened;
      return opened;
    },
    stop: async (ms) => {
      for (const server of servers) server.close();
      events.stop();
      await connections.drain(ms);
    },
  };
};
