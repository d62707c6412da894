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
} from '../common.ts';
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
} from '../limits.ts';
import { OutcomeCodeSchema } from '../boards/outcomes.ts';

/** One row of a composite page: line `row_index` of a plugin's output on row `target_row`. */
export const RowConfigSchema = v.object({
  /** Id of the source. */
  source: v.string(),
  /** Row of the source, from 0. */
  row_index: integerFrom(0),
  /** Row of the page, from 0. */
  target_row: integerFrom(0),
});
/** One row of a composite page. */
export type RowConfig = v.InferOutput<typeof RowConfigSchema>;

/** How one template line is laid out. */
export const LineMetadataSchema = v.object({
  /** Where the line stands in its row. */
  alignment: v.optional(v.picklist(['left', 'center', 'right']), 'left'),
  /** Whether the line goes on in the next row when it is too long. */
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
  /** Id of a source that fills the whole page. */
  display_type: maybe(IdSchema),
  /** Which row of which source fills which row of the page; null when the page is not made so. */
  rows: maybe(
    v.pipe(
      v.array(
        v.object({
          ...RowConfigSchema.entries,
          /** Id of the source. */
          source: IdSchema,
        }),
      ),
      v.maxLength(MOST_LINES),
    ),
  ),
  /** Lines with variables, formulas and colours; null when the page is not made of lines. */
  template: maybe(TemplateLinesSchema),
  line_metadata: maybe(LineMetadataListSchema),
};
const transition = {
  /** Order in which flaps turn to this page; null is the usual way of the install. */
  transition_strategy: maybe(IdSchema),
  /** Milliseconds between two steps of the turn to this page; null is the usual time. */
  transition_interval_ms: maybe(integerBetween(...STEP_MS)),
  /** Columns, rows or flaps of one step of the turn to this page; null is the usual size. */
  transition_step_size: maybe(integerFrom(1)),
};
const DurationSchema = integerBetween(...PAGE_SECONDS);
const NotesSchema = integerBetween(...NOTES);
/** The sizes of a panel that v1 takes (rules, L4), and those of any board. */
const grid = { grid_rows: maybe(integerBetween(...PAGE_ROWS)), grid_cols: maybe(integerBetween(...PAGE_COLS)) };
const anyGrid = { grid_rows: maybe(GridRowsSchema), grid_cols: maybe(GridColsSchema) };

/** A page as it is stored and answered (rules, L4). */
export const PageSchema = v.object({
  /** Id of the page. */
  id: v.string(),
  name: NameSchema,
  /** Kind of page: lines of a template, one source, or rows of several sources. */
  type: PageTypeSchema,
  device_type: DeviceTypeSchema,
  display_type: v.nullable(v.string()),
  /** Which row of which source fills which row of the page; null when the page is not made so. */
  rows: v.nullable(v.array(RowConfigSchema)),
  template: v.nullable(v.array(v.string())),
  line_metadata: v.nullable(v.array(LineMetadataSchema)),
  /** Seconds that the page stays in a rotation. */
  duration_seconds: DurationSchema,
  transition_strategy: v.nullable(v.string()),
  transition_interval_ms: v.nullable(integerBetween(...STEP_MS)),
  transition_step_size: v.nullable(integerFrom(1)),
  /** The plugin whose demo page this is; null when it is none. */
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
  /** Form of display that the page is for. */
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
export const PageListSchema = v.object({
  /** The pages. */
  pages: v.array(PageSchema),
  total: whole(),
});

/** A use of a page that its new size no longer fits: a warning, nothing is changed. */
export const IncompatibleReferenceSchema = v.object({
  board_id: v.string(),
  /** Name of the board. */
  board_name: v.string(),
  /** How it is used. */
  surface: v.picklist(['schedule', 'active_page', 'silence']),
  schedule_id: v.nullable(v.string()),
});
/** A use of a page that its new size no longer fits. */
export type IncompatibleReference = v.InferOutput<typeof IncompatibleReferenceSchema>;

/** Answer of `PUT /v1/pages/{page_id}`. */
export const PageUpdateAnswerSchema = v.object({
  /** The page. */
  page: PageSchema,
  /** Where the page is used although it no longer fits. */
  incompatible_references: v.array(IncompatibleReferenceSchema),
});
/** Answer of `PUT /v1/pages/{page_id}`. */
export type PageUpdateAnswer = v.InferOutput<typeof PageUpdateAnswerSchema>;

/** Answer of `DELETE /v1/pages/{page_id}`. */
export const PageDeleteAnswerSchema = v.object({
  /** Id of the page that was deleted. */
  id: v.string(),
  message: v.string(),
  /** Whether it was the last page, so that a "Welcome" page was made. */
  default_page_created: v.boolean(),
  /** The page that was made in its place; null when none was. */
  new_page_id: v.nullable(v.string()),
  /** Whether a pin was moved to another page. */
  active_page_updated: v.boolean(),
  /** The page that is pinned in its place; null when none is. */
  new_active_page_id: v.nullable(v.string()),
});
/** Answer of `DELETE /v1/pages/{page_id}`. */
export type PageDeleteAnswer = v.InferOutput<typeof PageDeleteAnswerSchema>;

const preview = {
  page_id: v.string(),
  /** The page as text with one line for each row. */
  message: v.string(),
  lines: v.array(v.string()),
  display_type: v.string(),
  /** The page in codes. */
  raw: v.object({
    /** Rows of flap codes that the page makes. */
    characters: CodeRowsSchema,
  }),
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

const UnavailableSchema = v.object({
  available: v.literal(false),
  /** Why the page could not be drawn. */
  error: v.string(),
});

/** Body of `POST /pages/preview/batch`. */
export const PreviewBatchRequestSchema = v.object({
  /** Ids of the pages. */
  page_ids: v.pipe(v.array(IdSchema), v.maxLength(MOST_IN_BATCH)),
  /** Whether sources that failed a moment ago are asked again. */
  force_refresh: maybe(v.boolean()),
  /** The board that collections are drawn for; the primary board unless given. */
  board_id: maybe(IdSchema),
});

/** Answer of `POST /pages/preview/batch`, by page id. */
export const PreviewBatchSchema = v.object({
  /** The results, by the id that was asked for. */
  previews: v.record(v.string(), v.union([v.object({ available: v.literal(true), ...preview }), UnavailableSchema])),
  total: v.number(),
  /** How many could be drawn. */
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
  /** Whether this request moved flaps. */
  sent_to_board: v.boolean(),
  paused: v.boolean(),
  /** Where the page went. */
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
  /** Kind of file. */
  format: v.literal('flapbox-page'),
  /** Version of the form of the file. */
  version: v.literal(1),
  /** The page as it was exported. */
  page: v.object(shared),
});
/** A page as a file. */
export type PageShare = v.InferOutput<typeof PageShareSchema>;

/** Answer of `POST /pages/import`: the new page, and the sources it wants that are not enabled here. */
export const PageImportAnswerSchema = v.object({
  /** The page. */
  page: PageSchema,
  /** Plugins that the page needs and that are not enabled. */
  missing_sources: v.array(v.string()),
});
/** Answer of `POST /pages/import`. */
export type PageImportAnswer = v.InferOutput<typeof PageImportAnswerSchema>;
