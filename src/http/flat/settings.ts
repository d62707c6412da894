import * as v from 'valibot';
import {
  BetaSchema,
  BetaWriteSchema,
  DisplaySettingsWriteSchema,
  PollingAnswerSchema,
  PollingWriteSchema,
  TransitionPreferenceSchema,
  WizardSchema,
  WizardWriteSchema,
  DisplaySettingsSchema,
  PollingSchema,
  TransitionSettingsWriteSchema,
  GeneralSchema,
  GeneralWriteSchema,
  NewBoardsSchema,
  NewBoardsWriteSchema,
  OutputSchema,
  OutputWriteSchema,
  TargetSchema,
  AllSettingsSchema,
} from '../../schema/appliance/settings.ts';
import type { SilenceAnswer } from '../../schema/appliance/silence.ts';
import { ConfigSchema } from '../../schema/appliance/system.ts';
import type { BoardSettingsService } from '../../service/boards/settings.ts';
import type { LocationService } from '../../service/location/location.ts';
import type { MqttSettingsService } from '../../service/mqtt/mqtt.ts';
import type { ScheduleService } from '../../service/schedules.ts';
import type { SettingsService } from '../../service/settings.ts';
import type { SilenceService } from '../../service/silence.ts';
import type { SystemService } from '../../service/system/system.ts';
import { ok, partRoutes, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'settings' });

/** Output, name and zone, animation, intervals and drawing. */
const lookRoutes = (settings: SettingsService): Route[] => [
  ...partRoutes('/settings/output', {
    summaries: ['Where writes go', 'Choose where writes go'],
    success: ok(OutputSchema, 'The output target.'),
    written: ok(v.object({ target: TargetSchema }), 'The output target.'),
    body: OutputWriteSchema,
    errors: [400],
    get: () => settings.output(),
    set: (body) => settings.setOutput(body.target),
  }),
  ...partRoutes('/config/general', {
    summaries: ['Name and time zone', 'Set name and time zone'],
    success: ok(GeneralSchema, 'Name and time zone.'),
    body: GeneralWriteSchema,
    errors: [400],
    get: () => settings.general(),
    set: (body) => settings.setGeneral(body),
  }),
  ...partRoutes('/settings/new-boards', {
    summaries: ['What new boards begin with', 'Set what new boards begin with'],
    success: ok(NewBoardsSchema, 'A board, a page or collection, or nothing.'),
    body: NewBoardsWriteSchema,
    errors: [400, 404],
    get: () => settings.newBoards(),
    set: (body) => settings.setNewBoards(body),
  }),
  ...partRoutes('/settings/transitions', {
    summaries: ['The animation of the install', 'Set the animation: null clears, what is not sent stays'],
    success: ok(TransitionPreferenceSchema, 'The animation, and the built-in strategies.'),
    body: TransitionSettingsWriteSchema,
    errors: [400],
    get: () => settings.transitions(),
    set: (body) => settings.setTransitions(body),
  }),
  ...partRoutes('/settings/polling', {
    summaries: [
      'How often pages are looked at again and boards are read',
      'Set how often pages are looked at again and boards are read',
    ],
    success: ok(PollingSchema, 'Seconds.'),
    written: ok(PollingAnswerSchema, 'Seconds; a restart is never needed.'),
    body: PollingWriteSchema,
    get: () => settings.polling(),
    set: (body) => settings.setPolling(body),
  }),
  ...partRoutes('/settings/display', {
    summaries: ['How the web UI draws boards', 'Set how the web UI draws boards'],
    success: ok(DisplaySettingsSchema, 'Motion and speed.'),
    body: DisplaySettingsWriteSchema,
    get: () => settings.display(),
    set: (body) => settings.setDisplay(body),
  }),
];

/** What is remembered of the first-run guide, and what is switched on although it is not finished. */
const flagRoutes = (settings: SettingsService): Route[] => [
  ...partRoutes('/settings/wizard', {
    summaries: ['Whether the first-run guide is done with', 'Set whether the first-run guide is done with'],
    success: ok(WizardSchema, 'Completed, skipped, or null for not yet.'),
    body: WizardWriteSchema,
    get: () => settings.wizard(),
    set: (body) => settings.setWizard(body),
  }),
  ...partRoutes('/settings/beta', {
    summaries: ['What is switched on although it is not finished', 'Switch transition plugins on or off'],
    success: ok(BetaSchema, 'The flags.'),
    body: BetaWriteSchema,
    get: () => settings.beta(),
    set: (body) => settings.setBeta(body),
  }),
];

/** Services that own a part of the settings. */
export interface SettingsParts {
  readonly settings: SettingsService;
  readonly boardSettings: BoardSettingsService;
  readonly location: LocationService;
  readonly mqtt: MqttSettingsService;
  readonly silence: SilenceService;
  readonly schedules: ScheduleService;
  readonly system: SystemService;
  readonly enabledPlugins: () => readonly string[];
}

/** Its members stand under `config` as its own route has them, and for short beside it. */
const allSilence = ({ config, board_id }: SilenceAnswer) => ({ ...config, config, board_id });

const readAll = ({ settings, ...parts }: SettingsParts) => {
  const { enabled, default_page_id } = parts.schedules.list(null);
  return {
    general: settings.general(),
    output: settings.output(),
    board: parts.boardSettings.get(),
    transitions: settings.transitions(),
    silence_schedule: allSilence(parts.silence.get(null)),
    polling: settings.polling(),
    display: settings.display(),
    location: parts.location.get(),
    mqtt: parts.mqtt.get(),
    gpio: settings.gpio(),
    plugins: { enabled: parts.enabledPlugins() },
    schedule: { enabled, default_page_id, defer_on_reenable: false },
    beta: settings.beta(),
    wizard: settings.wizard(),
    status: { running: parts.system.health().service_running },
  };
};

/** The settings of the install, part by part and all in one call. */
export const settingsRoutes = (parts: SettingsParts): Route[] => [
  ...lookRoutes(parts.settings),
  ...flagRoutes(parts.settings),
  route('GET /config/full', {
    tag: 'system',
    summary: 'The configuration in short, and under settings every part of it; secrets are masked',
    success: ok(ConfigSchema, 'The configuration.'),
    handle: () => ({ ...parts.system.config(), settings: readAll(parts) }),
  }),
  route('GET /settings/all', {
    summary: 'All settings in one call; secrets are masked',
    success: ok(AllSettingsSchema, 'Every part as its own route answers it.'),
    handle: () => readAll(parts),
  }),
];
