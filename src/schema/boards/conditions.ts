import * as v from 'valibot';
import { BoardRuntimeStatusSchema } from './boards.ts';
import { InstantSchema, whole } from '../common.ts';
import { outcomeMembers } from './outcomes.ts';

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

const StaleSourceSchema = v.object({
  /** Key of the source. */
  plugin: v.string(),
  /** Since when its values have not been shown. */
  since: InstantSchema,
});

/** How a board stands now: why it shows what it shows, since and until when, and what is wrong with it. */
export const ConditionSchema = v.object({
  board_id: v.string(),
  /** Which claim on the board won. */
  because: BecauseSchema,
  /** When the message that is up was written; null when there is none, or nobody knows. */
  since: v.nullable(InstantSchema),
  /** When what decides now is over; null when that is more than a day away, or open. */
  until: v.nullable(InstantSchema),
  /** How many messages wait for their turn, their time, or somebody who acknowledges them. */
  waiting: whole(),
  /** Id of the page. */
  page_id: v.nullable(v.string()),
  /** The rule that applies now and has no page to show; null when there is none. */
  skipped: v.nullable(
    v.object({
      schedule_id: v.string(),
      start_time: v.string(),
      /** End, as `HH:MM` local time; null is the end of the day. */
      end_time: v.nullable(v.string()),
      /** Whether its page is still there. */
      page_exists: v.boolean(),
    }),
  ),
  /** Values that the page prints as `???` now. */
  missing: v.array(v.string()),
  /** Sources of that page whose values are too old to be shown. */
  stale: v.array(StaleSourceSchema),
  error,
  /** Whether the board shows something else than it was asked to, for two readings in a row. */
  drifted,
  /** Whether what the board shows is a guess, because its motors have no sensors. */
  guessed,
  /** Characters of the last content that had no flap, each with what was shown in its place. */
  substitutions,
});
/** How a board stands now. */
export type Condition = v.InferOutput<typeof ConditionSchema>;

/** Answer of `GET /boards/conditions`: every board, in the order of the boards. */
export const ConditionsSchema = v.object({
  /** One entry for each board. */
  conditions: v.array(ConditionSchema),
  /** The same of all boards together, each source once. */
  stale: v.array(StaleSourceSchema),
});
/** Answer of `GET /boards/conditions`. */
export type Conditions = v.InferOutput<typeof ConditionsSchema>;

/** Answer of `POST /boards/{id}/restore`. */
export const RestoreAnswerSchema = v.object({
  board_id: v.string(),
  ...outcomeMembers,
});
/** Answer of `POST /boards/{id}/restore`. */
export type RestoreAnswer = v.InferOutput<typeof RestoreAnswerSchema>;
