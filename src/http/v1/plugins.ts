import * as v from 'valibot';
import type { Geometry } from '../../core/flaps/geometry.ts';
import type { PluginHost } from '../../plugins/host.ts';
import {
  ConsentErrorSchema,
  PluginChangeSchema,
  PluginDataSchema,
  PluginDetailSchema,
  PluginListSchema,
  PluginReceiveAnswerSchema,
  type PluginList,
} from '../../schema/plugins/plugins.ts';
import { ok, routesIn, type Route, type RouteRequest } from '../route.ts';

const route = routesIn({ surface: 'v1', access: 'credential', tag: 'plugins' });

/** Hands a posted body to a plugin, as both surfaces do. */
export const takePush = async (
  plugins: PluginHost,
  key: string,
  { body, headers, rawBody }: Pick<RouteRequest, 'body' | 'headers' | 'rawBody'>,
): Promise<{ status: string; plugin_id: string }> => {
  const names = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ]);
  const plugin_id = await plugins.receive(key, {
    payload: body,
    headers: Object.fromEntries(names),
    rawBody: rawBody.toString('utf8'),
  });
  return { status: 'ok', plugin_id };
};

/** Every installed plugin, counted. */
export const listPlugins = (plugins: PluginHost): PluginList => {
  const list = plugins.installation.list();
  return { plugins: list, total: list.length, enabled_count: list.filter((plugin) => plugin.enabled).length };
};

/**
 * Plugins: what there is, how it is set, what it reports for displays of the size `geometry` tells, and what is pushed
 * to it.
 */
export const pluginRoutes = (plugins: PluginHost, geometry: () => Geometry): Route[] => [
  route('GET /v1/plugins', {
    summary: 'List the plugins',
    success: ok(PluginListSchema, 'Every installed plugin.'),
    errors: [503],
    handle: () => listPlugins(plugins),
  }),
  route('GET /v1/plugins/{plugin_id}', {
    summary: 'Read a plugin and its settings, secrets masked',
    success: ok(PluginDetailSchema, 'The plugin.'),
    errors: [404, 422, 503],
    handle: ({ params }) => plugins.installation.detail(params.plugin_id),
  }),
  route('PATCH /v1/plugins/{plugin_id}', {
    summary: 'Change the settings of a plugin, switch it on or off',
    body: PluginChangeSchema,
    success: ok(PluginDetailSchema, 'The plugin.'),
    errors: [400, 404, 409, 503],
    errorBodies: { 409: ConsentErrorSchema },
    handle: ({ params, body }) => plugins.installation.update(params.plugin_id, body),
  }),
  route('GET /v1/plugins/{plugin_id}/data', {
    summary: 'What a plugin reports now',
    success: ok(PluginDataSchema, 'Its data, or why there is none.'),
    errors: [400, 404, 422, 503],
    handle: ({ params }) => plugins.data(params.plugin_id, geometry()),
  }),
  route('POST /v1/plugins/{plugin_id}/receive', {
    summary: 'Push data to a plugin',
    body: v.unknown(),
    rawBody: true,
    success: ok(PluginReceiveAnswerSchema, 'The body was taken.'),
    errors: [400, 403, 404, 405, 503],
    handle: (request) => takePush(plugins, request.params.plugin_id, request),
  }),
];
