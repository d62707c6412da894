import * as v from 'valibot';
import { IdSchema, JsonObjectSchema, maybe } from '../common.ts';
import { MOST_IN_BATCH } from '../limits.ts';

const raw = {
  /** What the source reports; null when it reports nothing. */
  data: v.nullable(JsonObjectSchema),
  available: v.boolean(),
  error: v.nullable(v.string()),
};

/** Body of `POST /displays/raw/batch`. */
export const RawBatchRequestSchema = v.object({
  /** Ids of the sources to ask. */
  display_types: v.pipe(v.array(IdSchema), v.maxLength(MOST_IN_BATCH)),
  /** Whether only enabled sources are asked. */
  enabled_only: maybe(v.boolean()),
});

/** Answer of `POST /displays/raw/batch`, by plugin. */
export const RawBatchSchema = v.object({
  /** The sources. */
  displays: v.record(v.string(), v.object(raw)),
  total: v.number(),
  /** How many had data. */
  successful: v.number(),
});
/** What several plugins report. */
export type RawBatch = v.InferOutput<typeof RawBatchSchema>;

/** Answer of `GET /displays`: the enabled sources, from memory. */
export const DisplayListSchema = v.object({
  displays: v.array(
    v.object({
      display_type: v.string(),
      /** Name of the source. */
      name: v.string(),
      available: v.boolean(),
    }),
  ),
  total: v.number(),
});

/** Answer of `GET /displays/{display_type}`: what a source fills the primary board with. */
export const DisplaySchema = v.object({
  /** Id of a source that fills the whole page. */
  display_type: v.string(),
  available: v.boolean(),
  /** The lines as one text. */
  message: v.string(),
  lines: v.array(v.string()),
  /** How many lines there are. */
  line_count: v.number(),
  error: v.nullable(v.string()),
});

/** Answer of `GET /displays/{display_type}/raw`: what a source reports. */
export const DisplayRawSchema = v.object({ display_type: v.string(), ...raw });
