/** A function that makes its value at the first call and answers it from then on. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
};

/** A function that makes its value anew when one of its arguments is another one than at the call before. */
export const memoize = <Args extends readonly unknown[], T>(make: (...args: Args) => T): ((...args: Args) => T) => {
  let last: { readonly args: Args; readonly value: T } | null = null;
  return (...args) => {
    if (!last || args.some((arg, index) => arg !== last?.args[index])) last = { args, value: make(...args) };
    return last.value;
  };
};
