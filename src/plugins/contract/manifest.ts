import * as v from 'valibot';
import { LONGEST_AGE_S } from '../../schema/limits.ts';
import { integerBetween, integerFrom, JsonObjectSchema, type JsonObject } from '../../schema/common.ts';

const PLUGIN_CATEGORIES = [
  'art',
  'data',
  'transit',
  'weather',
  'entertainment',
  'utility',
  'home',
  'transition',
] as const;

const VariableSchema = v.object({
  description: v.optional(v.string()),
  type: v.optional(v.picklist(['string', 'number', 'boolean']), 'string'),
  max_length: v.optional(integerFrom(1)),
  group: v.optional(v.string()),
  example: v.optional(v.union([v.string(), v.number(), v.boolean()])),
  format: v.optional(v.picklist(['text', 'markup'])),
});
/** What a manifest says of one variable. */
export type Variable = v.InferOutput<typeof VariableSchema>;

const FieldsSchema = v.union([v.array(v.string()), v.record(v.string(), VariableSchema)]);

const ArraySchema = v.object({
  label_field: v.optional(v.string()),
  item_fields: v.optional(FieldsSchema, []),
  sub_arrays: v.optional(
    v.record(
      v.string(),
      v.object({
        key_type: v.optional(v.picklist(['index', 'dynamic'])),
        key_field: v.optional(v.string()),
        item_fields: v.optional(FieldsSchema, []),
      }),
    ),
    {},
  ),
});

const VariablesSchema = v.looseObject({
  auto_discover: v.optional(v.boolean()),
  groups: v.optional(v.record(v.string(), v.looseObject({ label: v.string() })), {}),
  simple: v.optional(FieldsSchema, []),
  arrays: v.optional(v.record(v.string(), ArraySchema), {}),
});

const EnvVarSchema = v.looseObject({
  name: v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'expected letters, digits and _, with no digit first')),
  required: v.optional(v.boolean(), false),
  description: v.optional(v.string(), ''),
  default: v.optional(v.string()),
  /** The setting that it controls. */
  key: v.optional(v.string()),
});

const RowsSchema = (most: number) => v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(most));

const RuleSchema = v.object({
  condition: v.picklist(['==', '!=', '>', '<', '>=', '<=']),
  value: v.union([v.string(), v.number(), v.boolean()]),
  color: v.string(),
});

/** Colour rules of one field, as manifests and settings write them. */
export const RulesSchema = v.array(RuleSchema);
/** Such rules. */
export type Rules = v.InferOutput<typeof RulesSchema>;

const MOST_FRAMES = 500;
const LONGEST_RUN_S = 120;
const LEAST_INTERVAL_MS = 50;

const atMost = (most: number) =>
  v.pipe(
    integerFrom(1),
    v.transform((wanted) => Math.min(most, wanted)),
  );

/** Runtime caps of an animation (rules, X5); a manifest can only tighten them, what goes beyond is drawn in. */
const TransitionSettingsSchema = v.object({
  interruptible: v.optional(v.boolean(), true),
  min_interval_ms: v.optional(
    v.pipe(
      integerBetween(0, 60_000),
      v.transform((wanted) => Math.max(LEAST_INTERVAL_MS, wanted)),
    ),
    LEAST_INTERVAL_MS,
  ),
  max_frames: v.optional(atMost(MOST_FRAMES), MOST_FRAMES),
  max_runtime_seconds: v.optional(atMost(LONGEST_RUN_S), LONGEST_RUN_S),
});

