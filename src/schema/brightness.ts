import * as v from 'valibot';
import { InstantSchema, command, integerBetween, maybe } from './common.ts';
import { MOST_BRIGHTNESS_WINDOWS, PERCENT } from './limits.ts';
import { EdgeSchema } from './silence.ts';

const percent = () => integerBetween(...PERCENT);

/** A time of every day at which a display has another brightness: edges are `HH:MM` or the sun. */
export const BrightnessWindowSchema = v.object({ start: EdgeSchema, end: EdgeSchema, brightness: percent() });
/** A time of every day at which a display has another brightness. */
export type BrightnessWindow = v.InferOutput<typeof BrightnessWindowSchema>;

/** Body of `PUT /boards/{board}/brightness`: only sent fields apply. */
export const BrightnessWriteSchema = command({
  on: maybe(v.boolean()),
  brightness: maybe(percent()),
  windows: maybe(v.pipe(v.array(BrightnessWindowSchema), v.maxLength(MOST_BRIGHTNESS_WINDOWS))),
});
/** Body of `PUT /boards/{board}/brightness`. */
export type BrightnessWrite = v.InferOutput<typeof BrightnessWriteSchema>;

/** Answer of `/boards/{board}/brightness`: what counts now, silence apart; null is what the device is set to. */
export const BrightnessSchema = v.object({
  board_id: v.string(),
  on: v.boolean(),
  brightness: v.nullable(percent()),
  set_by_hand: v.boolean(),
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
