import { isRecord } from '../../core/record.ts';

/**
 * Secrets by the place of the object that has them: a path of member names and, in lists, of `id`s where every element
 * has its own.
 */
export type SecretsByPlace = Readonly<Record<string, unknown>>;

/** A value without its secrets, and the secrets. */
export interface Separated {
  data: unknown;
  secrets: SecretsByPlace;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

const idOf = (value: unknown): string | null =>
  isRecord(value) && typeof value['id'] === 'string' ? value['id'] : null;

const keysOf = (list: readonly unknown[]): string[] => {
  const ids = list.map(idOf).filter((id) => id !== null);
  return new Set(ids).size === list.length ? ids : list.map((_, index) => String(index));
};

const below = (place: string, key: string): string => `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

type Change = (member: unknown, place: string) => unknown;

/**
 * A value with the same members, each passed through `change` with its place; lists keep their order, a value of which
 * nothing changed is not copied.
 */
const mapMembers = (value: unknown, place: string, change: Change, wanted: (member: unknown) => boolean): unknown => {
  const before: unknown[] = isNested(value) ? Object.values(value) : [];
  if (!isNested(value) || !before.some(wanted)) return value;
  const keys = Array.isArray(value) ? keysOf(value) : Object.keys(value);
  const after = before.map((member, index) =>
    wanted(member) ? change(member, below(place, keys[index] ?? '')) : member,
  );
  if (after.every((member, index) => member === before[index])) return value;
  return Array.isArray(value) ? after : Object.fromEntries(after.map((member, index) => [keys[index], member]));
};

/** Takes every member named `secrets`, at any depth, out of a value. */
export const separateSecrets = (value: unknown): Separated => {
  const secrets: [string, unknown][] = [];
  const strip = (part: unknown, place: string): unknown => {
    if (!isRecord(part) || part['secrets'] === undefined) return mapMembers(part, place, strip, isNested);
    const { secrets: own, ...open } = part;
    secrets.push([place, own]);
    return mapMembers(open, place, strip, isNested);
  };
  return { data: strip(value, ''), secrets: Object.fromEntries(secrets) };
};

/** Puts secrets back where they were taken from; secrets without a place in the value are left out. */
export const rejoinSecrets = (data: unknown, secrets: SecretsByPlace): unknown => {
  const join = (part: unknown, place: string): unknown => {
    const joined = mapMembers(part, place, join, isNested);
    return isRecord(joined) && Object.hasOwn(secrets, place) ? { ...joined, secrets: secrets[place] } : joined;
  };
  return join(data, '');
};

/**
 * A value in which `change` replaced every leaf that is set, anything but objects, lists, null and empty text; and
 * `fill` every empty text.
 */
export const mapLeaves = (
  value: unknown,
  place: string,
  change: Change,
  fill: (place: string) => unknown = () => '',
): unknown => {
  if (value === '') return fill(place);
  if (value === null || value === undefined) return value;
  if (!isNested(value)) return change(value, place);
  return mapMembers(
    value,
    place,
    (member, where) => mapLeaves(member, where, change, fill),
    () => true,
  );
};
