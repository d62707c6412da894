import * as v from 'valibot';
import { IdSchema, InstantSchema, JsonObjectSchema, maybe, whole } from '../common.ts';
import { PageSchema } from '../content/pages.ts';

const TypeSchema = v.picklist(['data', 'transition']);

/** A SHA-256 fingerprint as devices and browsers write it: 32 pairs of hexadecimal digits. */
const FingerprintSchema = v.pipe(
  v.string(),
  v.regex(/^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/, 'expected 32 pairs of hexadecimal digits with colons between them'),
);

/** A place on the network that a plugin asks only after its owner has confirmed it, and what it may send there. */
export const DestinationSchema = v.object({
  /** Scheme, host and port; `***` stands for a secret in the name of the host. */
  destination: v.pipe(
    v.string(),
    v.maxLength(300),
    v.regex(/^https?:\/\/[^/\s]+$/, 'expected an address without a path, as https://example.org'),
  ),
  /** Whether it lies in the home network, or is the appliance itself. */
  home: v.boolean(),
  /** The settings with secrets that may be sent to it. */
  secrets: v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(100)),
  /** SHA-256 fingerprint of a certificate of its own, which the owner accepts with it. */
  certificate: v.optional(FingerprintSchema),
});
/** A place on the network that a plugin asks only after its owner has confirmed it. */
export type Destination = v.InferOutput<typeof DestinationSchema>;

/** A destination of a plugin, and whether its owner has confirmed it. */
const KnownDestinationSchema = v.object({
  destination: v.string(),
  home: v.boolean(),
  secrets: v.array(v.string()),
  certificate: v.optional(v.string()),
  /** Whether the owner has confirmed it. */
  confirmed: v.boolean(),
});
/** A destination of a plugin, and whether its owner has confirmed it. */
export type KnownDestination = v.InferOutput<typeof KnownDestinationSchema>;

/** Destinations that the owner confirms with a request, as a refusal listed them. */
const ConfirmSchema = v.pipe(v.array(DestinationSchema), v.maxLength(40));

/** The body of a 409 that asks for consent: every destination that waits to be confirmed. */
export const ConsentErrorSchema = v.object({
  /** What is wrong, in a sentence. */
  detail: v.string(),
  destinations: v.optional(v.array(DestinationSchema)),
});

/** A destination that an enabled plugin wants to ask and that nobody has confirmed. */
export const UnconfirmedDestinationSchema = v.object({ plugin_id: v.string(), ...DestinationSchema.entries });
/** A destination that an enabled plugin wants to ask and that nobody has confirmed. */
export type UnconfirmedDestination = v.InferOutput<typeof UnconfirmedDestinationSchema>;

/** Body of `POST /plugins/{id}/confirm`. */
export const PluginConfirmSchema = v.object({ confirm: ConfirmSchema });

/** The member of a request in which its owner confirms destinations. */
export const confirmMember = {
  /** Destinations that the owner confirms with this request, as a refusal listed them. */
  confirm: maybe(ConfirmSchema),
};

/** What is told of a plugin that is a source: where its data come from, and what an owner needs for it. */
export const SourceNotesSchema = v.object({
  /** Whom to credit for the data. */
  attribution: v.object({
    /** Who publishes the data. */
    text: v.string(),
    /** Where that stands. */
    url: v.string(),
    /** On what terms the data may be used, in a few words. */
    terms: v.string(),
  }),
  /** Where to get the key that it needs; null when it needs none. */
  account: v.nullable(
    v.object({
      /** Where to go. */
      url: v.string(),
      /** What to do there. */
      text: v.string(),
    }),
  ),
  /** The service that its owner signs in with; absent when there is none. */
  sign_in: v.optional(v.string()),
  /** Whether nobody has seen the service answer in the way that the source reads. */
  untested: v.boolean(),
  /** Whether the owner brought it. */
  own: v.boolean(),
  /** Hosts that it asks; `*` stands for what its settings say. */
  hosts: v.array(v.string()),
  /** Settings that can be searched for, and whether the search needs a text. */
  lookups: v.record(v.string(), v.boolean()),
});

/** An element of the plugin list. */
export const PluginEntrySchema = v.object({
  /** Id of the plugin. */
  id: v.string(),
  name: v.string(),
  version: v.string(),
  description: v.string(),
  /** Who made it. */
  author: v.string(),
  category: v.nullable(v.string()),
  /** Whether it brings data or plays transitions. */
  plugin_type: TypeSchema,
  /** Name of its symbol; null when it has none. */
  icon: v.nullable(v.string()),
  enabled: v.boolean(),
  /** Whether everything is set that is needed to work. */
  configured: v.boolean(),
  /** What an owner needs to know of a source; absent for other plugins. */
  source: v.optional(SourceNotesSchema),
});
/** An element of the plugin list. */
export type PluginEntry = v.InferOutput<typeof PluginEntrySchema>;

