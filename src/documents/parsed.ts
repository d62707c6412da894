/** What a parser makes of a document: plain data, or a sentence for the owner that says why there is none. */
export type Parsed<T> = { readonly value: T } | { readonly error: string };

/** What a parser answers; whatever it throws becomes a sentence. */
export const parseSafely = <T>(parse: () => Parsed<T>): Parsed<T> => {
  try {
    return parse();
  } catch {
    return { error: 'the answer cannot be read' };
  }
};
