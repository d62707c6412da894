import * as v from 'valibot';
import { LONGEST_NAME, LONGEST_ADDRESS } from './limits.ts';

const SlotSchema = v.picklist(['A', 'B']);

/** The two places for a version on the card: which one runs, which one starts next, and which one is known to work. */
export const SlotsSchema = v.object({
  running: SlotSchema,
  next: SlotSchema,
  good: SlotSchema,
  /** Starts that a version on trial still has. */
  tries_left: v.number(),
  on_trial: v.boolean(),
  state_damaged: v.boolean(),
});
/** The two places for a version on the card. */
export type Slots = v.InferOutput<typeof SlotsSchema>;

/** An update that is written, or waits for the restart that tries it. */
export const PendingUpdateSchema = v.object({
  version: v.string(),
  from: v.string(),
  slot: SlotSchema,
  began_at: v.string(),
  activated: v.boolean(),
});

/** What became of the last update; `reason` is a sentence unless it was kept. */
export const UpdateOutcomeSchema = v.object({
  version: v.string(),
  from: v.string(),
  result: v.picklist(['kept', 'rolled_back', 'interrupted', 'failed']),
  reason: v.nullable(v.string()),
  at: v.string(),
});

/** What the system of the card says of its slots. */
export const SlotReportSchema = v.object({
  ...SlotsSchema.entries,
  version: v.string(),
  built_at: v.optional(v.nullable(v.string()), null),
  pending: v.nullable(PendingUpdateSchema),
  last_update: v.nullable(UpdateOutcomeSchema),
});
/** What the system of the card says of its slots. */
export type SlotReport = v.InferOutput<typeof SlotReportSchema>;

/** How far an update is; `total` is null while it is not known. */
export const UpdateProgressSchema = v.object({
  stage: v.picklist(['receiving', 'writing', 'checking']),
  done: v.number(),
  total: v.nullable(v.number()),
  percent: v.nullable(v.number()),
});
/** How far an update is. */
export type UpdateProgress = v.InferOutput<typeof UpdateProgressSchema>;

/**
 * Answer of `GET /system/update/status`. `available` false: this is no appliance that updates itself, and `reason` says
 * so.
 */
export const UpdateStatusSchema = v.object({
  available: v.boolean(),
  reason: v.nullable(v.string()),
  state: v.picklist(['idle', 'updating', 'restart_needed', 'on_trial']),
  version: v.string(),
  system_version: v.nullable(v.string()),
  slots: v.nullable(SlotsSchema),
  progress: v.nullable(UpdateProgressSchema),
  pending: v.nullable(PendingUpdateSchema),
  last_update: v.nullable(UpdateOutcomeSchema),
});
/** How updates stand. */
export type UpdateStatus = v.InferOutput<typeof UpdateStatusSchema>;

// Which words is a rule, not a form.
const DowngradeSchema = v.optional(v.pipe(v.string(), v.maxLength(LONGEST_NAME)));

/** Body of `POST /system/update` as JSON: where the update lies. */
export const UpdateRequestSchema = v.object({
  url: v.pipe(v.string(), v.maxLength(LONGEST_ADDRESS), v.regex(/^https?:\/\/[^\s/]/i)),
  downgrade: DowngradeSchema,
});

/** Query of `POST /system/update` with the bytes of an update. */
export const UpdateQuerySchema = v.object({ downgrade: DowngradeSchema });

/** Answer of `POST /system/update`: it is written, and the next start tries it. */
export const UpdateWrittenSchema = v.object({ version: v.string(), restart_needed: v.boolean() });
/** What was written. */
export type UpdateWritten = v.InferOutput<typeof UpdateWrittenSchema>;

/** Answer of `POST /system/restart` and `POST /system/reboot`. */
export const SystemAnswerSchema = v.object({ message: v.string() });
