import * as v from 'valibot';
import { integerBetween, maybe, maybeEach } from './common.ts';
import { PINS } from './limits.ts';

/** The button and the light. */
export interface GpioSettings {
  button: { enabled: boolean; pin: number; press: 'pause' | 'none'; long_press: 'wifi_setup' | 'none' };
  led: { enabled: boolean; pin: number };
}

const button = {
  enabled: v.boolean(),
  pin: integerBetween(...PINS),
  press: v.picklist(['pause', 'none']),
  long_press: v.picklist(['wifi_setup', 'none']),
};
const led = { enabled: v.boolean(), pin: integerBetween(...PINS) };
/** Answer of `/settings/gpio`: pins by their GPIO number. */
export const GpioPreferenceSchema = v.object({ button: v.object(button), led: v.object(led) });
/** The button and the light. */
export type GpioPreference = v.InferOutput<typeof GpioPreferenceSchema>;
/** Body of `PUT /settings/gpio`: only sent fields apply. */
export const GpioWriteSchema = v.object({ button: maybe(maybeEach(button)), led: maybe(maybeEach(led)) });
/** Body of `PUT /settings/gpio`. */
export type GpioWrite = v.InferOutput<typeof GpioWriteSchema>;

/**
 * What the light may do: on while every board is paused, slow while Wi-Fi set-up runs, fast while the button is held
 * towards it.
 */
export const LightPatternSchema = v.picklist(['off', 'on', 'slow_blink', 'fast_blink']);
/** What the light does. */
export type LightPattern = v.InferOutput<typeof LightPatternSchema>;

/** How the button is reached. `reason` says why there is none; null when there is one. */
export const ButtonStatusSchema = v.object({
  enabled: v.boolean(),
  pin: v.number(),
  source: v.picklist(['key_events', 'gpio', 'none']),
  device: v.nullable(v.string()),
  pressed: v.nullable(v.boolean()),
  reason: v.nullable(v.string()),
});
/** How the button is reached. */
export type ButtonStatus = v.InferOutput<typeof ButtonStatusSchema>;

/** How the light is reached and what it does. `reason` says why there is none; null when there is one. */
export const LightStatusSchema = v.object({
  enabled: v.boolean(),
  pin: v.number(),
  source: v.picklist(['led', 'gpio', 'none']),
  device: v.nullable(v.string()),
  pattern: LightPatternSchema,
  reason: v.nullable(v.string()),
});
/** How the light is reached and what it does. */
export type LightStatus = v.InferOutput<typeof LightStatusSchema>;

/** Answer of `GET /gpio/status`. */
export const GpioStatusSchema = v.object({ button: ButtonStatusSchema, led: LightStatusSchema });
/** Answer of `GET /gpio/status`. */
export type GpioStatus = v.InferOutput<typeof GpioStatusSchema>;
