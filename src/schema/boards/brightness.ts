import * as v from 'valibot';
import { InstantSchema, command, integerBetween, maybe } from '../common.ts';
import { MOST_BRIGHTNESS_WINDOWS, PERCENT } from '../limits.ts';
import { EdgeSchema } from '../appliance/silence.ts';

const percent = () => integerBetween(...PERCENT);

/** A time of every day at which a display has another brightness: edges are `HH:MM` or the sun. */
export const BrightnessWindowSchema = v.object({
  /** Begin: `HH:MM` local time, or the sun, as `sunset-30`. */
  start: EdgeSchema,
  /** End, excluded: `HH:MM` local time, or the sun. */
  end: EdgeSchema,
  /** Brightness in percent; 0 switches the display off. */
  brightness: percent(),
});
/** A time of every day at which a display has another brightness. */
export type BrightnessWindow = v.InferOutput<typeof BrightnessWindowSchema>;

/** Body of `PUT /boards/{board}/brightness`: only sent fields apply. */
export const BrightnessWriteSchema = command({
  /** Whether the display is on; false switches it off until somebody switches it on. */
  on: maybe(v.boolean()),
  /** Brightness in percent; null gives it back to the windows and what is usual. */
  brightness: maybe(percent()),
  /** Times of every day with another brightness; of several that are open the first counts. */
  windows: maybe(v.pipe(v.array(BrightnessWindowSchema), v.maxLength(MOST_BRIGHTNESS_WINDOWS))),
});
/** Body of `PUT /boards/{board}/brightness`. */
export type BrightnessWrite = v.InferOutput<typeof BrightnessWriteSchema>;

/** Answer of `/boards/{board}/brightness`: what counts now, silence apart; null is what the device is set to. */
export const BrightnessSchema = v.object({
  board_id: v.string(),
  on: v.boolean(),
  /** Brightness in percent, 0 is dark; null is what the device is set to. */
  brightness: v.nullable(percent()),
  /** Whether it was set by hand or by another program, and goes before the windows. */
  set_by_hand: v.boolean(),
  /** When the next window begins or ends; null where there is none. */
  until: v.nullable(InstantSchema),
  windows: v.array(BrightnessWindowSchema),
});
/** Answer of `/boards/{board}/brightness`. */
export type Brightness = v.InferOutput<typeof BrightnessSchema>;

/** What an owner decided for the light of a display, as it is stored. */
export const StoredBrightnessSchema = v.object({
  on: v.boolean(),
  windows: v.array(BrightnessWindowSchema),
  /** What was set by hand or by another program; without an end it stays. */
  set: v.nullable(v.object({ brightness: percent(), until: v.nullable(InstantSchema) })),
});
/** What an owner decided for the light of a display, as it is stored. */
export type StoredBrightness = v.InferOutput<typeof StoredBrightnessSchema>;
