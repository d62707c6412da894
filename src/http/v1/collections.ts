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
import { onlyParameter } from '../surface.ts';
import type { Offer } from '../surface.ts';

/** The library of collections, on the surface of `offer`. */
export const collectionRoutes = (offer: Offer, collections: CollectionService): Route[] => {
  const { surface, access, prefix, parameter, listErrors, oneErrors } = offer;
  const all = { surface, access, tag: 'collections', path: `${prefix}/collections` } as const;
  const one = { ...all, path: `${all.path}/${parameter('collection_id')}` } as const;
  return [
    route({
      ...all,
      method: 'GET',
      summary: 'List the collections',
      success: { status: 200, schema: CollectionListSchema, description: 'Every collection.' },
      errors: listErrors,
      handle: () => collections.list(),
    }),
    route({
      ...all,
      method: 'POST',
      summary: 'Make a collection',
      body: CollectionCreateSchema,
      success: { status: 201, schema: CollectionSchema, description: 'The new collection.' },
      errors: [400, 409, 422],
      handle: async ({ body }) => reply(201, await collections.create(body)),
    }),
    route({
      ...one,
      method: 'GET',
      summary: 'Read a collection',
      success: { status: 200, schema: CollectionSchema, description: 'The collection.' },
      errors: oneErrors,
      handle: ({ params }) => collections.get(onlyParameter(params)),
    }),
    route({
      ...one,
      method: 'PUT',
      summary: 'Change a collection',
      body: CollectionUpdateSchema,
      success: { status: 200, schema: CollectionSchema, description: 'The collection.' },
      errors: [400, 404, 409, 422],
      handle: ({ params, body }) => collections.update(onlyParameter(params), body),
    }),
    route({
      ...one,
      method: 'DELETE',
      summary: 'Delete a collection; its pages stay',
      success: { status: 200, schema: DeletedSchema, description: 'The id of what was deleted.' },
      errors: oneErrors,
      handle: ({ params }) => collections.remove(onlyParameter(params)),
    }),
  ];
};
