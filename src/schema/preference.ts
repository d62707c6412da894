import * as v from 'valibot';
import { DateSchema, JsonObjectSchema, maybe } from './common.ts';
import { BOARD_STRATEGIES, DisplaySettingsSchema, PollingSchema, TransitionSettingsSchema } from './settings.ts';

/** Answer of `/settings/transitions`. */
export const TransitionPreferenceSchema = v.object({ ...TransitionSettingsSchema.entries, available_strategies: v.array(v.picklist(BOARD_STRATEGIES)) });
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
/** Answer of `GET /settings/location/sun-times`: `HH:MM` local time; null without a place, and in polar day and night. */
export const SunTimesSchema = v.object({ ...SunDaySchema.entries, date: DateSchema, location_configured: v.boolean() });
/** Answer of `GET /settings/location/sun-times`. */
export type SunTimesAnswer = v.InferOutput<typeof SunTimesSchema>;
/** Answer of `GET /settings/location/sun-times-week`, by date. */
export const SunWeekSchema = v.object({ location_configured: v.boolean(), dates: v.record(v.string(), SunDaySchema) });
/** Answer of `GET /settings/location/sun-times-week`. */
export type SunWeek = v.InferOutput<typeof SunWeekSchema>;

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
  mqtt: JsonObjectSchema,
  plugins: JsonObjectSchema,
  schedule: JsonObjectSchema,
  beta: BetaSchema,
  wizard: WizardSchema,
  status: v.object({ running: v.boolean() }),
});
