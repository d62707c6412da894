import { faceOf, paintOf } from './colours.ts';
import type { Look } from './colours.ts';
import { CODE_62, REEL, glyphOf, placeOf } from './reel.ts';

const FONT = '"Helvetica Neue", Helvetica, Arial, "Liberation Sans", Roboto, "DejaVu Sans Condensed", sans-serif';
/** Of one flap's height. */
const GLYPH = 0.62;
const RADIUS = 0.075;
/** Of one flap's width: wider signs are drawn narrower. */
const WIDEST = 0.8;
/** Opacity of the gap between the two halves. */
const HINGE = 0.72;
const HEART = '#d8392b';

/** The flaps of one look and size, side by side in the order of the reel. */
export interface FlapSheet {
  readonly image: HTMLCanvasElement;
  /** Draws the flaps of these codes, so that a board is seen before all that it could show is drawn. */
  prepare(codes: Iterable<number>): void;
  /** Left edge of a code's flap in the image; the first code that was not prepared has all others drawn. */
  leftOf(code: number): number;
}

const sheets = new Map<string, FlapSheet>();
const MOST_SHEETS = 12;

/** The font of the glyphs on flaps of a height in px, as a canvas takes it. */
export const glyphFont = (height: number): string => `600 ${GLYPH * height}px ${FONT}`;

const drawFace = (pen: CanvasRenderingContext2D, code: number, look: Look, width: number, height: number): void => {
  pen.fillStyle = faceOf(code, look);
  pen.beginPath();
  pen.roundRect(0, 0, width, height, Math.max(1, RADIUS * height));
  pen.fill();
  const light = pen.createLinearGradient(0, 0, 0, height);
  light.addColorStop(0, 'rgba(255,255,255,.055)');
  light.addColorStop(0.5, 'rgba(255,255,255,.015)');
  light.addColorStop(0.5, 'rgba(0,0,0,.05)');
  light.addColorStop(1, 'rgba(0,0,0,.015)');
  pen.fillStyle = light;
  pen.fill();
};

const drawGlyph = (pen: CanvasRenderingContext2D, code: number, look: Look, width: number, height: number): void => {
  const heart = code === CODE_62 && look.code62_glyph === 'heart';
  const glyph = heart ? '♥\uFE0E' : glyphOf(code);
  if (!glyph) return;
  pen.font = glyphFont(height);
  pen.fillStyle = heart ? HEART : paintOf(look).glyph;
  pen.textAlign = 'center';
  const capital = pen.measureText('H');
  const squeeze = Math.min(1, (WIDEST * width) / Math.max(1, pen.measureText(glyph).width));
  pen.save();
  pen.translate(width / 2, (height + capital.actualBoundingBoxAscent) / 2);
  pen.scale(squeeze, 1);
  pen.fillText(glyph, 0, 0);
  pen.restore();
};

const drawHinge = (pen: CanvasRenderingContext2D, look: Look, width: number, height: number): void => {
  const line = Math.max(1, Math.round(height * 0.022));
  const middle = Math.round(height / 2);
  pen.fillStyle = paintOf(look).hinge;
  pen.globalAlpha = HINGE;
  pen.fillRect(0, middle - Math.ceil(line / 2), width, line);
  pen.globalAlpha = 1;
  if (height < 24) return;
  const notch = Math.round(height * 0.11);
  pen.fillRect(0, middle - notch / 2, Math.round(width * 0.045), notch);
  pen.fillRect(width - Math.round(width * 0.045), middle - notch / 2, Math.round(width * 0.045), notch);
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
