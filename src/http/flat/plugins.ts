import * as v from 'valibot';
import type { Geometry } from '../../core/flaps/geometry.ts';
import { isRecord } from '../../core/record.ts';
import type { PluginHost } from '../../plugins/host.ts';
import { NOTHING, JsonObjectSchema, type JsonObject } from '../../schema/common.ts';
import {
  AllVariablesSchema,
  ConsentErrorSchema,
  DemoPageAnswerSchema,
  DemoPageQuerySchema,
  DemoPageStatusSchema,
  SourceVariablesSchema,
  FlatPluginConfigSchema,
  InstanceAddedSchema,
  InstanceLabelSchema,
  InstanceListSchema,
  InstanceRemovedSchema,
  InstanceRenamedSchema,
  PluginConfirmSchema,
  PluginDataSchema,
  FlatPluginDetailSchema,
  PluginListSchema,
  PluginProblemsSchema,
  PluginReceiveAnswerSchema,
  PluginSourcesSchema,
  type PluginChange,
  type SourceVariables,
} from '../../schema/plugins/plugins.ts';
import type { DemoPageService } from '../../service/pages/demo-pages.ts';
import { counted, created, ok, routesIn, type Route } from '../route.ts';
import { listPlugins, takePush } from '../v1/plugins.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'plugins' });
const errorBodies = { 409: ConsentErrorSchema };
const detail = ok(FlatPluginDetailSchema, 'The plugin, secrets masked.');

/** What the plugin routes work with. */
export interface PluginParts {
  readonly plugins: PluginHost;
  readonly demos: DemoPageService;
  /** The size of the primary board. */
  readonly geometry: () => Geometry;
  /** The enabled sources and what they are worth now. */
  readonly sources: () => readonly SourceVariables[];
}

/** Plugins, as the web UI uses them; `{id}` is a plugin or an instance `id:label`. */
export const flatPluginRoutes = (parts: PluginParts): Route[] => [
  ...settingsRoutes(parts),
  ...dataRoutes(parts),
  ...instanceRoutes(parts),
  ...demoRoutes(parts),
];

const detailOf = (plugins: PluginHost, id: string) => ({
  ...plugins.installation.detail(id),
  max_age_seconds: plugins.report.maxAgeSeconds(id),
});

const settingsRoutes = ({ plugins }: PluginParts): Route[] => {
  const detailAfter = (id: string, change: Promise<unknown>) => change.then(() => detailOf(plugins, id));
  return [
    route('GET /plugins', {
      summary: 'List the plugins',
      success: ok(PluginListSchema, 'Every installed plugin.'),
      handle: () => listPlugins(plugins),
    }),
    route('GET /plugins/errors', {
      summary: 'Plugins that could not be loaded, and enabled ones whose last fetch failed',
      success: ok(PluginProblemsSchema, 'The problems.'),
      handle: () => counted('errors', plugins.report.problems()),
    }),
    route('GET /plugins/sources', {
      summary: 'Every data plugin and instance, and how its data fares',
      success: ok(PluginSourcesSchema, 'State, age of the data, and what went wrong.'),
      handle: () => counted('sources', plugins.report.overview()),
    }),
    route('GET /plugins/{id}', {
      summary: 'Read a plugin and its settings, secrets masked',
      success: detail,
      errors: [404],
      handle: ({ params }) => detailOf(plugins, params.id),
    }),
    route('PUT /plugins/{id}/config', {
      summary: 'Replace the settings of a plugin: {"config": {...}}, or the settings alone; *** keeps a secret',
      body: FlatPluginConfigSchema,
      success: detail,
      errors: [400, 404, 409],
      errorBodies,
      handle: ({ params, body }) => detailAfter(params.id, plugins.installation.update(params.id, changeOf(body))),
    }),
    route('POST /plugins/{id}/confirm', {
      summary: 'Confirm the destinations that a plugin wants to ask',
      body: PluginConfirmSchema,
      success: detail,
      errors: [404, 409],
      handle: ({ params, body }) => detailAfter(params.id, plugins.installation.confirm(params.id, body.confirm)),
    }),
    route('POST /plugins/{id}/enable', {
      summary: 'Switch a plugin on',
      ...NOTHING,
      success: detail,
      errors: [404, 409],
      errorBodies,
      handle: ({ params }) => detailAfter(params.id, plugins.installation.update(params.id, { enabled: true })),
    }),
    route('POST /plugins/{id}/disable', {
      summary: 'Switch a plugin off',
      ...NOTHING,
      success: detail,
      errors: [404, 409],
      handle: ({ params }) => detailAfter(params.id, plugins.installation.update(params.id, { enabled: false })),
    }),
    route('GET /plugins/{id}/manifest', {
      summary: 'What a plugin says of itself',
      success: ok(JsonObjectSchema, 'The manifest, defaults filled in.'),
      errors: [404],
      handle: ({ params }) => plugins.installation.known(params.id).plugin.manifest,
    }),
  ];
};

