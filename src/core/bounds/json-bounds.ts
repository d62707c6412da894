import type { JsonBounds } from '../../schema/limits.ts';

/** What a JSON text has too much of. */
export type JsonExcess = keyof JsonBounds;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where the string ends that begins at `start`: behind its closing quotation mark, or at the end of the text. */
const endOfString = (text: Uint8Array, start: number): number => {
  for (let at = text.indexOf(QUOTE, start + 1); at >= 0; at = text.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at + 1;
  }
  return text.length;
};

/**
 * What a JSON text in UTF-8 has too much of, found without parsing it: a parser makes objects many times the size of a
 * text of nothing but brackets. Null when it keeps the bounds; whether it is JSON at all is the parser's to say.
 */
export const findJsonExcess = (text: Uint8Array, bounds: JsonBounds): JsonExcess | null => {
  let level = 0;
  let containers = 0;
  // Between the first comma and the last bracket there are as many members as commas and containers, or fewer.
  let commas = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte === QUOTE) at = endOfString(text, at) - 1;
    else if (byte === COMMA) commas++;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      containers++;
      if (++level > bounds.levels) return 'levels';
      if (containers > bounds.containers) return 'containers';
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level--;
    if (commas + containers > bounds.members) return 'members';
  }
  return null;
};

/** Whether a JSON text in UTF-8 ends before what it began does, as a file does that was not copied to its end. */
export const isCutOff = (text: Uint8Array): boolean => {
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte === QUOTE) at = endOfString(text, at) - 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) level++;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level--;
  }
  return level > 0;
};
