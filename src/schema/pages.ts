import * as v from 'valibot';
import {
  CodeRowsSchema,
  DeviceTypeSchema,
  GridColsSchema,
  GridRowsSchema,
  IdSchema,
  InstantSchema,
  NameSchema,
  command,
  integerBetween,
  integerFrom,
  maybe,
  whole,
} from './common.ts';
import {
  LONGEST_LINE,
  LONGEST_TEMPLATE,
  MOST_IN_BATCH,
  MOST_LINES,
  STEP_MS,
  PAGE_SECONDS,
  NOTES,
  PAGE_ROWS,
  PAGE_COLS,
} from './limits.ts';
import { OutcomeCodeSchema } from './outcomes.ts';

/** One row of a composite page: line `row_index` of a plugin's output on row `target_row`. */
export const RowConfigSchema = v.object({ source: v.string(), row_index: integerFrom(0), target_row: integerFrom(0) });
/** One row of a composite page. */
export type RowConfig = v.InferOutput<typeof RowConfigSchema>;

/** How one template line is laid out. */
export const LineMetadataSchema = v.object({
  alignment: v.optional(v.picklist(['left', 'center', 'right']), 'left'),
  wrap: v.optional(v.boolean(), false),
});
/** How one template line is laid out. */
export type LineMetadata = v.InferOutput<typeof LineMetadataSchema>;

const TemplateLineSchema = v.pipe(v.string(), v.maxLength(LONGEST_LINE));

/** The lines of a template, within bounds. */
export const TemplateLinesSchema = v.pipe(
  v.array(TemplateLineSchema),
  v.maxLength(MOST_LINES),
  v.check(
    (lines) => lines.reduce((sum, line) => sum + line.length, 0) <= LONGEST_TEMPLATE,
    `at most ${LONGEST_TEMPLATE} characters in all lines together`,
  ),
);

/** How the lines of a template are laid out, within bounds. */
export const LineMetadataListSchema = v.pipe(v.array(LineMetadataSchema), v.maxLength(MOST_LINES));

/** The kinds of pages. */
export const PageTypeSchema = v.picklist(['single', 'composite', 'template']);

const content = {
  display_type: maybe(IdSchema),
  rows: maybe(v.pipe(v.array(v.object({ ...RowConfigSchema.entries, source: IdSchema })), v.maxLength(MOST_LINES))),
  template: maybe(TemplateLinesSchema),
  line_metadata: maybe(LineMetadataListSchema),
};
const transition = {
  transition_strategy: maybe(IdSchema),
  transition_interval_ms: maybe(integerBetween(...STEP_MS)),
  transition_step_size: maybe(integerFrom(1)),
};
const DurationSchema = integerBetween(...PAGE_SECONDS);
const NotesSchema = integerBetween(...NOTES);
/** The sizes of a panel that v1 takes (rules, L4), and those of any board. */
const grid = { grid_rows: maybe(integerBetween(...PAGE_ROWS)), grid_cols: maybe(integerBetween(...PAGE_COLS)) };
const anyGrid = { grid_rows: maybe(GridRowsSchema), grid_cols: maybe(GridColsSchema) };

/** A page as it is stored and answered (rules, L4). */
export const PageSchema = v.object({
  id: v.string(),
  name: NameSchema,
  type: PageTypeSchema,
  device_type: DeviceTypeSchema,
  display_type: v.nullable(v.string()),
  rows: v.nullable(v.array(RowConfigSchema)),
  template: v.nullable(v.array(v.string())),
  line_metadata: v.nullable(v.array(LineMetadataSchema)),
  duration_seconds: DurationSchema,
  transition_strategy: v.nullable(v.string()),
  transition_interval_ms: v.nullable(integerBetween(...STEP_MS)),
  transition_step_size: v.nullable(integerFrom(1)),
  demo_plugin_id: v.nullable(v.string()),
  notes_wide: NotesSchema,
  notes_tall: NotesSchema,
  grid_rows: v.nullable(GridRowsSchema),
  grid_cols: v.nullable(GridColsSchema),
  created_at: InstantSchema,
  updated_at: v.nullable(InstantSchema),
});
/** A page. */
export type Page = v.InferOutput<typeof PageSchema>;

