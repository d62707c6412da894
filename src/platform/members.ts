/** An object by the names of its members. */
export type Members = Record<string, unknown>;

/** Whether a value is an object with members: no list, not null. */
export const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
