import * as v from 'valibot';
import { whole } from './common.ts';

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
