import * as v from 'valibot';
import { IdSchema, InstantSchema, maybe, mostCharacters } from './common.ts';
import { LONGEST_NAME } from './limits.ts';
import { DAYS } from './schedules.ts';

/** A silence window (rules, P5). */
export const SilenceSchema = v.object({
  enabled: v.boolean(),
  start_time: v.string(),
  end_time: v.string(),
  days: v.array(v.picklist(DAYS)),
  mode: v.picklist(['freeze', 'indicator', 'page']),
  page_id: v.nullable(v.string()),
  indicator_text: v.string(),
  indicator_position: v.picklist(['center', 'top-left', 'top-right', 'bottom-left', 'bottom-right']),
});
/** A silence window. */
export type Silence = v.InferOutput<typeof SilenceSchema>;

/** Wall-clock time `HH:MM`, or one of another zone with its offset, as `20:00+00:00`, which is converted. */
const AnyTimeSchema = v.pipe(v.string(), v.regex(/^\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})?$/));

/** Body of `PUT /settings/silence-schedule`: only sent fields apply; without `board_id` those of the whole install. */
export const SilenceWriteSchema = v.object({
  board_id: maybe(IdSchema),
  enabled: maybe(v.boolean()),
  start_time: maybe(AnyTimeSchema),
  end_time: maybe(AnyTimeSchema),
  days: maybe(v.pipe(v.array(v.picklist(DAYS)), v.maxLength(DAYS.length))),
  mode: maybe(SilenceSchema.entries.mode),
  page_id: maybe(IdSchema),
  indicator_text: maybe(v.pipe(v.string(), mostCharacters(LONGEST_NAME))),
  indicator_position: maybe(SilenceSchema.entries.indicator_position),
});
/** Body of `PUT /settings/silence-schedule`. */
export type SilenceWrite = v.InferOutput<typeof SilenceWriteSchema>;

/**
 * Answer of `/settings/silence-schedule`: what counts for the board, or for every board without settings of its own.
 */
export const SilenceAnswerSchema = v.object({
  config: v.object({ ...SilenceSchema.entries, by_board: v.optional(v.record(v.string(), v.partial(SilenceSchema))) }),
  board_id: v.nullable(v.string()),
  warnings: v.array(v.string()),
});
/** Answer of `/settings/silence-schedule`. */
export type SilenceAnswer = v.InferOutput<typeof SilenceAnswerSchema>;

/** Answer of `GET /silence-status`: the window of a board and where it stands now. */
export const SilenceStatusSchema = v.object({
  board_id: v.string(),
  enabled: v.boolean(),
  active: v.boolean(),
  start_time: v.string(),
  end_time: v.string(),
  days: SilenceSchema.entries.days,
  start_time_utc: v.string(),
  end_time_utc: v.string(),
  current_time_utc: InstantSchema,
  next_change_utc: v.nullable(InstantSchema),
  seconds_until_next_change: v.nullable(v.number()),
  mode: SilenceSchema.entries.mode,
  page_id: v.nullable(v.string()),
  indicator_text: v.string(),
  indicator_position: SilenceSchema.entries.indicator_position,
});
/** Answer of `GET /silence-status`. */
export type SilenceStatus = v.InferOutput<typeof SilenceStatusSchema>;
