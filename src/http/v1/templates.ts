import {
  CatalogSchema,
  FunctionsSchema,
  RenderAnswerSchema,
  RenderQuerySchema,
  RenderRequestSchema,
} from '../../schema/templates.ts';
import type { RenderService } from '../../service/templates/render.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'v1', access: 'credential', tag: 'templates' } as const;

/** The vocabulary of templates, and what a template looks like. */
export const templateRoutes = (render: RenderService): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/v1/variables',
    summary: 'Everything that a template may say',
    success: {
      status: 200,
      schema: CatalogSchema,
      description: 'Variables by plugin, colours, symbols, filters and samples.',
    },
    errors: [503],
    handle: () => render.catalog(),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/v1/functions',
    summary: 'The functions of formulas',
    success: { status: 200, schema: FunctionsSchema, description: 'Functions by name.' },
    errors: [503],
    handle: () => render.functions(),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/v1/render',
    summary: 'Lay a template out without showing it',
    query: RenderQuerySchema,
    body: RenderRequestSchema,
    success: { status: 200, schema: RenderAnswerSchema, description: 'The lines as they would stand on the display.' },
    errors: [400, 404, 422],
    handle: ({ query, body }) => render.render(body, query),
  }),
];
