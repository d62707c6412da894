import * as v from 'valibot';
import {
  IdSchema,
  InstantSchema,
  NameSchema,
  TimeOfDaySchema,
  command,
  integerBetween,
  maybe,
  maybeEach,
  whole,
} from '../common.ts';
import {
  LONGEST_EXPRESSION,
  MOST_COLLECTION_PAGES,
  MOST_COLLECTION_RULES,
  ROTATION_SECONDS,
  RULE_SECONDS,
} from '../limits.ts';
import { DAYS } from './schedules.ts';

const IntervalSchema = integerBetween(...ROTATION_SECONDS);
/** Rotation through the members. */
export const TimeConfigSchema = v.object({
  /** Seconds until the next member. */
  interval_seconds: v.optional(IntervalSchema, 30),
});
/** How long each randomly chosen member is shown. */
export const RandomConfigSchema = v.object({ interval_seconds: v.optional(IntervalSchema, 30) });
/** The member to show while an expression is true. */
export const VariableRuleSchema = v.object({
  /** A formula that is true or false. */
  expression: v.pipe(v.string(), v.minLength(1)),
  /** The member to show when the expression is true. */
  page_id: v.pipe(v.string(), v.minLength(1)),
});
/** Rules in order, the member of the first true one wins. */
export const VariableConfigSchema = v.object({
  /** Expressions with the members that they lead to; the first that is true wins. */
  rules: v.optional(v.array(VariableRuleSchema), []),
  /** The member to show when no expression is true. */
  default_page_id: v.pipe(v.string(), v.minLength(1)),
  /** How often the expressions are looked at, in seconds. */
  poll_seconds: v.optional(integerBetween(...RULE_SECONDS), 10),
});
const ModeSchema = v.picklist(['time', 'variable', 'random']);

const expression = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_EXPRESSION));
const member = {
  page_id: v.pipe(IdSchema, v.minLength(1)),
  /** How long this page is shown with rotation `own`; absent: the duration of the page. */
  seconds: maybe(IntervalSchema),
  /** Days of the week. */
  days: maybe(v.pipe(v.array(v.picklist(DAYS)), v.maxLength(DAYS.length))),
  /** Begin, included. */
  from: maybe(TimeOfDaySchema),
  /** End, excluded. */
  to: maybe(TimeOfDaySchema),
  /** A formula without braces: the page is skipped while it is not true. */
  condition: maybe(expression),
};
/** A member of a collection, with what it has of its own: how long it is shown, when, and on which condition. */
export const MemberSchema = v.object(member);
/** A member of a collection. */
export type Member = v.InferOutput<typeof MemberSchema>;
const RotationSchema = v.picklist(['interval', 'own']);

const collection = {
  /** Id of the collection. */
  id: v.string(),
  name: NameSchema,
  /** Ids of the members, in their order. */
  page_ids: v.array(v.string()),
  /** How the member to show is chosen. */
  selection_mode: ModeSchema,
  /** How members follow each other in mode `time`. */
  time: TimeConfigSchema,
  /** Which member follows from which values in mode `variable`; null in the others. */
  variable: v.nullable(VariableConfigSchema),
  /** How members are drawn in mode `random`; null in the others. */
  random: v.nullable(RandomConfigSchema),
  created_at: InstantSchema,
  updated_at: v.nullable(InstantSchema),
};
/** A set of pages and a rule for choosing among them (rules, L3), as v1 has it. */
export const CollectionSchema = v.object(collection);
/** The same as the flat surface has it: `rotation` says whether each member is shown for its own time. */
export const FlatCollectionSchema = v.object({
  ...collection,
  /** The pages in their order, each with what it has of its own. */
  members: v.array(MemberSchema),
  /** `own` shows each page for its own time, `interval` all of them alike. */
  rotation: RotationSchema,
  /** Whether a page is skipped that has nothing to say: all its data are missing, or its list is empty. */
  skip_empty: v.boolean(),
  /** The page that is shown while all others are skipped; null for what the board shows otherwise. */
  fallback_page_id: v.nullable(v.string()),
});
/** A set of pages and a rule for choosing among them, as the flat surface has it. */
export type FlatCollection = v.InferOutput<typeof FlatCollectionSchema>;
/** A collection as it is stored: what the flat surface alone has may be absent. */
export const StoredCollectionShape = v.object({
  ...collection,
  ...v.partial(v.pick(FlatCollectionSchema, ['members', 'rotation', 'skip_empty', 'fallback_page_id'])).entries,
});
/** A collection as it is stored. */
export type Collection = v.InferOutput<typeof StoredCollectionShape>;

