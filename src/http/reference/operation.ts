/** By method and path: the name of an operation, and what it does. */
export type Operations = Readonly<Record<string, readonly [id: string, description: string]>>;
