import * as v from 'valibot';

/** A board; the main one unless one is named. */
export const BoardArgument = v.optional(v.string(), 'primary');

/** What the argument of a board means. */
export const BOARD_NOTE = 'Id of a board; the main one when left out.';

/** Notes of arguments that another tool explains. */
export const asIn = (tool: string, notes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.keys(notes).map((name) => [name, `See ${tool}.`]));
