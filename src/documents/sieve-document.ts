/** What is kept of a long answer while it is read: some members of one of its lists; all of it is plain data. */
export interface Sieve {
  readonly kind: 'json' | 'xml' | 'csv';
  /** Type of the document as its server tells it. */
  readonly contentType: string;
  /** Names that lead to the list; none where the answer itself is the list. */
  readonly list: readonly string[];
  /** Each has to hold: one of the paths in a member has one of these values, or every one of these words in it. */
  readonly where: readonly SieveRule[];
  /** Where members tell their place, and the place whose nearest ones are kept; without it the first ones are. */
  readonly near: SieveNear | null;
  /** What is kept of each member: paths of names, of elements their children with nothing but text; null for all. */
  readonly fields: readonly string[] | null;
  /** How many of the first members stay although nobody wants them: they show whether the answer is a true one. */
  readonly witnesses: number;
  /** Most members that are kept. */
  readonly most: number;
  readonly csv: { readonly separator: string; readonly columns: readonly string[] | null; readonly skip: number };
}

/** A condition on members of a list. */
export type SieveRule =
  | { readonly paths: readonly string[]; readonly is: readonly string[] }
  | { readonly paths: readonly string[]; readonly words: readonly string[] };

/** Paths of latitude and longitude in a member, and those of the place. */
export interface SieveNear {
  readonly paths: readonly [latitude: string, longitude: string];
  readonly place: readonly [latitude: number, longitude: number];
}
