import { replyText } from './reply.ts';
import { route, type Route } from './route.ts';
import type { Metrics } from './metrics.ts';

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
