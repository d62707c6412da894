import {
  CollectionCreateSchema,
  CollectionListSchema,
  CollectionSchema,
  CollectionUpdateSchema,
} from '../../schema/collections.ts';
import { UsesSchema } from '../../schema/uses.ts';
import type { Uses } from '../../schema/uses.ts';
import { DeletedSchema } from '../../schema/schedules.ts';
import type { CollectionService } from '../../service/collections.ts';
import { reply } from '../reply.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'internal', access: 'session', tag: 'collections' } as const;

/** The library of collections, as the web UI uses it; `usesOf` throws a Fault 404 for an unknown one. */
export const flatCollectionRoutes = (collections: CollectionService, usesOf: (id: string) => Uses): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/collections',
    summary: 'List the collections',
    success: { status: 200, schema: CollectionListSchema, description: 'Every collection.' },
    errors: [],
    handle: () => collections.list(),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/collections',
    summary: 'Make a collection',
    body: CollectionCreateSchema,
    success: { status: 201, schema: CollectionSchema, description: 'The new collection.' },
    errors: [400, 409, 422],
    handle: async ({ body }) => reply(201, await collections.create(body)),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/collections/{id}',
    summary: 'Read a collection',
    success: { status: 200, schema: CollectionSchema, description: 'The collection.' },
    errors: [404],
    handle: ({ params }) => collections.get(params.id),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/collections/{id}',
    summary: 'Change a collection',
    body: CollectionUpdateSchema,
    success: { status: 200, schema: CollectionSchema, description: 'The collection.' },
    errors: [400, 404, 409, 422],
    handle: ({ params, body }) => collections.update(params.id, body),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/collections/{id}',
    summary: 'Delete a collection; its pages stay',
    success: { status: 200, schema: DeletedSchema, description: 'The id of what was deleted.' },
    errors: [404],
    handle: ({ params }) => collections.remove(params.id),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/collections/{id}/references',
    summary: 'Everywhere a collection is used: pins, default pages, messages, rules, silence, triggers',
    success: { status: 200, schema: UsesSchema, description: 'The uses, boards first.' },
    errors: [404],
    handle: ({ params }) => usesOf(collections.get(params.id).id),
  }),
];
