import * as v from 'valibot';
import {
  IdSchema,
  JsonObjectSchema,
  command,
  countSaid,
  integerBetween,
  integerFrom,
  maybe,
  maybeEach,
  mostCharacters,
  setting,
} from '../common.ts';
import { GpioPreferenceSchema, StoredGpioShape, type GpioSettings } from '../boards/gpio.ts';
import {
  STEP_MS,
  LEAST_REFRESH_SECONDS,
  LEAST_READ_SECONDS,
  FLAP_MS,
  LONGEST_CONTACT,
  LONGEST_NAME,
} from '../limits.ts';
import { StoredInboxShape, type StoredInbox } from '../plugins/inboxes.ts';
import { LocationSchema } from './location.ts';
import { MqttPreferenceSchema, StoredMqttShape } from './mqtt.ts';
import { DAYS } from '../content/schedules.ts';
import { StoredBrightnessSchema } from '../boards/brightness.ts';
import { StoredSilenceSchema } from './silence.ts';

/** Where explicit and programmed writes go (rules, B12). */
export const TargetSchema = v.picklist(['ui', 'board', 'both']);
/** Where writes go. */
export type Target = v.InferOutput<typeof TargetSchema>;

/** Answer of `GET /settings/output`. */
export const OutputSchema = v.object({
  /** Where writes go. */
  target: TargetSchema,
  /** Where writes go at present. */
  effective_target: TargetSchema,
  /** Where writes can go. */
  available_targets: v.array(TargetSchema),
});
/** Body of `PUT /settings/output`. */
export const OutputWriteSchema = setting({ target: TargetSchema }, ['effective_target', 'available_targets']);

