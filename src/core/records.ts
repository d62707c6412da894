import { oncePer } from './memo.ts';

const indexOf = oncePer(
  (list: readonly { readonly id: string }[]): ReadonlyMap<string, unknown> =>
    new Map(list.map((record) => [record.id, record])),
);

/**
 * The records of a list by their ids; the same map for the same list, which must not be changed afterwards. What is
 * done for each of many records must not look through all of them.
 */
export const recordsById = <T extends { readonly id: string }>(list: readonly T[]): ReadonlyMap<string, T> =>
  indexOf(list) as ReadonlyMap<string, T>;

/** The members of a list by their keys, in their order. */
export const groupBy = <T, K>(list: Iterable<T>, keyOf: (one: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
};
