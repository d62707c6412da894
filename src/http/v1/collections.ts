import {
  CollectionCreateSchema,
  CollectionListSchema,
  CollectionSchema,
  CollectionUpdateSchema,
  FlatCollectionCreateSchema,
  FlatCollectionListSchema,
  FlatCollectionSchema,
  FlatCollectionUpdateSchema,
} from '../../schema/content/collections.ts';
import { DeletedSchema } from '../../schema/content/schedules.ts';
import { flatCollection, versioned, type CollectionService } from '../../service/collections.ts';
import { created, ok, routesIn, type Route } from '../route.ts';
import { onlyParameter, type Offer } from '../surface.ts';

const FLAT_FORMS = {
  one: FlatCollectionSchema,
  list: FlatCollectionListSchema,
  create: FlatCollectionCreateSchema,
  update: FlatCollectionUpdateSchema,
  view: flatCollection,
} as const;
const V1_FORMS = {
  one: CollectionSchema,
  list: CollectionListSchema,
  create: CollectionCreateSchema,
  update: CollectionUpdateSchema,
  view: versioned,
} as const;

/**
 * The library of collections, on the surface of `offer`; members with settings of their own are on the flat one alone.
 */
export const collectionRoutes = (offer: Offer, collections: CollectionService): Route[] => {
  const { surface, access, prefix, parameter, listErrors, oneErrors } = offer;
  // What v1 knows is a part of what the flat surface knows.
  const form = (surface === 'internal' ? FLAT_FORMS : V1_FORMS) as typeof FLAT_FORMS;
  const route = routesIn({ surface, access, tag: 'collections' });
  const all = `${prefix}/collections` as const;
  const one = `${all}/${parameter('collection_id')}` as const;
  return [
    route(`GET ${all}`, {
      summary: 'List the collections',
      success: ok(form.list, 'Every collection.'),
      errors: listErrors,
      handle: () => {
        const { collections: found, total } = collections.list();
        return { collections: found.map(form.view), total };
      },
    }),
    route(`POST ${all}`, {
      summary: 'Make a collection',
      body: form.create,
      success: created(form.one, 'The new collection.'),
      errors: [400, 409],
      handle: async ({ body }) => form.view(await collections.create(body)),
    }),
    route(`GET ${one}`, {
      summary: 'Read a collection',
      success: ok(form.one, 'The collection.'),
      errors: oneErrors,
      handle: ({ params }) => form.view(collections.get(onlyParameter(params))),
    }),
    route(`PUT ${one}`, {
      summary: 'Change a collection',
      body: form.update,
      success: ok(form.one, 'The collection.'),
      errors: [400, 404, 409],
      handle: async ({ params, body }) => form.view(await collections.update(onlyParameter(params), body)),
    }),
    route(`DELETE ${one}`, {
      summary: 'Delete a collection; its pages stay',
      success: ok(DeletedSchema, 'The id of what was deleted.'),
      errors: oneErrors,
      handle: ({ params }) => collections.remove(onlyParameter(params)),
    }),
  ];
};
