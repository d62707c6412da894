import * as v from 'valibot';
import type { Log } from '../../platform/log.ts';
import { AllSettingsSchema } from '../../schema/settings.ts';
import type { SilenceAnswer } from '../../schema/silence.ts';
import { ConfigCheckSchema, ConfigSchema, DiscoverSchema, LogsSchema, VersionSchema } from '../../schema/system.ts';
import type { BoardSettingsService } from '../../service/boards/settings.ts';
import type { PreferenceService } from '../../service/preferences.ts';
import type { ScheduleService } from '../../service/schedules.ts';
import type { SettingsService } from '../../service/settings.ts';
import type { SilenceService } from '../../service/silence.ts';
import type { SystemService } from '../../service/system/system.ts';
import { queryInteger } from '../query.ts';
import { reply } from '../reply.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

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

/** Services that own a part of the settings. */
export interface SettingsParts {
  readonly settings: SettingsService;
  readonly boardSettings: BoardSettingsService;
  readonly preferences: PreferenceService;
  readonly silence: SilenceService;
  readonly schedules: ScheduleService;
  readonly system: SystemService;
  readonly enabledPlugins: () => readonly string[];
}

/** Its members stand under `config` as its own route has them, and for short beside it. */
const allSilence = ({ config, board_id }: SilenceAnswer) => ({ ...config, config, board_id });

const readAll = ({
  settings,
  boardSettings,
  preferences,
  silence,
  schedules,
  system,
  enabledPlugins,
}: SettingsParts) => {
  const { enabled, default_page_id } = schedules.list(null);
  return {
    general: settings.general(),
    output: settings.output(),
    board: boardSettings.get(),
    transitions: preferences.transitions(),
    silence_schedule: allSilence(silence.get(null)),
    polling: preferences.polling(),
    display: preferences.display(),
    location: settings.location(),
    mqtt: preferences.mqtt(),
    gpio: preferences.gpio(),
    plugins: { enabled: enabledPlugins() },
    schedule: { enabled, default_page_id, defer_on_reenable: false },
    beta: preferences.beta(),
    wizard: preferences.wizard(),
    status: { running: system.health().service_running },
  };
};

/** All settings in one call. */
export const allSettingsRoutes = (parts: SettingsParts): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/config/full',
    summary: 'The configuration in short, and under settings every part of it; secrets are masked',
    success: { status: 200, schema: ConfigSchema, description: 'The configuration.' },
    errors: [],
    handle: () => ({ ...parts.system.config(), settings: readAll(parts) }),
  }),
  route({
    ...common,
    tag: 'settings',
    method: 'GET',
    path: '/settings/all',
    summary: 'All settings in one call; secrets are masked',
    success: { status: 200, schema: AllSettingsSchema, description: 'Every part as its own route answers it.' },
    errors: [],
    handle: () => readAll(parts),
  }),
];
