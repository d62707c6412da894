import { isRecord } from '../core/record.ts';
import type { JsonObject } from '../schema/common.ts';
import { parseHost } from './network/net.ts';
import { destinationOf } from './network/secret-address.ts';

/** What settings are called that say where a plugin goes without being an address. */
const PLACE_NAME =
  /(?:^|_)(?:url|uri|host|hostname|server|broker|address|ip|endpoint|domain|port|tls|ssl|secure|scheme|protocol)$/i;

const placeOf = (name: string, value: unknown): string | null => {
  const address = typeof value === 'string' ? destinationOf(value) : null;
  if (address !== null) return address;
  if (!PLACE_NAME.test(name)) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && parseHost(value) ? value.trim().toLowerCase() : null;
};

/**
 * Where the members of an object lead to, each with its path without positions in lists; `depth` 0 looks at its own
 * members alone.
 */
const placesIn = (value: unknown, depth: number, name = '', path = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => placesIn(item, depth, name, path));
  if (!isRecord(value)) {
    const place = placeOf(name, value);
    return place === null ? [] : [`${path} ${place}`];
  }
  if (depth < 0) return [];
  return Object.entries(value).flatMap(([member, inner]) => placesIn(inner, depth - 1, member, `${path}.${member}`));
};

/** Whether settings lead to a place to which those before did not; `depth` 0 looks at their own members alone. */
export const isElsewhere = (before: JsonObject, after: JsonObject, depth = Infinity): boolean => {
  const known = new Set(placesIn(before, depth));
  return placesIn(after, depth).some((place) => !known.has(place));
};
