import { HealthSchema, type Health } from '../schema/appliance/system.ts';
import type { Route } from './route.ts';

/** Whether the service lives; asked more often than anything else. */
export const livenessRoute = (health: () => Health): Route => ({
  method: 'GET',
  path: '/health',
  surface: 'internal',
  access: 'public',
  tag: 'system',
  summary: 'Whether the service answers and the display loop runs',
  success: { status: 200, schema: HealthSchema, description: 'The process is serving.' },
  errors: [],
  handle: health,
});
