import * as v from 'valibot';
import { IdSchema, InstantSchema, NameSchema, integerBetween, maybe, whole } from './common.ts';
import {
  LONGEST_EXPRESSION,
  MOST_COLLECTION_PAGES,
  MOST_COLLECTION_RULES,
  ROTATION_SECONDS,
  RULE_SECONDS,
} from './limits.ts';

const IntervalSchema = integerBetween(...ROTATION_SECONDS);
/** Rotation through the members. */
export const TimeConfigSchema = v.object({ interval_seconds: v.optional(IntervalSchema, 30) });
/** How long each randomly chosen member is shown. */
export const RandomConfigSchema = v.object({ interval_seconds: v.optional(IntervalSchema, 30) });
/** The member to show while an expression is true. */
export const VariableRuleSchema = v.object({
  expression: v.pipe(v.string(), v.minLength(1)),
  page_id: v.pipe(v.string(), v.minLength(1)),
});
/** Rules in order, the member of the first true one wins. */
export const VariableConfigSchema = v.object({
  rules: v.optional(v.array(VariableRuleSchema), []),
  default_page_id: v.pipe(v.string(), v.minLength(1)),
  poll_seconds: v.optional(integerBetween(...RULE_SECONDS), 10),
});
const ModeSchema = v.picklist(['time', 'variable', 'random']);

/** A set of pages and a rule for choosing among them (rules, L3). */
export const CollectionSchema = v.object({
  id: v.string(),
  name: NameSchema,
  page_ids: v.array(v.string()),
  selection_mode: ModeSchema,
  time: TimeConfigSchema,
  variable: v.nullable(VariableConfigSchema),
  random: v.nullable(RandomConfigSchema),
  created_at: InstantSchema,
  updated_at: v.nullable(InstantSchema),
});
/** A set of pages and a rule for choosing among them. */
export type Collection = v.InferOutput<typeof CollectionSchema>;

const MembersSchema = v.pipe(v.array(IdSchema), v.maxLength(MOST_COLLECTION_PAGES));
const NamedPageSchema = v.pipe(IdSchema, v.minLength(1));
const RuleWriteSchema = v.object({
  expression: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_EXPRESSION)),
  page_id: NamedPageSchema,
});
const VariableWriteSchema = v.object({
  ...VariableConfigSchema.entries,
  rules: v.optional(v.pipe(v.array(RuleWriteSchema), v.maxLength(MOST_COLLECTION_RULES)), []),
  default_page_id: NamedPageSchema,
});

/** Body of `POST /v1/collections`. */
export const CollectionCreateSchema = v.object({
  name: NameSchema,
  page_ids: MembersSchema,
  selection_mode: v.optional(ModeSchema, 'time'),
  time: v.optional(TimeConfigSchema),
  variable: maybe(VariableWriteSchema),
  random: maybe(RandomConfigSchema),
});
/** Body of `POST /v1/collections`. */
export type CollectionCreate = v.InferOutput<typeof CollectionCreateSchema>;

/** Body of `PUT /v1/collections/{collection_id}`: only sent fields apply. */
export const CollectionUpdateSchema = v.object({
  name: maybe(NameSchema),
  page_ids: maybe(MembersSchema),
  selection_mode: maybe(ModeSchema),
  time: maybe(TimeConfigSchema),
  variable: maybe(VariableWriteSchema),
  random: maybe(RandomConfigSchema),
});
/** Body of `PUT /v1/collections/{collection_id}`. */
export type CollectionUpdate = v.InferOutput<typeof CollectionUpdateSchema>;

/** Answer of `GET /v1/collections`. */
export const CollectionListSchema = v.object({ collections: v.array(CollectionSchema), total: whole() });
