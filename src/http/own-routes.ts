import * as v from 'valibot';
import type { Clock } from '../platform/clock.ts';
import type { Authenticator } from './access.ts';
import { bootRoute } from './boot.ts';
import { docsRoutes } from './reference/docs.ts';
import { eventsRoute } from './event-stream.ts';
import type { EventHub } from './events.ts';
import { metricsRoute } from './metrics-route.ts';
import type { Metrics } from './metrics.ts';
import { openapiRoutes } from './reference/openapi.ts';
import type { RouteTable } from './route-table.ts';
import { route, type Route } from './route.ts';

const RootSchema = v.object({ name: v.string(), version: v.string(), status: v.string() });

/**
 * `GET /api/` and `GET /api`: what this is. Both addresses are one to the table, because an empty rest counts as `/`.
 */
const rootRoutes = (version: string): Route[] => [
  route({
    method: 'GET',
    path: '/',
    surface: 'internal',
    access: 'public',
    summary: 'What this is',
    tag: 'system',
    success: { status: 200, schema: RootSchema, description: 'Name, version and state.' },
    errors: [],
    handle: () => ({ name: 'flapbox', version, status: 'running' }),
  }),
];

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
    ...rootRoutes(version),
    metricsRoute(metrics),
    eventsRoute(events, authenticator),
    ...openapiRoutes(all, version, clock),
    ...(docsFolder ? docsRoutes(docsFolder) : []),
    bootRoute({ table: () => table, boardIds, revision: () => events.revision, wait }),
  ];
};
