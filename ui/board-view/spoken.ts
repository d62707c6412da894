import { CODE_62, glyphOf as characterOf } from '../../src/core/flaps/flaps.ts';
import { COLOURS, tiles } from '../strings/colours.ts';

/** The letter, digit or sign on a flap; empty for blanks and colours. */
const glyphOf = (code: number): string => (code <= CODE_62 ? characterOf(code).trim() : '');

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
