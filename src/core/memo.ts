/** Something that is made at its first use. */
export interface Late<T> {
  /** Makes it when it is not there yet. */
  get(): T;
  /** It, when somebody has used it. */
  readonly made: T | null;
}

/** Makes a value when it is first asked for; who only has to tell it something need not make it. */
export const late = <T>(make: () => T): Late<T> => {
  let made: { readonly value: T } | null = null;
  return {
    get: () => (made ??= { value: make() }).value,
    get made() {
      return made && made.value;
    },
  };
};

/**
 * A function that makes its value once for each object, and answers the same as long as the object lives, which must
 * not be changed meanwhile.
 */
export const oncePer = <K extends object, V>(make: (of: K) => V): ((of: K) => V) => {
  const made = new WeakMap<K, V>();
  return (of) => getOrInsert(made, of, make);
};

/** The value of a key; where there is none it is made, and kept for the next time. */
export const getOrInsert = <K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: (key: K) => V,
): V => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  map.set(key, made);
  return made;
};

/** A function that makes its value at the first call and answers it from then on. */
export const once = <T>(make: () => T): (() => T) => late(make).get;
