import * as v from 'valibot';
import { BoardInstanceWriteSchema } from '../schema/boards/boards.ts';
import { FlatCollectionCreateSchema } from '../schema/content/collections.ts';
import { InboxBoundsSchema } from '../schema/plugins/inboxes.ts';
import { MOST_COLS, MOST_MESSAGES, MOST_ROWS } from '../schema/limits.ts';
import { StoredFavouriteSchema } from '../schema/content/favourites.ts';
import { FlatPageCreateSchema, TemplateLinesSchema, LineMetadataListSchema } from '../schema/content/pages.ts';
import type { State } from '../schema/state.ts';

const GridSchema = v.pipe(v.array(v.pipe(v.array(v.unknown()), v.maxLength(MOST_COLS))), v.maxLength(MOST_ROWS));
const ContentSchema = v.variant('kind', [
  v.object({ kind: v.literal('grid'), characters: GridSchema }),
  v.object({ kind: v.literal('page') }),
  v.object({
    kind: v.literal('template'),
    template: TemplateLinesSchema,
    line_metadata: v.nullable(LineMetadataListSchema),
  }),
]);
const ProgrammeSchema = v.object({
  messages: v.pipe(v.array(v.object({ content: ContentSchema })), v.maxLength(MOST_MESSAGES)),
});

const findIn = (member: string, schema: v.GenericSchema, records: readonly unknown[]): string | null => {
  for (const [at, record] of records.entries()) {
    const [issue] = v.safeParse(schema, record, { abortEarly: true }).issues ?? [];
    if (issue) return [member, at, v.getDotPath(issue)].filter((part) => part !== null).join('.');
  }
  return null;
};

/**
 * The first place of a state from outside that could not have been written here, as its lists and texts are too long;
 * null when there is none.
 */
export const findUnbounded = ({ boards, pages, collections, favourites, programmes, settings }: State): string | null =>
  findIn('boards', BoardInstanceWriteSchema, boards) ??
  findIn('pages', FlatPageCreateSchema, pages) ??
  findIn('collections', FlatCollectionCreateSchema, collections) ??
  findIn('favourites', StoredFavouriteSchema, favourites) ??
  findIn('programmes', ProgrammeSchema, Object.values(programmes)) ??
  findIn('settings', InboxBoundsSchema, [settings]);
