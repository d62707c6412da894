import {
  CatalogSchema,
  FunctionsSchema,
  RenderAnswerSchema,
  RenderQuerySchema,
  RenderRequestSchema,
} from '../../schema/content/templates.ts';
import type { RenderService } from '../../service/templates/render.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'v1', access: 'credential', tag: 'templates' });

/** The vocabulary of templates, and what a template looks like. */
export const templateRoutes = (render: RenderService): Route[] => [
  route('GET /v1/variables', {
    summary: 'Everything that a template may say',
    success: ok(CatalogSchema, 'Variables by plugin, colours, symbols, filters and samples.'),
    errors: [503],
    handle: () => render.catalog(),
  }),
  route('GET /v1/functions', {
    summary: 'The functions of formulas',
    success: ok(FunctionsSchema, 'Functions by name.'),
    errors: [503],
    handle: () => render.functions(),
  }),
  route('POST /v1/render', {
    summary: 'Lay a template out without showing it',
    query: RenderQuerySchema,
    body: RenderRequestSchema,
    success: ok(RenderAnswerSchema, 'The lines as they would stand on the display.'),
    errors: [400, 404],
    handle: ({ query, body }) => render.render(body, query),
  }),
];
