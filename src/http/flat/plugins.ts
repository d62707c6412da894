import * as v from 'valibot';
import type { Geometry } from '../../core/geometry.ts';
import { isRecord } from '../../core/record.ts';
import type { PluginHost } from '../../plugins/host.ts';
import { NOTHING, JsonObjectSchema } from '../../schema/common.ts';
import type { JsonObject } from '../../schema/common.ts';
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
} from '../../schema/plugins.ts';
import type { PluginChange, SourceVariables } from '../../schema/plugins.ts';
import type { DemoPageService } from '../../service/pages/demo-pages.ts';
import { reply } from '../reply.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';
import { listPlugins, takePush } from '../v1/plugins.ts';

const common = { surface: 'internal', access: 'session', tag: 'plugins' } as const;
const errorBodies = { 409: ConsentErrorSchema };
const detail = { status: 200, schema: FlatPluginDetailSchema, description: 'The plugin, secrets masked.' } as const;

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
  ...plugins.detail(id),
  max_age_seconds: plugins.maxAgeSeconds(id),
});

const settingsRoutes = ({ plugins }: PluginParts): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/plugins',
    summary: 'List the plugins',
    success: { status: 200, schema: PluginListSchema, description: 'Every installed plugin.' },
    errors: [],
    handle: () => listPlugins(plugins),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/plugins/errors',
    summary: 'Plugins that could not be loaded, and enabled ones whose last fetch failed',
    success: { status: 200, schema: PluginProblemsSchema, description: 'The problems.' },
    errors: [],
    handle: () => {
      const errors = plugins.problems();
      return { errors, total: errors.length };
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/plugins/sources',
    summary: 'Every data plugin and instance, and how its data fares',
    success: { status: 200, schema: PluginSourcesSchema, description: 'State, age of the data, and what went wrong.' },
    errors: [],
    handle: () => {
      const sources = plugins.overview();
      return { sources, total: sources.length };
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/plugins/{id}',
    summary: 'Read a plugin and its settings, secrets masked',
    success: detail,
    errors: [404],
    handle: ({ params }) => detailOf(plugins, params.id),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/plugins/{id}/config',
    summary: 'Replace the settings of a plugin: {"config": {...}}, or the settings alone; *** keeps a secret',
    body: FlatPluginConfigSchema,
    success: detail,
    errors: [400, 404, 409, 422],
    errorBodies,
    handle: async ({ params, body }) => {
      await plugins.update(params.id, changeOf(body));
      return detailOf(plugins, params.id);
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/plugins/{id}/confirm',
    summary: 'Confirm the destinations that a plugin wants to ask',
    body: PluginConfirmSchema,
    success: detail,
    errors: [404, 409, 422],
    handle: async ({ params, body }) => {
      await plugins.confirm(params.id, body.confirm);
      return detailOf(plugins, params.id);
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/plugins/{id}/enable',
    summary: 'Switch a plugin on',
    ...NOTHING,
    success: detail,
    errors: [404, 409, 422],
    errorBodies,
    handle: async ({ params }) => {
      await plugins.update(params.id, { enabled: true });
      return detailOf(plugins, params.id);
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/plugins/{id}/disable',
    summary: 'Switch a plugin off',
    ...NOTHING,
    success: detail,
    errors: [404, 409, 422],
    handle: async ({ params }) => {
      await plugins.update(params.id, { enabled: false });
      return detailOf(plugins, params.id);
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/plugins/{id}/manifest',
    summary: 'What a plugin says of itself',
    success: { status: 200, schema: JsonObjectSchema, description: 'The manifest, defaults filled in.' },
    errors: [404],
    handle: ({ params }) => plugins.manifest(params.id),
  }),
];

const dataRoutes = ({ plugins, geometry, sources }: PluginParts): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/plugins/{id}/data',
    summary: 'What a plugin reports now, with its lines for the primary board',
    success: { status: 200, schema: PluginDataSchema, description: 'Its data, or why there is none.' },
    errors: [404],
    handle: ({ params }) => plugins.data(params.id, geometry()),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/plugins/{id}/variables',
    summary: 'What templates can say of a plugin, and what it is worth now; fetched when it is stale',
    success: { status: 200, schema: SourceVariablesSchema, description: 'Names, lengths and values.' },
    errors: [400, 404],
    handle: async ({ params }) => {
      plugins.vocabulary(params.id, geometry());
      await plugins.data(params.id, geometry());
      return plugins.vocabulary(params.id, geometry());
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/plugins/variables/all',
    summary:
      'What templates can say of every enabled plugin, and what it is worth now; what was never fetched ' +
      'comes with a later request',
    success: { status: 200, schema: AllVariablesSchema, description: 'The sources.' },
    errors: [],
    handle: () => {
      const all = sources();
      return { sources: all, total: all.length };
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/plugins/{id}/receive',
    summary: 'Push data to a plugin',
    body: v.unknown(),
    rawBody: true,
    success: { status: 200, schema: PluginReceiveAnswerSchema, description: 'The body was taken.' },
    errors: [400, 403, 404, 405, 422],
    handle: (request) => takePush(plugins, request.params.id, request),
  }),
];

const instanceRoutes = ({ plugins }: PluginParts): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/plugins/{id}/instances',
    summary: 'The instances of a plugin',
    success: { status: 200, schema: InstanceListSchema, description: 'The instances by label.' },
    errors: [400, 404],
    handle: ({ params }) => {
      const instances = plugins.instances(params.id);
      return { plugin_id: params.id.toLowerCase(), instances, total: instances.length };
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/plugins/{id}/instances',
    summary: 'Add an instance, switched off and without settings',
    body: InstanceLabelSchema,
    success: { status: 201, schema: InstanceAddedSchema, description: 'Its key stands for a plugin id everywhere.' },
    errors: [400, 404, 409, 422],
    handle: async ({ params, body }) => {
      const { label, key } = await plugins.addInstance(params.id, body.label);
      return reply(201, { plugin_id: params.id.toLowerCase(), instance_label: label, instance_key: key ?? '' });
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: '/plugins/{id}/instances/{label}',
    summary: 'Rename an instance, also in the pages and collections that name it',
    body: InstanceLabelSchema,
    success: {
      status: 200,
      schema: InstanceRenamedSchema,
      description: 'Its new key, and the pages that were changed.',
    },
    errors: [400, 404, 409, 422],
    handle: async ({ params, body }) => {
      const { label, key, pages } = await plugins.renameInstance(`${params.id}:${params.label}`, body.label);
      return { plugin_id: params.id.toLowerCase(), instance_label: label, instance_key: key, pages: [...pages] };
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/plugins/{id}/instances/{label}',
    summary: 'Remove an instance with its settings',
    success: { status: 200, schema: InstanceRemovedSchema, description: 'The key of what was removed.' },
    errors: [404],
    handle: async ({ params }) => {
      const { id } = plugins.detail(`${params.id}:${params.label}`);
      await plugins.removeInstance(id);
      return { id };
    },
  }),
];

const demoRoutes = ({ demos }: PluginParts): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/plugins/{id}/demo-page',
    summary: 'Whether the demo page of a plugin exists, for the primary board, another board, or a device type',
    query: DemoPageQuerySchema,
    success: { status: 200, schema: DemoPageStatusSchema, description: 'Its id, when it exists.' },
    errors: [400, 404, 422],
    handle: ({ params, query }) => demos.status(params.id, query),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/plugins/{id}/demo-page',
    summary: 'Make the demo page of a plugin, or give it its first content again',
    query: DemoPageQuerySchema,
    success: { status: 201, schema: DemoPageAnswerSchema, description: 'The page.' },
    errors: [400, 404, 409, 422],
    handle: async ({ params, query }) => reply(201, await demos.make(params.id, query)),
  }),
];

// No plugin has a setting of this name, so both forms can be told apart.
const changeOf = (body: JsonObject): PluginChange => {
  const { config, confirm } = body;
  return isRecord(config) ? { config, confirm: confirm as PluginChange['confirm'] } : { config: body };
};
