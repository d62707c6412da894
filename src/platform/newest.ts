/** Puts an entry last into a map, which loses its oldest one where it then has more than `most`. */
export const putNewest = <K, T>(map: Map<K, T>, key: K, value: T, most: number): void => {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
};
