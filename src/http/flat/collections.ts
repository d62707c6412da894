import { UsesSchema } from '../../schema/uses.ts';
import type { Uses } from '../../schema/uses.ts';
import type { CollectionService } from '../../service/collections.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';
import { FLAT } from '../surface.ts';
import { collectionRoutes } from '../v1/collections.ts';

const common = { surface: 'internal', access: 'session', tag: 'collections' } as const;

/** The library of collections, as the web UI uses it; `usesOf` throws a Fault 404 for an unknown one. */
export const flatCollectionRoutes = (collections: CollectionService, usesOf: (id: string) => Uses): Route[] => [
  ...collectionRoutes(FLAT, collections),
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
