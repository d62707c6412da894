import type { Places } from '../flaps/geometry.ts';

/** How a board looks beyond its form. */
export interface Look {
  readonly board_color: 'black' | 'white';
  readonly code62_glyph: 'degree' | 'heart';
  /** The cells that have a flap; all of them unless named. */
  readonly places?: Places | undefined;
}

/** The look of a board of which nothing else is known. */
export const PLAIN: Look = { board_color: 'black', code62_glyph: 'degree' };

/** The six colours of the flaps 63 to 68, the same on every board. */
export const CHIPS: Readonly<Record<number, string>> = {
  63: '#da291c',
  64: '#fa7400',
  65: '#fcb81b',
  66: '#1f9a44',
  67: '#2083d5',
  68: '#702f8a',
};

const WHITE_CHIP = 69;
const BLACK_CHIP = 70;
const FILLED = 71;

/** Colours of the parts of a board. */
export interface Paint {
  readonly flap: string;
  readonly glyph: string;
  readonly hinge: string;
  readonly shade: string;
}

/** What the flaps of a black and of a white board are painted with. */
export const paintOf = (look: Look): Paint =>
  look.board_color === 'white'
    ? { flap: '#fbfbf9', glyph: '#16161a', hinge: '#c9c9c6', shade: '#55554f' }
    : { flap: '#1a1a1b', glyph: '#f6f5f0', hinge: '#050505', shade: '#000000' };

/** The colour of a whole flap: a chip, or the flap itself. A white board swaps the white and the black chip. */
export const faceOf = (code: number, look: Look): string => {
  const white = look.board_color === 'white';
  const { flap, glyph } = paintOf(look);
  if (code === BLACK_CHIP) return flap;
  if (code === WHITE_CHIP || code === FILLED) return white ? glyph : '#ffffff';
  return CHIPS[code] ?? flap;
};

/** The colour of the case around the flaps. */
export const caseOf = ({ board_color }: Look): string => (board_color === 'white' ? '#e4e4e0' : '#0d0d0e');
