import type { JsonObject } from '../schema/common.ts';
import type { FetchResult } from './plugin.ts';

/** Most bytes of JSON that a plugin may report. */
const MOST_PAYLOAD_BYTES = 256 * 1024;
/** Most levels of objects and lists in a payload; the payload itself is the first. */
const DEEPEST_PAYLOAD = 16;

const MOST_LINES = 96;
const LONGEST_LINE = 1024;
const LONGEST_ERROR = 500;
// Keys that reach an object's prototype when somebody copies the payload carelessly.
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Thrown when a payload is no JSON object, too deep or too large; the message is for the owner. */
export class PayloadError extends Error {
  override readonly name = 'PayloadError';
}

const copy = (value: unknown): unknown => {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(copy);
  const clean: JsonObject = {};
  for (const [key, item] of Object.entries(value)) if (!UNSAFE_KEYS.has(key)) clean[key] = copy(item);
  return clean;
};

/** Before it is written as JSON, which recurses without a bound. */
const checkDepth = (value: unknown, depth: number): void => {
  if (value === null || typeof value !== 'object') return;
  if (depth > DEEPEST_PAYLOAD) throw new PayloadError(`the data is nested deeper than ${DEEPEST_PAYLOAD} levels`);
  for (const item of Object.values(value)) checkDepth(item, depth + 1);
};

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const serialise = (value: JsonObject): string => {
  try {
    return JSON.stringify(value);
  } catch {
    throw new PayloadError('the data is no JSON');
  }
};

/** A copy of a payload that is plain JSON within the bounds and without unsafe keys. Throws PayloadError. */
export const boundPayload = (value: unknown): JsonObject => {
  if (!isObject(value)) throw new PayloadError('the data is no JSON object');
  checkDepth(value, 1);
  const text = serialise(value);
  if (Buffer.byteLength(text) > MOST_PAYLOAD_BYTES)
    throw new PayloadError(`the data is larger than ${MOST_PAYLOAD_BYTES / 1024} KiB`);
  return copy(JSON.parse(text)) as JsonObject;
};

/** At most 96 lines of at most 1024 characters, or null when there are none. */
export const boundLines = (lines: unknown): string[] | null => {
  if (!Array.isArray(lines)) return null;
  return lines.slice(0, MOST_LINES).map((line) => String(line ?? '').slice(0, LONGEST_LINE));
};

/** What came of a fetch, within the bounds. */
export type BoundResult =
  | {
      readonly available: true;
      readonly data: JsonObject;
      readonly formatted_lines: readonly string[] | null;
      readonly kept?: boolean;
    }
  | { readonly available: false; readonly error: string };

/** The answer of a plugin in its bounded form; an answer out of bounds is unavailable and says why. */
export const boundResult = (result: unknown): BoundResult => {
  if (!isObject(result)) return { available: false, error: 'the plugin answered nothing usable' };
  const { available, data, formatted_lines, error, kept } = result as unknown as Partial<FetchResult>;
  if (available !== true)
    return {
      available: false,
      error: typeof error === 'string' && error !== '' ? error.slice(0, LONGEST_ERROR) : 'the plugin has no data',
    };
  try {
    const bounded = { data: boundPayload(data ?? {}), formatted_lines: boundLines(formatted_lines) };
    return { available: true, ...bounded, ...(kept === true ? { kept } : {}) };
  } catch (error_) {
    if (error_ instanceof PayloadError) return { available: false, error: error_.message };
    throw error_;
  }
};
