import { HALVES, HINGE_OPACITY, glyphOn, hingeOf, radiusOf, type Box, type PlacedGlyph } from '../core/look/flap.ts';
import { faceOf, paintOf, type Look } from '../core/look/palette.ts';
import { mix, rgbOf, type Rgb } from './color.ts';
import { Coverage } from './coverage.ts';

/** Levels of a soft edge: few, so that a picture does with one byte a pixel. */
const LEVELS = 8;

const soft = (coverage: number): number => Math.round(coverage * LEVELS) / LEVELS;

/** A rectangle with rounded corners as a path, its sides on whole pixels. */
const roundedPath = (width: number, height: number, radius: number): string => {
  const [wide, tall] = [width - 2 * radius, height - 2 * radius];
  return (
    `m${radius} 0l${wide} 0q${radius} 0 ${radius} ${radius}l0 ${tall}q0 ${radius} -${radius} ${radius}` +
    `l-${wide} 0q-${radius} 0 -${radius} -${radius}l0 -${tall}q0 -${radius} ${radius} -${radius}z`
  );
};

const SAME = { dx: 0, dy: 0, sx: 1, sy: 1 };

/** Lays a colour over a row of pixels, as much of it as covers each. */
const layOver = (pixels: Uint32Array, color: Rgb, parts: Float32Array | null): void =>
  parts?.forEach((part, at) => {
    const opacity = soft(part);
    if (opacity === 1) pixels[at] = color;
    else if (opacity > 0) pixels[at] = mix(pixels[at] ?? 0, color, opacity);
  });

const layBoxOver = (pixels: Uint32Array, row: number, box: Box, color: Rgb, opacity: number): void => {
  if (row < box.top || row >= box.top + box.height) return;
  for (let col = box.left; col < box.left + box.width; col++)
    pixels[col] = opacity === 1 ? color : mix(pixels[col] ?? 0, color, opacity);
};

const inkOn = (glyph: PlacedGlyph, width: number) => {
  const { outline, x, y, scaleX, scaleY, color } = glyph;
  return {
    color: rgbOf(color),
    coverage: new Coverage(outline.path, { dx: x, dy: y, sx: scaleX, sy: scaleY }, width),
  };
};

/**
 * The flap of a code over a background, `width` × `height` pixels: one row after the other, each of which is good until
 * the next one. A row takes no more than a moment, however large the flap is.
 */
export function* tileRows(
  code: number,
  look: Look,
  background: Rgb,
  width: number,
  height: number,
): Generator<Uint32Array, void, undefined> {
  const pixels = new Uint32Array(width);
  const face = new Coverage(roundedPath(width, height, radiusOf(height)), SAME, width);
  const middle = Math.round(height / 2);
  const tones = HALVES.map(({ color, opacity }) => mix(rgbOf(faceOf(code, look)), rgbOf(color), opacity));
  const glyph = glyphOn(code, look, width, height);
  const ink = glyph && inkOn(glyph, width);
  const { gap, notches } = hingeOf(width, height);
  const hinge = rgbOf(paintOf(look).hinge);
  for (let row = 0; row < height; row++) {
    pixels.fill(background);
    layOver(pixels, tones[row < middle ? 0 : 1] ?? background, face.row(row));
    if (ink) layOver(pixels, ink.color, ink.coverage.row(row));
    layBoxOver(pixels, row, gap, hinge, HINGE_OPACITY);
    for (const notch of notches) layBoxOver(pixels, row, notch, hinge, 1);
    yield pixels;
  }
}

/** The flap of a code over a background, `width` × `height` pixels row by row. */
export const drawTile = (code: number, look: Look, background: Rgb, width: number, height: number): Uint32Array => {
  const pixels = new Uint32Array(width * height);
  let at = 0;
  for (const row of tileRows(code, look, background, width, height)) {
    pixels.set(row, at);
    at += width;
  }
  return pixels;
};
