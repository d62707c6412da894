import * as v from 'valibot';
import { IdSchema, JsonObjectSchema, maybe } from './common.ts';
import { MOST_IN_BATCH } from './limits.ts';

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
