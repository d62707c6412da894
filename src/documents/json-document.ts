/** What is wanted of a JSON document. */
export interface JsonOptions {
  /** Type of the document as its server tells it. */
  readonly contentType?: string;
  /** The values to pick, by name and path; without them the whole value is wanted. */
  readonly picks?: readonly { readonly name: string; readonly path: string }[];
  /** Most levels of objects and lists, and most values in all of them; a text with more is refused before it is parsed. */
  readonly deepest?: number;
  readonly mostMembers?: number;
}