/** Body of `POST /v1/pages`. */
export const PageCreateSchema = v.object({
  name: NameSchema,
  type: PageTypeSchema,
  device_type: v.optional(DeviceTypeSchema, 'flagship'),
  ...content,
  duration_seconds: v.optional(DurationSchema, 300),
  ...transition,
  demo_plugin_id: maybe(IdSchema),
  notes_wide: maybe(NotesSchema),
  notes_tall: maybe(NotesSchema),
  ...grid,
});
/** Body of `POST /v1/pages`. */
export type PageCreate = v.InferOutput<typeof PageCreateSchema>;

/** Body of the flat `POST /pages`: only the name is required (rules, H6), and the size of any board is taken. */
export const FlatPageCreateSchema = v.object({
  ...PageCreateSchema.entries,
  ...anyGrid,
  type: v.optional(PageTypeSchema, 'template'),
});

/** Body of `PUT /v1/pages/{page_id}`: only sent fields apply. */
export const PageUpdateSchema = v.object({
  name: maybe(NameSchema),
  device_type: maybe(DeviceTypeSchema),
  ...content,
  duration_seconds: maybe(DurationSchema),
  ...transition,
  notes_wide: maybe(NotesSchema),
  notes_tall: maybe(NotesSchema),
  ...grid,
});
/** Body of `PUT /v1/pages/{page_id}`. */
export type PageUpdate = v.InferOutput<typeof PageUpdateSchema>;

/** Body of the flat `PUT /pages/{id}`, which takes the size of any board. */
export const FlatPageUpdateSchema = v.object({ ...PageUpdateSchema.entries, ...anyGrid });

/** Answer of `GET /v1/pages`. */
export const PageListSchema = v.object({ pages: v.array(PageSchema), total: whole() });

/** A use of a page that its new size no longer fits: a warning, nothing is changed. */
export const IncompatibleReferenceSchema = v.object({
  board_id: v.string(),
  board_name: v.string(),
  surface: v.picklist(['schedule', 'active_page', 'silence']),
  schedule_id: v.nullable(v.string()),
});
/** A use of a page that its new size no longer fits. */
export type IncompatibleReference = v.InferOutput<typeof IncompatibleReferenceSchema>;

/** Answer of `PUT /v1/pages/{page_id}`. */
export const PageUpdateAnswerSchema = v.object({
  page: PageSchema,
  incompatible_references: v.array(IncompatibleReferenceSchema),
});
/** Answer of `PUT /v1/pages/{page_id}`. */
export type PageUpdateAnswer = v.InferOutput<typeof PageUpdateAnswerSchema>;

/** Answer of `DELETE /v1/pages/{page_id}`. */
export const PageDeleteAnswerSchema = v.object({
  id: v.string(),
  message: v.string(),
  default_page_created: v.boolean(),
  new_page_id: v.nullable(v.string()),
  active_page_updated: v.boolean(),
  new_active_page_id: v.nullable(v.string()),
});
/** Answer of `DELETE /v1/pages/{page_id}`. */
export type PageDeleteAnswer = v.InferOutput<typeof PageDeleteAnswerSchema>;

const preview = {
  page_id: v.string(),
  message: v.string(),
  lines: v.array(v.string()),
  display_type: v.string(),
  raw: v.object({ characters: CodeRowsSchema }),
};

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

/** Body of `POST /pages/{id}/send`; the board of the query goes first. */
export const PageSendSchema = command({ board_id: maybe(IdSchema) });

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

const { demo_plugin_id: _made, ...shared } = { ...FlatPageCreateSchema.entries, type: PageTypeSchema };

/** A page as a file for other appliances: answer of `GET /pages/{id}/share`, body of `POST /pages/import`. */
export const PageShareSchema = v.object({
  format: v.literal('flapbox-page'),
  version: v.literal(1),
  page: v.object(shared),
});
/** A page as a file. */
export type PageShare = v.InferOutput<typeof PageShareSchema>;

/** Answer of `POST /pages/import`: the new page, and the sources it wants that are not enabled here. */
export const PageImportAnswerSchema = v.object({ page: PageSchema, missing_sources: v.array(v.string()) });
/** Answer of `POST /pages/import`. */
export type PageImportAnswer = v.InferOutput<typeof PageImportAnswerSchema>;
