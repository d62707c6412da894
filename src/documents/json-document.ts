/** A value to pick, by the name that it gets and the path that it lies at. */
export interface JsonPick {
  readonly name: string;
  readonly path: string;
}

/** What is wanted of a JSON document. */
export interface JsonOptions {
  /** Type of the document as its server tells it. */
  readonly contentType?: string;
  /** The values to pick, by name and path; without them the whole value is wanted. */
  readonly picks?: readonly JsonPick[];
  /** What to leave of the members of a value that is a list. */
  readonly list?: JsonList;
}

/** What is wanted of the members of a list; `only`: those that have one of the values at the path. */
export interface JsonList {
  readonly only?: { readonly path: string; readonly values: readonly string[] };
  /** The values to pick of each; what is not there is left out. Without them the whole member is wanted. */
  readonly picks?: readonly JsonPick[];
}
