/** What is wanted of a JSON document. */
export interface JsonOptions {
  /** Type of the document as its server tells it. */
  readonly contentType?: string;
  /** The values to pick, by name and path; without them the whole value is wanted. */
  readonly picks?: readonly { readonly name: string; readonly path: string }[];
  readonly deepest?: number;
  readonly mostMembers?: number;
}
