import type { JsonObject } from '../schema/common.ts';
import { isRecord } from './record.ts';

/** The value of JSON text; undefined when it does not parse. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** The object of JSON text; null when it does not parse, or is none. */
export const parseObject = (text: string): JsonObject | null => {
  const value = parseJson(text);
  return isRecord(value) ? value : null;
};

/** The value of a member, or undefined when there is no object or no such member. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** How deep objects and lists may be nested: far more than needed, far less than writing them as JSON can take. */
export const MOST_LEVELS = 200;

/** Whether a JSON value has more than `levels` objects and lists within each other; checks no deeper than that. */
export const isDeeperThan = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const inside: unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (let at = 0; at < inside.length; at++)
    if (typeof inside[at] === 'object' && isDeeperThan(inside[at], levels - 1)) return true;
  return false;
};
