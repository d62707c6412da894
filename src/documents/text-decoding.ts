import { decodeWestern } from './western-text.ts';

const UTF_8 = /^(?:utf-?8|us-ascii|ascii)$/i;

/** Loaded for the first document that does not say what it is. */
const guesses = (): typeof import('./encoding-guess.ts') =>
  require('./encoding-guess.ts') as typeof import('./encoding-guess.ts');

/** The encoding that the byte order mark of a document names, and the length of the mark. */
const readMark = (bytes: Uint8Array): { readonly encoding: string; readonly length: number } | null => {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', length: 2 };
  // Text in UTF-16 without a mark shows a zero in one half of its first letter.
  if (a === 0 && b !== 0 && b !== undefined) return { encoding: 'utf-16be', length: 0 };
  return b === 0 && a !== 0 ? { encoding: 'utf-16le', length: 0 } : null;
};

const decodeAs = (bytes: Uint8Array, encoding: string, fatal: boolean): string | null => {
  try {
    const decoder = new TextDecoder(encoding, { fatal });
    return decoder.encoding === 'windows-1252' ? decodeWestern(bytes) : decoder.decode(bytes);
  } catch {
    return null;
  }
};

/** The character set that a content type names; null when it names none. */
export const charsetOf = (contentType: string): string | null =>
  /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1] ?? null;

/** The character set that an XML declaration names; null when there is none. */
export const xmlEncodingOf = (bytes: Uint8Array): string | null => {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1] ?? null;
};

/**
 * The text of a document: its byte order mark decides, then UTF-8 where that is what the bytes are, then the first
 * declared name that is known and fits, and at last what the letters look like. Texts that claim another set are UTF-8
 * more often than the reverse, and bytes are hardly ever UTF-8 by chance.
 */
export const decodeText = (bytes: Uint8Array, declared: readonly (string | null)[]): string => {
  const mark = readMark(bytes);
  if (mark) return new TextDecoder(mark.encoding).decode(bytes.subarray(mark.length));
  const names = declared.filter((name): name is string => name !== null && !UTF_8.test(name));
  const shifted = names.find((name) => /^(?:iso-2022|utf-?7|hz-)/i.test(name));
  if (shifted !== undefined) return decodeAs(bytes, shifted, false) ?? new TextDecoder().decode(bytes);
  const utf8 = decodeAs(bytes, 'utf-8', true);
  if (utf8 !== null) return utf8;
  for (const name of names) {
    const text = decodeAs(bytes, name, false);
    if (text !== null) return text;
  }
  return declared.some((name) => name !== null && UTF_8.test(name)) && isMostlyUtf8(bytes)
    ? new TextDecoder().decode(bytes)
    : (decodeAs(bytes, guesses().guessEncoding(bytes), false) ?? decodeWestern(bytes));
};

/** Whether more letters outside ASCII are whole UTF-8 than not: a few damaged ones do not make a text another one. */
const isMostlyUtf8 = (bytes: Uint8Array): boolean => {
  const text = new TextDecoder().decode(bytes);
  let broken = 0;
  let whole = 0;
  for (const letter of text) {
    if (letter === '\ufffd') broken++;
    else if (letter > '\x7f') whole++;
  }
  return whole > broken;
};

/**
 * The same text in UTF-8, for those who read it byte by byte. Western bytes stay as they are: single lines may be UTF-8
 * and others not.
 */
export const toUtf8 = (bytes: Uint8Array, declared: string | null): Uint8Array => {
  const mark = readMark(bytes);
  if (mark?.encoding === 'utf-8') return bytes.subarray(mark.length);
  const isWestern =
    declared === null || UTF_8.test(declared) || /^(?:iso-8859-1|latin-?1|windows-1252|cp-?1252)$/i.test(declared);
  return mark || !isWestern ? new TextEncoder().encode(decodeText(bytes, [declared])) : bytes;
};
