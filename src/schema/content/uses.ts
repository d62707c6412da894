import * as v from 'valibot';
import { whole } from '../common.ts';

/** One place where a page or collection is used; the members that do not belong to its kind are null. */
export const UseSchema = v.object({
  /** How it is used. */
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
  /** The board that uses it; null when none does directly. */
  board_id: v.nullable(v.string()),
  /** Name of the board; null when none is concerned. */
  board_name: v.nullable(v.string()),
  schedule_id: v.nullable(v.string()),
  /** Id of the collection; null when none is concerned. */
  collection_id: v.nullable(v.string()),
  /** Name of the collection; null when none is concerned. */
  collection_name: v.nullable(v.string()),
  plugin_id: v.nullable(v.string()),
});
/** One place where a page or collection is used. */
export type Use = v.InferOutput<typeof UseSchema>;

/** Answer of `GET /pages/{id}/references` and `GET /collections/{id}/references`. */
export const UsesSchema = v.object({
  id: v.string(),
  /** The places where it is used. */
  references: v.array(UseSchema),
  total: whole(),
});
/** Everywhere a page or collection is used. */
export type Uses = v.InferOutput<typeof UsesSchema>;
