/** The longest text a formula handles, in UTF-16 units; longer ones are cut. */
export const MOST_TEXT = 65_536;

const SURROGATE = /[\uD800-\uDFFF]/;

/** The text cut at MOST_TEXT, never inside a character. */
export const cutText = (text: string): string => {
  if (text.length <= MOST_TEXT) return text;
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(MOST_TEXT - 1)) ? MOST_TEXT - 1 : MOST_TEXT);
};

/** Where the character after the one at `at` begins. */
const after = (text: string, at: number): number => at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** Where the character begins that stands `count` characters after the one at `from`. */
const skip = (text: string, from: number, count: number): number => {
  let at = from;
  for (let i = 0; i < count && at < text.length; i++) at = after(text, at);
  return at;
};

/** How many characters (code points) a text has. */
export const lengthOf = (text: string): number => {
  if (!SURROGATE.test(text)) return text.length;
  let count = 0;
  for (let at = 0; at < text.length; at = after(text, at)) count++;
  return count;
};

/** The characters (code points) from one position up to another; positions from 0. */
export const sliceOf = (text: string, from: number, to = Infinity): string => {
  if (!SURROGATE.test(text)) return text.slice(from, to);
  const start = skip(text, 0, from);
  return text.slice(start, skip(text, start, to - from));
};

/** Spaces or zeros to bring a text of `length` characters to `width`, which counts up to MOST_TEXT. */
export const filling = (fill: string, length: number, width: number): string =>
  fill.repeat(Math.max(0, Math.min(width, MOST_TEXT) - length));

/** The text filled with spaces on its right, or cut, to a width. */
export const padSpaces = (text: string, width: number): string =>
  sliceOf(text, 0, width) + filling(' ', lengthOf(text), width);

/** Left-pads with zeros behind a leading minus; a longer text stays as it is. */
export const padZeros = (text: string, width: number): string => {
  const sign = text.startsWith('-') ? '-' : '';
  return sign + filling('0', lengthOf(text), width) + text.slice(sign.length);
};