const MembersSchema = v.pipe(v.array(IdSchema), v.maxLength(MOST_COLLECTION_PAGES));
const NamedPageSchema = v.pipe(IdSchema, v.minLength(1));
const RuleWriteSchema = v.object({
  expression,
  page_id: NamedPageSchema,
});
const VariableWriteSchema = v.object({
  ...VariableConfigSchema.entries,
  rules: v.optional(v.pipe(v.array(RuleWriteSchema), v.maxLength(MOST_COLLECTION_RULES)), []),
  default_page_id: NamedPageSchema,
});

/** Body of `PUT /v1/collections/{collection_id}`: only sent fields apply. */
export const CollectionUpdateSchema = v.object(
  maybeEach({
    name: NameSchema,
    /** Ids of the members, in their order; each once. */
    page_ids: MembersSchema,
    selection_mode: ModeSchema,
    time: TimeConfigSchema,
    variable: VariableWriteSchema,
    random: RandomConfigSchema,
  }),
);
/** Body of `PUT /v1/collections/{collection_id}`. */
export type CollectionUpdate = v.InferOutput<typeof CollectionUpdateSchema>;

/** Body of `POST /v1/collections`. */
export const CollectionCreateSchema = v.object({
  ...CollectionUpdateSchema.entries,
  name: NameSchema,
  page_ids: MembersSchema,
  selection_mode: v.optional(ModeSchema, 'time'),
  time: v.optional(TimeConfigSchema),
});
/** Body of `POST /v1/collections`. */
export type CollectionCreate = v.InferOutput<typeof CollectionCreateSchema>;

const flat = {
  /** Ids of the pages. */
  page_ids: maybe(MembersSchema),
  members: maybe(v.pipe(v.array(command(member)), v.maxLength(MOST_COLLECTION_PAGES))),
  rotation: maybe(RotationSchema),
  skip_empty: maybe(v.boolean()),
  fallback_page_id: maybe(IdSchema),
};
interface SaidMembers {
  page_ids?: string[] | null | undefined;
  members?: Member[] | null | undefined;
}
/** Whether a body says the members once at most. */
const saysMembersOnce = ({ page_ids, members }: SaidMembers): boolean =>
  !page_ids ||
  !members ||
  (page_ids.length === members.length && page_ids.every((id, at) => id === members[at]?.page_id));
const MEMBERS_ONCE = 'members: give either members or page_ids, or the same pages in both';
/**
 * Body of `POST /collections`: the members are named by `members`, or by `page_ids` when they have nothing of their
 * own.
 */
export const FlatCollectionCreateSchema = v.pipe(
  v.object({ ...CollectionCreateSchema.entries, ...flat }),
  v.check(({ page_ids, members }) => Boolean(page_ids ?? members), 'members: the pages of the collection are missing'),
  v.check((body) => saysMembersOnce(body), MEMBERS_ONCE),
);
/** Body of `PUT /collections/{id}`: only sent fields apply. */
export const FlatCollectionUpdateSchema = v.pipe(
  v.object({ ...CollectionUpdateSchema.entries, ...flat }),
  v.check((body) => saysMembersOnce(body), MEMBERS_ONCE),
);
/** What the flat surface writes beside the fields of v1. */
export type CollectionExtras = Partial<
  Pick<v.InferOutput<typeof FlatCollectionCreateSchema>, 'members' | 'rotation' | 'skip_empty' | 'fallback_page_id'>
>;

/** Answer of `GET /collections`. */
export const FlatCollectionListSchema = v.object({
  /** The collections. */
  collections: v.array(FlatCollectionSchema),
  total: whole(),
});
/** Answer of `GET /v1/collections`. */
export const CollectionListSchema = v.object({ collections: v.array(CollectionSchema), total: whole() });
