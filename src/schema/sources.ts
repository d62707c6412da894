import * as v from 'valibot';
import { CodeRowsSchema, JsonObjectSchema, InstantSchema, maybe, whole } from './common.ts';
import { ConfidenceSchema, EvidenceSchema } from './evidence.ts';
import type { Evidence } from './evidence.ts';
import { confirmMember } from './plugins.ts';

const AttributionSchema = v.object({ text: v.string(), url: v.string(), terms: v.string() });
const AccountSchema = v.nullable(v.object({ url: v.string(), text: v.string() }));

const entry = {
  id: v.string(),
  name: v.string(),
  description: v.string(),
  category: v.string(),
  icon: v.string(),
  attribution: AttributionSchema,
  account: AccountSchema,
  place: v.boolean(),
  needs: v.array(v.object({ name: v.string(), title: v.string() })),
};

/** A source as the build lists it, with the rows that its sample gives. */
export interface CatalogueEntry extends v.InferOutput<v.ObjectSchema<typeof entry, undefined>> {
  /** Kinds of what it was compared with. */
  readonly evidence: readonly Evidence['kind'][];
  readonly reference: readonly string[];
  readonly flagship: readonly string[];
  readonly note: readonly string[];
}

const card = {
  ...entry,
  /** Null for plugins that are no sources. */
  attribution: v.nullable(AttributionSchema),
  /** What the source was compared with, as a grade; null for other plugins. */
  confidence: v.nullable(ConfidenceSchema),
  /** Whether nobody has seen the service answer in the way that the source reads. */
  untested: v.boolean(),
  /** Built in, a source of the stock, one that the owner brought, a plugin of others, or a transition of either. */
  kind: v.picklist(['built-in', 'stock', 'own', 'other', 'transition']),
  /** Whether the owner brought it. */
  own: v.boolean(),
  /** Codes of the countries that it serves, as `DE`; none for all. */
  countries: v.array(v.string()),
  /** Whether it serves the city of the appliance, its country, every place, or other places alone. */
  serves: v.picklist(['city', 'country', 'all', 'others']),
  enabled: v.boolean(),
  configured: v.boolean(),
  instances: whole(),
};

/** Answer of `GET /plugins/catalogue`: plugins and sources with the flap codes of their sample pages. */
export const CatalogueSchema = v.object({
  categories: v.array(v.object({ id: v.string(), label: v.string(), count: whole() })),
  sources: v.array(v.object({ ...card, flagship: CodeRowsSchema, note: CodeRowsSchema })),
  total: whole(),
  /** Code of the country that the appliance is in, by its place, or else its time zone; null when neither tells. */
  country: v.nullable(v.string()),
});
/** The gallery of plugins and sources. */
export type Catalogue = v.InferOutput<typeof CatalogueSchema>;

/** Answer of `GET /plugins/{id}/catalogue`. */
export const CatalogueDetailSchema = v.object({
  ...card,
  flagship: CodeRowsSchema,
  note: CodeRowsSchema,
  evidence: v.array(EvidenceSchema),
  hosts: v.array(v.string()),
  lookups: v.record(v.string(), v.boolean()),
  settings_schema: JsonObjectSchema,
});
/** One plugin or source of the gallery. */
export type CatalogueDetail = v.InferOutput<typeof CatalogueDetailSchema>;

const OwnFileSchema = v.pipe(v.string(), v.minLength(2), v.maxLength(64 * 1024));

/** Body of `POST /plugins/own/check`. */
export const OwnCheckSchema = v.object({ file: OwnFileSchema });
/** Answer of `POST /plugins/own/check`: what a file would bring, or what is wrong with it. */
export const OwnCheckAnswerSchema = v.object({
  id: v.nullable(v.string()),
  name: v.nullable(v.string()),
  /** Hosts that it would ask. */
  hosts: v.array(v.string()),
  problems: v.array(v.object({ line: whole(), column: whole(), path: v.string(), message: v.string() })),
});
/** What a file would bring. */
export type OwnCheckAnswer = v.InferOutput<typeof OwnCheckAnswerSchema>;

