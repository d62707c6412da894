import { NOTHING } from '../../schema/common.ts';
import * as v from 'valibot';
import type { Log } from '../../platform/log.ts';
import {
  ConfigCheckSchema,
  ConfigSchema,
  DiscoverSchema,
  LogsSchema,
  VersionSchema,
  DamageDismissedSchema,
  FlatStatusSchema,
  SafeStartEndedSchema,
} from '../../schema/system.ts';
import type { SafeStart } from '../../service/safe-start.ts';
import type { SystemService } from '../../service/system/system.ts';
import { queryInteger } from '../query.ts';
import { reply } from '../reply.ts';
import { livenessRoute } from '../liveness.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

/** The service itself: its health and status. */
export const healthRoutes = (system: SystemService, safeStart: SafeStart): Route[] => [
  livenessRoute(() => system.health()),
  route({
    method: 'GET',
    path: '/status',
    surface: 'internal',
    access: 'session',
    tag: 'system',
    summary: 'The state of the service and of each board',
    success: { status: 200, schema: FlatStatusSchema, description: 'Loop, configuration and boards.' },
    errors: [503],
    handle: () => ({ ...system.status(), safe_start: safeStart.status() }),
  }),
  route({
    method: 'POST',
    path: '/status/safe-start/end',
    surface: 'internal',
    access: 'session',
    tag: 'system',
    summary: 'End a safe start: formulas, plugins of others and own sources are on again',
    success: { status: 200, schema: SafeStartEndedSchema, description: 'What is off still; null.' },
    errors: [],
    handle: () => {
      safeStart.end();
      return { safe_start: safeStart.status() };
    },
  }),
  route({
    method: 'POST',
    path: '/status/damage/dismiss',
    surface: 'internal',
    access: 'session',
    tag: 'system',
    summary:
      'Name the files no longer that were damaged; they stay where they are kept, and secrets that are missing stay named',
    ...NOTHING,
    success: { status: 200, schema: DamageDismissedSchema, description: 'How many were named.' },
    errors: [422, 500],
    handle: async () => ({ dismissed: await system.dismissDamage() }),
  }),
];

const common = { surface: 'internal', access: 'session', tag: 'system' } as const;

const LogQuerySchema = v.object({
  limit: v.optional(queryInteger(1, 500)),
  offset: v.optional(queryInteger(0, 1_000_000)),
  level: v.optional(v.string()),
  search: v.optional(v.string()),
});

/** Version, configuration in short, and the log. */
export const systemInfoRoutes = (
  system: SystemService,
  log: Log,
  identity: () => { readonly id: string; readonly name: string },
): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/version',
    summary: 'The running version and the machine',
    success: { status: 200, schema: VersionSchema, description: 'The version.' },
    errors: [],
    handle: () => system.version(),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/discover',
    summary: 'Which appliance this is',
    success: { status: 200, schema: DiscoverSchema, description: 'The appliance.' },
    errors: [],
    handle: () =>
      reply(
        200,
        { product: 'flapbox', version: system.version().package_version, ...identity() },
        { 'Cache-Control': 'no-store' },
      ),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/config',
    summary: 'The configuration in short, without secrets',
    success: { status: 200, schema: ConfigSchema, description: 'The configuration.' },
    errors: [],
    handle: () => system.config(),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/config/validate',
    summary: 'What keeps the appliance from doing what it is set to',
    success: { status: 200, schema: ConfigCheckSchema, description: 'Errors and warnings.' },
    errors: [],
    handle: () => system.check(),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/logs',
    summary: 'The log, newest first',
    query: LogQuerySchema,
    success: { status: 200, schema: LogsSchema, description: 'Entries that match, and how many there are in all.' },
    errors: [422],
    handle: ({ query }) => {
      const { limit = 100, offset = 0 } = query;
      return { ...log.entries({ ...query, limit, offset }), limit, offset };
    },
  }),
];
