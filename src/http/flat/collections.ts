import { UsesSchema, type Uses } from '../../schema/content/uses.ts';
import type { CollectionService } from '../../service/collections.ts';
import { ok, routesIn, type Route } from '../route.ts';
import { FLAT } from '../surface.ts';
import { collectionRoutes } from '../v1/collections.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'collections' });

/** The library of collections, as the web UI uses it; `usesOf` throws a Fault 404 for an unknown one. */
export const flatCollectionRoutes = (collections: CollectionService, usesOf: (id: string) => Uses): Route[] => [
  ...collectionRoutes(FLAT, collections),
  route('GET /collections/{id}/references', {
    summary: 'Everywhere a collection is used: pins, default pages, messages, rules, silence, triggers',
    success: ok(UsesSchema, 'The uses, boards first.'),
    errors: [404],
    handle: ({ params }) => usesOf(collections.get(params.id).id),
  }),
];
