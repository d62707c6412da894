import { randomUUID } from 'node:crypto';
import { Fault } from '../../fault.ts';
import { fits, geometryOf, type Geometry } from '../../core/flaps/geometry.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { Collection } from '../../schema/content/collections.ts';
import type { Page } from '../../schema/content/pages.ts';
import type { State } from '../../schema/state.ts';
import { recordsById } from '../../core/records.ts';
import { requireFound } from '../lookup.ts';

/** The page of an id; 404 when there is none. */
export const pageOf = (state: State, id: string): Page => requireFound(recordsById(state.pages).get(id), 'page', id);

/** The collection of an id; 404 when there is none. */
export const collectionOf = (state: State, id: string): Collection =>
  requireFound(recordsById(state.collections).get(id), 'collection', id);

/** What an id of a page or collection stands for: 404 when it stands for nothing. */
export const showableOf = (state: State, id: string): { page: Page } | { collection: Collection } => {
  const collection = recordsById(state.collections).get(id);
  if (collection) return { collection };
  return { page: requireFound(recordsById(state.pages).get(id), 'page or collection', id) };
};

/** The members of a collection that exist. */
export const membersOf = (state: State, collection: Collection): Page[] =>
  collection.page_ids.flatMap((id) => recordsById(state.pages).get(id) ?? []);

/**
 * Sees to it that a page or collection can be shown on a board: 404 unknown, 400 when its size, or that of every
 * member, is another. Returns a warning for each member of a collection that does not fit.
 */
export const requireFit = (state: State, id: string, board: StoredBoard): string[] => {
  const display = geometryOf(board);
  const found = showableOf(state, id);
  if ('page' in found) {
    if (!fits(geometryOf(found.page), display))
      throw new Fault(
        400,
        `The page "${found.page.name}" is ${sizeText(geometryOf(found.page))}, the board "${board.name}" ` +
          `is ${sizeText(display)}.`,
      );
    return [];
  }
  const members = membersOf(state, found.collection);
  const misfits = members.filter((page) => !fits(geometryOf(page), display));
  if (misfits.length === members.length)
    throw new Fault(
      400,
      `No page of the collection "${found.collection.name}" has the size of the board "${board.name}", ` +
        `${sizeText(display)}.`,
    );
  return misfits.map(
    (page) =>
      `The page "${page.name}" (${sizeText(geometryOf(page))}) of the collection does not fit the board ` +
      `"${board.name}" (${sizeText(display)}) and is passed over.`,
  );
};

/** Why a page or collection cannot be shown on a board, as `requireFit` refuses it; null when it can. */
export const misfitOf = (state: State, id: string, board: StoredBoard): Fault | null => {
  try {
    requireFit(state, id, board);
    return null;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
};

/** What was drawn of a page; 503 with the reason when it could not be. */
export const requireDrawn = <T extends object>(page: Page, drawn: T): Exclude<T, { readonly error: string }> => {
  if ('error' in drawn) throw new Fault(503, `The page "${page.name}" cannot be drawn: ${String(drawn.error)}`);
  return drawn as Exclude<T, { readonly error: string }>;
};

/** A size as a person reads it: `6 rows x 22 columns`. */
export const sizeText = ({ rows, cols }: Pick<Geometry, 'rows' | 'cols'>): string => `${rows} rows x ${cols} columns`;

/** A new id for a collection; the prefix tells it from a page's wherever either may stand. */
export const newCollectionId = (): string => `collection:${randomUUID()}`;
