import type { JsonObject } from '../schema/common.ts';

/** Whether a value is an object with members: no list, not null. */
export const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const filtered = <T extends object>(value: T, isWanted: (member: unknown, name: string) => boolean): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([name, member]) => isWanted(member, name))) as Partial<T>;

/** The members that were sent: without those that are undefined. Null stays, it clears a member. */
export const withoutUndefined = <T extends object>(value: T): Partial<T> =>
  filtered(value, (member) => member !== undefined);

/** The members that were sent with a value: without those that are undefined or null (rules, H2). */
export const withoutNull = <T extends object>(value: T): { [Name in keyof T]?: NonNullable<T[Name]> } =>
  filtered(value, (member) => member !== undefined && member !== null) as { [Name in keyof T]?: NonNullable<T[Name]> };

/** The members that were sent; null only of those that it empties: it leaves every other one as it is (rules, H2). */
export const sentMembers = <T extends object>(body: T, isEmptied: (name: string) => boolean): Partial<T> =>
  filtered(body, (member, name) => member !== undefined && (member !== null || isEmptied(name)));

/** A record with each of its values changed. */
export const mapValues = <T, R>(
  record: Readonly<Record<string, T>>,
  change: (value: T, key: string) => R,
): Record<string, R> => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));

/** The entries of a record whose keys are among `keys`. */
export const onlyKeys = <T>(record: Readonly<Record<string, T>>, keys: ReadonlySet<string>): Record<string, T> =>
  filtered(record, (_, name) => keys.has(name)) as Record<string, T>;

/** A record out of a text in which names and their values stand in turn, with blanks between them. */
export const recordOf = (pairs: string): Record<string, string> =>
  Object.fromEntries(Array.from(pairs.matchAll(/(\S+) (\S+)/g), ([, name = '', value = '']) => [name, value]));
