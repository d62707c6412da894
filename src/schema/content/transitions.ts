import * as v from 'valibot';
import {
  CodeRowsSchema,
  IdSchema,
  JsonObjectSchema,
  command,
  integerBetween,
  maybe,
  VESTABOARD_TYPES,
} from '../common.ts';
import { LONGEST_TEXT, NOTES } from '../limits.ts';
import { outcomeMembers } from '../boards/outcomes.ts';

/** An installed transition plugin; `strategy` names it wherever a transition is chosen. */
export const TransitionEntrySchema = v.object({
  /** Id of the plugin. */
  id: v.string(),
  name: v.string(),
  description: v.string(),
  version: v.string(),
  /** The name under which pages and messages choose it. */
  strategy: v.string(),
  settings_schema: JsonObjectSchema,
  /** Bounds of the transition. */
  transition_settings: v.object({
    /** Whether a newer content may cut it short. */
    interruptible: v.boolean(),
    /** The shortest time between two frames, in milliseconds. */
    min_interval_ms: v.number(),
    /** The most frames of one run. */
    max_frames: v.number(),
    /** The longest run, in seconds. */
    max_runtime_seconds: v.number(),
  }),
});
/** An installed transition plugin. */
export type TransitionEntry = v.InferOutput<typeof TransitionEntrySchema>;

/** Answer of `GET /transitions/plugins`. */
export const TransitionPluginsSchema = v.object({
  /** The plugins. */
  plugins: v.array(TransitionEntrySchema),
  total: v.number(),
});

/** Body of `POST /transitions/preview` (rules, X7). */
export const TransitionPreviewRequestSchema = v.object({
  plugin_id: IdSchema,
  /** The text at the end. */
  to_text: v.pipe(v.string(), v.maxLength(LONGEST_TEXT)),
  /** The text at the begin; null means a blank board. */
  from_text: maybe(v.pipe(v.string(), v.maxLength(LONGEST_TEXT))),
  /** Settings to play with; the stored ones unless given. */
  config: maybe(JsonObjectSchema),
  device_type: maybe(v.picklist(VESTABOARD_TYPES)),
  notes_wide: maybe(integerBetween(...NOTES)),
  notes_tall: maybe(integerBetween(...NOTES)),
});
/** Body of `POST /transitions/preview`. */
export type TransitionPreviewRequest = v.InferOutput<typeof TransitionPreviewRequestSchema>;

/** Answer of `POST /transitions/preview`. */
export const TransitionPreviewSchema = v.object({
  plugin_id: v.string(),
  /** The frames, in their order. */
  frames: v.array(
    v.object({
      /** Rows of flap codes. */
      grid: CodeRowsSchema,
      /** Milliseconds until the next frame. */
      delay_ms: v.number(),
    }),
  ),
  /** Milliseconds of the whole run. */
  total_delay_ms: v.number(),
  /** Whether it was cut at its bounds. */
  capped: v.boolean(),
});
/** Answer of `POST /transitions/preview`. */
export type TransitionPreview = v.InferOutput<typeof TransitionPreviewSchema>;

/** Body of `POST /transitions/test-live`. */
export const TransitionTestSchema = command({
  plugin_id: IdSchema,
  /** The page at the end. */
  to_page_id: IdSchema,
  /** The page at the begin; null means what the board shows. */
  from_page_id: maybe(IdSchema),
  config: maybe(JsonObjectSchema),
  /** Id of the board; the primary board unless given. */
  board_id: maybe(IdSchema),
});
/** Body of `POST /transitions/test-live`. */
export type TransitionTest = v.InferOutput<typeof TransitionTestSchema>;

/** Answer of `POST /transitions/test-live`. */
export const TransitionTestAnswerSchema = v.object({
  board_id: v.string(),
  plugin_id: v.string(),
  to_page_id: v.string(),
  ...outcomeMembers,
  /** How many frames were played. */
  frame_count: v.number(),
  total_delay_ms: v.number(),
  capped: v.boolean(),
});
/** Answer of `POST /transitions/test-live`. */
export type TransitionTestAnswer = v.InferOutput<typeof TransitionTestAnswerSchema>;

/** Optional body of `POST /transitions/restore`. */
export const TransitionRestoreSchema = command({
  /** Id of the board; the primary board unless given. */
  board_id: maybe(IdSchema),
});
/** Answer of `POST /transitions/restore`. */
export const TransitionRestoreAnswerSchema = v.object({
  board_id: v.string(),
  page_id: v.nullable(v.string()),
  ...outcomeMembers,
});
/** Answer of `POST /transitions/restore`. */
export type TransitionRestoreAnswer = v.InferOutput<typeof TransitionRestoreAnswerSchema>;
