import * as v from 'valibot';

/** A board; the main one unless one is named. */
export const BoardArgument = v.optional(v.pipe(v.string(), v.description('Id; else the main one.')), 'primary');

/** Whether a picture is shown beside the text. */
export const PictureArgument = v.optional(v.pipe(v.boolean(), v.description('Adds a PNG.')));

/** How wide the picture is, in pixels: enough to read every flap. */
export const PICTURE_SIZE = { width: 800 } as const;

/** Notes of arguments that another tool explains. */
export const asIn = (tool: string, notes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.keys(notes).map((name) => [name, `See ${tool}.`]));
