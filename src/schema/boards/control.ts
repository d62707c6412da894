import * as v from 'valibot';
import { CodeRowsSchema, IdSchema, InstantSchema, JsonObjectSchema, command, maybe, MomentSchema } from '../common.ts';
import { SourceSchema } from './boards.ts';
import { OutcomeCodeSchema, outcomeMembers } from './outcomes.ts';
import { UntilSchema } from './stays.ts';

/** Answer of `POST /start` and `POST /stop`. */
export const LoopAnswerSchema = v.object({
  running: v.boolean(),
  /** Whether anything changed. */
  changed: v.boolean(),
  message: v.string(),
});
/** Answer of `POST /start` and `POST /stop`. */
export type LoopAnswer = v.InferOutput<typeof LoopAnswerSchema>;

/** Body of `POST /force-refresh`: the only board that is meant. */
export const ForceRefreshSchema = command({ board_id: v.optional(v.nullable(IdSchema)) });
/** Answer of `POST /force-refresh`. */
export const ForceRefreshAnswerSchema = v.object({ message: v.string(), sent: v.boolean(), code: OutcomeCodeSchema });

/** Answer of `GET /board/current-message`: what is known to be on a board. */
export const CurrentMessageSchema = v.object({
  board_id: v.string(),
  characters: v.nullable(CodeRowsSchema),
  /** The content as text; null when nobody knows. */
  message: v.nullable(v.string()),
  rows: v.number(),
  cols: v.number(),
  /** Rows of flap codes that were last asked for; null before anything was. */
  expected_characters: v.nullable(CodeRowsSchema),
  /** When the content was read; null when it is live or unknown. */
  cached_at: v.nullable(InstantSchema),
  /** How the board is reached. */
  api_mode: v.string(),
});
/** Answer of `GET /board/current-message`. */
export type CurrentMessage = v.InferOutput<typeof CurrentMessageSchema>;

/** Body of `POST /settings/board/{id}/pause`; without one the board is paused. */
export const PauseSchema = command({ paused: v.optional(v.boolean(), true), paused_until: maybe(MomentSchema) });
/** Answer of `POST /settings/board/{id}/pause`. */
export const PauseAnswerSchema = v.object({
  board_id: v.string(),
  paused: v.boolean(),
  /** When the pause ends by itself; null for never. */
  paused_until: v.nullable(InstantSchema),
});

/** Answer of `POST /settings/board/{id}/identify`. */
export const IdentifyAnswerSchema = v.object({
  board_id: v.string(),
  ...outcomeMembers,
});
/** Answer of `POST /settings/board/{id}/identify`. */
export type IdentifyAnswer = v.InferOutput<typeof IdentifyAnswerSchema>;

/** Answer of `GET /boards/{id}/actions`: the commands that the board's hardware knows. */
export const BoardActionsSchema = v.object({
  board_id: v.string(),
  /** The commands. */
  actions: v.array(
    v.object({
      /** Name of the command, for the address. */
      name: v.string(),
      /** What it does, in a sentence. */
      summary: v.string(),
    }),
  ),
});
/** Answer of `POST /boards/{id}/actions/{action}`. */
export const BoardActionAnswerSchema = v.object({
  board_id: v.string(),
  /** Name of the command. */
  action: v.string(),
  /** What the command answered. */
  result: JsonObjectSchema,
});

/** Body of `PUT /settings/active-page`: null clears; without `board_id` the primary board is meant. */
export const FlatActivePageWriteSchema = command({
  /** The page or collection to pin; null unpins. */
  page_id: v.nullable(IdSchema),
  /** Id of the board; the primary board unless given. */
  board_id: v.optional(v.nullable(IdSchema)),
  /**
   * When the pin ends: an ISO time, `next_rule` for the begin of the next rule, or `tomorrow` for tomorrow morning.
   */
  until: maybe(UntilSchema),
});
/** Answer of `GET /settings/active-page`. */
export const FlatActivePageSchema = v.object({
  board_id: v.string(),
  /** The pinned page or collection; null when none is pinned. */
  page_id: v.nullable(v.string()),
  /** The page that the board stands at now, or returns to after a message; null when there is none. */
  resolved_page_id: v.nullable(v.string()),
  /** Seconds until that can change; null when nothing is planned. */
  resolved_next_check_seconds: v.nullable(v.number()),
  until: v.nullable(InstantSchema),
});
/** Answer of `PUT /settings/active-page`. */
export const FlatActivePageAnswerSchema = v.object({
  board_id: v.string(),
  /** The pinned page or collection; null when none is pinned. */
  page_id: v.nullable(v.string()),
  until: v.nullable(InstantSchema),
  /** Whether this request moved flaps. */
  sent_to_board: v.boolean(),
  paused: v.boolean(),
  error: v.nullable(v.string()),
  /** What came of it, as a code; null where nothing was to be written. */
  code: v.nullable(OutcomeCodeSchema),
  warnings: v.array(v.string()),
});

/** Answer of `GET /schedules/active/page`: what a board is at now, and why. */
export const ScheduledNowSchema = v.object({
  board_id: v.string(),
  /** The page that rules and default page lead to; null when there is none. */
  page_id: v.nullable(v.string()),
  resolved_page_id: v.nullable(v.string()),
  scheduled_page_id: v.nullable(v.string()),
  schedule_id: v.nullable(v.string()),
  default_page_id: v.nullable(v.string()),
  /** Where the resolved page comes from: a pin is `manual`, rules and default page are `schedule`. */
  source: SourceSchema,
  /** When that can change; null when nothing is planned. */
  next_change: v.nullable(InstantSchema),
});
/** Answer of `GET /schedules/active/page`. */
export type ScheduledNow = v.InferOutput<typeof ScheduledNowSchema>;
