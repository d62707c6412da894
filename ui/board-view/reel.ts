const GLYPHS = " ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890!@#$() - +&=;: '\"%,.  /? °";
const UNUSED: readonly number[] = [43, 45, 51, 57, 58, 61];
const CODES = 72;

/** The code of the heart or the degree sign, whichever the board has. */
export const CODE_62 = 62;

/** The flaps of one reel in the order in which they turn: every code that exists, blank first. */
export const REEL: readonly number[] = Array.from({ length: CODES }, (_, code) => code).filter((code) => !UNUSED.includes(code));

const PLACES = Array.from({ length: CODES }, (_, code) => Math.max(0, REEL.indexOf(code)));

/** Where on the reel a code lies; codes without a flap are blank. */
export const placeOf = (code: number): number => PLACES[code] ?? 0;

/** Flaps that fall on the way forward from one place to another: 0 to one less than the reel has. */
export const flapsBetween = (from: number, to: number): number => (to - from + REEL.length) % REEL.length;

/** The letter, digit or sign on a flap; empty for blanks and colours. */
export const glyphOf = (code: number): string => (GLYPHS[code] ?? '').trim();

/** A grid as one line of text, as it is read aloud: rows joined by spaces, colours left out. */
export const textOf = (characters: readonly (readonly number[])[]): string =>
  characters.map((line) => line.map((code) => glyphOf(code) || ' ').join('')).join(' ').replace(/\s+/g, ' ').trim();
