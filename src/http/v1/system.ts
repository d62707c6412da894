import { HealthSchema, StatusSchema } from '../../schema/appliance/system.ts';
import type { SystemService } from '../../service/system/system.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'v1', access: 'credential', tag: 'system' });

/** Whether the service lives, and how it is. */
export const statusRoutes = (system: SystemService): Route[] => [
  route('GET /v1/health', {
    summary: 'Whether the service answers and the display loop runs',
    success: ok(HealthSchema, 'The process is serving.'),
    errors: [503],
    handle: () => system.health(),
  }),
  route('GET /v1/status', {
    summary: 'The state of the service and of each board',
    success: ok(StatusSchema, 'Loop, configuration and boards.'),
    errors: [503],
    handle: () => system.status(),
  }),
];
