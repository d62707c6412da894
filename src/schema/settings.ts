import * as v from 'valibot';
import {
  IdSchema,
  JsonObjectSchema,
  command,
  integerBetween,
  integerFrom,
  maybe,
  maybeEach,
  mostCharacters,
  setting,
} from './common.ts';
import { GpioPreferenceSchema } from './gpio.ts';
import type { GpioSettings } from './gpio.ts';
import {
  STEP_MS,
  LEAST_REFRESH_SECONDS,
  LEAST_READ_SECONDS,
  FLAP_MS,
  LONGEST_CONTACT,
  LONGEST_NAME,
} from './limits.ts';
import type { StoredInbox } from './inboxes.ts';
import type { Location } from './location.ts';
import { MqttPreferenceSchema } from './mqtt.ts';
import type { MqttSettings } from './mqtt.ts';
import { DAYS } from './schedules.ts';
import type { StoredBrightness } from './brightness.ts';
import type { Silence } from './silence.ts';

/** Where explicit and programmed writes go (rules, B12). */
export const TargetSchema = v.picklist(['ui', 'board', 'both']);
/** Where writes go. */
export type Target = v.InferOutput<typeof TargetSchema>;

/** Answer of `GET /settings/output`. */
export const OutputSchema = v.object({
  target: TargetSchema,
  effective_target: TargetSchema,
  available_targets: v.array(TargetSchema),
});
/** Body of `PUT /settings/output`. */
export const OutputWriteSchema = setting({ target: TargetSchema }, ['effective_target', 'available_targets']);

