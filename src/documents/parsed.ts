/** What a parser makes of a document: plain data, or a sentence for the owner that says why there is none. */
export type Parsed<T> = { readonly value: T } | { readonly error: string };
