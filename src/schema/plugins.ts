import * as v from 'valibot';
import { IdSchema, InstantSchema, JsonObjectSchema, maybe, whole } from './common.ts';
import { PageSchema } from './pages.ts';

const TypeSchema = v.picklist(['data', 'transition']);

/** A SHA-256 fingerprint as devices and browsers write it: 32 pairs of hexadecimal digits. */
const FingerprintSchema = v.pipe(v.string(), v.regex(/^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/));

/** A place on the network that a plugin asks only after its owner has confirmed it, and what it may send there. */
export const DestinationSchema = v.object({
  /** Scheme, host and port; `***` stands for a secret in the name of the host. */
  destination: v.pipe(v.string(), v.maxLength(300), v.regex(/^https?:\/\/[^/\s]+$/)),
  /** Whether it lies in the home network, or on the appliance itself. */
  home: v.boolean(),
  /** The settings with secrets that may be sent to it. */
  secrets: v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(100)),
  /** SHA-256 fingerprint of a certificate of its own, which nobody else vouches for; for places at home alone. */
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
  confirmed: v.boolean(),
});
/** A destination of a plugin, and whether its owner has confirmed it. */
export type KnownDestination = v.InferOutput<typeof KnownDestinationSchema>;

/** Destinations that the owner confirms with a request, as a refusal listed them. */
const ConfirmSchema = v.pipe(v.array(DestinationSchema), v.maxLength(40));

/** The body of a 409 that asks for consent: every destination that waits to be confirmed. */
export const ConsentErrorSchema = v.object({
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
export const confirmMember = { confirm: maybe(ConfirmSchema) };

/** What is told of a plugin that is a source: where its data come from, and what an owner needs for it. */
export const SourceNotesSchema = v.object({
  attribution: v.object({ text: v.string(), url: v.string(), terms: v.string() }),
  account: v.nullable(v.object({ url: v.string(), text: v.string() })),
  /** The service that its owner signs in with. */
  sign_in: v.optional(v.string()),
  untested: v.boolean(),
  own: v.boolean(),
  hosts: v.array(v.string()),
  lookups: v.record(v.string(), v.boolean()),
});

/** An element of the plugin list. */
export const PluginEntrySchema = v.object({
  id: v.string(),
  name: v.string(),
  version: v.string(),
  description: v.string(),
  author: v.string(),
  category: v.nullable(v.string()),
  plugin_type: TypeSchema,
  icon: v.nullable(v.string()),
  enabled: v.boolean(),
  configured: v.boolean(),
  source: v.optional(SourceNotesSchema),
});
/** An element of the plugin list. */
export type PluginEntry = v.InferOutput<typeof PluginEntrySchema>;

/** Answer of `GET /v1/plugins`. */
export const PluginListSchema = v.object({
  plugins: v.array(PluginEntrySchema),
  total: whole(),
  enabled_count: whole(),
});
/** Answer of `GET /v1/plugins`. */
export type PluginList = v.InferOutput<typeof PluginListSchema>;

/** One instance of a plugin. */
export const PluginInstanceSchema = v.object({
  label: v.string(),
  key: v.nullable(v.string()),
  enabled: v.boolean(),
  has_config: v.boolean(),
});
/** One instance of a plugin. */
export type PluginInstance = v.InferOutput<typeof PluginInstanceSchema>;

/** Answer of `GET /v1/plugins/{plugin_id}`; secrets in `config` are `***`. */
export const PluginDetailSchema = v.object({
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
  config: JsonObjectSchema,
  env_overridden_keys: v.array(v.string()),
  settings_schema: JsonObjectSchema,
  variables: JsonObjectSchema,
  max_lengths: v.record(v.string(), whole()),
  env_vars: v.array(JsonObjectSchema),
  documentation: v.nullable(v.string()),
  has_demo: v.boolean(),
  demo_page_id: v.nullable(v.string()),
  instances: v.array(PluginInstanceSchema),
  instance_label: v.nullable(v.string()),
  base_plugin_id: v.nullable(v.string()),
  /** What it asks only after the owner has confirmed it, confirmed or not; absent when there is none. */
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
  data: v.nullable(JsonObjectSchema),
  lines: v.array(v.string()),
  text: v.string(),
  error: v.nullable(v.string()),
});
/** Answer of `GET /v1/plugins/{plugin_id}/data`. */
export type PluginData = v.InferOutput<typeof PluginDataSchema>;

/** Answer of `POST /v1/plugins/{plugin_id}/receive`. */
export const PluginReceiveAnswerSchema = v.object({ status: v.string(), plugin_id: v.string() });

/** Answer of `GET /plugins/errors`. */
export const PluginProblemsSchema = v.object({
  errors: v.array(
    v.object({
      plugin_id: v.string(),
      error: v.string(),
      consecutive_timeouts: whole(),
      quarantined: v.boolean(),
      cooldown_remaining_seconds: whole(),
      /** The host that did not answer, and whether there seems to be no internet; null when that is not what failed. */
      unreached: v.nullable(v.object({ host: v.string(), offline: v.boolean() })),
    }),
  ),
  total: whole(),
});

/** Answer of `GET /plugins/sources`: every data plugin and instance, and how its data fares. */
export const PluginSourcesSchema = v.object({
  sources: v.array(
    v.object({
      plugin_id: v.string(),
      base_plugin_id: v.nullable(v.string()),
      enabled: v.boolean(),
      configured: v.boolean(),
      /** Computed whenever it is asked for, so that its data have no age. */
      live: v.boolean(),
      /** Whether data can be posted to it. */
      receives: v.boolean(),
      /** When its data were last read; null when that never was. */
      fetched_at: v.nullable(InstantSchema),
      /** What the last attempt said; null after a good one. */
      error: v.nullable(v.string()),
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
  instance_key: v.string(),
});
/** Answer of `PATCH /plugins/{id}/instances/{label}`: `pages` are the names of those in which it was renamed. */
export const InstanceRenamedSchema = v.object({
  plugin_id: v.string(),
  instance_label: v.string(),
  instance_key: v.string(),
  pages: v.array(v.string()),
});
/** Answer of `DELETE /plugins/{id}/instances/{label}`. */
export const InstanceRemovedSchema = v.object({ id: v.string() });

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
