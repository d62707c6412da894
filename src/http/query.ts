import * as v from 'valibot';

const TRUE = ['true', '1', 'yes', 'on'];
const FALSE = ['false', '0', 'no', 'off'];

const toInteger = (text: string): number | string => (/^-?\d+$/.test(text) ? Number(text) : text);

const toFlag = (text: string): boolean | string => {
  const word = text.toLowerCase();
  return TRUE.includes(word) ? true : FALSE.includes(word) ? false : text;
};

/** An integer within inclusive bounds in a query string. */
export const queryInteger = (min: number, max: number) =>
  v.pipe(v.string(), v.transform(toInteger), v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** A yes or no in a query string, in the words of the environment variables. */
export const queryFlag = () => v.pipe(v.string(), v.transform(toFlag), v.boolean());

/** A query that may name a board. */
export const BoardQuery = v.object({ board_id: v.optional(v.string()) });

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
