import { memberOf } from '../../../src/core/json.ts';
import { HEIGHT, WIDTH } from '../../panel/awtrix/link.ts';

/** What instructions draw on: `0xRRGGBB`, row by row. */
export type Pixels = Uint32Array;

const colorOf = (value: unknown): number =>
  typeof value === 'number' ? value & 0xff_ff_ff : Number.parseInt(String(value).replace('#', ''), 16) || 0;

const drawBitmap = (pixels: Pixels, [left, top, width, height]: readonly number[], colors: readonly unknown[]): void =>
  colors.slice(0, (width ?? 0) * (height ?? 0)).forEach((color, index) => {
    const x = (left ?? 0) + (index % (width ?? 1));
    const y = (top ?? 0) + Math.floor(index / (width ?? 1));
    if (x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT) pixels[y * WIDTH + x] = colorOf(color);
  });

/** The pixels that a list of drawing instructions leaves; all but bitmaps (`db`) are left out. */
export const drawInstructions = (list: unknown, background: unknown): Pixels => {
  const pixels = new Uint32Array(WIDTH * HEIGHT).fill(background === undefined ? 0 : colorOf(background));
  for (const instruction of Array.isArray(list) ? (list as unknown[]) : []) {
    const bitmap = memberOf(instruction, 'db');
    if (!Array.isArray(bitmap) || !Array.isArray(bitmap[4])) continue;
    drawBitmap(pixels, bitmap.slice(0, 4).map(Number), bitmap[4]);
  }
  return pixels;
};
