import * as v from 'valibot';
import { readSwitch } from '../core/switch-word.ts';

/** A yes or no in a query string, in the words of the environment variables. */
export const queryFlag = () =>
  v.pipe(
    v.string(),
    v.transform((text) => readSwitch(text) ?? text),
    v.boolean(),
  );

/** A query that may name a board. */
export const BoardQuery = v.object({ board_id: v.optional(v.string()) });

interface NamesBoard {
  readonly board_id?: string | null | undefined;
}

/** The board that a request names, in its query before its body; null for none. */
export const namedBoard = (query: NamesBoard, body?: NamesBoard): string | null =>
  query.board_id || body?.board_id || null;

/** The same, or the primary one. */
export const boardIn = (query: NamesBoard, body?: NamesBoard): string => namedBoard(query, body) ?? 'primary';

/**
 * The members of a query string; a key that stands several times has a list, which no form of a single value accepts.
 */
export const parseQuery = (search: string): Record<string, string | string[]> => {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [key, value] of new URLSearchParams(search)) {
    const earlier = query[key];
    query[key] = earlier === undefined ? value : [earlier, value].flat();
  }
  return query;
};
