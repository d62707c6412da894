import * as v from 'valibot';
import { whole } from './common.ts';

/** What has a pin: the button, the light, a board, or the machine itself with one of its buses. */
export const PinUseSchema = v.picklist(['button', 'light', 'board', 'machine']);
/** What has a pin. */
export type PinUse = v.InferOutput<typeof PinUseSchema>;

/** A pin of the header that programs can use: where it is, who has it, and what it does before flapbox runs. */
export const PinSchema = v.object({
  pin: whole(),
  position: whole(),
  name: v.string(),
  free: v.boolean(),
  use: v.nullable(PinUseSchema),
  used_by: v.nullable(v.string()),
  board_id: v.nullable(v.string()),
  moves_at_power_up: v.boolean(),
  note: v.nullable(v.string()),
});
/** A pin of the header. */
export type Pin = v.InferOutput<typeof PinSchema>;

/** Answer of `GET /settings/pins`: the pins of the header by their GPIO number; `reason` says why none can be used. */
export const PinsSchema = v.object({ reason: v.nullable(v.string()), pins: v.array(PinSchema) });
/** Answer of `GET /settings/pins`. */
export type Pins = v.InferOutput<typeof PinsSchema>;