/** Answer of `GET /v1/plugins`. */
export const PluginListSchema = v.object({
  /** The plugins. */
  plugins: v.array(PluginEntrySchema),
  total: whole(),
  /** How many are enabled. */
  enabled_count: whole(),
});
/** Answer of `GET /v1/plugins`. */
export type PluginList = v.InferOutput<typeof PluginListSchema>;

/** One instance of a plugin. */
export const PluginInstanceSchema = v.object({
  /** Label of the instance. */
  label: v.string(),
  /** Id of the instance, `id:label`; null for the plugin itself. */
  key: v.nullable(v.string()),
  enabled: v.boolean(),
  /** Whether it has settings. */
  has_config: v.boolean(),
});
/** One instance of a plugin. */
export type PluginInstance = v.InferOutput<typeof PluginInstanceSchema>;

/** Answer of `GET /v1/plugins/{plugin_id}`; secrets in `config` are `***`. */
export const PluginDetailSchema = v.object({
  /** Id of the plugin; `id:label` for an instance. */
  id: v.string(),
  name: v.string(),
  version: v.string(),
  description: v.string(),
  author: v.string(),
  icon: v.nullable(v.string()),
  category: v.nullable(v.string()),
  plugin_type: TypeSchema,
  enabled: v.boolean(),
  configured: v.boolean(),
  source: v.optional(SourceNotesSchema),
  /** Settings. */
  config: JsonObjectSchema,
  /** Settings that environment variables pin. */
  env_overridden_keys: v.array(v.string()),
  settings_schema: JsonObjectSchema,
  variables: JsonObjectSchema,
  max_lengths: v.record(v.string(), whole()),
  /** Environment variables that it can take settings from. */
  env_vars: v.array(JsonObjectSchema),
  /** How to use it, as text; null when it says nothing. */
  documentation: v.nullable(v.string()),
  /** Whether it brings a demo page. */
  has_demo: v.boolean(),
  /** The demo page that was made; null when there is none. */
  demo_page_id: v.nullable(v.string()),
  /** The instances. */
  instances: v.array(PluginInstanceSchema),
  /** Label of the instance; null when it is none. */
  instance_label: v.nullable(v.string()),
  /** The plugin that this is an instance of; null when it is none. */
  base_plugin_id: v.nullable(v.string()),
  /** Places on the network that need the word of the owner before they are asked. */
  destinations: v.optional(v.array(KnownDestinationSchema)),
});
/** Answer of `GET /v1/plugins/{plugin_id}`. */
export type PluginDetail = v.InferOutput<typeof PluginDetailSchema>;

/** Age in seconds beyond which the values of a source are not shown; null: they always are. */
const MaxAgeSchema = v.nullable(whole());

/** Answer of the flat `GET /plugins/{id}`. */
export const FlatPluginDetailSchema = v.object({ ...PluginDetailSchema.entries, max_age_seconds: MaxAgeSchema });
/** Answer of the flat `GET /plugins/{id}`. */
export type FlatPluginDetail = v.InferOutput<typeof FlatPluginDetailSchema>;

/** What programs may change about a plugin. */
export const PluginUpdateSchema = v.object({ enabled: maybe(v.boolean()), config: maybe(JsonObjectSchema) });

/** Body of `PATCH /v1/plugins/{plugin_id}`. */
export const PluginChangeSchema = v.object({ ...PluginUpdateSchema.entries, ...confirmMember });
/** Body of `PATCH /v1/plugins/{plugin_id}`. */
export type PluginChange = v.InferOutput<typeof PluginChangeSchema>;

/** Answer of `GET /v1/plugins/{plugin_id}/data`. */
export const PluginDataSchema = v.object({
  plugin_id: v.string(),
  available: v.boolean(),
  /** What the source reports; null when it reports nothing. */
  data: v.nullable(JsonObjectSchema),
  lines: v.array(v.string()),
  /** The lines as one text. */
  text: v.string(),
  error: v.nullable(v.string()),
});
/** Answer of `GET /v1/plugins/{plugin_id}/data`. */
export type PluginData = v.InferOutput<typeof PluginDataSchema>;

/** Answer of `POST /v1/plugins/{plugin_id}/receive`. */
export const PluginReceiveAnswerSchema = v.object({ status: v.string(), plugin_id: v.string() });

/** Answer of `GET /plugins/errors`. */
export const PluginProblemsSchema = v.object({
  /** What is wrong. */
  errors: v.array(
    v.object({
      plugin_id: v.string(),
      /** What is wrong with the plugin. */
      error: v.string(),
      /** How often in a row it took too long. */
      consecutive_timeouts: whole(),
      /** Whether it is not asked for now because it failed too often. */
      quarantined: v.boolean(),
      /** Seconds until it is asked again. */
      cooldown_remaining_seconds: whole(),
      /** The host that gave no answer; null when one came. */
      unreached: v.nullable(
        v.object({
          host: v.string(),
          /** Whether there seems to be no internet at all. */
          offline: v.boolean(),
        }),
      ),
    }),
  ),
  total: whole(),
});

