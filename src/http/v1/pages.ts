import {
  PageCreateSchema,
  PageDeleteAnswerSchema,
  PageListSchema,
  PageSchema,
  PageUpdateAnswerSchema,
  PageUpdateSchema,
  type FlatPageCreateSchema,
  type FlatPageUpdateSchema,
} from '../../schema/content/pages.ts';
import type { PageService } from '../../service/pages/pages.ts';
import { created, ok, routesIn, type Route } from '../route.ts';
import { onlyParameter, type Offer } from '../surface.ts';

/** The bodies with which pages are made and changed. */
export interface PageBodies {
  readonly create: typeof PageCreateSchema | typeof FlatPageCreateSchema;
  readonly update: typeof PageUpdateSchema | typeof FlatPageUpdateSchema;
}

const VERSIONED_BODIES: PageBodies = { create: PageCreateSchema, update: PageUpdateSchema };

/** The library of pages, on the surface of `offer`. */
export const pageRoutes = (offer: Offer, pages: PageService, bodies: PageBodies = VERSIONED_BODIES): Route[] => {
  const { surface, access, prefix, parameter, listErrors, oneErrors } = offer;
  const route = routesIn({ surface, access, tag: 'pages' });
  const all = `${prefix}/pages` as const;
  const one = `${all}/${parameter('page_id')}` as const;
  return [
    route(`GET ${all}`, {
      summary: 'List the pages',
      success: ok(PageListSchema, 'Every page.'),
      errors: listErrors,
      handle: () => pages.list(),
    }),
    route(`POST ${all}`, {
      summary: 'Make a page',
      body: bodies.create,
      success: created(PageSchema, 'The new page.'),
      errors: [400, 409],
      handle: ({ body }) => pages.create(body),
    }),
    route(`GET ${one}`, {
      summary: 'Read a page',
      success: ok(PageSchema, 'The page.'),
      errors: oneErrors,
      handle: ({ params }) => pages.get(onlyParameter(params)),
    }),
    route(`PUT ${one}`, {
      summary: 'Change a page',
      body: bodies.update,
      success: ok(PageUpdateAnswerSchema, 'The page, and the uses that its new size no longer fits.'),
      errors: [400, 404, 409],
      handle: ({ params, body }) => pages.update(onlyParameter(params), body),
    }),
    route(`DELETE ${one}`, {
      summary: 'Delete a page',
      success: ok(PageDeleteAnswerSchema, 'What took its place.'),
      errors: oneErrors,
      handle: ({ params }) => pages.remove(onlyParameter(params)),
    }),
  ];
};
