import * as v from 'valibot';
import { CodeRowsSchema, JsonObjectSchema, InstantSchema, maybe, whole } from '../common.ts';
import { ConfidenceSchema, EvidenceSchema, type Evidence } from './evidence.ts';
import { SourceNotesSchema, confirmMember } from './plugins.ts';

const { attribution, account } = SourceNotesSchema.entries;

const entry = {
  id: v.string(),
  name: v.string(),
  description: v.string(),
  category: v.string(),
  /** Name of its symbol; null when it has none. */
  icon: v.string(),
  attribution,
  /** Where to get the key that it needs; null when it needs none. */
  account,
  /** Whether it works for a place. */
  place: v.boolean(),
  /** Settings that it cannot do without. */
  needs: v.array(
    v.object({
      name: v.string(),
      /** What the setting is called. */
      title: v.string(),
    }),
  ),
};

/** A source as the build lists it, with the rows that its sample gives. */
export interface CatalogueEntry extends v.InferOutput<v.ObjectSchema<typeof entry, undefined>> {
  /** Kinds of what it was compared with. */
  readonly evidence: readonly Evidence['kind'][];
  readonly reference: readonly string[];
  /** Whether it goes on only for those who have it. */
  readonly retired: boolean;
  readonly flagship: readonly string[];
  readonly note: readonly string[];
}

const card = {
  ...entry,
  /** Whom to credit for the data. */
  attribution: v.nullable(attribution),
  /**
   * How much the source is to be trusted: high when it was compared with a recorded answer, low when with nothing.
   */
  confidence: v.nullable(ConfidenceSchema),
  /** Whether nobody has seen the service answer in the way that the source reads. */
  untested: v.boolean(),
  /** Where it comes from: built in, the stock, its owner, a plugin of others; or a transition. */
  kind: v.picklist(['built-in', 'stock', 'own', 'other', 'transition']),
  /** Whether the owner brought it. */
  own: v.boolean(),
  /** Codes of the countries that it serves, as `DE`; none for all. */
  countries: v.array(v.string()),
  /** Whether it serves the city of the appliance, its country, every place, or other places alone. */
  serves: v.picklist(['city', 'country', 'all', 'others']),
  enabled: v.boolean(),
  /** Whether everything is set that is needed to work. */
  configured: v.boolean(),
  /** How many instances it has. */
  instances: whole(),
  /** Its page for 6 x 22 flaps, drawn from its sample. */
  flagship: CodeRowsSchema,
  /** Its page for 3 x 15 flaps, drawn from its sample. */
  note: CodeRowsSchema,
};

/** Answer of `GET /plugins/catalogue`: plugins and sources with the flap codes of their sample pages. */
export const CatalogueSchema = v.object({
  /** Categories that have something in them. */
  categories: v.array(
    v.object({
      id: v.string(),
      /** What the category is called. */
      label: v.string(),
      /** How much is in it. */
      count: whole(),
    }),
  ),
  /** The plugins and sources, by name. */
  sources: v.array(v.object(card)),
  total: whole(),
  /** Code of the country that the appliance is in; null when neither place nor time zone tells. */
  country: v.nullable(v.string()),
});
/** The gallery of plugins and sources. */
export type Catalogue = v.InferOutput<typeof CatalogueSchema>;

/** Answer of `GET /plugins/{id}/catalogue`. */
export const CatalogueDetailSchema = v.object({
  ...card,
  /** What the source was compared with. */
  evidence: v.array(EvidenceSchema),
  /** What takes its place, for one that is listed only where it is in use; null for all others. */
  successor: v.nullable(
    v.object({
      id: v.string(),
      name: v.string(),
      /** The choice of it that shows the same; null when it needs none. */
      choice: v.nullable(v.string()),
    }),
  ),
  /** Hosts that a source asks; `*` stands for what its settings say. Plugins of code do not tell theirs. */
  hosts: v.array(v.string()),
  /** Settings that can be searched for, and whether the search needs a text. */
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
  /** Hosts that it would ask; `*` stands for what its settings say. */
  hosts: v.array(v.string()),
  /** What is wrong with the file, from its top. */
  problems: v.array(
    v.object({
      /** Line, from 1. */
      line: whole(),
      /** Column, from 1. */
      column: whole(),
      /** The member of the file that it is about. */
      path: v.string(),
      message: v.string(),
    }),
  ),
});
/** What a file would bring. */
export type OwnCheckAnswer = v.InferOutput<typeof OwnCheckAnswerSchema>;

