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

/** A function that makes its value at the first call and answers it from then on. */
export const once = <T>(make: () => T): (() => T) => late(make).get;
