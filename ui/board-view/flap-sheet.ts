import { HALVES, HINGE_OPACITY, glyphOn, hingeOf, radiusOf } from '../../src/core/look/flap.ts';
import type { Outline } from '../../src/core/look/outline.ts';
import { faceOf, paintOf, type Look } from '../../src/core/look/palette.ts';
import { REEL, placeOf } from '../../src/core/look/reel.ts';

/** The flaps of one look and size, side by side in the order of the reel. */
export interface FlapSheet {
  readonly image: HTMLCanvasElement;
  /** Draws the flaps of these codes, so that a board is seen before all that it could show is drawn. */
  prepare(codes: Iterable<number>): void;
  /** Left edge of a code's flap in the image; the first code that was not prepared has all others drawn. */
  leftOf(code: number): number;
}

/** Flaps that were drawn, by look and size. */
const sheets = new Map<string, FlapSheet>();
const MOST_SHEETS = 12;

// `roundRect` is younger than the browsers of many televisions.
const traceFace = (pen: CanvasRenderingContext2D, width: number, height: number): void => {
  const radius = radiusOf(height);
  pen.beginPath();
  pen.moveTo(radius, 0);
  pen.arcTo(width, 0, width, height, radius);
  pen.arcTo(width, height, 0, height, radius);
  pen.arcTo(0, height, 0, 0, radius);
  pen.arcTo(0, 0, width, 0, radius);
  pen.closePath();
};

const drawFace = (pen: CanvasRenderingContext2D, code: number, look: Look, width: number, height: number): void => {
  traceFace(pen, width, height);
  pen.fillStyle = faceOf(code, look);
  pen.fill();
  // On the face alone, which clipping to its outline would do as well, and take longer.
  pen.globalCompositeOperation = 'source-atop';
  for (const { top, height: part, color, opacity } of HALVES) {
    pen.fillStyle = color;
    pen.globalAlpha = opacity;
    pen.fillRect(0, Math.round(top * height), width, Math.round(part * height));
  }
  pen.globalCompositeOperation = 'source-over';
  pen.globalAlpha = 1;
};

const paths = new Map<string, Path2D>();

const pathOf = ({ path }: Outline): Path2D => {
  const known = paths.get(path);
  if (known) return known;
  const made = new Path2D(path);
  paths.set(path, made);
  return made;
};

const drawGlyph = (pen: CanvasRenderingContext2D, code: number, look: Look, width: number, height: number): void => {
  const glyph = glyphOn(code, look, width, height);
  if (!glyph) return;
  pen.save();
  pen.translate(glyph.x, glyph.y);
  pen.scale(glyph.scaleX, glyph.scaleY);
  pen.fillStyle = glyph.color;
  pen.fill(pathOf(glyph.outline));
  pen.restore();
};

const drawHinge = (pen: CanvasRenderingContext2D, look: Look, width: number, height: number): void => {
  const { gap, notches } = hingeOf(width, height);
  pen.fillStyle = paintOf(look).hinge;
  pen.globalAlpha = HINGE_OPACITY;
  pen.fillRect(gap.left, gap.top, gap.width, gap.height);
  pen.globalAlpha = 1;
  for (const notch of notches) pen.fillRect(notch.left, notch.top, notch.width, notch.height);
};

const drawFlap = (
  pen: CanvasRenderingContext2D,
  code: number,
  look: Look,
  left: number,
  width: number,
  height: number,
): void => {
  pen.save();
  pen.translate(left, 0);
  drawFace(pen, code, look, width, height);
  drawGlyph(pen, code, look, width, height);
  drawHinge(pen, look, width, height);
  pen.restore();
};

const makeSheet = (look: Look, width: number, height: number): FlapSheet => {
  const image = document.createElement('canvas');
  image.width = width * REEL.length;
  image.height = height;
  const pen = image.getContext('2d');
  if (!pen) throw new Error('this browser cannot draw on a canvas');
  const missing = new Set(REEL);
  const prepare = (codes: Iterable<number>): void => {
    for (const code of codes) if (missing.delete(code)) drawFlap(pen, code, look, placeOf(code) * width, width, height);
  };
  return {
    image,
    prepare,
    leftOf: (code) => {
      if (missing.has(code)) prepare(REEL);
      return placeOf(code) * width;
    },
  };
};

/** The flaps of a look at a size in pixels; one sheet for all boards that share it. */
export const flapSheet = (look: Look, width: number, height: number): FlapSheet => {
  const key = `${look.board_color} ${look.code62_glyph} ${width} ${height}`;
  const known = sheets.get(key);
  if (known) return known;
  const oldest = sheets.keys().next().value;
  if (sheets.size >= MOST_SHEETS && oldest !== undefined) sheets.delete(oldest);
  const sheet = makeSheet(look, width, height);
  sheets.set(key, sheet);
  return sheet;
};
