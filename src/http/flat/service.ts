import { DamageDismissedSchema, HealthSchema, StatusSchema } from '../../schema/status.ts';
import type { SystemService } from '../../service/system.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

/** The service itself: its health and status. */
export const healthRoutes = (system: SystemService): Route[] => [
  route({
    method: 'GET',
    path: '/health',
    surface: 'internal',
    access: 'public',
    tag: 'system',
    summary: 'Whether the service answers and the display loop runs',
    success: { status: 200, schema: HealthSchema, description: 'The process is serving.' },
    errors: [],
    handle: () => system.health(),
  }),
  route({
    method: 'GET',
    path: '/status',
    surface: 'internal',
    access: 'session',
    tag: 'system',
    summary: 'The state of the service and of each board',
    success: { status: 200, schema: StatusSchema, description: 'Loop, configuration and boards.' },
    errors: [503],
    handle: () => system.status(),
  }),
  route({
    method: 'POST',
    path: '/status/damage/dismiss',
    surface: 'internal',
    access: 'session',
    tag: 'system',
    summary:
      'Name the files no longer that were damaged; they stay where they are kept, and secrets that are ' +
      'missing stay named',
    success: { status: 200, schema: DamageDismissedSchema, description: 'How many were named.' },
    errors: [500],
    handle: async () => ({ dismissed: await system.dismissDamage() }),
  }),
];
