import * as v from 'valibot';
import { SourceSchema } from './boards.ts';
import { InstantSchema, MomentSchema } from './common.ts';
import { ListedMessageSchema } from './messages.ts';

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
  /** Which pages of a collection are skipped, and why; absent when none is. */
  reason: v.optional(v.string()),
});

const { id, priority, text, until } = ListedMessageSchema.entries;
/** A message that is planned for a time. */
export const PlannedMessageSchema = v.object({ id, priority, text, at: InstantSchema, until });
/** A message that is planned for a time. */
export type PlannedMessage = v.InferOutput<typeof PlannedMessageSchema>;

/** Answer of `GET /timeline`: what a board will show, and the messages that are planned for that time. */
export const TimelineSchema = v.object({
  board_id: v.string(),
  from: InstantSchema,
  to: InstantSchema,
  ranges: v.array(TimelineRangeSchema),
  /** Absent when none is planned. */
  messages: v.optional(v.array(PlannedMessageSchema)),
});
/** What a board will show. */
export type TimelineAnswer = v.InferOutput<typeof TimelineSchema>;