/** Body of `POST /plugins/own`. */
export const OwnSaveSchema = v.object({
  /** Text of a source file. */
  file: OwnFileSchema,
  /** Whether it takes the place of a source of yours with this id. */
  replace: v.optional(v.boolean(), false),
  /** Confirms every place in the home network that the file writes out itself. */
  local: v.optional(v.boolean(), false),
  ...confirmMember,
});
/** A file to be kept. */
export type OwnSave = v.InferOutput<typeof OwnSaveSchema>;

/** Answer of `POST /plugins/own`. */
export const OwnSavedSchema = v.object({
  id: v.string(),
  name: v.string(),
  /** Hosts that it asks; `*` stands for what its settings say. */
  hosts: v.array(v.string()),
});

/** Answer of `GET /plugins/{id}/file`. */
export const OwnSourceSchema = v.object({ id: v.string(), file: v.string(), local: v.boolean() });
/** Answer of `DELETE /plugins/{id}/file`. */
export const OwnRemovedSchema = v.object({ id: v.string() });

/** Body of `POST /plugins/own/try`. */
export const OwnTrySchema = v.object({
  file: OwnFileSchema,
  /** Settings. */
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
  /** What the source reports; null when it reports nothing. */
  data: JsonObjectSchema,
  /** Its page for 6 x 22 flaps. */
  flagship: CodeRowsSchema,
  /** Its page for 3 x 15 flaps. */
  note: CodeRowsSchema,
});
/** What a file gives now. */
export type OwnTrial = v.InferOutput<typeof OwnTrialSchema>;

/** Body of `POST /plugins/own/answer`. */
export const OwnAnswerSchema = v.object({
  /** The address of what is to be read. */
  address: v.pipe(v.string(), v.minLength(8), v.maxLength(2000)),
  /** What the answer is read as; null to find out. */
  kind: v.optional(v.nullable(v.picklist(['json', 'xml', 'csv', 'rss', 'ical', 'text', 'number'])), null),
});
/** Answer of `POST /plugins/own/answer`: what lies at an address, and how a file writes the address without secrets. */
export const OwnAnswerFoundSchema = v.object({
  /** What the answer was read as. */
  kind: v.string(),
  /** The answer. */
  value: v.unknown(),
  /** The address, as a file writes it. */
  url: v.string(),
  /** Settings for what is secret in the address. */
  settings: JsonObjectSchema,
  config: JsonObjectSchema,
});
/** What lies at an address. */
export type OwnAnswerFound = v.InferOutput<typeof OwnAnswerFoundSchema>;

/** Query of `GET /plugins/{id}/lookups/{setting}`. */
export const LookupQuerySchema = v.object({ q: v.optional(v.pipe(v.string(), v.maxLength(100)), '') });

/** Body of `POST /plugins/{id}/lookups/{setting}`: settings in place of the stored ones; `***` is a stored secret. */
export const LookupSearchSchema = v.object({
  /** What was typed; a list of choices needs none. */
  q: maybe(v.pipe(v.string(), v.maxLength(100))),
  config: maybe(JsonObjectSchema),
  ...confirmMember,
});
/** What is searched for, and with which settings. */
export type LookupSearch = v.InferOutput<typeof LookupSearchSchema>;

/** Answer of both searches for a setting. */
export const LookupAnswerSchema = v.object({
  /** The choices. */
  choices: v.array(
    v.object({
      /** What the setting becomes. */
      value: v.union([v.string(), v.number()]),
      /** What the owner reads. */
      label: v.string(),
      /** Further settings that come with the choice. */
      also: JsonObjectSchema,
    }),
  ),
  total: whole(),
});

/** Answer of `GET /plugins/hosts`: how often sources asked which host today. */
export const SourceHostsSchema = v.object({
  /** The hosts. */
  hosts: v.array(
    v.object({
      host: v.string(),
      /** The source of yours that asked, `own` for trials; null for those of the stock. */
      source: v.nullable(v.string()),
      /** How many requests were made since midnight UTC. */
      requests: whole(),
      /**
       * Most requests of a day, of the stock together or of one source of yours; null for hosts of the home
       * network.
       */
      budget: v.nullable(whole()),
      /** Before when it is not asked again; null when it may be. */
      not_before: v.nullable(InstantSchema),
    }),
  ),
  total: whole(),
});
/** Answer of `GET /plugins/hosts`. */
export type SourceHosts = v.InferOutput<typeof SourceHostsSchema>;
