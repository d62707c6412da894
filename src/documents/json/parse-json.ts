import { findJsonExcess } from '../../core/bounds/json-bounds.ts';
import type { JsonList, JsonOptions } from '../json-document.ts';
import type { Parsed } from '../parsed.ts';
import { charsetOf, decodeText } from '../text-decoding.ts';
import { valueAt } from './json-path.ts';

/** Most levels of objects and lists, and most values in all of them. */
const BOUNDS = { levels: 64, containers: Infinity, members: 200_000 };

/** Why a text is too large to be parsed: found before it is parsed. */
const excess = (text: string): string | null => {
  const found = findJsonExcess(new TextEncoder().encode(text), BOUNDS);
  if (found === 'levels') return `the answer is nested deeper than ${BOUNDS.levels} levels`;
  return found && `the answer has more than ${BOUNDS.members} values`;
};

const parse = (text: string): Parsed<unknown> => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { error: 'the answer is no JSON' };
  }
};

const narrow = (members: readonly unknown[], { only, picks }: JsonList): unknown[] => {
  const kept = only ? members.filter((member) => only.values.includes(String(valueAt(member, only.path)))) : members;
  if (!picks) return [...kept];
  return kept.map((member) =>
    Object.fromEntries(picks.flatMap(({ name, path }) => pairOf(name, valueAt(member, path)))),
  );
};

const pairOf = (name: string, value: unknown): [string, unknown][] => (value === undefined ? [] : [[name, value]]);

/** The value of a JSON text, or the picked values as an object; a value that is not there is null. */
export const parseJson = (bytes: Uint8Array, { contentType, picks, list }: JsonOptions): Parsed<unknown> => {
  const text = decodeText(bytes, ['utf-8', charsetOf(contentType ?? '')]);
  const problem = excess(text);
  if (problem !== null) return { error: problem };
  const parsed = parse(text);
  if ('error' in parsed) return parsed;
  if (list && Array.isArray(parsed.value)) return { value: narrow(parsed.value, list) };
  if (!picks) return parsed;
  return { value: Object.fromEntries(picks.map(({ name, path }) => [name, valueAt(parsed.value, path) ?? null])) };
};
