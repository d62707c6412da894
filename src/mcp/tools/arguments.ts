import * as v from 'valibot';

/** A board; the main one unless one is named. */
export const BoardArgument = v.optional(v.string(), 'primary');

/** What the argument of a board means. */
export const BOARD_NOTE = 'Id of a board, or "primary" for the main one, which is taken when left out.';
