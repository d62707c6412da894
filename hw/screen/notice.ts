import { setImmediate as nextTurn } from 'node:timers/promises';
import { correction, generate } from 'lean-qr';
import type { SetUpPlace } from '../../src/board/driver.ts';
import { flapOf } from '../../src/core/flaps/flaps.ts';
import { PLAIN } from '../../src/core/look/palette.ts';
import { drawTile } from '../../src/picture/tile.ts';
import type { Canvas, Strip } from './flap-painter.ts';
import { turnBox, turnedSize, type Rotation } from './placement.ts';

/** A picture of a whole screen, made line by line. */
export interface NoticePicture {
  /** Draws its letters one by one, and lets others have their turn after each; to be awaited before `paint`. */
  prepare(): Promise<void>;
  /** Strips of whole lines from top to bottom; each is valid until the next. */
  paint(): Iterable<Strip>;
}

const STRIP_LINES = 32;
const WHITE = 0xffffff;
/** Modules that stay white around a code, as its standard asks for. */
const QUIET = 4;
const FLAP_WIDTH = 0.7;
const LINE = 1.35;

/** What a phone reads to join an open Wi-Fi. */
export const joinText = (name: string): string => `WIFI:T:nopass;S:${name.replace(/[\\;,:"]/g, '\\$&')};;`;

interface Painted {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly draw?: () => void;
  readonly colorAt: (x: number, y: number) => number;
}

const codeBox = (text: string, side: number, left: number, top: number): Painted => {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const size = code.size + 2 * QUIET;
  const module = Math.max(1, Math.floor(side / size));
  const width = module * size;
  return {
    left: Math.round(left - width / 2),
    top,
    width,
    height: width,
    // Beyond its edges a code is white.
    colorAt: (x, y) => (code.get(Math.floor(x / module) - QUIET, Math.floor(y / module) - QUIET) ? 0 : WHITE),
  };
};

const lineBoxes = (text: string, height: number, middle: number, top: number): Painted[] => {
  const width = Math.max(3, Math.round(height * FLAP_WIDTH));
  const letters = [...text];
  const pitch = Math.round(width * 1.15);
  const left = Math.round(middle - (letters.length * pitch) / 2);
  return letters.map((letter, at) => {
    let pixels: Uint32Array | null = null;
    const draw = (): void => void (pixels ??= drawTile(flapOf(letter) ?? 0, PLAIN, 0, width, height));
    const colorAt = (x: number, y: number): number => pixels?.[y * width + x] ?? 0;
    return { left: left + at * pitch, top, width, height, draw, colorAt };
  });
};

/** The set-up as a screen of this size shows it: a code to join the Wi-Fi, its name, and the address of the page. */
const layOutNotice = ({ name, address }: SetUpPlace, width: number, height: number): Painted[] => {
  const lines = ['JOIN THIS WIFI', name, `http://${address}`];
  const longest = Math.max(...lines.map((line) => line.length));
  const flap = Math.max(4, Math.floor(Math.min(height * 0.09, (width * 0.94) / (longest * FLAP_WIDTH * 1.17))));
  const textHeight = lines.length * flap * LINE;
  const side = Math.min(width * 0.9, height * 0.92 - textHeight);
  const code = codeBox(joinText(name), side, width / 2, Math.round(height * 0.03));
  const from = code.top + code.height + flap * 0.4;
  return [code, ...lines.flatMap((line, at) => lineBoxes(line, flap, width / 2, Math.round(from + at * flap * LINE)))];
};

/** Draws the set-up for a screen. */
export const drawNotice = (place: SetUpPlace, canvas: Canvas, rotation: Rotation): NoticePicture => {
  const turned = turnedSize(canvas, rotation);
  const boxes = layOutNotice(place, turned.width, turned.height);
  const prepare = async (): Promise<void> => {
    for (const { draw } of boxes) {
      draw?.();
      await nextTurn();
    }
  };
  return { prepare, paint: () => paintBoxes(boxes, canvas, rotation) };
};

/** Where a pixel of the screen lies in the picture as it is read. */
const unturn = (x: number, y: number, rotation: Rotation, { width, height }: Canvas): readonly [number, number] => {
  if (rotation === 90) return [y, width - 1 - x];
  if (rotation === 180) return [width - 1 - x, height - 1 - y];
  return rotation === 270 ? [height - 1 - y, x] : [x, y];
};

function* paintBoxes(boxes: readonly Painted[], canvas: Canvas, rotation: Rotation): Generator<Strip> {
  const { height, stride, format } = canvas;
  const memory = new ArrayBuffer(stride * STRIP_LINES * format.bytes);
  const pixels = format.view(memory, 0, stride * STRIP_LINES);
  const placed = boxes.map((box) => ({ box, on: turnBox(box, rotation, canvas) }));
  for (let top = 0; top < height; top += STRIP_LINES) {
    const lines = Math.min(STRIP_LINES, height - top);
    pixels.fill(format.encode(0));
    for (const { box, on } of placed)
      for (let y = Math.max(top, on.top); y < Math.min(top + lines, on.top + on.height); y++)
        for (let x = on.left; x < on.left + on.width; x++) {
          const [readX, readY] = unturn(x, y, rotation, canvas);
          pixels[(y - top) * stride + x] = format.encode(box.colorAt(readX - box.left, readY - box.top));
        }
    yield { top, lines, bytes: new Uint8Array(memory, 0, lines * stride * format.bytes) };
  }
}
