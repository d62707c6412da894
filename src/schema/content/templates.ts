import * as v from 'valibot';
import { DeviceTypeSchema, JsonObjectSchema, maybe, whole, VESTABOARD_TYPES } from '../common.ts';
import { LONGEST_TEMPLATE } from '../limits.ts';
import { FlatPageUpdateSchema, LineMetadataListSchema, TemplateLinesSchema } from './pages.ts';

/** Answer of `GET /v1/variables`. */
export const CatalogSchema = v.object({
  /** Names that can stand in templates, by plugin. */
  variables: v.record(v.string(), v.array(v.string())),
  /** The most characters of each variable, by its name. */
  max_lengths: v.record(v.string(), whole()),
  /** What is known of each variable: label, description, kind. */
  variable_metadata: v.optional(JsonObjectSchema),
  /** Variables that belong together, with the names of the groups. */
  variable_groups: v.optional(JsonObjectSchema),
  /** Flap codes of the colours, by their names. */
  colors: v.record(v.string(), whole()),
  /** Names of the symbols, as `{sun}`. */
  symbols: v.array(v.string()),
  /** Names of the filters, as `{{name|upper}}`. */
  filters: v.array(v.string()),
  /** Words of templates besides variables, as those that fill a row. */
  formatting: JsonObjectSchema,
  /** Examples of the syntax, by what they show. */
  syntax_examples: v.record(v.string(), v.string()),
  /** Whether plugins can bring variables; always true. */
  plugin_system_enabled: v.boolean(),
});
/** Answer of `GET /v1/variables`. */
export type Catalog = v.InferOutput<typeof CatalogSchema>;

/** Answer of `GET /v1/functions`. */
export const FunctionsSchema = v.object({
  /** The functions, by name. */
  functions: v.record(
    v.string(),
    v.object({
      category: v.string(),
      /** The function with its arguments. */
      signature: v.string(),
      /** What it does, in a sentence. */
      summary: v.string(),
    }),
  ),
});
/** Answer of `GET /v1/functions`. */
export type Functions = v.InferOutput<typeof FunctionsSchema>;

/** Body of `POST /v1/render`. */
export const RenderRequestSchema = v.object({
  /** Template: lines, or a text. */
  template: v.union([v.pipe(v.string(), v.maxLength(LONGEST_TEMPLATE)), TemplateLinesSchema]),
  line_metadata: maybe(LineMetadataListSchema),
});
/** Body of `POST /v1/render`. */
export type RenderRequest = v.InferOutput<typeof RenderRequestSchema>;

/** Query of `POST /v1/render`. */
export const RenderQuerySchema = v.object({
  board: v.optional(v.string()),
  device_type: v.optional(v.picklist(VESTABOARD_TYPES)),
});

/** Answer of `POST /v1/render`. */
export const RenderAnswerSchema = v.object({
  /** The whole as one text. */
  rendered: v.string(),
  /** The lines as laid out, with codes such as `{63}` for colours. */
  lines: v.array(v.string()),
  /** How many lines there are. */
  line_count: whole(),
});
/** Answer of `POST /v1/render`. */
export type RenderAnswer = v.InferOutput<typeof RenderAnswerSchema>;

const { notes_wide, notes_tall, grid_rows, grid_cols } = FlatPageUpdateSchema.entries;

/** Body of `POST /templates/validate`: a template, and the size of its page unless the query names a board. */
export const TemplateCheckRequestSchema = v.object({
  ...RenderRequestSchema.entries,
  /** Form of display to check for, when no board is named. */
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
  /** What is wrong, in the order of the template. */
  problems: v.array(
    v.object({
      /** Line, from 1. */
      line: whole(),
      /** Column, from 1. */
      column: whole(),
      /** Whether the template cannot be drawn so, or only probably means something else. */
      severity: v.picklist(['error', 'warning']),
      /** Kind of the problem, as a code. */
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
export const LiveCatalogSchema = v.object({
  ...CatalogSchema.entries,
  /** Present values of the variables, by name. */
  values: v.record(v.string(), JsonObjectSchema),
});
