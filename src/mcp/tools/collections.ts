import * as v from 'valibot';
import {
  CollectionCreateSchema,
  CollectionListSchema,
  CollectionSchema,
  CollectionUpdateSchema,
} from '../../schema/collections.ts';
import type { Collection } from '../../schema/collections.ts';
import { DeletedSchema } from '../../schema/schedules.ts';
import type { McpServices } from '../services.ts';
import { ADDS, READS, REPLACES, tool } from '../tool.ts';
import type { Tool } from '../tool.ts';
import { bullets } from '../wording.ts';
import { asIn } from './arguments.ts';

const COLLECTION_NOTE = 'Id of the collection, which begins with "collection:".';

const CONTENT_NOTES = {
  name: 'A name, 1 to 100 characters.',
  page_ids: 'Ids of the members in their order; each must exist, once.',
  selection_mode: 'time rotates, random draws, variable decides by rules.',
  time: 'With mode time: interval_seconds, 5 to 86400.',
  random: 'With mode random: interval_seconds, 5 to 86400.',
  variable:
    'With mode variable: rules, each an expression (a formula without braces) and the page_id of a ' +
    'member, the first that is true wins; default_page_id; poll_seconds, 2 to 600.',
} as const;

const nameCollection = ({ id, name, selection_mode, page_ids }: Collection): string =>
  `${name} (id ${id}): ${selection_mode}, pages ${page_ids.join(', ') || 'none'}`;

const savedTool = {
  lookUp: 'get_collection',
  output: CollectionSchema,
  format: (collection: Collection): string => `Saved: ${nameCollection(collection)}`,
} as const;

const readTools = ({ collections }: McpServices): Tool[] => [
  tool({
    name: 'list_collections',
    title: 'List the collections',
    description: 'Every collection: pages that take turns. Its id can stand wherever a page id can.',
    hints: READS,
    input: v.object({}),
    notes: {},
    output: CollectionListSchema,
    run: () => collections.list(),
    format: (list) => bullets(list.collections.map(nameCollection), 'There is no collection.'),
  }),
  tool({
    name: 'get_collection',
    title: 'Read a collection',
    description: 'One collection with its members and its rule for choosing among them.',
    hints: READS,
    input: v.object({ collection_id: v.string() }),
    notes: { collection_id: COLLECTION_NOTE },
    output: CollectionSchema,
    run: ({ collection_id }) => collections.get(collection_id),
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
    input: v.object(CollectionCreateSchema.entries),
    notes: CONTENT_NOTES,
    run: (collection) => services.collections.create(collection),
  }),
  tool({
    ...savedTool,
    name: 'update_collection',
    title: 'Change a collection',
    description: 'Changes the given fields of a collection.',
    hints: REPLACES,
    input: v.object({ collection_id: v.string(), ...CollectionUpdateSchema.entries }),
    notes: { ...asIn('create_collection', CONTENT_NOTES), collection_id: COLLECTION_NOTE },
    run: ({ collection_id, ...change }) => services.collections.update(collection_id, change),
  }),
  tool({
    name: 'delete_collection',
    title: 'Delete a collection',
    description: 'Deletes a collection for good; its pages stay. Pins and schedules keep an id that shows nothing.',
    hints: REPLACES,
    input: v.object({ collection_id: v.string() }),
    notes: { collection_id: COLLECTION_NOTE },
    output: DeletedSchema,
    run: ({ collection_id }) => services.collections.remove(collection_id),
    format: ({ id }) => `The collection ${id} was deleted.`,
  }),
];