/** Answer of `GET /plugins/sources`: every data plugin and instance, and how its data fares. */
export const PluginSourcesSchema = v.object({
  /** The sources. */
  sources: v.array(
    v.object({
      plugin_id: v.string(),
      base_plugin_id: v.nullable(v.string()),
      enabled: v.boolean(),
      configured: v.boolean(),
      /** Whether it is computed whenever it is asked for, so that its data have no age. */
      live: v.boolean(),
      /** Whether it takes pushed data. */
      receives: v.boolean(),
      /** When data last arrived; null before the first time. */
      fetched_at: v.nullable(InstantSchema),
      /** What went wrong, in a sentence; null when nothing did. */
      error: v.nullable(v.string()),
      /** Age beyond which its values are not shown; null: they always are. A setting of the same name changes it. */
      max_age_seconds: MaxAgeSchema,
    }),
  ),
  total: whole(),
});
/** How the data of every plugin and instance fare. */
export type PluginSources = v.InferOutput<typeof PluginSourcesSchema>;

/**
 * Body of the flat `PUT /plugins/{id}/config`: `{"config": settings}`, with `confirm` beside it, or the settings alone.
 */
export const FlatPluginConfigSchema = v.pipe(
  JsonObjectSchema,
  v.check((body) => !('config' in body) || v.is(JsonObjectSchema, body['config']), 'config: expected an object'),
  v.check(
    (body) => !('config' in body) || v.is(confirmMember.confirm, body['confirm']),
    'confirm: expected a list of destinations',
  ),
);

/** Answer of `GET /plugins/{id}/instances`. */
export const InstanceListSchema = v.object({
  plugin_id: v.string(),
  instances: v.array(PluginInstanceSchema),
  total: whole(),
});
/** Body of `POST /plugins/{id}/instances`. */
export const InstanceLabelSchema = v.object({ label: IdSchema });
/** Answer of `POST /plugins/{id}/instances`. */
export const InstanceAddedSchema = v.object({
  plugin_id: v.string(),
  instance_label: v.string(),
  /** Id of the instance, `id:label`. */
  instance_key: v.string(),
});
/** Answer of `PATCH /plugins/{id}/instances/{label}`: `pages` are the names of those in which it was renamed. */
export const InstanceRenamedSchema = v.object({
  plugin_id: v.string(),
  instance_label: v.string(),
  instance_key: v.string(),
  /** The pages. */
  pages: v.array(v.string()),
});
/** Answer of `DELETE /plugins/{id}/instances/{label}`. */
export const InstanceRemovedSchema = v.object({
  /** Id of the instance that was removed. */
  id: v.string(),
});

/** Answer of `GET /plugins/{id}/demo-page`: `page_id` is null until the page has been made. */
export const DemoPageStatusSchema = v.object({
  plugin_id: v.string(),
  /** Whether the demo page was made. */
  exists: v.boolean(),
  /** The demo page; null when it was not made. */
  page_id: v.nullable(v.string()),
  /** Whether it brings a demo page for this form of display. */
  has_demo_template: v.boolean(),
});
/** Whether a plugin's demo page has been made. */
export type DemoPageStatus = v.InferOutput<typeof DemoPageStatusSchema>;

/** Answer of `POST /plugins/{id}/demo-page`; `recreated`: it was there already and has its first content again. */
export const DemoPageAnswerSchema = v.object({
  /** Whether it existed and got its first content again. */
  recreated: v.boolean(),
  /** The page. */
  page: PageSchema,
});
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
  /** Whether there is something to show. */
  available: v.boolean(),
  /** Names that can stand in templates. */
  variables: v.array(v.string()),
  /** Whether further names are possible that only the data tell. */
  open: v.boolean(),
  /** The most characters of each variable, by its name. */
  max_lengths: v.record(v.string(), whole()),
  /** What is known of each variable: label, description, kind. */
  variable_metadata: JsonObjectSchema,
  /** Variables that belong together, with the names of the groups. */
  variable_groups: JsonObjectSchema,
  /** Present values of the variables, by name. */
  values: JsonObjectSchema,
  /** Names of the variables whose values can carry a colour. */
  colored: v.array(v.string()),
};

/** Answer of `GET /plugins/{id}/variables`: what templates can say of a source, and what it is worth now. */
export const SourceVariablesSchema = v.object(VariablesEntries);
/** What templates can say of a source, and what it is worth now. */
export type SourceVariables = v.InferOutput<typeof SourceVariablesSchema>;

/** Answer of `GET /plugins/variables/all`: the same of every enabled source. */
export const AllVariablesSchema = v.object({ sources: v.array(SourceVariablesSchema), total: whole() });
