import * as v from 'valibot';
import { CodeRowsSchema, InstantSchema, command, integerBetween, maybe, queryInteger } from '../common.ts';
import { MESSAGE_MINUTES, MOST_HISTORY } from '../limits.ts';
import { MessageAnswerSchema } from './messages.ts';
import { OutcomeCodeSchema } from '../boards/outcomes.ts';

/** Who put a frame on a board. */
export const ActorSchema = v.picklist(['account', 'token', 'button', 'mqtt', 'assistant', 'rule']);

/** One frame that was on a board. */
export const HistoryEntrySchema = v.object({
  id: v.string(),
  at: InstantSchema,
  /** Who put it there: the account, a token, the button, MQTT, an assistant, or a rule of the programme. */
  by: ActorSchema,
  /** Name of the account; null for anybody else, and while there is no login. */
  name: v.nullable(v.string()),
  /** `message`, `favourite`, `history`, or which claim on the board won, as `because` of its condition. */
  why: v.string(),
  /** Whether flaps were moved. */
  moved: v.boolean(),
  characters: CodeRowsSchema,
});
/** One frame that was on a board. */
export type HistoryEntry = v.InferOutput<typeof HistoryEntrySchema>;

/** Query of `GET /boards/{board}/history`. */
export const HistoryQuerySchema = v.object({
  limit: v.optional(queryInteger(1, MOST_HISTORY), String(MOST_HISTORY)),
});

/** Answer of `GET /boards/{board}/history`: the newest first. */
export const HistorySchema = v.object({
  /** The entries, the newest first. */
  entries: v.array(HistoryEntrySchema),
});
/** Answer of `GET /boards/{board}/history`. */
export type History = v.InferOutput<typeof HistorySchema>;

/** Answer of `POST /history/{id}/send`. */
export const HistorySendAnswerSchema = v.object({
  ...MessageAnswerSchema.entries,
  code: OutcomeCodeSchema,
});

/** Body of `POST /history/{id}/send`: how long it is shown; until something else replaces it unless given. */
export const HistorySendSchema = command({
  /** How long it is shown; until something else replaces it unless given. */
  minutes: maybe(integerBetween(...MESSAGE_MINUTES)),
});
