import type * as v from 'valibot';

/** Names of members and, as numbers, places in lists. */
export type Path = readonly (string | number)[];

/** The path to what is wrong by an issue. */
export const pathOf = ({ path }: v.BaseIssue<unknown>): Path =>
  path?.map(({ key }) => (typeof key === 'number' ? key : String(key))) ?? [];

/** A place in what is stored, as sentences name it: `boards, entry 2, name`. Entries of lists are counted from 1. */
export const placeOf = (path: Path): string => {
  const isEntry = (at: number): boolean => typeof path[at] === 'number';
  const wordOf = (part: string | number): string => (typeof part === 'number' ? `entry ${part + 1}` : part);
  const gapBefore = (at: number): string => (at === 0 ? '' : isEntry(at) || isEntry(at - 1) ? ', ' : '.');
  return path.map((part, at) => gapBefore(at) + wordOf(part)).join('');
};
