import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { once } from '../core/memo.ts';
import type { Clock } from '../platform/clock.ts';
import { createRestCollector } from '../platform/garbage.ts';
import type { Authenticator } from './access.ts';
import type { Serve } from './wire/connections.ts';
import { createCors } from './cors.ts';
import { Dispatch } from './dispatch.ts';
import type { HttpLog } from './reply.ts';
import type { EventHub } from './events.ts';
import { createHostGuard } from './guards.ts';
import { createIntake, type Intake } from './wire/intake.ts';
import { MOST_WAITING_CONNECTIONS, TIMES, type TimeLimits } from './wire/limits.ts';
import { createListener } from './wire/listener.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createNodeServer } from './wire/node-server.ts';
import { createLateRouteTable, type RouteTable } from './route-table.ts';
import type { Route } from './route.ts';
import type { StaticFiles } from './pages/static.ts';

const REQUESTS = 250;
const WITHIN_MS = 10_000;

/** Counts requests, and calls `onBusy` once when 250 of them came within ten seconds. */
export const createBusyWatch = (clock: Clock, onBusy: () => void): (() => void) => {
  let count = 0;
  let since = clock.monotonic();
  let told = false;
  return () => {
    if (told || ++count < REQUESTS) return;
    const now = clock.monotonic();
    told = now - since <= WITHIN_MS;
    count = 0;
    since = now;
    if (told) onBusy();
  };
};

/** What a server is made of. */
export interface ServerOptions {
  /**
   * Every operation but those of the layer itself; asked with the first request for one that is not in `firstRoutes`.
   */
  readonly routes: () => readonly Route[];
  /** Operations that are asked for often, or before anybody needs the others. */
  readonly firstRoutes?: readonly Route[];
  /** While it answers a promise, every request but those for `firstRoutes` waits for it. */
  readonly opening?: () => Promise<void> | null;
  /** Operations outside the API: what is behind share links. */
  readonly sharedRoutes?: () => readonly Route[];
  readonly authenticator: Authenticator;
  /** Names that the appliance answers to, beside IP literals and `localhost`; asked at each request, `*` admits any. */
  readonly trustedHosts: () => readonly string[];
  readonly corsOrigins: readonly string[];
  readonly log: HttpLog;
  readonly clock: Clock;
  readonly version: string;
  readonly events: EventHub;
  /** The boards, for the first view of the interface. */
  readonly boardIds?: () => readonly string[];
  readonly staticFiles?: StaticFiles | null;
  /** The folder of the API viewers' files; null serves no viewer. */
  readonly docsFolder?: string | null;
  /**
   * Sees every request first, and answers those that are its own, as all that come over the set-up access point;
   * whether it did.
   */
  readonly intercept?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  readonly limits?: Partial<TimeLimits>;
  /** What this server shares with others of the appliance; its own unless given. */
  readonly intake?: Intake;
  /** Called once, when so many requests come that speed counts more than memory. */
  readonly onBusy?: (() => void) | undefined;
  /** Called when requests have left much in the heap and nearly nobody asks any more. */
  readonly onRest?: (() => void) | undefined;
}

/** The HTTP side of the appliance. */
export interface HttpServer {
  readonly listener: Serve;
  readonly metrics: Metrics;
  /** Every route, with those of the layer itself. */
  readonly routes: readonly Route[];
  /** The first port that accepts connections; null before there is one. */
  readonly port: number | null;
  /**
   * Accepts connections, and answers the port, which the system chooses for 0; can be called for several. Rejects when
   * it cannot.
   */
  listen(port: number, host: string): Promise<number>;
  /**
   * Accepts nothing more, ends streams and idle connections at once, gives running answers at most `ms`, and then cuts
   * them off.
   */
  stop(ms: number): Promise<void>;
}

const openPort = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen({ port, host, backlog: MOST_WAITING_CONNECTIONS }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });

/** The routes with those of the layer itself, and the table that finds them. */
const assembleRoutes = (
  options: ServerOptions,
  metrics: Metrics,
): { readonly routes: () => readonly Route[]; readonly table: RouteTable } => {
  const routes = once((): readonly Route[] => {
    const { ownRoutes } = require('./own-routes.ts') as typeof import('./own-routes.ts');
    return [...options.routes(), ...ownRoutes({ ...options, metrics, all: () => routes(), table })];
  });
  const table = createLateRouteTable(options.firstRoutes ?? [], routes);
  return { routes, table };
};

/** What answers a request: the API by its routes, everything else from files. */
const assembleListener = (options: ServerOptions, table: RouteTable, metrics: Metrics, intake: Intake): Serve => {
  const { clock, log, authenticator } = options;
  const { bodies, answers } = intake;
  const hostGuard = createHostGuard(options.trustedHosts);
  const outlet = { clock, answers };
  const cors = createCors(options.corsOrigins);
  const checks = { authenticator, hostGuard, cors, metrics, log, bodies, outlet };
  return createListener({
    api: new Dispatch({ ...checks, table }),
    staticFiles: options.staticFiles ?? null,
    shared: new Dispatch({ ...checks, table: createLateRouteTable([], options.sharedRoutes ?? (() => [])) }),
    hostGuard,
    log,
    outlet,
  });
};

/** Builds the server; nothing listens yet. */
export const createServer = (options: ServerOptions): HttpServer => {
  const { clock, events } = options;
  const times = { ...TIMES, ...options.limits };
  const metrics = createMetrics(clock);
  const intake = options.intake ?? createIntake(clock);
  const { connections } = intake;
  const { routes, table } = assembleRoutes(options, metrics);
  const listener = assembleListener(options, table, metrics, intake);
  const servers: Server[] = [];
  let firstPort: number | null = null;

  const firstPaths = new Set(options.firstRoutes?.map(({ path }) => `/api${path}`));
  const countRequest = createBusyWatch(clock, options.onBusy ?? (() => undefined));
  const collectLater = createRestCollector(clock, options.onRest);
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    countRequest();
    collectLater();
    if (options.intercept?.(incoming, outgoing)) return;
    const opening = firstPaths.has(incoming.url ?? '') ? null : options.opening?.();
    if (opening) void opening.then(() => listener(incoming, outgoing));
    else listener(incoming, outgoing);
  };
  return {
    listener,
    metrics,
    get routes() {
      return routes();
    },
    get port() {
      return firstPort;
    },
    listen: async (port, host) => {
      const server = createNodeServer(connections, times, clock, serve);
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
