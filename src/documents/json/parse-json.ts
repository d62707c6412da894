import type { JsonList, JsonOptions } from '../json-document.ts';
import type { Parsed } from '../parsed.ts';
import { charsetOf, decodeText } from '../text-decoding.ts';
import { valueAt } from './json-path.ts';

const DEEPEST = 64;
const MOST_MEMBERS = 200_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
// A list and an object begin and end with letters that differ in one bit, which is set here.
const OPENING = 0x7b;
const CLOSING = 0x7d;
const BRACE_BIT = 0x20;

/** Where a string that begins at a quote ends. */
const skipString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at;
  }
  return text.length;
};

/** Why a text is too large to be parsed: found by its brackets and commas, before it is parsed. */
const excess = (text: string, deepest: number, mostMembers: number): string | null => {
  let depth = 0;
  let members = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const bracket = code | BRACE_BIT;
    if (code === QUOTE) at = skipString(text, at);
    else if (bracket === OPENING) depth++;
    else if (bracket === CLOSING) depth--;
    if (code === COMMA || bracket === OPENING) members++;
    if (depth > deepest) return `the answer is nested deeper than ${deepest} levels`;
    if (members > mostMembers) return `the answer has more than ${mostMembers} values`;
  }
  return null;
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
export const parseJson = (
  bytes: Uint8Array,
  { contentType, picks, list, deepest = DEEPEST, mostMembers = MOST_MEMBERS }: JsonOptions,
): Parsed<unknown> => {
  const text = decodeText(bytes, ['utf-8', charsetOf(contentType ?? '')]);
  const problem = excess(text, deepest, mostMembers);
  if (problem !== null) return { error: problem };
  const parsed = parse(text);
  if ('error' in parsed) return parsed;
  if (list && Array.isArray(parsed.value)) return { value: narrow(parsed.value, list) };
  if (!picks) return parsed;
  return { value: Object.fromEntries(picks.map(({ name, path }) => [name, valueAt(parsed.value, path) ?? null])) };
};
