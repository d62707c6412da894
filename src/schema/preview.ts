import * as v from 'valibot';
import { JsonObjectSchema, maybe } from './common.ts';

const preview = {
  page_id: v.string(),
  message: v.string(),
  lines: v.array(v.string()),
  display_type: v.string(),
  raw: JsonObjectSchema,
};

/** Answer of `POST /pages/{id}/preview`: the page as text, and its flap codes under `raw.characters`. */
export const PreviewSchema = v.object(preview);
/** A page as it would be shown. */
export type Preview = v.InferOutput<typeof PreviewSchema>;

const UnavailableSchema = v.object({ available: v.literal(false), error: v.string() });

/** Body of `POST /pages/preview/batch`. */
export const PreviewBatchRequestSchema = v.object({ page_ids: v.array(v.string()), force_refresh: maybe(v.boolean()), board_id: maybe(v.string()) });

/** Answer of `POST /pages/preview/batch`, by page id. */
export const PreviewBatchSchema = v.object({
  previews: v.record(v.string(), v.union([v.object({ available: v.literal(true), ...preview }), UnavailableSchema])),
  total: v.number(),
  successful: v.number(),
});
/** Several pages as they would be shown. */
export type PreviewBatch = v.InferOutput<typeof PreviewBatchSchema>;

/** Body of `POST /displays/raw/batch`. */
export const RawBatchRequestSchema = v.object({ display_types: v.array(v.string()), enabled_only: maybe(v.boolean()) });

/** Answer of `POST /displays/raw/batch`, by plugin. */
export const RawBatchSchema = v.object({
  displays: v.record(v.string(), v.object({ data: v.nullable(JsonObjectSchema), available: v.boolean(), error: v.nullable(v.string()) })),
  total: v.number(),
  successful: v.number(),
});
/** What several plugins report. */
export type RawBatch = v.InferOutput<typeof RawBatchSchema>;

/** Answer of `POST /pages/{id}/send`. */
export const PageSendAnswerSchema = v.object({
  page_id: v.string(),
  message: v.string(),
  sent_to_board: v.boolean(),
  paused: v.boolean(),
  target: v.string(),
  board_id: v.string(),
  reason: v.nullable(v.string()),
});
/** Answer of `POST /pages/{id}/send`. */
export type PageSendAnswer = v.InferOutput<typeof PageSendAnswerSchema>;
