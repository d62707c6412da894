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
