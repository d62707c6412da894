import * as v from 'valibot';
import { BoardRuntimeStatusSchema } from './boards.ts';
import { InstantSchema, whole } from './common.ts';
import { OutcomeCodeSchema } from './outcomes.ts';

const { error, drifted, guessed, substitutions } = BoardRuntimeStatusSchema.entries;

/** Which of the claims on a board won, in the order in which they go before one another. */
export const BecauseSchema = v.picklist([
  'paused',
  'quiet',
  'critical',
  'silence',
  'urgent',
  'timed',
  'trigger',
  'untimed',
  'follow',
  'pin',
  'schedule',
  'default',
  'none',
]);

const StaleSourceSchema = v.object({ plugin: v.string(), since: InstantSchema });

/** How a board stands now: why it shows what it shows, since and until when, and what is wrong with it. */
export const ConditionSchema = v.object({
  board_id: v.string(),
  because: BecauseSchema,
  /** When the message without an end that is up was written; null when there is none, or nobody knows. */
  since: v.nullable(InstantSchema),
  /** When what decides now is over; null when that is more than a day away, or open. */
  until: v.nullable(InstantSchema),
  /** How many messages wait for their turn, their time, or somebody who acknowledges them. */
  waiting: whole(),
  /** The page that is shown; null for anything else. */
  page_id: v.nullable(v.string()),
  /** The rule that is running although nothing can be shown for it; null while a rule is shown, or none is running. */
  skipped: v.nullable(
    v.object({
      schedule_id: v.string(),
      start_time: v.string(),
      end_time: v.nullable(v.string()),
      page_exists: v.boolean(),
    }),
  ),
  /** What that page prints as `???` now, by what stands between the braces. */
  missing: v.array(v.string()),
  /** Sources of that page whose values are too old to be shown, and since when they are (rules, X11). */
  stale: v.array(StaleSourceSchema),
  error,
  drifted,
  guessed,
  substitutions,
});
/** How a board stands now. */
export type Condition = v.InferOutput<typeof ConditionSchema>;

/** Answer of `GET /boards/conditions`: every board, in the order of the boards. */
export const ConditionsSchema = v.object({
  conditions: v.array(ConditionSchema),
  /** The same of all boards together, each source once. */
  stale: v.array(StaleSourceSchema),
});
/** Answer of `GET /boards/conditions`. */
export type Conditions = v.InferOutput<typeof ConditionsSchema>;

/** Answer of `POST /boards/{id}/restore`. */
export const RestoreAnswerSchema = v.object({
  board_id: v.string(),
  sent: v.boolean(),
  reason: v.nullable(v.string()),
  code: OutcomeCodeSchema,
});
/** Answer of `POST /boards/{id}/restore`. */
export type RestoreAnswer = v.InferOutput<typeof RestoreAnswerSchema>;
