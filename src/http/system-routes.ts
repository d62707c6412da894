import * as v from 'valibot';
import type { Metrics } from './metrics.ts';
import { replyText } from './reply.ts';
import { route } from './route.ts';
import type { Route } from './route.ts';

const RootSchema = v.object({ name: v.string(), version: v.string(), status: v.string() });

/**
 * `GET /api/` and `GET /api`: what this is. Both addresses are one to the table, because an empty rest counts as `/`.
 */
export const rootRoutes = (version: string): Route[] => [
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

/** `GET /metrics`: figures for Prometheus. The listener answers the same outside `/api`, where programs look for it. */
export const metricsRoute = (metrics: Metrics): Route =>
  route({
    method: 'GET',
    path: '/metrics',
    surface: 'internal',
    access: 'credential',
    summary: 'Figures in the Prometheus text format',
    tag: 'system',
    success: { status: 200, description: 'Plain text.' },
    errors: [],
    handle: () =>
      replyText(200, metrics.render(), 'text/plain; version=0.0.4; charset=utf-8', { 'Cache-Control': 'no-store' }),
  });
