import * as v from 'valibot';
import { EvidenceSchema } from '../../schema/plugins/evidence.ts';
import { LONGEST_AGE_S, LONGEST_SOURCE_NAME, SOURCE_NAME } from '../../schema/limits.ts';
import { CATEGORIES, type Category } from './categories.ts';
import { KINDS } from '../compiling/expects.ts';
import { AccountSchema } from '../sign-in/schema.ts';

/** The name of a value, a list, a request or a setting. */
const NameSchema = v.pipe(v.string(), v.regex(SOURCE_NAME, 'expected small letters, digits and _'));
const text = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most));
const FormulaSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(4096));
const TemplateSchema = v.pipe(v.string(), v.maxLength(8192));
const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const JsonSchema: v.GenericSchema = v.unknown();

/** What becomes of a value before it is shown. Formats that tell a time take any form that TIME reads. */
const FORMATS = [
  'plain',
  'grouped',
  'compact',
  'signed',
  'time',
  'weekday',
  'date',
  'wait',
  'ago',
  'span',
  'markup',
] as const;

/** Units that are shown in those of the owner's region. */
export const UNITS = ['celsius', 'kmh', 'ms', 'km', 'm', 'mm', 'cm', 'hpa'] as const;

const ValueFields = {
  /** Path in the answer of the first request, or in the item of a list. */
  path: v.optional(text(500)),
  /** Formula over everything that is known; `value` is what lies at the path. */
  formula: v.optional(FormulaSchema),
  type: v.optional(v.picklist(['string', 'number', 'boolean'])),
  max_length: v.optional(whole(1, 500)),
  description: v.optional(v.pipe(v.string(), v.maxLength(200))),
  format: v.optional(v.picklist(FORMATS)),
  /** Decimals of a number; 0 unless told otherwise. */
  digits: v.optional(whole(0, 6)),
  unit: v.optional(v.picklist(UNITS)),
  upper: v.optional(v.boolean()),
  align: v.optional(v.picklist(['left', 'right'])),
  /** What stands for a value that is not there. */
  default: v.optional(v.union([v.string(), v.number(), v.boolean()])),
  /** Whether the source has no data at all without it. */
  required: v.optional(v.boolean()),
};
/** One value: where it lies, and how it is shown. */
const ValueSchema = v.strictObject(ValueFields);
/** One value as a file writes it. */
export type ValueInput = v.InferOutput<typeof ValueSchema>;
/** One value of a source, with everything that a face and the defaults say of it. */
export interface ValueSpec extends ValueInput {
  readonly type: 'string' | 'number' | 'boolean';
  readonly max_length: number;
  readonly description: string;
  readonly format: (typeof FORMATS)[number];
  readonly align: 'left' | 'right';
}

const ListFields = {
  /** Formula that gives the items; an object is a list of one, nothing is none. */
  from: v.optional(FormulaSchema),
  /** Formula over `item`: which are kept. */
  where: v.optional(FormulaSchema),
  /** Formula over `item`: what is sorted by. */
  sort: v.optional(FormulaSchema),
  descending: v.optional(v.boolean()),
  /** Formula over `item`: of items with the same, the first is kept. */
  unique: v.optional(FormulaSchema),
  limit: v.optional(whole(1, 50)),
  /** Blank items are added up to this many, so that a page never lacks a row. */
  rows: v.optional(whole(0, 23)),
  label: v.optional(NameSchema),
  description: v.optional(v.pipe(v.string(), v.maxLength(200))),
  /** The values of each item, in this order; a later one sees the earlier ones in `row`. */
  values: v.optional(v.record(NameSchema, ValueSchema)),
  /** What the first row says when there is no item. */
  none: v.optional(v.record(NameSchema, v.string())),
};
const ListSchema = v.strictObject(ListFields);
/** One list as a file writes it. */
export type ListInput = v.InferOutput<typeof ListSchema>;
/** One list of a source, with everything that a face and the defaults say of it. */
export interface ListSpec extends Omit<ListInput, 'values'> {
  readonly from: string;
  readonly limit: number;
  readonly rows: number;
  readonly description: string;
  readonly values: Readonly<Record<string, ValueSpec>>;
}

