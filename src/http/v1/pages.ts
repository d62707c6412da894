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
import { reply } from '../reply.ts';
import { created, ok, route, type Route } from '../route.ts';
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
  const all = { surface, access, tag: 'pages', path: `${prefix}/pages` } as const;
  const one = { ...all, path: `${all.path}/${parameter('page_id')}` } as const;
  return [
    route({
      ...all,
      method: 'GET',
      summary: 'List the pages',
      success: ok(PageListSchema, 'Every page.'),
      errors: listErrors,
      handle: () => pages.list(),
    }),
    route({
      ...all,
      method: 'POST',
      summary: 'Make a page',
      body: bodies.create,
      success: created(PageSchema, 'The new page.'),
      errors: [400, 409, 422],
      handle: async ({ body }) => reply(201, await pages.create(body)),
    }),
    route({
      ...one,
      method: 'GET',
      summary: 'Read a page',
      success: ok(PageSchema, 'The page.'),
      errors: oneErrors,
      handle: ({ params }) => pages.get(onlyParameter(params)),
    }),
    route({
      ...one,
      method: 'PUT',
      summary: 'Change a page',
      body: bodies.update,
      success: ok(PageUpdateAnswerSchema, 'The page, and the uses that its new size no longer fits.'),
      errors: [400, 404, 409, 422],
      handle: ({ params, body }) => pages.update(onlyParameter(params), body),
    }),
    route({
      ...one,
      method: 'DELETE',
      summary: 'Delete a page',
      success: ok(PageDeleteAnswerSchema, 'What took its place.'),
      errors: oneErrors,
      handle: ({ params }) => pages.remove(onlyParameter(params)),
    }),
  ];
};
