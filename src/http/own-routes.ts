import * as v from 'valibot';
import type { Clock } from '../platform/clock.ts';
import type { Authenticator } from './access.ts';
import { bootRoute } from './boot.ts';
import { docsRoutes } from './reference/docs.ts';
import { eventsRoute } from './event-stream.ts';
import type { EventHub } from './events.ts';
import type { Metrics } from './metrics.ts';
import { openapiRoutes } from './reference/openapi.ts';
import type { RouteTable } from './route-table.ts';
import { replyText } from './reply.ts';
import { ok, routesIn, type Route } from './route.ts';

const RootSchema = v.object({ name: v.string(), version: v.string(), status: v.string() });

const route = routesIn({ surface: 'internal', tag: 'system' });

/**
 * `GET /api/` and `GET /api`: what this is. Both addresses are one to the table, because an empty rest counts as `/`.
 */
const rootRoute = (version: string): Route =>
  route('GET /', {
    access: 'public',
    summary: 'What this is',
    success: ok(RootSchema, 'Name, version and state.'),
    handle: () => ({ name: 'flapbox', version, status: 'running' }),
  });

/** `GET /metrics`: figures for Prometheus. The listener answers the same outside `/api`, where programs look for it. */
const metricsRoute = (metrics: Metrics): Route =>
  route('GET /metrics', {
    access: 'credential',
    summary: 'Figures in the Prometheus text format',
    success: { status: 200, type: 'text/plain', description: 'Plain text.' },
    handle: () =>
      replyText(200, metrics.render(), 'text/plain; version=0.0.4; charset=utf-8', { 'Cache-Control': 'no-store' }),
  });

/** What the routes of the layer itself work with. */
export interface OwnRouteParts {
  readonly version: string;
  readonly metrics: Metrics;
  readonly events: EventHub;
  readonly authenticator: Authenticator;
  readonly clock: Clock;
  /** The folder of the API viewers' files; null serves no viewer. */
  readonly docsFolder?: string | null;
  readonly boardIds?: () => readonly string[];
  /** Every route, these included. */
  readonly all: () => readonly Route[];
  readonly table: RouteTable;
}

/** The routes of the HTTP layer itself: what this is, figures, events, the API reference and the first view. */
export const ownRoutes = (parts: OwnRouteParts): Route[] => {
  const { version, metrics, events, authenticator, clock, docsFolder, boardIds = () => [], all, table } = parts;
  const wait = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
  return [
    rootRoute(version),
    metricsRoute(metrics),
    eventsRoute(events, authenticator),
    ...openapiRoutes(all, version, clock),
    ...(docsFolder ? docsRoutes(docsFolder) : []),
    bootRoute({ table: () => table, boardIds, revision: () => events.revision, wait }),
  ];
};