/** A manifest (rules, X1); members that it does not know pass through. */
const ManifestSchema = v.looseObject({
  id: v.pipe(
    v.string(),
    v.regex(/^[a-z][a-z0-9_]{0,63}$/, 'expected at most 64 small letters, digits and _, with a letter first'),
  ),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(50)),
  version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/, 'expected three numbers with dots between them')),
  description: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  author: v.optional(v.string(), ''),
  documentation: v.optional(v.string()),
  icon: v.optional(v.string(), 'puzzle'),
  category: v.optional(v.picklist(PLUGIN_CATEGORIES)),
  plugin_type: v.optional(v.picklist(['data', 'transition']), 'data'),
  min_refresh_seconds: v.optional(integerBetween(1, 86_400)),
  /** Age beyond which its values are not shown unless the owner says otherwise; null: they always are. */
  max_age_seconds: v.optional(v.nullable(integerBetween(1, LONGEST_AGE_S))),
  timeout_seconds: v.optional(integerBetween(1, 30), 10),
  live_data: v.optional(v.boolean(), false),
  supports_triggers: v.optional(v.boolean(), false),
  settings_schema: v.optional(JsonObjectSchema, {}),
  env_vars: v.optional(v.array(EnvVarSchema), []),
  variables: v.optional(VariablesSchema, {}),
  max_lengths: v.optional(v.record(v.string(), integerFrom(1)), {}),
  color_rules_schema: v.optional(
    v.record(v.string(), v.looseObject({ default_rules: v.optional(RulesSchema, []) })),
    {},
  ),
  demo: v.optional(JsonObjectSchema),
  /** Rows of its page as they may look, for who has not set it up. */
  sample: v.optional(v.object({ flagship: RowsSchema(6), note: RowsSchema(3) })),
  transition_settings: v.optional(TransitionSettingsSchema, {}),
});
/** A manifest with every default filled in. */
export type Manifest = v.InferOutput<typeof ManifestSchema>;
/** A manifest as an author writes it. */
export type ManifestInput = v.InferInput<typeof ManifestSchema>;

// Names that template markup takes for itself (rules, L6), those that are no safe object keys, and parts of paths of
// the API.
const RESERVED = new Set(
  (
    'red orange yellow green blue violet purple white black filled icon constructor prototype ' +
    'catalogue errors hosts own sources'
  ).split(' '),
);

/** A setting that trigger-capable plugins get without declaring it. */
const TRIGGER_PAGE = {
  type: 'string',
  title: 'Page to show',
  description: 'Page that is shown when the plugin triggers; its own text otherwise',
  'ui:widget': 'page-picker',
};

const withTriggerPage = (manifest: Manifest): Manifest => {
  if (!manifest.supports_triggers) return manifest;
  const { properties } = manifest.settings_schema;
  const all = { trigger_page_id: TRIGGER_PAGE, ...(typeof properties === 'object' ? properties : {}) };
  return { ...manifest, settings_schema: { ...manifest.settings_schema, properties: all } };
};

/** The manifest that a JSON value describes, or a sentence that names what is wrong with it. */
export const parseManifest = (value: unknown): { readonly manifest: Manifest } | { readonly error: string } => {
  const parsed = v.safeParse(ManifestSchema, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return { error: `manifest: ${v.getDotPath(issue) ?? 'document'}: ${issue.message}` };
  }
  if (RESERVED.has(parsed.output.id)) return { error: `manifest: id: "${parsed.output.id}" is reserved` };
  return { manifest: withTriggerPage(parsed.output) };
};

/** What a built-in plugin declares: its settings by name, and those of them that it needs. */
export type BuiltinManifest = Omit<ManifestInput, 'version'> & {
  readonly version?: string;
  readonly settings?: JsonObject;
  readonly required?: readonly string[];
};

/** The manifest of a built-in plugin. Throws when it breaks a rule: a mistake of ours, found by the tests. */
export const defineManifest = ({ settings, required, ...input }: BuiltinManifest): Manifest => {
  const settings_schema = settings && { type: 'object', ...(required && { required }), properties: settings };
  const parsed = parseManifest({
    author: 'flapbox',
    version: '1.0.0',
    ...(settings_schema && { settings_schema }),
    ...input,
  });
  if ('error' in parsed) throw new Error(`${input.id}: ${parsed.error}`);
  return parsed.manifest;
};
