import * as v from 'valibot';
import { DeviceTypeSchema, JsonObjectSchema, maybe, whole } from './common.ts';
import { LONGEST_TEMPLATE } from './limits.ts';
import { FlatPageUpdateSchema, LineMetadataListSchema, TemplateLinesSchema } from './pages.ts';

/** Answer of `GET /v1/variables`. */
export const CatalogSchema = v.object({
  variables: v.record(v.string(), v.array(v.string())),
  max_lengths: v.record(v.string(), whole()),
  variable_metadata: v.optional(JsonObjectSchema),
  variable_groups: v.optional(JsonObjectSchema),
  colors: v.record(v.string(), whole()),
  symbols: v.array(v.string()),
  filters: v.array(v.string()),
  formatting: JsonObjectSchema,
  syntax_examples: v.record(v.string(), v.string()),
  plugin_system_enabled: v.boolean(),
});
/** Answer of `GET /v1/variables`. */
export type Catalog = v.InferOutput<typeof CatalogSchema>;

/** Answer of `GET /v1/functions`. */
export const FunctionsSchema = v.object({
  functions: v.record(v.string(), v.object({ category: v.string(), signature: v.string(), summary: v.string() })),
});

/** Body of `POST /v1/render`. */
export const RenderRequestSchema = v.object({
  template: v.union([v.pipe(v.string(), v.maxLength(LONGEST_TEMPLATE)), TemplateLinesSchema]),
  line_metadata: maybe(LineMetadataListSchema),
});
/** Body of `POST /v1/render`. */
export type RenderRequest = v.InferOutput<typeof RenderRequestSchema>;

/** Query of `POST /v1/render`. */
export const RenderQuerySchema = v.object({
  board: v.optional(v.string()),
  device_type: v.optional(v.picklist(['flagship', 'note', 'note_array'])),
});

/** Answer of `POST /v1/render`. */
export const RenderAnswerSchema = v.object({ rendered: v.string(), lines: v.array(v.string()), line_count: whole() });
/** Answer of `POST /v1/render`. */
export type RenderAnswer = v.InferOutput<typeof RenderAnswerSchema>;

const { notes_wide, notes_tall, grid_rows, grid_cols } = FlatPageUpdateSchema.entries;

/** Body of `POST /templates/validate`: a template, and the size of its page unless the query names a board. */
export const TemplateCheckRequestSchema = v.object({
  ...RenderRequestSchema.entries,
  device_type: v.optional(DeviceTypeSchema),
  notes_wide,
  notes_tall,
  grid_rows,
  grid_cols,
});
/** Body of `POST /templates/validate`. */
export type TemplateCheckRequest = v.InferOutput<typeof TemplateCheckRequestSchema>;

/** Answer of `POST /templates/validate`; lines and columns count from 1, `valid` means without errors. */
export const TemplateCheckSchema = v.object({
  valid: v.boolean(),
  problems: v.array(
    v.object({
      line: whole(),
      column: whole(),
      severity: v.picklist(['error', 'warning']),
      code: v.picklist([
        'braces',
        'variable',
        'unknown_source',
        'unknown_field',
        'filter',
        'formula',
        'too_long',
        'no_value',
      ]),
      message: v.string(),
    }),
  ),
});
/** What is wrong with a template. */
export type TemplateCheck = v.InferOutput<typeof TemplateCheckSchema>;

/** Answer of `GET /templates/variables`: the catalog, and what each variable is worth now by source. */
export const LiveCatalogSchema = v.object({ ...CatalogSchema.entries, values: v.record(v.string(), JsonObjectSchema) });
