import * as v from 'valibot';
import { JsonObjectSchema, whole } from './common.ts';
import { FlatPageCreateSchema, PageSchema, PageTypeSchema } from './pages.ts';

/** One place where a page or collection is used; the members that do not belong to its kind are null. */
export const UseSchema = v.object({
  surface: v.picklist([
    'active_page',
    'default_page',
    'message',
    'revert',
    'schedule',
    'silence',
    'collection',
    'trigger',
  ]),
  board_id: v.nullable(v.string()),
  board_name: v.nullable(v.string()),
  schedule_id: v.nullable(v.string()),
  collection_id: v.nullable(v.string()),
  collection_name: v.nullable(v.string()),
  plugin_id: v.nullable(v.string()),
});
/** One place where a page or collection is used. */
export type Use = v.InferOutput<typeof UseSchema>;

/** Answer of `GET /pages/{id}/references` and `GET /collections/{id}/references`. */
export const UsesSchema = v.object({ id: v.string(), references: v.array(UseSchema), total: whole() });
/** Everywhere a page or collection is used. */
export type Uses = v.InferOutput<typeof UsesSchema>;

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

/** Answer of `GET /plugins/{id}/demo-page`: `page_id` is null until the page has been made. */
export const DemoPageStatusSchema = v.object({
  plugin_id: v.string(),
  exists: v.boolean(),
  page_id: v.nullable(v.string()),
  has_demo_template: v.boolean(),
});
/** Whether a plugin's demo page has been made. */
export type DemoPageStatus = v.InferOutput<typeof DemoPageStatusSchema>;

/** Answer of `POST /plugins/{id}/demo-page`; `recreated`: it was there already and has its first content again. */
export const DemoPageAnswerSchema = v.object({ recreated: v.boolean(), page: PageSchema });
/** Answer of `POST /plugins/{id}/demo-page`. */
export type DemoPageAnswer = v.InferOutput<typeof DemoPageAnswerSchema>;

/** Query of the demo page: the size that it is made for; the primary board's without any. */
export const DemoPageQuerySchema = v.object({
  device_type: v.optional(v.picklist(['flagship', 'note'])),
  board_id: v.optional(v.string()),
});
/** Query of the demo page. */
export type DemoPageQuery = v.InferOutput<typeof DemoPageQuerySchema>;

const VariablesEntries = {
  plugin_id: v.string(),
  enabled: v.boolean(),
  /** Whether it reports anything now. */
  available: v.boolean(),
  /** Names, `*` for any item of a list. */
  variables: v.array(v.string()),
  /** Whether its data may have further names. */
  open: v.boolean(),
  /** Longest rendering by name, in cells. */
  max_lengths: v.record(v.string(), whole()),
  variable_metadata: JsonObjectSchema,
  variable_groups: JsonObjectSchema,
  /** What each name is worth now, of a list its first item; null for what has no value. */
  values: JsonObjectSchema,
  /** Names that may get a colour tile in front. */
  colored: v.array(v.string()),
};

/** Answer of `GET /plugins/{id}/variables`: what templates can say of a source, and what it is worth now. */
export const SourceVariablesSchema = v.object(VariablesEntries);
/** What templates can say of a source, and what it is worth now. */
export type SourceVariables = v.InferOutput<typeof SourceVariablesSchema>;

/** Answer of `GET /plugins/variables/all`: the same of every enabled source. */
export const AllVariablesSchema = v.object({ sources: v.array(SourceVariablesSchema), total: whole() });
