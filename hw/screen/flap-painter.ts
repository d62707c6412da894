import { fallOf, upperHalfOf } from '../../src/core/look/fall.ts';
import type { Turn } from '../../src/core/look/motion.ts';
import { caseOf, type Look } from '../../src/core/look/palette.ts';
import { REEL } from '../../src/core/look/reel.ts';
import { rgbOf } from '../../src/picture/color.ts';
import { drawTile } from '../../src/picture/tile.ts';
import type { PixelFormat, Pixels } from './pixel-format.ts';
import type { Band, Placement } from './placement.ts';

/** What is painted on: a screen of whole lines, `stride` pixels each. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly format: PixelFormat;
}

/** A strip of whole lines as it goes to the screen; valid until the next one is painted. */
export interface Strip {
  readonly top: number;
  readonly lines: number;
  readonly bytes: Uint8Array;
}

/** Most bytes that all flaps of a wall take. */
const MOST_TILE_BYTES = 16 * 1024 * 1024;
const BLACK = '#000000';
/** Light of a pixel that is not in the shade, as `PixelFormat.dim` counts. */
const FULL_LIGHT = 32;

/** The most pixels that one flap may have. */
export const mostFlapPixels = (format: PixelFormat): number => Math.floor(MOST_TILE_BYTES / REEL.length / format.bytes);

/**
 * Paints a wall strip by strip, in the pixels of the screen. It holds the flaps that it has drawn once and the lines of
 * one strip, and nothing of the rest of the picture.
 */
export class FlapPainter {
  readonly #canvas: Canvas;
  readonly #placement: Placement;
  readonly #look: Look;
  readonly #background: string;
  readonly #slots = new Map<number, number>();
  /** The strip, then one flap after the other: one piece of memory, so that flaps are copied within it. */
  readonly #pixels: Pixels;
  readonly #bytes: Uint8Array;
  /** From one pixel of a flap to the next one in its line and in its column, on the screen and within a drawn flap. */
  readonly #steps: Readonly<Record<'across' | 'down' | 'tileAcross' | 'tileDown', number>>;
  #shift: readonly [x: number, y: number] = [0, 0];
  #light = FULL_LIGHT;

  constructor(canvas: Canvas, placement: Placement, look: Look, framed: boolean) {
    this.#canvas = canvas;
    this.#placement = placement;
    this.#look = look;
    this.#background = framed ? caseOf(look) : BLACK;
    const { tileWidth, tileHeight } = placement;
    const count = canvas.stride * tileHeight + REEL.length * tileWidth * tileHeight;
    const memory = new ArrayBuffer(count * canvas.format.bytes);
    this.#pixels = canvas.format.view(memory, 0, count);
    this.#bytes = new Uint8Array(memory, 0, canvas.stride * tileHeight * canvas.format.bytes);
    this.#steps = stepsOf(placement, canvas.stride);
  }

  /** The strips of the wall that have flaps. */
  get bands(): readonly Band[] {
    return this.#placement.bands;
  }

  /** How far the wall can move to each side, in pixels. */
  get play(): number {
    return this.#placement.play;
  }

  /** Moves the wall by some pixels; the whole screen has to be painted anew. */
  moveTo(x: number, y: number): void {
    this.#shift = [x, y];
  }

