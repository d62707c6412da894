import * as v from 'valibot';
import { whole } from '../common.ts';

/** What has a pin: the button, the light, a board, or the machine itself with one of its buses. */
export const PinUseSchema = v.picklist(['button', 'light', 'board', 'machine']);
/** What has a pin. */
export type PinUse = v.InferOutput<typeof PinUseSchema>;

/** A pin of the header that programs can use: where it is, who has it, and what it does before flapbox runs. */
export const PinSchema = v.object({
  /** GPIO number. */
  pin: whole(),
  /** Place on the header, from 1 to 40. */
  position: whole(),
  /** GPIO number and, where it has one, its other function. */
  name: v.string(),
  /** Whether nobody uses it. */
  free: v.boolean(),
  /** What uses it: the button, the light, a board, or a bus or console of the machine; null when it is free. */
  use: v.nullable(PinUseSchema),
  /** Who uses it, by name; null when it is free. */
  used_by: v.nullable(v.string()),
  /** The board that uses it; null for others. */
  board_id: v.nullable(v.string()),
  /** Whether what hangs there may move before the service runs. */
  moves_at_power_up: v.boolean(),
  /** What to know before it is used; null for nothing. */
  note: v.nullable(v.string()),
});
/** A pin of the header. */
export type Pin = v.InferOutput<typeof PinSchema>;

/** Answer of `GET /settings/pins`: the pins of the header by their GPIO number; `reason` says why none can be used. */
export const PinsSchema = v.object({
  /** Why no pin can be used on this machine; null when they can. */
  reason: v.nullable(v.string()),
  /** The pins of the header, by their GPIO number. */
  pins: v.array(PinSchema),
});
/** Answer of `GET /settings/pins`. */
export type Pins = v.InferOutput<typeof PinsSchema>;
