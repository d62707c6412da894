import type { Geometry } from '../../core/flaps/geometry.ts';
import type { PluginHost } from '../../plugins/host.ts';
import {
  DisplayListSchema,
  DisplayRawSchema,
  DisplaySchema,
  RawBatchRequestSchema,
  RawBatchSchema,
} from '../../schema/content/displays.ts';
import type { PreviewService } from '../../service/pages/previews.ts';
import { counted, ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'displays' });

/** What the enabled sources report, as text and raw; `geometry` is the size of the primary board. */
export const displayRoutes = (plugins: PluginHost, previews: PreviewService, geometry: () => Geometry): Route[] => [
  route('GET /displays', {
    summary: 'The enabled sources, and whether they have anything to show',
    success: ok(DisplayListSchema, 'The sources.'),
    handle: () =>
      counted(
        'displays',
        plugins.installation.enabledKeys().map((key) => ({
          display_type: key,
          name: plugins.installation.detail(key).name,
          available: plugins.report.vocabulary(key, geometry()).available,
        })),
      ),
  }),
  route('GET /displays/{display_type}', {
    summary: 'What a source fills the primary board with',
    success: ok(DisplaySchema, 'Its lines, or why there are none.'),
    errors: [404],
    handle: async ({ params }) => {
      const { plugin_id, available, text, lines, error } = await plugins.data(params.display_type, geometry());
      return { display_type: plugin_id, available, message: text, lines, line_count: lines.length, error };
    },
  }),
  route('GET /displays/{display_type}/raw', {
    summary: 'What a source reports',
    success: ok(DisplayRawSchema, 'Its data, or why there is none.'),
    errors: [404],
    handle: async ({ params }) => {
      const { plugin_id, data, available, error } = await plugins.data(params.display_type, geometry());
      return { display_type: plugin_id, data, available, error };
    },
  }),
  route('POST /displays/raw/batch', {
    summary: 'What several sources report; one that fails does not spoil the others',
    body: RawBatchRequestSchema,
    success: ok(RawBatchSchema, 'The data by source.'),
    errors: [400],
    handle: ({ body }) => previews.rawBatch(body.display_types, body.enabled_only ?? false),
  }),
];
