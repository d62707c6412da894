import * as v from 'valibot';
import { RULE_SECONDS } from '../../schema/limits.ts';
import {
  FlatCollectionCreateSchema,
  FlatCollectionListSchema,
  FlatCollectionSchema,
  FlatCollectionUpdateSchema,
  type Collection,
} from '../../schema/content/collections.ts';
import { DeletedSchema } from '../../schema/content/schedules.ts';
import { flatCollection } from '../../service/collections.ts';
import type { McpServices } from '../services.ts';
import { ADDS, READS, REPLACES, tool, type Tool } from '../tool.ts';
import { bullets } from '../wording.ts';
import { asIn } from './arguments.ts';

const CollectionArgument = v.pipe(v.string(), v.description('Id of the collection, as "collection:…".'));

const CONTENT_NOTES = {
  name: 'Its name.',
  page_ids: 'Ids of the members in their order; each must exist, once.',
  members:
    'Instead of page_ids: each a page_id, and what it has of its own: seconds, days, from and to (HH:MM), condition.',
  rotation: "own shows each member for its own time, else the page's duration_seconds; interval all alike.",
  skip_empty: 'Whether a page is skipped that has nothing to say; true unless told otherwise.',
  fallback_page_id: 'Shown while all are skipped.',
  selection_mode: 'time rotates, random draws, variable decides by rules.',
  time: 'With mode time.',
  random: 'With mode random.',
  variable:
    'With mode variable: rules, each an expression (a formula without braces) and the page_id of a ' +
    `member, the first that is true wins; default_page_id; poll_seconds, ${RULE_SECONDS.join(' to ')}.`,
} as const;

const nameCollection = ({ id, name, selection_mode, page_ids }: Collection): string =>
  `${name} (id ${id}): ${selection_mode}, pages ${page_ids.join(', ') || 'none'}`;

const savedTool = {
  output: FlatCollectionSchema,
  format: (collection: Collection): string => `Saved: ${nameCollection(collection)}`,
} as const;

const readTools = ({ collections }: McpServices): Tool[] => [
  tool({
    name: 'list_collections',
    title: 'List the collections',
    description: 'Every collection: pages that take turns. Its id can stand wherever a page id can.',
    hints: READS,
    input: v.object({}),
    output: FlatCollectionListSchema,
    run: () => ({ ...collections.list(), collections: collections.list().collections.map(flatCollection) }),
    format: (list) => bullets(list.collections.map(nameCollection), 'There is no collection.'),
  }),
  tool({
    name: 'get_collection',
    title: 'Read a collection',
    description: 'One collection with its members and its rule for choosing among them.',
    hints: READS,
    input: v.object({ collection_id: CollectionArgument }),
    output: FlatCollectionSchema,
    run: ({ collection_id }) => flatCollection(collections.get(collection_id)),
  }),
];

/** The library of collections. */
export const collectionTools = (services: McpServices): Tool[] => [
  ...readTools(services),
  tool({
    ...savedTool,
    name: 'create_collection',
    title: 'Make a collection',
    description: 'Saves a set of pages that take turns, by time, by chance, or by rules over live variables.',
    hints: ADDS,
    input: v.object(FlatCollectionCreateSchema.entries),
    notes: CONTENT_NOTES,
    run: async (collection) => flatCollection(await services.collections.create(collection)),
  }),
  tool({
    ...savedTool,
    name: 'update_collection',
    title: 'Change a collection',
    description: 'Changes the given fields of a collection.',
    hints: REPLACES,
    input: v.object({ collection_id: CollectionArgument, ...FlatCollectionUpdateSchema.entries }),
    notes: asIn('create_collection', CONTENT_NOTES),
    run: async ({ collection_id, ...change }) =>
      flatCollection(await services.collections.update(collection_id, change)),
  }),
  tool({
    name: 'delete_collection',
    title: 'Delete a collection',
    description: 'Deletes a collection for good; its pages stay. Pins and schedules keep an id that shows nothing.',
    hints: REPLACES,
    input: v.object({ collection_id: CollectionArgument }),
    output: DeletedSchema,
    run: ({ collection_id }) => services.collections.remove(collection_id),
    format: ({ id }) => `The collection ${id} was deleted.`,
  }),
];
