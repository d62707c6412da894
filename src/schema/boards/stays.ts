import * as v from 'valibot';
import { IdSchema, InstantSchema, command, countSaid, integerBetween, maybe, MomentSchema } from '../common.ts';
import { STAY_MINUTES } from '../limits.ts';
import { outcomeMembers } from './outcomes.ts';

const minutes = maybe(integerBetween(...STAY_MINUTES));

const saysEndOnce = (body: object): boolean => countSaid(body, ['minutes', 'until']) === 1;
const END_ONCE = 'exactly one of minutes, until says when it ends';

/** Body of `PUT /boards/{board}/quiet`: exactly one of the two. */
export const QuietWriteSchema = v.pipe(
  command({
    /** For how many minutes. */
    minutes,
    /** When it ends. */
    until: maybe(MomentSchema),
  }),
  v.check((body) => saysEndOnce(body), END_ONCE),
);
/** Body of `PUT /boards/{board}/quiet`. */
export type QuietWrite = v.InferOutput<typeof QuietWriteSchema>;
/** Answer of `/boards/{board}/quiet`: null when the board is not quiet; of all boards the first end. */
export const QuietSchema = v.object({
  /** Until when the board is left alone; null when it is not. */
  quiet_until: v.nullable(InstantSchema),
});
/** Answer of `/boards/{board}/quiet`. */
export type Quiet = v.InferOutput<typeof QuietSchema>;

/** When something ends that was decided by hand: an instant, or a word for one. */
export const UntilSchema = v.union([v.picklist(['next_rule', 'tomorrow']), MomentSchema]);

/** Body of `POST /boards/{board}/show`: a page or collection, and exactly one of `minutes` and `until`. */
export const ShowWriteSchema = v.pipe(
  command({
    page_id: v.pipe(IdSchema, v.minLength(1)),
    minutes,
    /** When it ends: an ISO time, `next_rule` for the begin of the next rule, or `tomorrow` for tomorrow morning. */
    until: maybe(UntilSchema),
  }),
  v.check((body) => saysEndOnce(body), END_ONCE),
);
/** Body of `POST /boards/{board}/show`. */
export type ShowWrite = v.InferOutput<typeof ShowWriteSchema>;
/** Answer of `POST /boards/{board}/show`. */
export const ShowAnswerSchema = v.object({
  board_id: v.string(),
  page_id: v.string(),
  until: InstantSchema,
  ...outcomeMembers,
  warnings: v.array(v.string()),
});
/** Answer of `POST /boards/{board}/show`. */
export type ShowAnswer = v.InferOutput<typeof ShowAnswerSchema>;

/** Body of `POST /boards/{board}/hold`. */
export const HoldWriteSchema = command({ minutes: integerBetween(...STAY_MINUTES) });
/** Answer of `/boards/{board}/next`, `/previous` and `/hold`: the page at which the rotation stands, and until when. */
export const TurnAnswerSchema = v.object({
  board_id: v.string(),
  page_id: v.nullable(v.string()),
  until: v.nullable(InstantSchema),
  ...outcomeMembers,
});
/** Answer of `/boards/{board}/next`, `/previous` and `/hold`. */
export type TurnAnswer = v.InferOutput<typeof TurnAnswerSchema>;
