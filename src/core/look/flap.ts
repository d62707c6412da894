import { CODE_62, glyphOf } from '../flaps/flaps.ts';
import { CAPITAL, OUTLINES } from './outlines.ts';
import type { Outline } from './outline.ts';
import { paintOf, type Look } from './palette.ts';

/** Size of an em, and radius of a corner, in heights of one flap. */
const EM = 0.62;
const RADIUS = 0.075;
/** The widest that a glyph gets, in widths of one flap: wider ones are drawn narrower. */
const WIDEST = 0.8;
/** Units of one em in an outline. */
const UNITS = 500;

const HEART_COLOR = '#d8392b';
const HEART: Outline = {
  width: 350,
  path: 'm175 0q-165-135-165-235q0-110 85-110q55 0 80 60q25-60 80-60q85 0 85 110q0 100-165 235z',
};

/** A glyph where it lies on its flap: its outline is scaled first, then moved. Lengths in pixels. */
export interface PlacedGlyph {
  readonly outline: Outline;
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
  readonly color: string;
}

/** A rectangle in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** One half of a flap, in shares of its height, and the light or shadow on it: a colour and its opacity. */
export interface Half {
  readonly top: number;
  readonly height: number;
  readonly color: string;
  readonly opacity: number;
}

/** The light on the upper half of a flap, and the shadow on the lower one. */
export const HALVES: readonly Half[] = [
  { top: 0, height: 0.5, color: '#ffffff', opacity: 0.035 },
  { top: 0.5, height: 0.5, color: '#000000', opacity: 0.035 },
];

/** Opacity of the gap between the two halves. */
export const HINGE_OPACITY = 0.72;

/** The glyph of a code on a flap of `width` × `height` pixels; null for blanks, tiles and codes without a flap. */
export const glyphOn = (code: number, look: Look, width: number, height: number): PlacedGlyph | null => {
  const isHeart = code === CODE_62 && look.code62_glyph === 'heart';
  const outline = isHeart ? HEART : OUTLINES.get(glyphOf(code));
  if (!outline) return null;
  const scaleY = (EM * height) / UNITS;
  const scaleX = scaleY * Math.min(1, (WIDEST * width) / (outline.width * scaleY));
  return {
    outline,
    x: (width - outline.width * scaleX) / 2,
    y: (height + CAPITAL * scaleY) / 2,
    scaleX,
    scaleY,
    color: isHeart ? HEART_COLOR : paintOf(look).glyph,
  };
};

/** The radius of a flap's corners in pixels, at least 1. */
export const radiusOf = (height: number): number => Math.max(1, RADIUS * height);

/** The gap between the halves in whole pixels, and the two notches of its axis, which small flaps do not have. */
export const hingeOf = (width: number, height: number): { readonly gap: Box; readonly notches: readonly Box[] } => {
  const line = Math.max(1, Math.round(height * 0.022));
  const middle = Math.round(height / 2);
  const gap = { left: 0, top: middle - Math.ceil(line / 2), width, height: line };
  if (height < 24) return { gap, notches: [] };
  const [wide, tall] = [Math.max(1, Math.round(width * 0.045)), Math.round(height * 0.11)];
  const top = Math.round(middle - tall / 2);
  return {
    gap,
    notches: [0, width - wide].map((left) => ({ left, top, width: wide, height: tall })),
  };
};
