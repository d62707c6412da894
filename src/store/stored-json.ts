import * as v from 'valibot';
import { isDearJson } from '../core/bounds/dear-json.ts';
import { findJsonExcess } from '../core/bounds/json-bounds.ts';
import { readUtf8 } from '../platform/utf8.ts';
import type { JsonBounds } from '../schema/limits.ts';

/** Bytes of heap that the content of a file may take: the largest one, of nothing but codes of flaps, takes as much. */
const MOST_COST = 36 * 1024 * 1024;
/** More objects and lists than all messages and pages have; what numbers take is told by the cost. */
const BOUNDS: JsonBounds = { levels: Infinity, containers: 400_000, members: Infinity };

/**
 * The value of a stored JSON text. Throws with a sentence for one that is none, and, before it is parsed, for one that
 * would take more memory than any that was written here: it would end the process, at every start.
 */
export const parseStored = (bytes: Uint8Array): unknown => {
  const text = readUtf8(bytes);
  if (findJsonExcess(bytes, BOUNDS) !== null || isDearJson(text, MOST_COST))
    throw new RangeError('it would take too much memory');
  return JSON.parse(text);
};

/** The value of a stored JSON text in a form; null for what is none, or has another form. */
export const parseStoredAs = <T>(form: v.GenericSchema<unknown, T>, bytes: Uint8Array): T | null => {
  try {
    return v.parse(form, parseStored(bytes));
  } catch {
    return null;
  }
};
