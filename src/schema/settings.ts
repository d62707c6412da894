import * as v from 'valibot';
import { IdSchema, integerBetween, integerFrom, maybe, mostCharacters } from './common.ts';
import { DAYS } from './schedules.ts';

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
export const OutputWriteSchema = v.object({ target: TargetSchema });

/** `GET` and `PUT /settings/location`, in degrees; null is unknown. */
export const LocationSchema = v.object({
  latitude: v.nullable(v.pipe(v.number(), v.minValue(-90), v.maxValue(90))),
  longitude: v.nullable(v.pipe(v.number(), v.minValue(-180), v.maxValue(180))),
});
/** A place on earth, or nowhere known. */
export type Location = v.InferOutput<typeof LocationSchema>;

/** Body of `PUT /settings/location`: an explicit null clears, an omitted member stays. */
export const LocationWriteSchema = v.partial(LocationSchema);

/** `GET /config/general`. */
export const GeneralSchema = v.object({ instance_name: v.string(), timezone: v.string() });
/** What the appliance calls itself, and its IANA time zone. */
export type General = v.InferOutput<typeof GeneralSchema>;
/** Body of `PUT /config/general`. */
export const GeneralWriteSchema = v.object({
  instance_name: maybe(v.pipe(v.string(), v.minLength(1), mostCharacters(100))),
  timezone: maybe(IdSchema),
});

/** Names of the six transitions that boards run themselves. */
export const BOARD_STRATEGIES = ['column', 'reverse-column', 'edges-to-center', 'row', 'diagonal', 'random'] as const;

/** Stored part of `/settings/transitions`: the install's animation. */
export const TransitionSettingsSchema = v.object({
  strategy: v.nullable(v.string()),
  step_interval_ms: v.nullable(integerBetween(0, 5000)),
  step_size: v.nullable(integerFrom(1)),
});
/** The install's animation. */
export type TransitionSettings = v.InferOutput<typeof TransitionSettingsSchema>;
/** Body of `PUT /settings/transitions`: an explicit null clears, an omitted member stays. */
export const TransitionSettingsWriteSchema = v.partial(
  v.object({ ...TransitionSettingsSchema.entries, strategy: v.nullable(IdSchema) }),
);

/** A silence window (rules, P5). */
export const SilenceSchema = v.object({
  enabled: v.boolean(),
  start_time: v.string(),
  end_time: v.string(),
  days: v.array(v.picklist(DAYS)),
  mode: v.picklist(['freeze', 'indicator', 'page']),
  page_id: v.nullable(v.string()),
  indicator_text: v.string(),
  indicator_position: v.picklist(['center', 'top-left', 'top-right', 'bottom-left', 'bottom-right']),
});
/** A silence window. */
export type Silence = v.InferOutput<typeof SilenceSchema>;

/** `GET /settings/polling`: how often pages are looked at again and boards are read, in seconds. */
export const PollingSchema = v.object({
  interval_seconds: integerFrom(10),
  board_read_interval_local: integerFrom(20),
  board_read_interval_cloud: integerFrom(20),
});
/** How often boards are read. */
export type Polling = v.InferOutput<typeof PollingSchema>;

/** How the web UI draws boards. */
export const DisplaySettingsSchema = v.object({
  reduce_motion: v.boolean(),
  board_animations: v.picklist(['on', 'desktop', 'off']),
  site_animations: v.picklist(['on', 'off']),
  board_flap_speed: v.union([v.picklist(['hardware', 'quick', 'standard', 'relaxed']), integerBetween(8, 2000)]),
});
/** How the web UI draws boards. */
export type DisplaySettings = v.InferOutput<typeof DisplaySettingsSchema>;

/** The broker, without its password. */
export interface MqttSettings {
  enabled: boolean;
  broker_host: string;
  broker_port: number;
  tls: boolean;
  username: string;
  base_topic: string;
  discovery_prefix: string;
  instance_id: string;
  external_url: string;
  /** Certificates of the authority that vouches for the broker, as PEM or as a path; empty: the usual authorities. */
  ca_certificate: string;
  secrets: { password?: string };
}

/** The button and the light. */
export interface GpioSettings {
  button: { enabled: boolean; pin: number; press: 'pause' | 'none'; long_press: 'wifi_setup' | 'none' };
  led: { enabled: boolean; pin: number };
}

/** Everything an owner can set that is not a board, page, rule, collection or plugin. */
export interface StoredSettings {
  /** Null until an owner chooses or the first physical board is added: then `ui` counts. */
  output_target: Target | null;
  location: Location;
  /** Null members follow the environment and the machine. */
  general: { instance_name: string; timezone: string | null };
  transitions: TransitionSettings;
  silence: Silence;
  /** What a board has of its own, key by key over the install-wide window. */
  silence_by_board: Record<string, Partial<Silence>>;
  polling: Polling;
  display: DisplaySettings;
  mqtt: MqttSettings;
  gpio: GpioSettings;
  beta: { transition_plugins: boolean };
  wizard: 'completed' | 'skipped' | null;
}

/** Settings of an appliance that nobody has touched. */
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
    secrets: {},
  },
  gpio: {
    button: { enabled: true, pin: 17, press: 'pause', long_press: 'wifi_setup' },
    led: { enabled: true, pin: 27 },
  },
  beta: { transition_plugins: false },
  wizard: null,
});
