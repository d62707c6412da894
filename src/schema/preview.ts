import * as v from 'valibot';
import { CodeRowsSchema, IdSchema, JsonObjectSchema, maybe } from './common.ts';
import { OutcomeCodeSchema } from './outcomes.ts';
import { FlatPageCreateSchema, PageCreateSchema } from './pages.ts';

const preview = {
  page_id: v.string(),
  message: v.string(),
  lines: v.array(v.string()),
  display_type: v.string(),
  raw: v.object({ characters: CodeRowsSchema }),
};

/** The most pages or plugins that one request may ask for. */
const MOST_IN_BATCH = 500;

/** Answer of `POST /pages/{id}/preview`: the page as text, and its flap codes under `raw.characters`. */
export const PreviewSchema = v.object(preview);
/** A page as it would be shown. */
export type Preview = v.InferOutput<typeof PreviewSchema>;

/** Body of `POST /pages/preview`: a page that is not stored; its name does not matter. */
export const PageDraftSchema = v.object({
  ...FlatPageCreateSchema.entries,
  type: PageCreateSchema.entries.type,
  name: v.optional(PageCreateSchema.entries.name, 'Draft'),
});

const UnavailableSchema = v.object({ available: v.literal(false), error: v.string() });

/** Body of `POST /pages/preview/batch`. */
export const PreviewBatchRequestSchema = v.object({
  page_ids: v.pipe(v.array(IdSchema), v.maxLength(MOST_IN_BATCH)),
  force_refresh: maybe(v.boolean()),
  board_id: maybe(IdSchema),
});

/** Answer of `POST /pages/preview/batch`, by page id. */
export const PreviewBatchSchema = v.object({
  previews: v.record(v.string(), v.union([v.object({ available: v.literal(true), ...preview }), UnavailableSchema])),
  total: v.number(),
  successful: v.number(),
});
/** Several pages as they would be shown. */
export type PreviewBatch = v.InferOutput<typeof PreviewBatchSchema>;

const raw = { data: v.nullable(JsonObjectSchema), available: v.boolean(), error: v.nullable(v.string()) };

/** Body of `POST /displays/raw/batch`. */
export const RawBatchRequestSchema = v.object({
  display_types: v.pipe(v.array(IdSchema), v.maxLength(MOST_IN_BATCH)),
  enabled_only: maybe(v.boolean()),
});

/** Answer of `POST /displays/raw/batch`, by plugin. */
export const RawBatchSchema = v.object({
  displays: v.record(v.string(), v.object(raw)),
  total: v.number(),
  successful: v.number(),
});
/** What several plugins report. */
export type RawBatch = v.InferOutput<typeof RawBatchSchema>;

/** Answer of `GET /displays`: the enabled sources, from memory. */
export const DisplayListSchema = v.object({
  displays: v.array(v.object({ display_type: v.string(), name: v.string(), available: v.boolean() })),
  total: v.number(),
});

/** Answer of `GET /displays/{display_type}`: what a source fills the primary board with. */
export const DisplaySchema = v.object({
  display_type: v.string(),
  available: v.boolean(),
  message: v.string(),
  lines: v.array(v.string()),
  line_count: v.number(),
  error: v.nullable(v.string()),
});

/** Answer of `GET /displays/{display_type}/raw`: what a source reports. */
export const DisplayRawSchema = v.object({ display_type: v.string(), ...raw });

/** Answer of `POST /pages/{id}/send`; `sent` and `sent_to_board` say the same. */
export const PageSendAnswerSchema = v.object({
  page_id: v.string(),
  message: v.string(),
  sent: v.boolean(),
  sent_to_board: v.boolean(),
  paused: v.boolean(),
  target: v.string(),
  board_id: v.string(),
  reason: v.nullable(v.string()),
  code: OutcomeCodeSchema,
});
/** Answer of `POST /pages/{id}/send`. */
export type PageSendAnswer = v.InferOutput<typeof PageSendAnswerSchema>;