const AuthSchema = v.strictObject({
  bearer: v.optional(TemplateSchema),
  basic: v.optional(v.strictObject({ user: TemplateSchema, password: TemplateSchema })),
  query: v.optional(v.record(v.string(), TemplateSchema)),
  header: v.optional(v.record(v.string(), TemplateSchema)),
  cookie: v.optional(TemplateSchema),
});

/** Kinds of answers. */
export const ANSWERS = ['json', 'xml', 'csv', 'rss', 'ical', 'text', 'number'] as const;

const QuerySchema = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]));

/** What is kept of a list of an answer that is too long to be kept whole. */
const OnlySchema = v.strictObject({
  /** Path of names to the list; without it the answer itself is the list, or its rows are. */
  list: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  /** By path, or several with ` | ` between them: texts whose words are all in there; none for every member. */
  has: v.optional(v.record(text(200), TemplateSchema), {}),
  /** By path: what has to be there, or one of the items of a list; none for every member. */
  is: v.optional(v.record(text(200), TemplateSchema), {}),
  /** Where members tell their place: those nearest to that of the source are kept, in this order. */
  near: v.optional(v.strictObject({ latitude: text(200), longitude: text(200) })),
  /** What is kept of each member: paths of names, of XML the children with nothing but text. */
  fields: v.optional(v.pipe(v.array(text(200)), v.minLength(1))),
  most: v.optional(whole(1, 2000), 500),
});
/** What a file keeps of a list. */
export type OnlySpec = v.InferOutput<typeof OnlySchema>;

const PlainRequestFields = {
  url: text(2000),
  query: v.optional(QuerySchema),
  headers: v.optional(v.record(v.string(), TemplateSchema)),
  method: v.optional(v.picklist(['GET', 'POST']), 'GET'),
  /** A text, or JSON whose texts are templates; a text that is one placeholder alone keeps the kind of its value. */
  body: v.optional(JsonSchema),
  auth: v.optional(AuthSchema),
  answer: v.optional(v.picklist(ANSWERS), 'json'),
  csv: v.optional(
    v.strictObject({
      separator: v.optional(v.string(), ','),
      columns: v.optional(v.array(v.string())),
      skip: v.optional(whole(0, 100), 0),
    }),
  ),
  /** Days from today whose events an iCal answer gives. */
  days: v.optional(whole(1, 400), 14),
  /** Only these paths of a large JSON answer, by name. */
  pick: v.optional(v.record(NameSchema, text(500))),
  /** Only these members of a list, found while the answer is read: it may be much longer then. */
  only: v.optional(OnlySchema),
};

const ExpectsSchema = v.record(text(500), v.union([v.picklist(KINDS), whole(1, 1000)]));

const RequestSchema = v.strictObject({
  id: NameSchema,
  ...PlainRequestFields,
  /** Formula: whether it is made at all. */
  when: v.optional(FormulaSchema),
  /** Formula that gives a list: it is made once for each of at most 10 entries, which templates call `entry`. */
  each: v.optional(FormulaSchema),
  most: v.optional(whole(1, 10), 10),
  /**
   * Bounded paging: `next` is a formula over the answer, here called `page`, that gives the next address or nothing.
   */
  paging: v.optional(v.strictObject({ next: FormulaSchema, items: text(200), most: v.optional(whole(2, 5), 3) })),
  /** Statuses that mean that there is nothing now; the answer is null then. */
  nothing: v.optional(v.array(whole(200, 499)), []),
  /** Formula over the answer, here called `page`: a sentence when it is an error in spite of status 200. */
  error: v.optional(FormulaSchema),
  /** What a true answer has, by path: a kind, or the least count of a list; what lacks it is no answer. */
  expects: v.optional(ExpectsSchema),
  /** Seconds for which the answer is used again: a list that seldom changes. */
  keep: v.optional(whole(1, 2_592_000)),
  /** Whether it opens a session: it is made again when a later request is answered with 401 or 403. */
  session: v.optional(v.boolean()),
  /** Whether the others go on without it. */
  optional: v.optional(v.boolean()),
});
/** One request of a source. */
export type RequestSpec = v.InferOutput<typeof RequestSchema>;

