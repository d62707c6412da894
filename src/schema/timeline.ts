import * as v from 'valibot';
import { SourceSchema } from './board.ts';
import { InstantSchema } from './common.ts';

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
export const TimelineSchema = v.object({ board_id: v.string(), from: InstantSchema, to: InstantSchema, ranges: v.array(TimelineRangeSchema) });
/** What a board will show. */
export type TimelineAnswer = v.InferOutput<typeof TimelineSchema>;
