import type { SourceVariables } from '../../schema/plugins/plugins.ts';
import {
  FunctionsSchema,
  LiveCatalogSchema,
  RenderAnswerSchema,
  RenderQuerySchema,
  RenderRequestSchema,
  TemplateCheckRequestSchema,
  TemplateCheckSchema,
} from '../../schema/content/templates.ts';
import type { RenderService } from '../../service/templates/render.ts';
import type { TemplateCheckService } from '../../service/templates/checks.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'templates' });

/** What the template routes work with. */
export interface TemplateParts {
  readonly render: RenderService;
  readonly checks: TemplateCheckService;
  /** The enabled sources and what they are worth now. */
  readonly sources: () => readonly SourceVariables[];
}

/** The vocabulary of templates, as an editor uses it. */
export const flatTemplateRoutes = ({ render, checks, sources }: TemplateParts): Route[] => [
  route('POST /templates/render', {
    summary: 'Lay a template out for a board, a device type or a flagship, without showing it',
    query: RenderQuerySchema,
    body: RenderRequestSchema,
    success: ok(RenderAnswerSchema, 'The lines as they would stand on the display.'),
    errors: [400, 404],
    handle: ({ query, body }) => render.render(body, query),
  }),
  route('POST /templates/validate', {
    summary:
      'What is wrong with a template, by line and column from 1; for a board, a device type in query or ' +
      'body, or a flagship',
    query: RenderQuerySchema,
    body: TemplateCheckRequestSchema,
    success: ok(TemplateCheckSchema, 'The problems; valid means without errors.'),
    errors: [400, 404],
    handle: ({ query, body }) => checks.check(body, query),
  }),
  route('GET /templates/variables', {
    summary: 'Everything that a template may say, and what each variable is worth now',
    success: ok(LiveCatalogSchema, 'The catalog, and values by source; null for what has none.'),
    handle: () => ({
      ...render.catalog(),
      values: Object.fromEntries(sources().map(({ plugin_id, values }) => [plugin_id, values])),
    }),
  }),
  route('GET /templates/formula-functions', {
    summary: 'The functions of formulas',
    success: ok(FunctionsSchema, 'Functions by name.'),
    handle: () => render.functions(),
  }),
];
