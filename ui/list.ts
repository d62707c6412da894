/** A list with another member at a place. */
export const replacedAt = <T>(list: readonly T[], at: number, member: T): T[] =>
  list.map((one, place) => (place === at ? member : one));

/** A list whose member at a place has some of its own members changed. */
export const changedAt = <T extends object>(list: readonly T[], at: number, change: Partial<T>): T[] =>
  list.map((one, place) => (place === at ? { ...one, ...change } : one));

/** A list without its member at a place. */
export const withoutAt = <T>(list: readonly T[], at: number): T[] => list.filter((_, place) => place !== at);

/** A list with one of its members at another place. */
export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const rest = withoutAt(list, from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
};
