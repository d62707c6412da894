import { HALVES, HINGE_OPACITY, glyphOn, hingeOf, radiusOf } from '../core/look/flap.ts';
import type { Box } from '../core/look/flap.ts';
import { faceOf, paintOf } from '../core/look/palette.ts';
import type { Look } from '../core/look/palette.ts';
import { mix, rgbOf } from './color.ts';
import type { Rgb } from './color.ts';
import { coverageOf } from './coverage.ts';

/** Levels of a soft edge: few, so that a picture does with one byte a pixel. */
const LEVELS = 8;

const soft = (coverage: number): number => Math.round(Math.min(1, coverage) * LEVELS) / LEVELS;

/** A rectangle with rounded corners as a path, its sides on whole pixels. */
const roundedPath = (width: number, height: number, radius: number): string => {
  const [wide, tall] = [width - 2 * radius, height - 2 * radius];
  return (
    `m${radius} 0l${wide} 0q${radius} 0 ${radius} ${radius}l0 ${tall}q0 ${radius} -${radius} ${radius}` +
    `l-${wide} 0q-${radius} 0 -${radius} -${radius}l0 -${tall}q0 -${radius} ${radius} -${radius}z`
  );
};

const SAME = { dx: 0, dy: 0, sx: 1, sy: 1 };

/** The flap of a code over a background, `width` × `height` pixels row by row. */
export const drawTile = (code: number, look: Look, background: Rgb, width: number, height: number): Uint32Array => {
  const pixels = new Uint32Array(width * height).fill(background);
  const blend = (at: number, color: Rgb, opacity: number): void => {
    if (opacity === 1) pixels[at] = color;
    else if (opacity > 0) pixels[at] = mix(pixels[at] ?? 0, color, opacity);
  };
  const face = coverageOf(roundedPath(width, height, radiusOf(height)), SAME, width, height);
  const middle = Math.round(height / 2);
  const tones = HALVES.map(({ color, opacity }) => mix(rgbOf(faceOf(code, look)), rgbOf(color), opacity));
  face.forEach((part, at) => blend(at, tones[at < middle * width ? 0 : 1] ?? background, soft(part)));
  const glyph = glyphOn(code, look, width, height);
  if (glyph) {
    const { outline, x, y, scaleX, scaleY, color } = glyph;
    const placing = { dx: x, dy: y, sx: scaleX, sy: scaleY };
    const ink = rgbOf(color);
    coverageOf(outline.path, placing, width, height).forEach((part, at) => blend(at, ink, soft(part)));
  }
  const { gap, notches } = hingeOf(width, height);
  const hinge = rgbOf(paintOf(look).hinge);
  const fill = ({ left, top, width: wide, height: tall }: Box, opacity: number): void => {
    for (let row = top; row < top + tall; row++)
      for (let col = left; col < left + wide; col++) blend(row * width + col, hinge, opacity);
  };
  fill(gap, HINGE_OPACITY);
  for (const notch of notches) fill(notch, 1);
  return pixels;
};