const dataRoutes = ({ plugins, geometry, sources }: PluginParts): Route[] => [
  route('GET /plugins/{id}/data', {
    summary: 'What a plugin reports now, with its lines for the primary board',
    success: ok(PluginDataSchema, 'Its data, or why there is none.'),
    errors: [404],
    handle: ({ params }) => plugins.data(params.id, geometry()),
  }),
  route('GET /plugins/{id}/variables', {
    summary: 'What templates can say of a plugin, and what it is worth now; fetched when it is stale',
    success: ok(SourceVariablesSchema, 'Names, lengths and values.'),
    errors: [400, 404],
    handle: async ({ params }) => {
      plugins.report.vocabulary(params.id, geometry());
      await plugins.data(params.id, geometry());
      return plugins.report.vocabulary(params.id, geometry());
    },
  }),
  route('GET /plugins/variables/all', {
    summary:
      'What templates can say of every enabled plugin, and what it is worth now; what was never fetched ' +
      'comes with a later request',
    success: ok(AllVariablesSchema, 'The sources.'),
    handle: () => counted('sources', sources()),
  }),
  route('POST /plugins/{id}/receive', {
    summary: 'Push data to a plugin',
    body: v.unknown(),
    rawBody: true,
    success: ok(PluginReceiveAnswerSchema, 'The body was taken.'),
    errors: [400, 403, 404, 405],
    handle: (request) => takePush(plugins, request.params.id, request),
  }),
];

const instanceRoutes = ({ plugins }: PluginParts): Route[] => [
  route('GET /plugins/{id}/instances', {
    summary: 'The instances of a plugin',
    success: ok(InstanceListSchema, 'The instances by label.'),
    errors: [400, 404],
    handle: ({ params }) => {
      const instances = plugins.installation.instances(params.id);
      return { plugin_id: params.id.toLowerCase(), instances, total: instances.length };
    },
  }),
  route('POST /plugins/{id}/instances', {
    summary: 'Add an instance, switched off and without settings',
    body: InstanceLabelSchema,
    success: created(InstanceAddedSchema, 'Its key stands for a plugin id everywhere.'),
    errors: [400, 404, 409],
    handle: async ({ params, body }) => {
      const { label, key } = await plugins.installation.addInstance(params.id, body.label);
      return { plugin_id: params.id.toLowerCase(), instance_label: label, instance_key: key ?? '' };
    },
  }),
  route('PATCH /plugins/{id}/instances/{label}', {
    summary: 'Rename an instance, also in the pages and collections that name it',
    body: InstanceLabelSchema,
    success: ok(InstanceRenamedSchema, 'Its new key, and the pages that were changed.'),
    errors: [400, 404, 409],
    handle: async ({ params, body }) => {
      const { label, key, pages } = await plugins.installation.renameInstance(
        `${params.id}:${params.label}`,
        body.label,
      );
      return { plugin_id: params.id.toLowerCase(), instance_label: label, instance_key: key, pages: [...pages] };
    },
  }),
  route('DELETE /plugins/{id}/instances/{label}', {
    summary: 'Remove an instance with its settings',
    success: ok(InstanceRemovedSchema, 'The key of what was removed.'),
    errors: [404],
    handle: async ({ params }) => {
      const { id } = plugins.installation.detail(`${params.id}:${params.label}`);
      await plugins.installation.removeInstance(id);
      return { id };
    },
  }),
];

const demoRoutes = ({ demos }: PluginParts): Route[] => [
  route('GET /plugins/{id}/demo-page', {
    summary: 'Whether the demo page of a plugin exists, for the primary board, another board, or a device type',
    query: DemoPageQuerySchema,
    success: ok(DemoPageStatusSchema, 'Its id, when it exists.'),
    errors: [400, 404],
    handle: ({ params, query }) => demos.status(params.id, query),
  }),
  route('POST /plugins/{id}/demo-page', {
    summary: 'Make the demo page of a plugin, or give it its first content again',
    query: DemoPageQuerySchema,
    success: created(DemoPageAnswerSchema, 'The page.'),
    errors: [400, 404, 409],
    handle: ({ params, query }) => demos.make(params.id, query),
  }),
];

// No plugin has a setting of this name, so both forms can be told apart.
const changeOf = (body: JsonObject): PluginChange => {
  const { config, confirm } = body;
  return isRecord(config) ? { config, confirm: confirm as PluginChange['confirm'] } : { config: body };
};