/** A request whose answer is offered as choices of a setting; `query` is what the owner typed. */
const LookupSchema = v.strictObject({
  ...PlainRequestFields,
  /** Without an address the choices are what `from` makes of the tables of the file. */
  url: v.optional(PlainRequestFields.url),
  from: FormulaSchema,
  value: FormulaSchema,
  label: FormulaSchema,
  /** Further settings that a choice fills in. */
  also: v.optional(v.record(NameSchema, FormulaSchema)),
  /** Whether it waits for a text; without it is a list of choices. */
  search: v.optional(v.boolean(), true),
});
/** A lookup of a setting. */
export type LookupSpec = v.InferOutput<typeof LookupSchema>;
/** A lookup that asks somebody. */
export type AskedLookup = LookupSpec & { readonly url: string };
/** Whether a lookup asks somebody. */
export const isAsked = (lookup: LookupSpec): lookup is AskedLookup => lookup.url !== undefined;

const RepeatSchema = v.strictObject({
  repeat: NameSchema,
  count: whole(1, 23),
  row: v.string(),
  from: v.optional(whole(0, 22), 0),
});
/** Rows of a page: texts, or a row for several items of a list. */
const RowsSchema = v.array(v.union([v.string(), RepeatSchema]));
/** A row of a page. */
export type RowSpec = v.InferOutput<typeof RowsSchema>[number];

const RuleSchema = v.strictObject({
  condition: v.picklist(['==', '!=', '>', '<', '>=', '<=']),
  value: v.union([v.string(), v.number(), v.boolean()]),
  color: v.picklist(['red', 'orange', 'yellow', 'green', 'blue', 'violet', 'white', 'black']),
});

/** Grids that a trigger may show before all others, by name. */
export const PRIORITIES = { ambient: 10, notable: 50, urgent: 80, critical: 100 } as const;

const TriggerSchema = v.strictObject({
  id: NameSchema,
  when: FormulaSchema,
  message: v.string(),
  priority: v.optional(v.picklist(['ambient', 'notable', 'urgent', 'critical']), 'notable'),
  seconds: v.optional(whole(10, 3600), 60),
});

const PlaceSchema = v.strictObject({
  latitude: v.number(),
  longitude: v.number(),
  name: v.optional(v.string()),
  time_zone: v.optional(v.string()),
});

const SampleSchema = v.strictObject({
  about: v.optional(v.string()),
  now: v.pipe(v.string(), v.isoTimestamp()),
  zone: v.optional(v.string(), 'UTC'),
  region: v.optional(v.picklist(['metric', 'imperial']), 'metric'),
  place: v.optional(PlaceSchema),
  settings: v.optional(v.record(v.string(), JsonSchema), {}),
  /** Bodies by request, a list of them for one that is made several times. */
  answers: v.record(NameSchema, JsonSchema),
  /** Statuses other than 200. */
  statuses: v.optional(v.record(NameSchema, whole(100, 599)), {}),
  cookies: v.optional(v.record(NameSchema, v.string()), {}),
  /** What has to be asked: `GET address`, then ` | header: value` for each header of the source, ` | body`. */
  requests: v.optional(v.array(v.string())),
  values: v.optional(v.record(v.string(), JsonSchema)),
  flagship: v.optional(v.pipe(v.array(v.string()), v.maxLength(6))),
  note: v.optional(v.pipe(v.array(v.string()), v.maxLength(3))),
  /** The sentence instead of data. */
  error: v.optional(v.string()),
});
/** A sample: answers as the service documents them, and what they must give. */
export type SampleSpec = v.InferOutput<typeof SampleSchema>;