  /** Paints everything with so many per cent of its light from now on; whether that is another light than before. */
  dimTo(percent: number): boolean {
    const light = Math.max(1, Math.round((percent * FULL_LIGHT) / 100));
    if (light === this.#light) return false;
    this.#light = light;
    this.#slots.clear();
    return true;
  }

  /** Draws the flap of a code, which takes a moment; whether it was not drawn yet. */
  prepare(code: number): boolean {
    if (this.#slots.has(code)) return false;
    this.#slotOf(code);
    return true;
  }

  /** A strip of flaps; `turnOf` says what each cell shows. */
  paint(band: Band, turnOf: (cell: number) => Turn): Strip {
    const top = band.top + this.#shift[1];
    const strip = this.#fill(top, this.#placement.tileHeight);
    for (const { cell, left } of band.cells) this.#paintFlap(left + this.#shift[0], turnOf(cell));
    return strip;
  }

  /** What lies above, between and below the strips of flaps, piece by piece. */
  *paintGaps(): Generator<Strip> {
    const { tileHeight } = this.#placement;
    let from = 0;
    for (const { top } of [...this.bands, { top: this.#canvas.height - this.#shift[1] }]) {
      const to = top + this.#shift[1];
      for (let at = from; at < to; at += tileHeight) yield this.#fill(at, Math.min(tileHeight, to - at));
      from = to + tileHeight;
    }
  }

  /** The whole screen in black, piece by piece. */
  *paintBlack(): Generator<Strip> {
    const { tileHeight } = this.#placement;
    const { height, stride, format } = this.#canvas;
    this.#pixels.fill(format.encode(0), 0, stride * tileHeight);
    for (let top = 0; top < height; top += tileHeight) yield this.#strip(top, Math.min(tileHeight, height - top));
  }

  #strip(top: number, lines: number): Strip {
    const { stride, format } = this.#canvas;
    return { top, lines, bytes: this.#bytes.subarray(0, stride * lines * format.bytes) };
  }

  /** Lines without flaps: the case between its edges, black beside it. */
  #fill(top: number, lines: number): Strip {
    const { stride, format } = this.#canvas;
    const { left, top: upper, width, height } = this.#placement.frame;
    const [x, y] = [left + this.#shift[0], upper + this.#shift[1]];
    const black = format.encode(0);
    const color = this.#encode(rgbOf(this.#background));
    for (let line = 0; line < lines; line++) {
      const from = line * stride;
      this.#pixels.fill(black, from, from + stride);
      if (color !== black && top + line >= y && top + line < y + height)
        this.#pixels.fill(color, from + x, from + x + width);
    }
    return this.#strip(top, lines);
  }

  #paintFlap(left: number, { from, to, phase }: Turn): void {
    const { flapHeight } = this.#placement;
    const [under, over] = [this.#slotOf(to), this.#slotOf(from)];
    if (phase === 0 || from === to) return this.#copy(left, over, 0, flapHeight);
    const upper = upperHalfOf(flapHeight);
    const { isUpper, top, height, shade } = fallOf(phase, flapHeight);
    const light = Math.round(FULL_LIGHT * (1 - shade));
    if (isUpper) {
      const edge = Math.round(top);
      this.#copy(left, under, 0, edge);
      this.#squeeze(left, over, [0, upper], [edge, upper], light);
      return this.#copy(left, over, upper, flapHeight);
    }
    const edge = Math.min(flapHeight, Math.round(upper + height));
    this.#copy(left, under, 0, upper);
    this.#squeeze(left, under, [upper, flapHeight], [upper, edge], light);
    this.#copy(left, over, edge, flapHeight);
  }

  /** The lines `from` to `to` of a drawn flap, as they are. */
  #copy(left: number, slot: number, from: number, to: number): void {
    const { flapWidth, flapHeight, rotation, tileWidth } = this.#placement;
    const { stride } = this.#canvas;
    const lines = to - from;
    if (lines <= 0) return;
    const before = rotation === 90 || rotation === 180 ? flapHeight - to : from;
    const [x, y, wide, tall] = rotation % 180 === 0 ? [0, before, flapWidth, lines] : [before, 0, lines, flapWidth];
    for (let line = y; line < y + tall; line++) {
      const source = slot + line * tileWidth + x;
      this.#pixels.copyWithin(line * stride + left + x, source, source + wide);
    }
  }

  /** The lines of `source` of a drawn flap, squeezed into those of `target` and in the shade. */
  #squeeze(
    left: number,
    slot: number,
    source: readonly [from: number, to: number],
    target: readonly [from: number, to: number],
    light: number,
  ): void {
    const { flapWidth } = this.#placement;
    const { across, down, tileAcross, tileDown } = this.#steps;
    const { dim } = this.#canvas.format;
    const pixels = this.#pixels;
    const [origin, tileOrigin] = this.#originsOf(left, slot);
    const lines = target[1] - target[0];
    const scale = (source[1] - source[0]) / lines;
    for (let line = 0; line < lines; line++) {
      let from = tileOrigin + (source[0] + Math.floor((line + 0.5) * scale)) * tileDown;
      let to = origin + (target[0] + line) * down;
      for (let x = 0; x < flapWidth; x++, from += tileAcross, to += across) pixels[to] = dim(pixels[from] ?? 0, light);
    }
  }

  /** Where the first pixel of a flap, as it is read, lies in the strip and in its drawing. */
  #originsOf(left: number, slot: number): readonly [number, number] {
    const { rotation, tileWidth, tileHeight } = this.#placement;
    const { stride } = this.#canvas;
    const x = rotation === 90 || rotation === 180 ? tileWidth - 1 : 0;
    const y = rotation === 180 || rotation === 270 ? tileHeight - 1 : 0;
    return [y * stride + left + x, slot + y * tileWidth + x];
  }

  #encode(rgb: number): number {
    const { format } = this.#canvas;
    return this.#light === FULL_LIGHT ? format.encode(rgb) : format.dim(format.encode(rgb), this.#light);
  }

  #slotOf(code: number): number {
    const known = this.#slots.get(code);
    if (known !== undefined) return known;
    const { flapWidth, flapHeight, tileWidth, tileHeight } = this.#placement;
    const slot = this.#canvas.stride * tileHeight + this.#slots.size * tileWidth * tileHeight;
    const { tileAcross, tileDown } = this.#steps;
    const [, origin] = this.#originsOf(0, slot);
    drawTile(code, this.#look, rgbOf(this.#background), flapWidth, flapHeight).forEach((rgb, at) => {
      const [x, y] = [at % flapWidth, Math.floor(at / flapWidth)];
      this.#pixels[origin + x * tileAcross + y * tileDown] = this.#encode(rgb);
    });
    this.#slots.set(code, slot);
    return slot;
  }
}

const stepsOf = ({ rotation, tileWidth }: Placement, stride: number) => {
  if (rotation === 90) return { across: stride, down: -1, tileAcross: tileWidth, tileDown: -1 };
  if (rotation === 180) return { across: -1, down: -stride, tileAcross: -1, tileDown: -tileWidth };
  if (rotation === 270) return { across: -stride, down: 1, tileAcross: -tileWidth, tileDown: 1 };
  return { across: 1, down: stride, tileAcross: 1, tileDown: tileWidth };
};
