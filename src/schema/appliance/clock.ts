import * as v from 'valibot';
import { InstantSchema, MomentSchema, command } from '../common.ts';

/** Answer of `/settings/clock`: the clock of the machine, and whether it can be set by hand. */
export const ClockSettingSchema = v.object({
  /** The time of the machine. */
  now: InstantSchema,
  /** Whether the clock can be set by hand. */
  settable: v.boolean(),
  /** Why it cannot be set, in a sentence; null when it can. */
  reason: v.nullable(v.string()),
});
/** The clock of the machine. */
export type ClockSetting = v.InferOutput<typeof ClockSettingSchema>;

/** Body of `PUT /settings/clock`. */
export const ClockWriteSchema = command({
  /** The time that it is: not before the system was built, and at most twenty years after that. */
  now: MomentSchema,
});
