import { createHash } from 'node:crypto';
import { isRecord } from '../../core/record.ts';
import { once } from '../../core/memo.ts';
import { RESULT_BYTES, RESULT_COST } from '../../sandbox/limits.ts';
import type { JsonObject } from '../../schema/common.ts';
import { tooMuch } from '../keeping/kept-budget.ts';
import type { FetchResult } from './plugin.ts';
import { isScalar } from './variables.ts';

/** Nothing is weighed before something of a plugin has arrived. */
const weighing = once(
  () => require('../../core/bounds/json-cost.ts') as typeof import('../../core/bounds/json-cost.ts'),
);

/** Most levels of objects and lists in a payload; the payload itself is the first. */
const DEEPEST_PAYLOAD = 16;
/** Bytes of heap that all answers of one fetch may cost. */
const MOST_ANSWERS_COST = 3 * 1024 * 1024;
/** Most levels of what is around a payload. */
const DEEPEST_TEXT = 64;

const MOST_LINES = 96;
const LONGEST_LINE = 1024;
const LONGEST_ERROR = 500;
// Keys that reach an object's prototype when somebody copies the payload carelessly.
const UNSAFE_KEYS = ['__proto__', 'constructor', 'prototype'] as const;
const UNSAFE = new RegExp(`"(?:${UNSAFE_KEYS.join('|')})":`);

/** Thrown when a payload is no JSON object, too deep or too large; the message is for the owner. */
export class PayloadError extends Error {
  override readonly name = 'PayloadError';
}

/** Data within the bounds, what they cost on the heap, and a mark that equal data have in common. */
export interface Payload {
  readonly data: JsonObject;
  readonly cost: number;
  readonly mark: string;
}

/** A copy that is made member by member would give numbered ones far more room than they need. */
const dropUnsafe = (value: unknown): void => {
  if (value === null || typeof value !== 'object') return;
  for (const key of UNSAFE_KEYS) if (Object.hasOwn(value, key)) delete (value as JsonObject)[key];
  for (const item of Object.values(value)) dropUnsafe(item);
};

/** Before it is written as JSON, which recurses without a bound. */
const checkDepth = (value: unknown, depth: number): void => {
  if (value === null || typeof value !== 'object') return;
  if (depth > DEEPEST_PAYLOAD) throw new PayloadError(`the data is nested deeper than ${DEEPEST_PAYLOAD} levels`);
  for (const item of Object.values(value)) checkDepth(item, depth + 1);
};

const serialise = (value: JsonObject): string => {
  try {
    return JSON.stringify(value);
  } catch {
    throw new PayloadError('the data is no JSON');
  }
};

/** What a text may cost when it is parsed. Throws PayloadError beyond it, before anything is built. */
const checkCost = (text: string): number => {
  const { bytes, levels } = weighing().costOfJson(text);
  if (bytes > RESULT_COST) throw new PayloadError(tooMuch('its result needs', bytes, RESULT_COST));
  if (levels > DEEPEST_TEXT) throw new PayloadError(`the data is nested deeper than ${DEEPEST_PAYLOAD} levels`);
  return bytes;
};

/** The value of a JSON text that others wrote, when it costs no more than a payload may. Throws PayloadError. */
export const parseBounded = (text: string): unknown => {
  checkCost(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new PayloadError('the plugin answered no JSON');
  }
};

/** What a value costs that is kept beside payloads. */
export const costOf = (value: unknown): number => weighing().costOfJson(JSON.stringify(value) ?? '').bytes;

type Answer = { readonly value: unknown } | { readonly error: string };
/** What stands for an answer that is too much: no server said it. */
type Refused = { readonly error: string; readonly status?: undefined };

/**
 * Counts what the answers of one fetch cost together, and puts a sentence in place of the one that is too much; `take`
 * takes room for all of them.
 */
export const payingFor = (
  take: (bytes: number) => string | null = () => null,
): (<T extends Answer>(answer: T) => T | Refused) => {
  let bytes = 0;
  return (answer) => {
    if ('error' in answer) return answer;
    bytes += costOf(answer.value);
    const refusal = bytes > MOST_ANSWERS_COST ? tooMuch('all its answers need', bytes, MOST_ANSWERS_COST) : take(bytes);
    return refusal === null ? answer : { error: refusal };
  };
};

/**
 * A payload as plain JSON within the bounds and without unsafe keys; what has the same mark as `known` is that. Throws
 * PayloadError.
 */
export const weighPayload = (value: unknown, known: readonly Payload[] = []): Payload => {
  if (!isRecord(value)) throw new PayloadError('the data is no JSON object');
  checkDepth(value, 1);
  const text = serialise(value);
  if (Buffer.byteLength(text) > RESULT_BYTES)
    throw new PayloadError(`the data is larger than ${RESULT_BYTES / 1024} KiB`);
  const cost = checkCost(text);
  const mark = createHash('sha256').update(text).digest('base64');
  const same = known.find((one) => one.mark === mark);
  if (same) return same;
  return { data: UNSAFE.test(text) ? withoutUnsafe(text) : (JSON.parse(text) as JsonObject), cost, mark };
};

/** Objects that something was deleted of take more room than others: they are made once more. */
const withoutUnsafe = (text: string): JsonObject => {
  const value = JSON.parse(text) as JsonObject;
  dropUnsafe(value);
  return JSON.parse(JSON.stringify(value)) as JsonObject;
};

/** The data of a payload that is weighed. Throws PayloadError. */
export const boundPayload = (value: unknown): JsonObject => weighPayload(value).data;

/** The same; null for a payload that is out of bounds. */
export const boundedOrNull = (value: unknown): JsonObject | null => {
  try {
    return boundPayload(value);
  } catch (error) {
    if (error instanceof PayloadError) return null;
    throw error;
  }
};

const lineOf = (line: unknown): string => (isScalar(line) ? String(line).slice(0, LONGEST_LINE) : '');

/** At most 96 lines of at most 1024 characters, or null when there are none. */
export const boundLines = (lines: unknown): string[] | null => {
  if (!Array.isArray(lines)) return null;
  // What was cut out of a longer text would keep all of it in memory.
  return JSON.parse(JSON.stringify(lines.slice(0, MOST_LINES).map(lineOf))) as string[];
};

/** What came of a fetch, within the bounds. */
export type BoundResult =
  | {
      readonly available: true;
      readonly payload: Payload;
      readonly formatted_lines: readonly string[] | null;
      readonly kept?: boolean;
    }
  | { readonly available: false; readonly error: string };

/**
 * The answer of a plugin in its bounded form; an answer out of bounds is unavailable and says why. Data that are known
 * already are not built again.
 */
export const boundResult = (result: unknown, known: readonly Payload[] = []): BoundResult => {
  if (!isRecord(result)) return { available: false, error: 'the plugin answered nothing usable' };
  const { available, data, formatted_lines, error, kept } = result as unknown as Partial<FetchResult>;
  if (available !== true)
    return {
      available: false,
      error: typeof error === 'string' && error !== '' ? error.slice(0, LONGEST_ERROR) : 'the plugin has no data',
    };
  try {
    const bounded = { payload: weighPayload(data ?? {}, known), formatted_lines: boundLines(formatted_lines) };
    return { available: true, ...bounded, ...(kept === true ? { kept } : {}) };
  } catch (error_) {
    if (error_ instanceof PayloadError) return { available: false, error: error_.message };
    throw error_;
  }
};
