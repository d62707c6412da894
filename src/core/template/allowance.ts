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

/** How many parts a formula counts for: it takes that much longer to compile and to print. */
export const FORMULA_PARTS = 10;

/** A full allowance: 256 Ki units and 10,240 parts. */
export const createAllowance = (): Allowance => ({ text: MOST_TEXT, parts: MOST_PARTS });

/** Takes what is allowed of a template text; the rest is not read. */
export const takeText = (text: string, allowance: Allowance): string => {
  const taken = text.length > allowance.text ? text.slice(0, allowance.text) : text;
  allowance.text -= taken.length;
  return taken;
};

/** Takes `count` parts; false when too few are left. */
export const takeParts = (count: number, allowance: Allowance): boolean => {
  allowance.parts -= count;
  return allowance.parts >= 0;
};
