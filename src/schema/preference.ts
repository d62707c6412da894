import * as v from 'valibot';
import { DateSchema, JsonObjectSchema, integerBetween, maybe } from './common.ts';
import { BOARD_STRATEGIES, DisplaySettingsSchema, PollingSchema, TransitionSettingsSchema } from './settings.ts';

/** Answer of `/settings/transitions`. */
export const TransitionPreferenceSchema = v.object({
  ...TransitionSettingsSchema.entries,
  available_strategies: v.array(v.picklist(BOARD_STRATEGIES)),
});
/** Answer of `/settings/transitions`. */
export type TransitionPreference = v.InferOutput<typeof TransitionPreferenceSchema>;

/** Body of `PUT /settings/polling`: only sent fields apply. */
export const PollingWriteSchema = v.object({
  interval_seconds: maybe(PollingSchema.entries.interval_seconds),
  board_read_interval_local: maybe(PollingSchema.entries.board_read_interval_local),
  board_read_interval_cloud: maybe(PollingSchema.entries.board_read_interval_cloud),
});
/** Answer of `PUT /settings/polling`. */
export const PollingAnswerSchema = v.object({ ...PollingSchema.entries, requires_restart: v.boolean() });
/** Answer of `PUT /settings/polling`. */
export type PollingAnswer = v.InferOutput<typeof PollingAnswerSchema>;

/** Body of `PUT /settings/display`: only sent fields apply. */
export const DisplaySettingsWriteSchema = v.object({
  reduce_motion: maybe(DisplaySettingsSchema.entries.reduce_motion),
  board_animations: maybe(DisplaySettingsSchema.entries.board_animations),
  site_animations: maybe(DisplaySettingsSchema.entries.site_animations),
  board_flap_speed: maybe(DisplaySettingsSchema.entries.board_flap_speed),
});

/** `GET` and `PUT /settings/wizard`: whether the first-run guide is done with; null is not yet. */
export const WizardSchema = v.object({ state: v.nullable(v.picklist(['completed', 'skipped'])) });
/** Whether the first-run guide is done with. */
export type Wizard = v.InferOutput<typeof WizardSchema>;

/** Answer of `GET /settings/beta`. */
export const BetaSchema = v.object({ transition_plugins: v.boolean() });
/** What is switched on although it is not finished. */
export type Beta = v.InferOutput<typeof BetaSchema>;
/** Body of `PUT /settings/beta`: only sent fields apply. */
export const BetaWriteSchema = v.object({ transition_plugins: maybe(v.boolean()) });

const SunDaySchema = v.object({ sunrise: v.nullable(v.string()), sunset: v.nullable(v.string()) });
/**
 * Answer of `GET /settings/location/sun-times`: `HH:MM` local time; null without a place, and in polar day and night.
 */
export const SunTimesSchema = v.object({ ...SunDaySchema.entries, date: DateSchema, location_configured: v.boolean() });
/** Answer of `GET /settings/location/sun-times`. */
export type SunTimesAnswer = v.InferOutput<typeof SunTimesSchema>;
/** Answer of `GET /settings/location/sun-times-week`, by date. */
export const SunWeekSchema = v.object({ location_configured: v.boolean(), dates: v.record(v.string(), SunDaySchema) });
/** Answer of `GET /settings/location/sun-times-week`. */
export type SunWeek = v.InferOutput<typeof SunWeekSchema>;

const TopicSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(100), v.regex(/^[^#+\0/\s](?:[^#+\0]*[^#+\0\s])?$/));

const mqtt = {
  enabled: v.boolean(),
  broker_host: v.pipe(v.string(), v.maxLength(255)),
  broker_port: integerBetween(1, 65_535),
  tls: v.boolean(),
  username: v.pipe(v.string(), v.maxLength(255)),
  password: v.pipe(v.string(), v.maxLength(1024)),
  base_topic: TopicSchema,
  discovery_prefix: TopicSchema,
  instance_id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
  external_url: v.pipe(v.string(), v.maxLength(255)),
  ca_certificate: v.pipe(v.string(), v.maxLength(65_536)),
};
/** Answer of `/settings/mqtt`: the broker, its password as `***` when there is one. */
export const MqttPreferenceSchema = v.object(mqtt);
/** The broker. */
export type MqttPreference = v.InferOutput<typeof MqttPreferenceSchema>;
/** Body of `PUT /settings/mqtt`: only sent fields apply; `***` keeps the password. */
export const MqttWriteSchema = v.object({
  enabled: maybe(mqtt.enabled),
  broker_host: maybe(mqtt.broker_host),
  broker_port: maybe(mqtt.broker_port),
  tls: maybe(mqtt.tls),
  username: maybe(mqtt.username),
  password: maybe(mqtt.password),
  base_topic: maybe(mqtt.base_topic),
  discovery_prefix: maybe(mqtt.discovery_prefix),
  instance_id: maybe(mqtt.instance_id),
  external_url: maybe(mqtt.external_url),
  ca_certificate: maybe(mqtt.ca_certificate),
});
/** Body of `PUT /settings/mqtt`. */
export type MqttWrite = v.InferOutput<typeof MqttWriteSchema>;

const button = {
  enabled: v.boolean(),
  pin: integerBetween(0, 53),
  press: v.picklist(['pause', 'none']),
  long_press: v.picklist(['wifi_setup', 'none']),
};
const led = { enabled: v.boolean(), pin: integerBetween(0, 53) };
/** Answer of `/settings/gpio`: pins by their GPIO number. */
export const GpioPreferenceSchema = v.object({ button: v.object(button), led: v.object(led) });
/** The button and the light. */
export type GpioPreference = v.InferOutput<typeof GpioPreferenceSchema>;
/** Body of `PUT /settings/gpio`: only sent fields apply. */
export const GpioWriteSchema = v.object({
  button: maybe(
    v.object({
      enabled: maybe(button.enabled),
      pin: maybe(button.pin),
      press: maybe(button.press),
      long_press: maybe(button.long_press),
    }),
  ),
  led: maybe(v.object({ enabled: maybe(led.enabled), pin: maybe(led.pin) })),
});
/** Body of `PUT /settings/gpio`. */
export type GpioWrite = v.InferOutput<typeof GpioWriteSchema>;

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