/** An address of mail or of a page; empty for none. It travels in a header. */
const ContactSchema = v.pipe(
  v.string(),
  mostCharacters(LONGEST_CONTACT),
  v.regex(
    /^(?:|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?:\/\/[\w.~:/?#@!$&*+,;=%-]+)$/,
    'expected an address of mail or of a page, such as me@example.org or https://example.org',
  ),
);

/** `GET /config/general`. */
export const GeneralSchema = v.object({ instance_name: v.string(), timezone: v.string(), contact: v.string() });
/** What the appliance calls itself, its IANA time zone, and how who runs it can be reached. */
export type General = v.InferOutput<typeof GeneralSchema>;
/** Body of `PUT /config/general`. */
export const GeneralWriteSchema = setting({
  instance_name: maybe(v.pipe(v.string(), v.minLength(1), mostCharacters(LONGEST_NAME))),
  timezone: maybe(IdSchema),
  contact: maybe(ContactSchema),
});

/** Names of the six transitions that boards run themselves. */
export const BOARD_STRATEGIES = ['column', 'reverse-column', 'edges-to-center', 'row', 'diagonal', 'random'] as const;

/** Stored part of `/settings/transitions`: the install's animation. */
export const TransitionSettingsSchema = v.object({
  strategy: v.nullable(v.string()),
  step_interval_ms: v.nullable(integerBetween(...STEP_MS)),
  step_size: v.nullable(integerFrom(1)),
});
/** The install's animation. */
export type TransitionSettings = v.InferOutput<typeof TransitionSettingsSchema>;
/** Answer of `/settings/transitions`. */
export const TransitionPreferenceSchema = v.object({
  ...TransitionSettingsSchema.entries,
  available_strategies: v.array(v.picklist(BOARD_STRATEGIES)),
});
/** Answer of `/settings/transitions`. */
export type TransitionPreference = v.InferOutput<typeof TransitionPreferenceSchema>;
/** Body of `PUT /settings/transitions`: an explicit null clears, an omitted member stays. */
export const TransitionSettingsWriteSchema = setting(
  v.partial(v.object({ ...TransitionSettingsSchema.entries, strategy: v.nullable(IdSchema) })).entries,
  ['available_strategies'],
);

/** `GET /settings/polling`: how often pages are looked at again and boards are read, in seconds. */
export const PollingSchema = v.object({
  interval_seconds: integerFrom(LEAST_REFRESH_SECONDS),
  board_read_interval_local: integerFrom(LEAST_READ_SECONDS),
  board_read_interval_cloud: integerFrom(LEAST_READ_SECONDS),
});
/** How often boards are read. */
export type Polling = v.InferOutput<typeof PollingSchema>;

/** Body of `PUT /settings/polling`: only sent fields apply. */
export const PollingWriteSchema = setting(maybeEach(PollingSchema.entries), ['requires_restart']);
/** Answer of `PUT /settings/polling`. */
export const PollingAnswerSchema = v.object({ ...PollingSchema.entries, requires_restart: v.boolean() });
/** Answer of `PUT /settings/polling`. */
export type PollingAnswer = v.InferOutput<typeof PollingAnswerSchema>;

/** How the web UI draws boards. */
export const DisplaySettingsSchema = v.object({
  reduce_motion: v.boolean(),
  board_animations: v.picklist(['on', 'desktop', 'off']),
  site_animations: v.picklist(['on', 'off']),
  board_flap_speed: v.union([v.picklist(['hardware', 'quick', 'standard', 'relaxed']), integerBetween(...FLAP_MS)]),
});
/** How the web UI draws boards. */
export type DisplaySettings = v.InferOutput<typeof DisplaySettingsSchema>;

/** Body of `PUT /settings/display`: only sent fields apply. */
export const DisplaySettingsWriteSchema = setting(maybeEach(DisplaySettingsSchema.entries));

/** What new boards begin with: all null is nothing. */
export const NewBoardsSchema = v.object({ board_id: v.nullable(v.string()), page_id: v.nullable(v.string()) });
/** What new boards begin with: the pin, rules and default page of a board, or a page or collection that is pinned. */
export type NewBoards = v.InferOutput<typeof NewBoardsSchema>;
/** Body of `PUT /settings/new-boards`: at most one of the two; without any, new boards begin with nothing. */
export const NewBoardsWriteSchema = v.pipe(
  command({ board_id: maybe(IdSchema), page_id: maybe(IdSchema) }),
  v.check(
    (body) => (body.board_id ?? null) === null || (body.page_id ?? null) === null,
    'at most one of board_id, page_id',
  ),
);
/** Body of `PUT /settings/new-boards`. */
export type NewBoardsWrite = v.InferOutput<typeof NewBoardsWriteSchema>;

/** Answer of `/settings/wizard`: whether the first-run guide is done with; null is not yet. */
export const WizardSchema = v.object({ state: v.nullable(v.picklist(['completed', 'skipped'])) });
/** Whether the first-run guide is done with. */
export type Wizard = v.InferOutput<typeof WizardSchema>;
/** Body of `PUT /settings/wizard`. */
export const WizardWriteSchema = setting(WizardSchema.entries);

/** Answer of `GET /settings/beta`. */
export const BetaSchema = v.object({ transition_plugins: v.boolean() });
/** What is switched on although it is not finished. */
export type Beta = v.InferOutput<typeof BetaSchema>;
/** Body of `PUT /settings/beta`: only sent fields apply; a flag that does not exist is refused by name. */
export const BetaWriteSchema = command({ transition_plugins: maybe(v.boolean()) });

/** Answer of `GET /settings/all`: every part as its own route answers it. */
export const AllSettingsSchema = v.object({
  general: JsonObjectSchema,
  output: JsonObjectSchema,
  board: JsonObjectSchema,
  transitions: TransitionPreferenceSchema,
  silence_schedule: JsonObjectSchema,
  polling: PollingSchema,
  display: DisplaySettingsSchema,
  location: JsonObjectSchema,
  mqtt: MqttPreferenceSchema,
  gpio: GpioPreferenceSchema,
  plugins: JsonObjectSchema,
  schedule: JsonObjectSchema,
  beta: BetaSchema,
  wizard: WizardSchema,
  status: v.object({ running: v.boolean() }),
});

/** Everything an owner can set that is not a board, page, rule, collection or plugin. */
export interface StoredSettings {
  /** Null until an owner chooses or the first physical board is added: then `ui` counts. */
  output_target: Target | null;
  location: Location;
  /** Null members follow the environment and the machine. */
  general: { instance_name: string; timezone: string | null; contact?: string | undefined };
  transitions: TransitionSettings;
  silence: Silence;
  /** What a board has of its own, key by key over the install-wide window. */
  silence_by_board: Record<string, Partial<Silence>>;
  /** How displays are lit, by board; absent where nobody decided anything. */
  brightness_by_board: Record<string, StoredBrightness>;
  polling: Polling;
  display: DisplaySettings;
  mqtt: MqttSettings;
  gpio: GpioSettings;
  beta: { transition_plugins: boolean };
  wizard: 'completed' | 'skipped' | null;
  /** Whether a board was made for the machine's screen: it is not made again when an owner removed it. */
  screen_offered: boolean;
  /**
   * What the ids of followers have besides the id of the appliance: a backup brought that from another one, which may
   * still be there (rules, F6). Of this appliance alone, whatever a backup says.
   */
  follower_suffix: string;
  new_boards: NewBoards;
  /** Walls that asked a hub to join and were declined, the newest last. */
  declined_walls: readonly string[];
  /** Where messages come from that somebody has already. */
  inboxes: readonly StoredInbox[];
}

/** The settings of a new appliance. */
export const defaultSettings = (): StoredSettings => ({
  output_target: null,
  location: { latitude: null, longitude: null },
  general: { instance_name: 'flapbox', timezone: null },
  transitions: { strategy: null, step_interval_ms: null, step_size: null },
  silence: {
    enabled: false,
    start_time: '20:00',
    end_time: '07:00',
    days: [...DAYS],
    mode: 'freeze',
    page_id: null,
    indicator_text: 'SNOOZING',
    indicator_position: 'center',
  },
  silence_by_board: {},
  brightness_by_board: {},
  polling: { interval_seconds: 15, board_read_interval_local: 30, board_read_interval_cloud: 180 },
  display: { reduce_motion: false, board_animations: 'on', site_animations: 'on', board_flap_speed: 'standard' },
  mqtt: {
    enabled: false,
    broker_host: 'localhost',
    broker_port: 1883,
    tls: false,
    username: '',
    base_topic: 'flapbox',
    discovery_prefix: 'homeassistant',
    instance_id: 'flapbox_1',
    external_url: '',
    ca_certificate: '',
    pictures: true,
    secrets: {},
  },
  gpio: {
    button: { enabled: true, pin: 17, press: 'pause', long_press: 'wifi_setup' },
    led: { enabled: true, pin: 27 },
  },
  beta: { transition_plugins: false },
  wizard: null,
  screen_offered: false,
  follower_suffix: '',
  new_boards: { board_id: null, page_id: null },
  declined_walls: [],
  inboxes: [],
});
