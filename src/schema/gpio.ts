import * as v from 'valibot';

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
