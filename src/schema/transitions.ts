import * as v from 'valibot';
import { CodeRowsSchema, IdSchema, JsonObjectSchema, command, integerBetween, maybe } from './common.ts';
import { LONGEST_TEXT, NOTES } from './limits.ts';
import { OutcomeCodeSchema } from './outcomes.ts';

/** An installed transition plugin; `strategy` names it wherever a transition is chosen. */
export const TransitionEntrySchema = v.object({
  id: v.string(),
  name: v.string(),
  description: v.string(),
  version: v.string(),
  strategy: v.string(),
  settings_schema: JsonObjectSchema,
  transition_settings: v.object({
    interruptible: v.boolean(),
    min_interval_ms: v.number(),
    max_frames: v.number(),
    max_runtime_seconds: v.number(),
  }),
});
/** An installed transition plugin. */
export type TransitionEntry = v.InferOutput<typeof TransitionEntrySchema>;

/** Answer of `GET /transitions/plugins`. */
export const TransitionPluginsSchema = v.object({ plugins: v.array(TransitionEntrySchema), total: v.number() });

/** Body of `POST /transitions/preview` (rules, X7). */
export const TransitionPreviewRequestSchema = v.object({
  plugin_id: IdSchema,
  to_text: v.pipe(v.string(), v.maxLength(LONGEST_TEXT)),
  from_text: maybe(v.pipe(v.string(), v.maxLength(LONGEST_TEXT))),
  config: maybe(JsonObjectSchema),
  device_type: maybe(v.picklist(['flagship', 'note', 'note_array'])),
  notes_wide: maybe(integerBetween(...NOTES)),
  notes_tall: maybe(integerBetween(...NOTES)),
});
/** Body of `POST /transitions/preview`. */
export type TransitionPreviewRequest = v.InferOutput<typeof TransitionPreviewRequestSchema>;

/** Answer of `POST /transitions/preview`. */
export const TransitionPreviewSchema = v.object({
  plugin_id: v.string(),
  frames: v.array(v.object({ grid: CodeRowsSchema, delay_ms: v.number() })),
  total_delay_ms: v.number(),
  capped: v.boolean(),
});
/** Answer of `POST /transitions/preview`. */
export type TransitionPreview = v.InferOutput<typeof TransitionPreviewSchema>;

/** Body of `POST /transitions/test-live`. */
export const TransitionTestSchema = command({
  plugin_id: IdSchema,
  to_page_id: IdSchema,
  from_page_id: maybe(IdSchema),
  config: maybe(JsonObjectSchema),
  board_id: maybe(IdSchema),
});
/** Body of `POST /transitions/test-live`. */
export type TransitionTest = v.InferOutput<typeof TransitionTestSchema>;

/** Answer of `POST /transitions/test-live`. */
export const TransitionTestAnswerSchema = v.object({
  board_id: v.string(),
  plugin_id: v.string(),
  to_page_id: v.string(),
  sent: v.boolean(),
  reason: v.nullable(v.string()),
  code: OutcomeCodeSchema,
  frame_count: v.number(),
  total_delay_ms: v.number(),
  capped: v.boolean(),
});
/** Answer of `POST /transitions/test-live`. */
export type TransitionTestAnswer = v.InferOutput<typeof TransitionTestAnswerSchema>;

/** Optional body of `POST /transitions/restore`. */
export const TransitionRestoreSchema = command({ board_id: maybe(IdSchema) });
/** Answer of `POST /transitions/restore`. */
export const TransitionRestoreAnswerSchema = v.object({
  board_id: v.string(),
  page_id: v.nullable(v.string()),
  sent: v.boolean(),
  reason: v.nullable(v.string()),
  code: OutcomeCodeSchema,
});
/** Answer of `POST /transitions/restore`. */
export type TransitionRestoreAnswer = v.InferOutput<typeof TransitionRestoreAnswerSchema>;
