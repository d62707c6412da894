import {
  PageCreateSchema,
  PageDeleteAnswerSchema,
  PageListSchema,
  PageSchema,
  PageUpdateAnswerSchema,
  PageUpdateSchema,
} from '../../schema/pages.ts';
import type { PageService } from '../../service/pages/pages.ts';
import { reply } from '../reply.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'v1', access: 'credential', tag: 'pages' } as const;

/** The library of pages. */
export const pageRoutes = (pages: PageService): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/v1/pages',
    summary: 'List the pages',
    success: { status: 200, schema: PageListSchema, description: 'Every page.' },
    errors: [503],
    handle: () => pages.list(),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/v1/pages',
    summary: 'Make a page',
    body: PageCreateSchema,
    success: { status: 201, schema: PageSchema, description: 'The new page.' },
    errors: [400, 409, 422],
    handle: async ({ body }) => reply(201, await pages.create(body)),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/v1/pages/{page_id}',
    summary: 'Read a page',
    success: { status: 200, schema: PageSchema, description: 'The page.' },
    errors: [404, 422],
    handle: ({ params }) => pages.get(params.page_id),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/v1/pages/{page_id}',
    summary: 'Change a page',
    body: PageUpdateSchema,
    success: {
      status: 200,
      schema: PageUpdateAnswerSchema,
      description: 'The page, and the uses that its new size no longer fits.',
    },
    errors: [400, 404, 409, 422],
    handle: ({ params, body }) => pages.update(params.page_id, body),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/v1/pages/{page_id}',
    summary: 'Delete a page',
    success: { status: 200, schema: PageDeleteAnswerSchema, description: 'What took its place.' },
    errors: [404, 422],
    handle: ({ params }) => pages.remove(params.page_id),
  }),
];