/** An address of mail or of a page, without a password; empty for none. It travels in a header, to every server. */
const ContactSchema = v.pipe(
  v.string(),
  mostCharacters(LONGEST_CONTACT),
  v.regex(
    /^(?:|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?:\/\/[\w.-]+(?::\d+)?(?:[/?#][\w.~:/?#@!$&*+,;=%-]*)?)$/,
    'expected an address of mail or of a page, such as me@example.org or https://example.org',
  ),
);

/** `GET /config/general`. */
export const GeneralSchema = v.object({ instance_name: v.string(), timezone: v.string(), contact: v.string() });
/** What the appliance calls itself, its IANA time zone, and how who runs it can be reached. */
export type General = v.InferOutput<typeof GeneralSchema>;
/** Body of `PUT /config/general`. */
export const GeneralWriteSchema = setting({
  /** What the appliance calls itself. */
  instance_name: maybe(v.pipe(v.string(), v.minLength(1), mostCharacters(LONGEST_NAME))),
  /** IANA name of the time zone. */
  timezone: maybe(IdSchema),
  /**
   * An address of mail or of a page at which who runs the appliance can be reached; servers that sources ask are
   * told it.
   */
  contact: maybe(ContactSchema),
});

/** Names of the six transitions that boards run themselves. */
export const BOARD_STRATEGIES = ['column', 'reverse-column', 'edges-to-center', 'row', 'diagonal', 'random'] as const;

/** Stored part of `/settings/transitions`: the install's animation. */
export const TransitionSettingsSchema = v.object({
  /** Order in which flaps turn, or `plugin:` and the id of a transition plugin; null turns all at once. */
  strategy: v.nullable(v.string()),
  /** Milliseconds between two steps. */
  step_interval_ms: v.nullable(integerBetween(...STEP_MS)),
  /** Columns, rows or flaps of one step. */
  step_size: v.nullable(integerFrom(1)),
});
/** The install's animation. */
export type TransitionSettings = v.InferOutput<typeof TransitionSettingsSchema>;
/** Answer of `/settings/transitions`. */
export const TransitionPreferenceSchema = v.object({
  ...TransitionSettingsSchema.entries,
  /** Orders in which boards can turn their flaps. */
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
  /** Seconds between two looks at pages. */
  interval_seconds: integerFrom(LEAST_REFRESH_SECONDS),
  /** Seconds between two readings of a board in the home network. */
  board_read_interval_local: integerFrom(LEAST_READ_SECONDS),
  /** Seconds between two readings of a board through the cloud. */
  board_read_interval_cloud: integerFrom(LEAST_READ_SECONDS),
});
/** How often boards are read. */
export type Polling = v.InferOutput<typeof PollingSchema>;

/** Body of `PUT /settings/polling`: only sent fields apply. */
export const PollingWriteSchema = setting(maybeEach(PollingSchema.entries), ['requires_restart']);
/** Answer of `PUT /settings/polling`. */
export const PollingAnswerSchema = v.object({
  ...PollingSchema.entries,
  /** Whether it counts after a restart only; always false. */
  requires_restart: v.boolean(),
});
/** Answer of `PUT /settings/polling`. */
export type PollingAnswer = v.InferOutput<typeof PollingAnswerSchema>;

/** How the web UI draws boards. */
export const DisplaySettingsSchema = v.object({
  /** Whether browsers move as little as possible. */
  reduce_motion: v.boolean(),
  /** Whether browsers turn the flaps of boards. */
  board_animations: v.picklist(['on', 'desktop', 'off']),
  /** Whether the rest of the interface moves. */
  site_animations: v.picklist(['on', 'off']),
  /** How fast browsers turn flaps: as the hardware does, a named speed, or milliseconds for one flap. */
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
  v.check((body) => countSaid(body, ['board_id', 'page_id']) <= 1, 'at most one of board_id, page_id'),
);
/** Body of `PUT /settings/new-boards`. */
export type NewBoardsWrite = v.InferOutput<typeof NewBoardsWriteSchema>;

/** Answer of `/settings/wizard`: whether the first-run guide is done with; null is not yet. */
export const WizardSchema = v.object({
  /** Whether the first steps were completed or skipped; null when neither. */
  state: v.nullable(v.picklist(['completed', 'skipped'])),
});
/** Whether the first-run guide is done with. */
export type Wizard = v.InferOutput<typeof WizardSchema>;
/** Body of `PUT /settings/wizard`. */
export const WizardWriteSchema = setting(WizardSchema.entries);

/** Answer of `GET /settings/beta`. */
export const BetaSchema = v.object({
  /** Whether transition plugins can be used. */
  transition_plugins: v.boolean(),
});
/** What is switched on although it is not finished. */
export type Beta = v.InferOutput<typeof BetaSchema>;
/** Body of `PUT /settings/beta`: only sent fields apply; a flag that does not exist is refused by name. */
export const BetaWriteSchema = command({ transition_plugins: maybe(v.boolean()) });

/** Answer of `GET /settings/all`: every part as its own route answers it. */
export const AllSettingsSchema = v.object({
  /** Name and time zone. */
  general: JsonObjectSchema,
  /** Where writes go. */
  output: JsonObjectSchema,
  /** The boards. */
  board: JsonObjectSchema,
  /** The animation of the install. */
  transitions: TransitionPreferenceSchema,
  /** When boards stay still. */
  silence_schedule: JsonObjectSchema,
  /** Intervals. */
  polling: PollingSchema,
  /** How browsers draw boards. */
  display: DisplaySettingsSchema,
  /** Where the appliance stands. */
  location: JsonObjectSchema,
  /** The broker. */
  mqtt: MqttPreferenceSchema,
  /** The button and the light. */
  gpio: GpioPreferenceSchema,
  /** Settings of the plugins, by id. */
  plugins: JsonObjectSchema,
  /** Rules and default pages. */
  schedule: JsonObjectSchema,
  /** Features that are not finished. */
  beta: BetaSchema,
  /** The first steps. */
  wizard: WizardSchema,
  /** Whether the display loop runs. */
  status: v.object({ running: v.boolean() }),
});

/** Everything an owner can set that is not a board, page, rule, collection or plugin, as it is stored. */
export const StoredSettingsShape = v.object({
  /** Null until an owner chooses or the first physical board is added: then `ui` counts. */
  output_target: v.nullable(TargetSchema),
  location: LocationSchema,
  /** Null members follow the environment and the machine. */
  general: v.object({
    instance_name: v.string(),
    timezone: v.nullable(v.string()),
    contact: v.optional(v.string()),
  }),
  transitions: TransitionSettingsSchema,
  silence: StoredSilenceSchema,
  /** What a board has of its own, key by key over the install-wide window. */
  silence_by_board: v.record(v.string(), v.partial(StoredSilenceSchema)),
  /** How displays are lit, by board; absent where nobody decided anything. */
  brightness_by_board: v.record(v.string(), StoredBrightnessSchema),
  polling: PollingSchema,
  display: DisplaySettingsSchema,
  mqtt: StoredMqttShape,
  gpio: StoredGpioShape,
  beta: BetaSchema,
  wizard: WizardSchema.entries.state,
  /** Whether a board was made for the machine's screen: it is not made again when an owner removed it. */
  screen_offered: v.boolean(),
  /**
   * What the ids of followers have besides the id of the appliance: a backup brought that from another one, which may
   * still be there (rules, F6). Of this appliance alone, whatever a backup says.
   */
  follower_suffix: v.string(),
  new_boards: NewBoardsSchema,
  /** Walls that asked a hub to join and were declined, the newest last. */
  declined_walls: v.array(v.string()),
  /** Where messages come from that somebody has already. */
  inboxes: v.array(StoredInboxShape),
});
/** Everything an owner can set that is not a board, page, rule, collection or plugin. */
export type StoredSettings = Omit<v.InferOutput<typeof StoredSettingsShape>, 'gpio' | 'declined_walls' | 'inboxes'> & {
  gpio: GpioSettings;
  declined_walls: readonly string[];
  inboxes: readonly StoredInbox[];
};

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
