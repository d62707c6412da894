import * as v from 'valibot';
import { LONGEST_NAME, LONGEST_ADDRESS } from '../limits.ts';

const SlotSchema = v.picklist(['A', 'B']);

/** The two places for a version on the card: which one runs, which one starts next, and which one is known to work. */
export const SlotsSchema = v.object({
  /** The slot that runs. */
  running: SlotSchema,
  /** The slot that the next start tries. */
  next: SlotSchema,
  /** The slot that is known to work. */
  good: SlotSchema,
  /** How many starts it may still fail. */
  tries_left: v.number(),
  /** Whether the running system still has to prove itself. */
  on_trial: v.boolean(),
  /** Whether the record of the slots was damaged. */
  state_damaged: v.boolean(),
});

/** An update that is written, or waits for the restart that tries it. */
export const PendingUpdateSchema = v.object({
  version: v.string(),
  /** Version that ran before. */
  from: v.string(),
  /** The slot that holds the update. */
  slot: SlotSchema,
  /** When it began. */
  began_at: v.string(),
  /** Whether the next start tries it. */
  activated: v.boolean(),
});

/** What became of the last update; `reason` is a sentence unless it was kept. */
export const UpdateOutcomeSchema = v.object({
  version: v.string(),
  from: v.string(),
  /** What became of the update. */
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
  /** What is being done. */
  stage: v.picklist(['receiving', 'writing', 'checking']),
  /** Bytes that are done. */
  done: v.number(),
  /** Bytes to be done; null while that is unknown. */
  total: v.nullable(v.number()),
  /** How much is done; null while that is unknown. */
  percent: v.nullable(v.number()),
});
/** How far an update is. */
export type UpdateProgress = v.InferOutput<typeof UpdateProgressSchema>;

/**
 * Answer of `GET /system/update/status`. `available` false: this is no appliance that updates itself, and `reason` says
 * so.
 */
export const UpdateStatusSchema = v.object({
  /** Whether this machine can be updated. */
  available: v.boolean(),
  reason: v.nullable(v.string()),
  /** How far it is. */
  state: v.picklist(['idle', 'updating', 'restart_needed', 'on_trial']),
  version: v.string(),
  /** Version of the operating system; null when it does not say. */
  system_version: v.nullable(v.string()),
  /** The two places for systems, of which one runs; null on a machine without them. */
  slots: v.nullable(SlotsSchema),
  /** How far the update is; null while none runs. */
  progress: v.nullable(UpdateProgressSchema),
  /** The update that waits for a restart or is on trial; null when there is none. */
  pending: v.nullable(PendingUpdateSchema),
  /** What became of the last update; null before the first. */
  last_update: v.nullable(UpdateOutcomeSchema),
});
/** How updates stand. */
export type UpdateStatus = v.InferOutput<typeof UpdateStatusSchema>;

// Which words is a rule, not a form.
const DowngradeSchema = v.optional(v.pipe(v.string(), v.maxLength(LONGEST_NAME)));

/** Body of `POST /system/update` as JSON: where the update lies. */
export const UpdateRequestSchema = v.object({
  url: v.pipe(
    v.string(),
    v.maxLength(LONGEST_ADDRESS),
    v.regex(/^https?:\/\/[^\s/]/i, 'expected an address that begins with http:// or https://'),
  ),
  downgrade: DowngradeSchema,
});

/** Query of `POST /system/update` with the bytes of an update. */
export const UpdateQuerySchema = v.object({ downgrade: DowngradeSchema });

/** Answer of `POST /system/update`: it is written, and the next start tries it. */
export const UpdateWrittenSchema = v.object({
  version: v.string(),
  /** Whether a restart is needed to try it. */
  restart_needed: v.boolean(),
});
/** What was written. */
export type UpdateWritten = v.InferOutput<typeof UpdateWrittenSchema>;

/** Answer of `POST /system/restart` and `POST /system/reboot`. */
export const SystemAnswerSchema = v.object({ message: v.string() });
