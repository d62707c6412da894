import { colorCode } from '../flaps/flaps.ts';

/** A `{{…}}` in a text: where it begins and the index behind it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const OPEN = 123;
const CLOSE = 125;

const nextBrace = (text: string, from: number): number => {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === OPEN || unit === CLOSE) return at;
  }
  return -1;
};

/**
 * The first `{{body}}` from `from` on whose body is not empty and has no brace; each character is looked at a fixed
 * number of times.
 */
export const nextDouble = (text: string, from: number): Span | undefined => {
  let start = text.indexOf('{{', from);
  while (start >= 0) {
    const body = start + 2;
    const brace = nextBrace(text, body);
    if (brace < 0) return undefined;
    if (brace > body && text.charCodeAt(brace) === CLOSE && text.charCodeAt(brace + 1) === CLOSE)
      return { start, end: brace + 2 };
    start = text.indexOf('{{', brace === body && text.charCodeAt(brace) === OPEN ? start + 1 : brace);
  }
  return undefined;
};

/**
 * Cuts a text into its literal stretches and what `read` makes of each `{{body}}`; where that is undefined the braces
 * stay literal.
 */
export const splitDoubles = <T>(text: string, read: (body: string) => T | undefined): (string | T)[] => {
  const pieces: (string | T)[] = [];
  let copied = 0;
  for (let span = nextDouble(text, 0); span; span = nextDouble(text, span.end)) {
    const piece = read(text.slice(span.start + 2, span.end - 2));
    if (piece === undefined) continue;
    if (span.start > copied) pieces.push(text.slice(copied, span.start));
    pieces.push(piece);
    copied = span.end;
  }
  if (copied < text.length) pieces.push(text.slice(copied));
  return pieces;
};

/**
 * A text whose `{{red}}` to `{{filled}}` and `{{63}}` to `{{71}}` are single-brace markers: the first pass over a line.
 */
export const replaceColors = (text: string): string => {
  const marker = (body: string): string | undefined => {
    const code = body.length <= 6 ? colorCode(body) : undefined;
    return code === undefined ? undefined : `{${code}}`;
  };
  return text.includes('{{') ? splitDoubles(text, marker).join('') : text;
};

/**
 * Whether braces of the literal text in some parts could close over what is printed between them, so that it can only
 * be read once it is printed.
 */
export const closesOver = <T>(parts: readonly T[], literalOf: (part: T) => string): boolean => {
  let open = false;
  for (const part of parts) {
    const text = literalOf(part);
    const close = text.indexOf('}');
    const first = text.indexOf('{');
    if (open && close >= 0 && (first < 0 || close < first)) return true;
    if (first >= 0 && text.lastIndexOf('{') > text.lastIndexOf('}')) open = true;
  }
  return false;
};