const RetiredSchema = v.strictObject({
  /** Id and name of the source that takes its place. */
  successor: NameSchema,
  name: text(LONGEST_SOURCE_NAME),
  /** The choice of it that shows the same, as the owner reads it. */
  choice: v.optional(text(60)),
});

/** Names of the shared faces. */
export const FACE_NAMES = [
  'departures',
  'price',
  'alert',
  'scores',
  'count',
  'playing',
  'printer',
  'figures',
  'list',
  'text',
] as const;
/** A shared face. */
export type FaceName = (typeof FACE_NAMES)[number];

const categories = Object.keys(CATEGORIES) as [Category, ...Category[]];

/** A file `NAME.source.json`: a source that is data. */
export const SourceSchema = v.strictObject({
  $schema: v.optional(v.string()),
  form: v.literal(1),
  id: NameSchema,
  name: text(LONGEST_SOURCE_NAME),
  description: text(200),
  category: v.picklist(categories),
  icon: text(40),
  attribution: v.strictObject({ text: text(120), url: text(300), terms: text(200) }),
  account: AccountSchema,
  /** Whether the service answers only those who tell how they can be reached. */
  needs_contact: v.optional(v.boolean(), false),
  /** What it was compared with; how much it is to be trusted follows from that alone. */
  evidence: v.optional(v.pipe(v.array(EvidenceSchema), v.maxLength(8)), []),
  /** What takes its place, for one that goes on for those who have it and is offered to nobody else. */
  retired: v.optional(RetiredSchema),
  /** Files that owners made before there was evidence have these two; they say nothing. */
  confidence: v.optional(v.string()),
  untested: v.optional(v.boolean()),
  /** What the reference calls it. */
  reference: v.optional(v.array(v.string()), []),
  documentation: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  /** Usual server; becomes the setting `base_url`, and addresses that begin with / lie under it. */
  base_url: v.optional(text(300)),
  /** Whether it works for a place: adds the setting `place`, which is empty to follow the appliance. */
  place: v.optional(v.boolean(), false),
  settings: v.optional(v.record(NameSchema, v.record(v.string(), JsonSchema)), {}),
  required: v.optional(v.array(NameSchema), []),
  lookups: v.optional(v.record(NameSchema, LookupSchema), {}),
  requests: v.pipe(v.array(RequestSchema), v.minLength(1), v.maxLength(8)),
  tables: v.optional(v.record(NameSchema, v.record(v.string(), v.union([v.string(), v.number()]))), {}),
  vars: v.optional(v.record(NameSchema, FormulaSchema), {}),
  lists: v.optional(v.record(NameSchema, ListSchema), {}),
  values: v.optional(v.record(NameSchema, ValueSchema), {}),
  colors: v.optional(
    v.record(v.pipe(v.string(), v.regex(/^[a-z0-9_.*]+$/, 'expected the name of a value')), v.array(RuleSchema)),
    {},
  ),
  triggers: v.optional(v.array(TriggerSchema), []),
  refresh: v.strictObject({
    usual: whole(10, 86_400),
    least: whole(10, 86_400),
    /** Most requests a day that the service allows; without it a budget that is polite everywhere. */
    daily: v.optional(whole(1, 50_000)),
    /** Local hours in which nothing is asked, `23:00-06:00`. */
    quiet: v.optional(v.pipe(v.string(), v.regex(/^\d\d:\d\d-\d\d:\d\d$/, 'expected HH:MM-HH:MM'))),
  }),
  /** Age beyond which its values are not shown; null: they always are. Without it, that of its category. */
  max_age_seconds: v.optional(v.nullable(whole(1, LONGEST_AGE_S))),
  /** Shared face whose values, lists and pages are those of the source unless it says otherwise. */
  face: v.optional(v.picklist(FACE_NAMES)),
  pages: v.optional(v.strictObject({ flagship: v.optional(RowsSchema), note: v.optional(RowsSchema) }), {}),
  samples: v.optional(v.record(NameSchema, SampleSchema), {}),
});
/** A file as it is written, with every default filled in. */
export type SourceFile = v.InferOutput<typeof SourceSchema>;
