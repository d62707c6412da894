const CHUNK = 512;

let segmenter: Intl.Segmenter | null = null;

/** Made at the first text that needs it: its tables take 3 MB. */
const segment = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })).segment(text);

/**
 * Units that are a grapheme by themselves when their neighbour is one too: Latin, Greek, Cyrillic, punctuation, signs,
 * CJK, Hangul.
 */
const isSimple = (unit: number): boolean =>
  unit < 0x300 ||
  (unit >= 0x370 && unit < 0x483) ||
  (unit >= 0x48a && unit < 0x530) ||
  (unit >= 0x2010 && unit < 0x2028) ||
  (unit >= 0x2030 && unit < 0x2060) ||
  (unit >= 0x20a0 && unit < 0x20d0) ||
  (unit >= 0x3000 && unit < 0x302a) ||
  (unit >= 0x3040 && unit < 0x3099) ||
  (unit >= 0x309b && unit < 0xa000) ||
  (unit >= 0xac00 && unit < 0xd7a4);

const MARKS = /[\p{M}\u200d\ufe0e\ufe0f]+/uy;

/** The index behind the marks at `at`: what belongs to the character before it and takes no cell of its own. */
export const skipMarks = (text: string, at: number): number => {
  if (isSimple(text.charCodeAt(at))) return at;
  MARKS.lastIndex = at;
  return MARKS.test(text) ? MARKS.lastIndex : at;
};

/**
 * Hands the graphemes from `at` on to `take` until one begins with an ASCII character or `take` gives false; at least
 * one is taken. Gives the index behind the last. Segmenting is done in chunks, for it becomes slow far inside a long
 * text.
 */
export const takeGraphemes = (text: string, at: number, take: (grapheme: string) => boolean): number => {
  const next = at + 1 < text.length ? text.charCodeAt(at + 1) : 0;
  if (isSimple(text.charCodeAt(at)) && isSimple(next)) {
    take(text.charAt(at));
    return at + 1;
  }
  // Half of a character would end the letter before it.
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(at + CHUNK - 1));
  const chunk = text.slice(at, at + CHUNK - (isHalf ? 1 : 0));
  const isLast = at + chunk.length === text.length;
  let end = at;
  for (const { segment: grapheme } of segment(chunk)) {
    if (end > at && (grapheme.charCodeAt(0) < 128 || (!isLast && end + grapheme.length === at + chunk.length))) break;
    end += grapheme.length;
    if (!take(grapheme)) break;
  }
  return end;
};
