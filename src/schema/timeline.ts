import * as v from 'valibot';
import { SourceSchema } from './boards.ts';
import { InstantSchema } from './common.ts';

/**
 * The form of a moment: an ISO 8601 date, with or without a time and an offset; a blank stands for a plus that was not
 * escaped.
 */
export const MOMENT =
  /^\s*(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?(Z|[+ -]\d{2}:?\d{2})?\s*$/i;

const MomentSchema = v.pipe(v.string(), v.regex(MOMENT, 'expected an ISO 8601 time, as 2026-03-01T08:00:00Z'));

/** Query of `GET /timeline`. */
export const TimelineQuerySchema = v.object({
  board_id: v.optional(v.string()),
  from: v.optional(MomentSchema),
  to: v.optional(MomentSchema),
});

/** A stretch of time in which nothing changes; `to` is excluded. */
export const TimelineRangeSchema = v.object({
  from: InstantSchema,
  to: InstantSchema,
  source: SourceSchema,
  page_id: v.nullable(v.string()),
  scheduled_page_id: v.nullable(v.string()),
  schedule_id: v.nullable(v.string()),
  silence: v.boolean(),
});

/** Answer of `GET /timeline`: what a board will show. */
export const TimelineSchema = v.object({
  board_id: v.string(),
  from: InstantSchema,
  to: InstantSchema,
  ranges: v.array(TimelineRangeSchema),
});
/** What a board will show. */
export type TimelineAnswer = v.InferOutput<typeof TimelineSchema>;
