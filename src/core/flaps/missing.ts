import { ASCII_FOLDS, foldGrapheme } from './fold.ts';
import { flapOf } from './flaps.ts';
import { takeGraphemes } from './graphemes.ts';
import { markerAt } from './markup.ts';

const MOST_NAMED = 40;
/** What is drawn as a blank rightly: ends of lines, tabs, and blanks at which no line is broken. */
const BLANKS = new Set(['\n', '\r', '\t', '\u00a0', '\u2007', '\u202f']);

const hasFlaps = (grapheme: string): boolean => {
  if (BLANKS.has(grapheme) || flapOf(grapheme) !== undefined || Object.hasOwn(ASCII_FOLDS, grapheme)) return true;
  const folded = foldGrapheme(grapheme);
  return folded !== grapheme && (folded.startsWith('{') || [...folded].every((one) => flapOf(one) !== undefined));
};

/** The characters of a message for which no board has a flap, each once: blanks stand for them (rules, M9). */
export const missingIn = (text: string): string[] => {
  const missing = new Set<string>();
  for (let at = 0; at < text.length && missing.size < MOST_NAMED; ) {
    const marker = text.charAt(at) === '{' ? markerAt(text, at) : undefined;
    if (marker) at = marker.end;
    else
      at = takeGraphemes(text, at, (grapheme) => {
        if (!hasFlaps(grapheme)) missing.add(grapheme);
        return missing.size < MOST_NAMED;
      });
  }
  return [...missing];
};
