/** What one evaluation may take in all: a drawing of a page, a rule of a collection, the formulas of a source. */
export interface Bounds {
  /** Steps of evaluation; the slowest take some 0.25 µs. */
  readonly steps: number;
  /** Members of lists and objects that are made, of at most 64 bytes each. */
  readonly members: number;
  /** Letters of text that are made, of at most two bytes each. */
  readonly letters: number;
}

/** What a page or a rule may take: 20 ms and 6 MiB; one of ordinary formulas takes some thousand steps. */
export const PAGE_BOUNDS: Bounds = { steps: 64_000, members: 65_536, letters: 1_048_576 };

/** What a source may take: 50 ms and 6 MiB; lists of a hundred members take some ten thousand steps. */
export const SOURCE_BOUNDS: Bounds = { ...PAGE_BOUNDS, steps: 200_000 };

/**
 * What may still be compiled of a page or a text. The bounds are far above any real template; they keep a malicious one
 * below 50 ms.
 */
export interface Allowance {
  /** UTF-16 units of template. */
  text: number;
  /** Variables and places for free room; a formula counts for several. */
  parts: number;
}

const MOST_TEXT = 262_144;
const MOST_PARTS = 10_240;

const FORMULA_PARTS = 10;

/** How many parts a formula counts for: it takes that much longer to compile and to print, and that much memory. */
export const formulaParts = (length: number): number => Math.max(FORMULA_PARTS, length / 2);

/** A full allowance: 256 Ki units and 10,240 parts. */
export const createAllowance = (): Allowance => ({ text: MOST_TEXT, parts: MOST_PARTS });

/** Takes what is allowed of a template text; the rest is not read. */
export const takeText = (text: string, allowance: Allowance): string => {
  const taken = text.slice(0, allowance.text);
  allowance.text -= taken.length;
  return taken;
};

/** Takes `count` parts; false when too few are left. */
export const takeParts = (count: number, allowance: Allowance): boolean => {
  allowance.parts -= count;
  return allowance.parts >= 0;
};
