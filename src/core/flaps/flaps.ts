import type { Grid } from './grid.ts';

/** The highest flap code; a raw grid may carry 0 to this. */
export const LAST_CODE = 71;

/** Code 62, one flap with two glyphs: a degree sign or, on other hardware, a heart. */
export const CODE_62 = 62;

const UNUSED = '\0';

/** The flaps 0 to 62 in order of their code; 43, 45, 51, 57, 58 and 61 are unused. */
const CHARACTERS =
  ' ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890' +
  `!@#$()${UNUSED}-${UNUSED}+&=;:${UNUSED}'"%,.${UNUSED}${UNUSED}/?${UNUSED}°`;

/** Tiles by name (rules, M8); `purple` is another name of `violet`. */
export const COLOR_CODES: Readonly<Record<string, number>> = {
  red: 63,
  orange: 64,
  yellow: 65,
  green: 66,
  blue: 67,
  violet: 68,
  purple: 68,
  white: 69,
  black: 70,
  filled: 71,
};

/** The tile that a colour name (any case) or a number 63 to 71 stands for; undefined when it is neither. */
export const colorCode = (color: string): number | undefined => {
  const name = color.toLowerCase();
  if (Object.hasOwn(COLOR_CODES, name)) return COLOR_CODES[name];
  return /^(6[3-9]|7[01])$/.test(name) ? Number(name) : undefined;
};

/** Whether a code names a flap: the unused ones and everything outside 0 to 71 do not. */
export const hasFlap = (code: number): boolean =>
  code <= CODE_62 ? CHARACTERS[code] !== undefined && CHARACTERS[code] !== UNUSED : code <= LAST_CODE;

/**
 * What a code shows as text: its character, `°` for 62, `{63}` to `{71}` for tiles, a space for blank, unused and
 * unknown codes.
 */
export const glyphOf = (code: number): string => {
  if (code > CODE_62 && code <= LAST_CODE) return `{${code}}`;
  return hasFlap(code) ? (CHARACTERS[code] ?? ' ') : ' ';
};

/** A grid as text: rows joined by newlines, each cell by `glyphOf`, nothing trimmed. */
export const decodeGrid = ({ codes, cols }: Grid): string => {
  // Put together letter by letter, a text takes thirty times its length until somebody reads it; joined rows do not.
  const rows: string[] = [];
  for (let start = 0; start < codes.length; start += cols) {
    let row = '';
    for (let at = start; at < start + cols; at++) row += GLYPHS[codes[at] ?? 0] ?? ' ';
    rows.push(row);
  }
  return rows.join('\n');
};

const GLYPHS: readonly string[] = Array.from({ length: LAST_CODE + 1 }, (_, code) => glyphOf(code));

const CODES = new Map<string, number>();
for (let code = 1; code <= CODE_62; code++) if (hasFlap(code)) CODES.set(GLYPHS[code] ?? ' ', code);

/** The flap of exactly this character, letters in either case, or undefined when there is none. A space is code 0. */
export const flapOf = (character: string): number | undefined =>
  character === ' ' ? 0 : (CODES.get(character) ?? CODES.get(character.toUpperCase()));
