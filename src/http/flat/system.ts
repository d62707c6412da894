import { NOTHING, queryInteger } from '../../schema/common.ts';
import * as v from 'valibot';
import type { Log } from '../../platform/log.ts';
import { LOG_LINES } from '../../schema/limits.ts';
import {
  ConfigCheckSchema,
  ConfigSchema,
  DiscoverSchema,
  LogsSchema,
  VersionSchema,
  DamageDismissedSchema,
  FlatStatusSchema,
  SafeStartEndedSchema,
} from '../../schema/appliance/system.ts';
import type { SafeStart } from '../../service/system/safe-start.ts';
import type { SystemService } from '../../service/system/system.ts';
import { livenessRoute } from '../liveness.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'system' });

/** The service itself: its health and status. */
export const healthRoutes = (system: SystemService, safeStart: SafeStart): Route[] => [
  livenessRoute(() => system.health()),
  route('GET /status', {
    summary: 'The state of the service and of each board',
    success: ok(FlatStatusSchema, 'Loop, configuration and boards.'),
    errors: [503],
    handle: () => ({ ...system.status(), safe_start: safeStart.status() }),
  }),
  route('POST /status/safe-start/end', {
    summary: 'End a safe start: formulas, plugins of others and own sources are on again',
    ...NOTHING,
    success: ok(SafeStartEndedSchema, 'What is off still; null.'),
    handle: () => {
      safeStart.end();
      return { safe_start: safeStart.status() };
    },
  }),
  route('POST /status/damage/dismiss', {
    summary:
      'Name the files no longer that were damaged; they stay where they are kept, and secrets that are missing stay named',
    ...NOTHING,
    success: ok(DamageDismissedSchema, 'How many were named.'),
    errors: [500],
    handle: async () => ({ dismissed: await system.dismissDamage() }),
  }),
];

const LogQuerySchema = v.object({
  limit: v.optional(queryInteger(...LOG_LINES), '100'),
  offset: v.optional(queryInteger(0, 1_000_000), '0'),
  level: v.optional(v.string()),
  search: v.optional(v.string()),
});

/** Version, configuration in short, and the log. */
export const systemInfoRoutes = (
  system: SystemService,
  log: Log,
  identity: () => { readonly id: string; readonly name: string },
): Route[] => [
  route('GET /version', {
    summary: 'The running version and the machine',
    success: ok(VersionSchema, 'The version.'),
    handle: () => system.version(),
  }),
  route('GET /discover', {
    summary: 'Which appliance this is',
    success: ok(DiscoverSchema, 'The appliance.'),
    handle: () => ({ product: 'flapbox', version: system.version().package_version, ...identity() }),
  }),
  route('GET /config', {
    summary: 'The configuration in short, without secrets',
    success: ok(ConfigSchema, 'The configuration.'),
    handle: () => system.config(),
  }),
  route('GET /config/validate', {
    summary: 'What keeps the appliance from doing what it is set to',
    success: ok(ConfigCheckSchema, 'Errors and warnings.'),
    handle: () => system.check(),
  }),
  route('GET /logs', {
    summary: 'The log, newest first',
    query: LogQuerySchema,
    success: ok(LogsSchema, 'Entries that match, and how many there are in all.'),
    handle: ({ query }) => ({ ...log.entries(query), limit: query.limit, offset: query.offset }),
  }),
];
