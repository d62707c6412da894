import { CODE_62, COLOR_CODES, LAST_CODE, colorCode, flapOf, glyphOf, hasFlap } from '../../src/core/flaps/flaps.ts';
import { UnusableSetting } from './unusable-setting.ts';

const BLANK = 0;
const BLACK = 70;

/**
 * Reels write the double quote and the tiles as small letters; a small letter whose capital is missing is just that
 * letter.
 */
const SMALL_LETTERS: Readonly<Record<string, number>> = {
  q: flapOf('"') ?? BLANK,
  r: 63,
  o: 64,
  y: 65,
  g: 66,
  b: 67,
  p: 68,
  v: 68,
  w: 69,
};

const SYMBOLS: Readonly<Record<string, number>> = {
  '🟥': 63,
  '🟧': 64,
  '🟨': 65,
  '🟩': 66,
  '🟦': 67,
  '🟪': 68,
  '⬜': 69,
  '⬛': BLACK,
  '♥': CODE_62,
  '❤': CODE_62,
  '’': flapOf("'") ?? BLANK,
};

/** Characters that have a stand-in of their own when they are not on the reel. */
const STAND_INS: Readonly<Record<string, string>> = { ':': '.' };

/** What the tiles look like, as red, green and blue. */
const TINTS: Readonly<Record<number, readonly [number, number, number]>> = {
  63: [215, 55, 45],
  64: [240, 125, 30],
  65: [250, 210, 45],
  66: [80, 165, 65],
  67: [30, 110, 195],
  68: [125, 45, 130],
  69: [255, 255, 255],
  71: [255, 255, 255],
};

/** The glyphs of a reel that is written as text; surrogate pairs are one glyph, variation selectors none. */
export const splitGlyphs = (text: string): string[] => [...text.replaceAll('\uFE0F', '')];

/**
 * What the flaps of a reel show, in the order in which they turn; index 0 is home. A glyph is a character, a colour's
 * name, its number in braces (`{63}`), a coloured square, or one of the small letters by which reels name tiles (`r o y
 * g b p w`).
 */
export class FlapSet {
  readonly glyphs: readonly string[];
  readonly #codes: readonly (number | null)[];
  readonly #flaps: Uint8Array;
  readonly #substitutes = new Map<number, string>();

  /** `unusable` names glyphs that are on the reel but that the line cannot ask for. */
  constructor(flaps: string | readonly string[], unusable: ReadonlySet<string> = new Set()) {
    this.glyphs = typeof flaps === 'string' ? splitGlyphs(flaps) : flaps;
    if (this.glyphs.length < 2 || this.glyphs.length > 255)
      throw new UnusableSetting('flaps', 'The list of flaps needs 2 to 255 glyphs.');
    const all = new Set(this.glyphs);
    this.#codes = this.glyphs.map((glyph) => (unusable.has(glyph) ? null : codeOfGlyph(glyph, all)));
    this.#flaps = Uint8Array.from({ length: LAST_CODE + 1 }, (_, code) => this.#choose(code));
  }

  /** How many flaps the reel has. */
  get count(): number {
    return this.glyphs.length;
  }

  /** The flap for a code of the grid, 0 to 71: its own, that of its substitute, or blank. */
  flapFor(code: number): number {
    return this.#flaps[code] ?? this.#blank;
  }

  /** The code that a flap shows; blank for what no code of the grid means and for flaps that do not exist. */
  codeAt(flap: number): number {
    return this.#codes[flap] ?? BLANK;
  }

  /** The glyph that is shown in place of a code without a flap of its own; null when the code is shown as it is. */
  substituteFor(code: number): string | null {
    return this.#substitutes.get(code) ?? null;
  }

  get #blank(): number {
    return Math.max(0, this.#codes.indexOf(BLANK));
  }

  /** A black tile and a code without meaning look like blank, so they need no report. */
  #choose(code: number): number {
    const own = this.#codes.indexOf(code);
    if (own >= 0) return own;
    if (code === BLANK || code === BLACK || !hasFlap(code)) return this.#blank;
    const stand = this.#standIn(code);
    this.#substitutes.set(code, glyphOf(stand));
    return stand === BLANK ? this.#blank : this.#codes.indexOf(stand);
  }

  #standIn(code: number): number {
    const tint = TINTS[code];
    const wanted = tint ? this.#nearestTile(tint) : flapOf(STAND_INS[glyphOf(code)] ?? ' ');
    return wanted !== undefined && this.#codes.includes(wanted) ? wanted : BLANK;
  }

  #nearestTile(tint: readonly number[]): number | undefined {
    const distance = (code: number) =>
      (TINTS[code] ?? []).reduce((sum, part, index) => sum + (part - (tint[index] ?? 0)) ** 2, 0);
    const tiles = this.#codes.filter((code) => code !== null && TINTS[code] !== undefined);
    return tiles.reduce<number | undefined>(
      (best, code) => (code !== null && (best === undefined || distance(code) < distance(best)) ? code : best),
      undefined,
    );
  }
}

/** What is shown in place of what, over the given codes: glyph asked for → glyph shown. */
export const substitutionsOf = (set: FlapSet, codes: Iterable<number>): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const code of codes) {
    const shown = set.substituteFor(code);
    if (shown !== null) found[glyphOf(code)] = shown;
  }
  return found;
};

/**
 * The character by which lines that name flaps by character ask for a code; undefined when no single character does.
 */
export const letterOf = (glyph: string): string | undefined => {
  if (splitGlyphs(glyph).length === 1 && !(glyph in SYMBOLS)) return glyph;
  const code = codeOfGlyph(glyph, new Set([glyph]));
  return Object.entries(SMALL_LETTERS).find(([, meaning]) => meaning === code)?.[0];
};

/** The code of a glyph of a reel; null when the grid has no code for it. */
const codeOfGlyph = (glyph: string, all: ReadonlySet<string>): number | null => {
  const plain = glyph === '' ? ' ' : glyph.replaceAll('\uFE0F', '');
  const small = SMALL_LETTERS[plain];
  if (small !== undefined && all.has(plain.toUpperCase())) return small;
  const number = /^\{(\d{1,2})\}$/.exec(plain)?.[1];
  if (number !== undefined) return Number(number) <= LAST_CODE ? Number(number) : null;
  if (plain.length > 1 && Object.hasOwn(COLOR_CODES, plain.toLowerCase())) return colorCode(plain) ?? null;
  return SYMBOLS[plain] ?? flapOf(plain) ?? null;
};
