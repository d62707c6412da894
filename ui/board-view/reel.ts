import { CODE_62, LAST_CODE, glyphOf as characterOf, hasFlap } from '../../src/core/flaps.ts';
import { COLOURS, tiles } from '../strings/colours.ts';

/** The flaps of one reel in the order in which they turn: every code that exists, blank first. */
export const REEL: readonly number[] = Array.from({ length: LAST_CODE + 1 }, (_, code) => code).filter(hasFlap);

const PLACES = Array.from({ length: LAST_CODE + 1 }, (_, code) => Math.max(0, REEL.indexOf(code)));

/** Where on the reel a code lies; codes without a flap are blank. */
export const placeOf = (code: number): number => PLACES[code] ?? 0;

/** Flaps that fall on the way forward from one place to another: 0 to one less than the reel has. */
export const flapsBetween = (from: number, to: number): number => (to - from + REEL.length) % REEL.length;

/** The letter, digit or sign on a flap; empty for blanks and colours. */
export const glyphOf = (code: number): string => (code <= CODE_62 ? characterOf(code).trim() : '');

/**
 * A row as it is read aloud: its characters, and its tiles by name, those of one colour that stand side by side
 * together.
 */
const spokenRow = (codes: readonly number[]): string => {
  let text = '';
  for (let at = 0; at < codes.length; ) {
    const code = codes[at] ?? 0;
    const name = COLOURS[code];
    let end = at + 1;
    while (name && codes[end] === code) end++;
    text += name ? ` ${tiles(name, end - at)} ` : glyphOf(code) || ' ';
    at = end;
  }
  return text;
};

/** A grid as one line of text, as it is read aloud: rows joined by spaces, tiles by their names. */
export const textOf = (characters: readonly (readonly number[])[]): string =>
  characters.map(spokenRow).join(' ').replace(/\s+/g, ' ').trim();
