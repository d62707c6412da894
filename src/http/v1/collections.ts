import {
  CollectionCreateSchema,
  CollectionListSchema,
  CollectionSchema,
  CollectionUpdateSchema,
} from '../../schema/collections.ts';
import { DeletedSchema } from '../../schema/schedules.ts';
import type { CollectionService } from '../../service/collections.ts';
import { reply } from '../reply.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'v1', access: 'credential', tag: 'collections' } as const;

/** The library of collections. */
export const collectionRoutes = (collections: CollectionService): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/v1/collections',
    summary: 'List the collections',
    success: { status: 200, schema: CollectionListSchema, description: 'Every collection.' },
    errors: [503],
    handle: () => collections.list(),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/v1/collections',
    summary: 'Make a collection',
    body: CollectionCreateSchema,
    success: { status: 201, schema: CollectionSchema, description: 'The new collection.' },
    errors: [400, 409, 422],
    handle: async ({ body }) => reply(201, await collections.create(body)),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/v1/collections/{collection_id}',
    summary: 'Read a collection',
    success: { status: 200, schema: CollectionSchema, description: 'The collection.' },
    errors: [404, 422],
    handle: ({ params }) => collections.get(params.collection_id),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/v1/collections/{collection_id}',
    summary: 'Change a collection',
    body: CollectionUpdateSchema,
    success: { status: 200, schema: CollectionSchema, description: 'The collection.' },
    errors: [400, 404, 409, 422],
    handle: ({ params, body }) => collections.update(params.collection_id, body),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/v1/collections/{collection_id}',
    summary: 'Delete a collection; its pages stay',
    success: { status: 200, schema: DeletedSchema, description: 'The id of what was deleted.' },
    errors: [404, 422],
    handle: ({ params }) => collections.remove(params.collection_id),
  }),
];
