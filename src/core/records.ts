const indexes = new WeakMap<readonly object[], ReadonlyMap<string, object>>();

/**
 * The records of a list by their ids; the same map for the same list, which must not be changed afterwards. What is
 * done for each of many records must not look through all of them.
 */
export const recordsById = <T extends { readonly id: string }>(list: readonly T[]): ReadonlyMap<string, T> => {
  let index = indexes.get(list) as ReadonlyMap<string, T> | undefined;
  if (!index) indexes.set(list, (index = new Map(list.map((record) => [record.id, record]))));
  return index;
};
