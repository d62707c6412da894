import { Canvas } from '../../../../hw/panel/pixels/canvas.ts';
import { gridToRows } from '../../../../src/core/flaps/grid.ts';

/** The codes that look like no other: unused ones and the black tile are dark, and the filled one is white. */
export const SHOWN_CODES = Array.from({ length: 70 }, (_, code) => code).filter(
  (code) => ![43, 45, 51, 57, 58, 61].includes(code),
);

/** Rows of codes out of pixels. */
export const codesIn = (pixels: Uint32Array, width: number, rows: number, cols: number): number[][] => {
  const size = { width, height: pixels.length / width };
  return gridToRows(new Canvas(size, rows, cols, 'It').read({ ...size, pixels }, null));
};
