import { CODE_62, COLOR_CODES, LAST_CODE, flapOf, hasFlap } from './flaps.ts';

/** Symbols and the code that each draws (rules, M8). */
export const SYMBOL_CODES: Readonly<Record<string, number>> = {
  sun: 65,
  star: 65,
  cloud: 69,
  rain: 67,
  snow: 68,
  storm: 64,
  fog: flapOf('-') ?? 0,
  partly: 69,
  heart: CODE_62,
  check: 66,
  x: 63,
};

/** What `markerAt` reports for an end tag, which takes no cell. */
export const END_TAG = 255;

const LONGEST_BODY = 7;
const CLOSE = 125;

const markers = new Map<string, number>();
for (let code = 0; code <= LAST_CODE; code++) markers.set(String(code), hasFlap(code) ? code : 0);
for (const [name, code] of Object.entries(COLOR_CODES)) markers.set(name, code).set(`/${name}`, END_TAG);
markers.set('/', END_TAG);
const symbols = new Map(Object.entries(SYMBOL_CODES));

/**
 * The lower-case body of what a brace at `at` opens, or undefined when no closing brace is near enough for a marker.
 */
const bodyAt = (text: string, at: number): string | undefined => {
  const last = Math.min(text.length - 1, at + 1 + LONGEST_BODY);
  for (let end = at + 1; end <= last; end++)
    if (text.charCodeAt(end) === CLOSE) return text.slice(at + 1, end).toLowerCase();
  return undefined;
};

/** A marker in a text: the flap it draws, or END_TAG, and the index behind it. */
export interface Marker {
  readonly code: number;
  readonly end: number;
  readonly symbol: boolean;
}

/** The marker, symbol or end tag that the brace at `at` begins; undefined when the brace belongs to nothing. */
export const markerAt = (text: string, at: number): Marker | undefined => {
  const body = bodyAt(text, at);
  if (body === undefined) return undefined;
  const marker = markers.get(body);
  const code = marker ?? symbols.get(body);
  return code === undefined ? undefined : { code, end: at + body.length + 2, symbol: marker === undefined };
};

/** Whether a text has a brace of any kind. */
export const hasBraces = (text: string): boolean => text.includes('{') || text.includes('}');

/**
 * Copies a text; `replace` says what stands for each brace that opens something, or opens nothing, and for each that is
 * left over.
 */
const rewriteBraces = (text: string, replace: (marker: Marker | undefined, source: string) => string): string => {
  if (!hasBraces(text)) return text;
  let copy = '';
  let copied = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 123 && unit !== CLOSE) continue;
    const marker = unit === CLOSE ? undefined : markerAt(text, at);
    const end = marker?.end ?? at + 1;
    copy += text.slice(copied, at) + replace(marker, text.slice(at, end));
    copied = end;
    at = end - 1;
  }
  return copy + text.slice(copied);
};

/**
 * A value in which only tiles and end tags keep their braces; every other brace becomes a parenthesis, so that data
 * cannot write markup.
 */
export const neutralize = (text: string): string =>
  rewriteBraces(text, (marker, source) => {
    if (!marker) return source === '{' ? '(' : ')';
    return marker.symbol ? `(${source.slice(1, -1)})` : source;
  });

/** A text whose symbols are written as the marker or character that they draw. */
export const expandSymbols = (text: string): string =>
  rewriteBraces(text, (marker, source) => (marker?.symbol ? symbolText(marker.code) : source));

/**
 * What a symbol of this code is written as: its character, or a marker where no character stands for the flap on all
 * hardware.
 */
export const symbolText = (code: number): string => (code === SYMBOL_CODES['fog'] ? '-' : `{${code}}`);

/** A text without its end tags. */
export const dropEndTags = (text: string): string =>
  rewriteBraces(text, (marker, source) => (marker?.code === END_TAG ? '' : source));

/** Whether every brace of a text belongs to a marker, symbol or end tag. */
export const isWellMarked = (text: string): boolean => {
  for (let at = text.search(/[{}]/); at >= 0 && at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === CLOSE) return false;
    if (unit !== 123) continue;
    const marker = markerAt(text, at);
    if (!marker) return false;
    at = marker.end - 1;
  }
  return true;
};
