import * as v from 'valibot';
import { SourceSchema } from '../boards/boards.ts';
import { InstantSchema, MomentSchema } from '../common.ts';
import { ListedMessageSchema } from './messages.ts';

/** Query of `GET /timeline`. */
export const TimelineQuerySchema = v.object({
  board_id: v.optional(v.string()),
  from: v.optional(MomentSchema),
  to: v.optional(MomentSchema),
});

/** A stretch of time in which nothing changes; `to` is excluded. */
export const TimelineRangeSchema = v.object({
  /** Begin, included. */
  from: InstantSchema,
  /** End, excluded. */
  to: InstantSchema,
  /** Where the resolved page comes from: a pin is `manual`, rules and default page are `schedule`. */
  source: SourceSchema,
  /** The page that is shown; null when there is none. */
  page_id: v.nullable(v.string()),
  scheduled_page_id: v.nullable(v.string()),
  schedule_id: v.nullable(v.string()),
  /** Whether the board is silent. */
  silence: v.boolean(),
  /** Why nothing moved, or why something cannot be done; null when all is well. */
  reason: v.optional(v.string()),
});

const { id, priority, text, until } = ListedMessageSchema.entries;
/** A message that is planned for a time. */
export const PlannedMessageSchema = v.object({
  id,
  /** How much it matters. */
  priority,
  text,
  at: InstantSchema,
  until,
});
/** A message that is planned for a time. */
export type PlannedMessage = v.InferOutput<typeof PlannedMessageSchema>;

/** Answer of `GET /timeline`: what a board will show, and the messages that are planned for that time. */
export const TimelineSchema = v.object({
  board_id: v.string(),
  from: InstantSchema,
  to: InstantSchema,
  /** What is shown, range after range without gaps. */
  ranges: v.array(TimelineRangeSchema),
  /** The messages that are planned for that time; absent when none is. */
  messages: v.optional(v.array(PlannedMessageSchema)),
});
/** What a board will show. */
export type TimelineAnswer = v.InferOutput<typeof TimelineSchema>;