/** Body of `POST /plugins/own`. */
export const OwnSaveSchema = v.object({
  file: OwnFileSchema,
  replace: v.optional(v.boolean(), false),
  /** Confirms the places in the home network that the file writes out; `confirm` names them. */
  local: v.optional(v.boolean(), false),
  ...confirmMember,
});
/** A file to be kept. */
export type OwnSave = v.InferOutput<typeof OwnSaveSchema>;

/** Answer of `POST /plugins/own`. */
export const OwnSavedSchema = v.object({ id: v.string(), name: v.string(), hosts: v.array(v.string()) });

/** Answer of `GET /plugins/{id}/file`. */
export const OwnSourceSchema = v.object({ id: v.string(), file: v.string(), local: v.boolean() });
/** Answer of `DELETE /plugins/{id}/file`. */
export const OwnRemovedSchema = v.object({ id: v.string() });

/** Body of `POST /plugins/own/try`. */
export const OwnTrySchema = v.object({
  file: OwnFileSchema,
  config: v.optional(JsonObjectSchema, {}),
  ...confirmMember,
});
/** A file to be tried out. */
export type OwnTry = v.InferOutput<typeof OwnTrySchema>;

/** Body of `POST /plugins/{id}/try`: settings in place of the stored ones; `***` is a stored secret. */
export const PluginTrySchema = v.object({ config: maybe(JsonObjectSchema), ...confirmMember });
/** A plugin to be tried out. */
export type PluginTry = v.InferOutput<typeof PluginTrySchema>;

/** Answer of both trials: the variables and the flap codes of both pages, or why there are none. */
export const OwnTrialSchema = v.object({
  error: v.nullable(v.string()),
  data: JsonObjectSchema,
  flagship: CodeRowsSchema,
  note: CodeRowsSchema,
});
/** What a file gives now. */
export type OwnTrial = v.InferOutput<typeof OwnTrialSchema>;

/** Body of `POST /plugins/own/answer`. */
export const OwnAnswerSchema = v.object({
  address: v.pipe(v.string(), v.minLength(8), v.maxLength(2000)),
  kind: v.optional(v.nullable(v.picklist(['json', 'xml', 'csv', 'rss', 'ical', 'text', 'number'])), null),
});
/** Answer of `POST /plugins/own/answer`: what lies at an address, and how a file writes the address without secrets. */
export const OwnAnswerFoundSchema = v.object({
  kind: v.string(),
  value: v.unknown(),
  url: v.string(),
  settings: JsonObjectSchema,
  config: JsonObjectSchema,
});
/** What lies at an address. */
export type OwnAnswerFound = v.InferOutput<typeof OwnAnswerFoundSchema>;

/** Query of `GET /plugins/{id}/lookups/{setting}`. */
export const LookupQuerySchema = v.object({ q: v.optional(v.pipe(v.string(), v.maxLength(100)), '') });

/** Body of `POST /plugins/{id}/lookups/{setting}`: settings in place of the stored ones; `***` is a stored secret. */
export const LookupSearchSchema = v.object({
  q: maybe(v.pipe(v.string(), v.maxLength(100))),
  config: maybe(JsonObjectSchema),
  ...confirmMember,
});
/** What is searched for, and with which settings. */
export type LookupSearch = v.InferOutput<typeof LookupSearchSchema>;

/** Answer of both searches for a setting. */
export const LookupAnswerSchema = v.object({
  choices: v.array(v.object({ value: v.union([v.string(), v.number()]), label: v.string(), also: JsonObjectSchema })),
  total: whole(),
});

/** Answer of `GET /plugins/hosts`: how often sources asked which host today. */
export const SourceHostsSchema = v.object({
  hosts: v.array(
    v.object({
      host: v.string(),
      /** The source of the owner's own that asked; null for those of the stock together, `own` for trials. */
      source: v.nullable(v.string()),
      requests: whole(),
      budget: v.nullable(whole()),
      not_before: v.nullable(InstantSchema),
    }),
  ),
  total: whole(),
});
