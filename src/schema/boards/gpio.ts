import * as v from 'valibot';
import { IdSchema, integerBetween, maybe, maybeEach, setting, unbounded } from '../common.ts';
import { MOST_BUTTONS, PINS, STAY_MINUTES } from '../limits.ts';

/** What a press of a button does. */
export const ButtonActionSchema = v.picklist([
  'none',
  'pause',
  'quiet',
  'next',
  'previous',
  'hold',
  'page',
  'favourite',
  'acknowledge',
  'wifi_setup',
]);
/** What a press of a button does. */
export type ButtonAction = v.InferOutput<typeof ButtonActionSchema>;

/** What an action is about: the board (all for quiet, else the primary), a page, a favourite, and for how long. */
const TargetSchema = v.strictObject({
  board_id: maybe(IdSchema),
  page_id: maybe(IdSchema),
  /** The favourite of the action `favourite`. */
  favourite_id: maybe(IdSchema),
  /** For how many minutes. */
  minutes: maybe(integerBetween(...STAY_MINUTES)),
});
/** What an action is about. */
export type ButtonTarget = v.InferOutput<typeof TargetSchema>;

/** The ways to press a button. */
export const GESTURES = ['press', 'double_press', 'long_press'] as const;
/** One of the ways to press a button. */
export type Gesture = (typeof GESTURES)[number];

const button = {
  enabled: v.boolean(),
  /** GPIO number of the pin. */
  pin: integerBetween(...PINS),
  /** What a short press does. */
  press: ButtonActionSchema,
  /** What two presses within 0.4 s do. */
  double_press: v.optional(ButtonActionSchema, 'none'),
  /** What a long press does. */
  long_press: ButtonActionSchema,
  /** What the action of each way to press is about. */
  targets: v.optional(
    v.strictObject({
      press: v.optional(TargetSchema),
      double_press: v.optional(TargetSchema),
      long_press: v.optional(TargetSchema),
    }),
    {},
  ),
};
const ButtonSchema = v.object(button);
/** A button: what each way to press it does, and what that is about. */
export type ButtonSettings = v.InferOutput<typeof ButtonSchema>;

/** The buttons as they are, the first one first. */
export const buttonsOf = ({ button: first, more_buttons = [] }: GpioSettings): ButtonSettings[] => [
  { double_press: 'none', targets: {}, ...first },
  ...more_buttons,
];

const led = { enabled: v.boolean(), pin: integerBetween(...PINS) };
const buttonsBehind = <TSchema extends v.GenericSchema>(each: TSchema) =>
  v.pipe(v.array(each), v.maxLength(MOST_BUTTONS - 1));
/** Answer of `/settings/gpio`: pins by their GPIO number. */
export const GpioPreferenceSchema = v.object({
  button: ButtonSchema,
  more_buttons: buttonsBehind(ButtonSchema),
  led: v.object(led),
});
/** The buttons and the light as they are stored; what came later may be absent. */
export const StoredGpioShape = v.object({
  button: ButtonSchema,
  more_buttons: v.optional(buttonsBehind(ButtonSchema)),
  led: v.object(unbounded(led)),
});
type Later = 'double_press' | 'targets';
/** The buttons and the light as they are stored. */
export type GpioSettings = Omit<v.InferOutput<typeof StoredGpioShape>, 'button'> & {
  button: Omit<ButtonSettings, Later> & Partial<Pick<ButtonSettings, Later>>;
};
/** The button and the light. */
export type GpioPreference = v.InferOutput<typeof GpioPreferenceSchema>;
/** Body of `PUT /settings/gpio`: only sent fields apply. */
export const GpioWriteSchema = setting({
  /** The button. */
  button: maybe(setting(maybeEach(button))),
  /** Up to three further buttons. */
  more_buttons: maybe(buttonsBehind(setting(button))),
  /** The light. */
  led: maybe(setting(maybeEach(led))),
});
/** Body of `PUT /settings/gpio`. */
export type GpioWrite = v.InferOutput<typeof GpioWriteSchema>;

/**
 * What the light may do: on while every board is paused, slow while Wi-Fi set-up runs, fast while the button is held
 * towards it, two short flashes in a safe start.
 */
export const LightPatternSchema = v.picklist(['off', 'on', 'slow_blink', 'fast_blink', 'double_blink']);
/** What the light does. */
export type LightPattern = v.InferOutput<typeof LightPatternSchema>;

/** How the button is reached. `reason` says why there is none; null when there is one. */
export const ButtonStatusSchema = v.object({
  enabled: v.boolean(),
  pin: v.number(),
  /** How the button is read. */
  source: v.picklist(['key_events', 'gpio', 'none']),
  /** File of the kernel through which it works; null when it does not. */
  device: v.nullable(v.string()),
  /** Whether it is held down now; null when that is unknown. */
  pressed: v.nullable(v.boolean()),
  reason: v.nullable(v.string()),
});
/** How the button is reached. */
export type ButtonStatus = v.InferOutput<typeof ButtonStatusSchema>;

/** How the light is reached and what it does. `reason` says why there is none; null when there is one. */
export const LightStatusSchema = v.object({
  enabled: v.boolean(),
  pin: v.number(),
  /** How the light is driven. */
  source: v.picklist(['led', 'gpio', 'none']),
  device: v.nullable(v.string()),
  /** What the light shows. */
  pattern: LightPatternSchema,
  reason: v.nullable(v.string()),
});
/** How the light is reached and what it does. */
export type LightStatus = v.InferOutput<typeof LightStatusSchema>;

/** Answer of `GET /gpio/status`. */
export const GpioStatusSchema = v.object({
  button: ButtonStatusSchema,
  more_buttons: v.array(ButtonStatusSchema),
  led: LightStatusSchema,
});
/** Answer of `GET /gpio/status`. */
export type GpioStatus = v.InferOutput<typeof GpioStatusSchema>;
