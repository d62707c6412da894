import { HEIGHT, WIDTH } from '../../panel/awtrix/link.ts';

/** What instructions draw on: `0xRRGGBB`, row by row. */
export type Pixels = Uint32Array;

const colorOf = (value: unknown): number => {
  if (typeof value === 'number') return value & 0xff_ff_ff;
  if (Array.isArray(value)) return value.reduce((sum: number, part) => sum * 256 + (Number(part) & 255), 0);
  const hex = /^#?([0-9a-f]{6})$/i.exec(String(value))?.[1];
  return hex === undefined ? 0xff_ff_ff : Number.parseInt(hex, 16);
};

const plot = (pixels: Pixels, x: number, y: number, color: number): void => {
  if (x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT) pixels[y * WIDTH + x] = color;
};

const fill = (pixels: Pixels, [x, y, width, height, color]: readonly unknown[]): void => {
  for (let row = 0; row < Number(height); row++)
    for (let col = 0; col < Number(width); col++) plot(pixels, Number(x) + col, Number(y) + row, colorOf(color));
};

const frame = (pixels: Pixels, [x, y, width, height, color]: readonly unknown[]): void => {
  const [left, top, across, down] = [x, y, width, height].map(Number) as [number, number, number, number];
  fill(pixels, [left, top, across, 1, color]);
  fill(pixels, [left, top + down - 1, across, 1, color]);
  fill(pixels, [left, top, 1, down, color]);
  fill(pixels, [left + across - 1, top, 1, down, color]);
};

const line = (pixels: Pixels, [x0, y0, x1, y1, color]: readonly unknown[]): void => {
  const [fromX, fromY, toX, toY] = [x0, y0, x1, y1].map(Number) as [number, number, number, number];
  const steps = Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY), 1);
  for (let step = 0; step <= steps; step++)
    plot(
      pixels,
      Math.round(fromX + ((toX - fromX) * step) / steps),
      Math.round(fromY + ((toY - fromY) * step) / steps),
      colorOf(color),
    );
};

const bitmap = (pixels: Pixels, [x, y, width, height, colors]: readonly unknown[]): void => {
  if (!Array.isArray(colors)) return;
  for (let index = 0; index < Number(width) * Number(height); index++)
    plot(
      pixels,
      Number(x) + (index % Number(width)),
      Number(y) + Math.floor(index / Number(width)),
      colorOf(colors[index] ?? 0),
    );
};

const INSTRUCTIONS: Readonly<Record<string, (pixels: Pixels, values: readonly unknown[]) => void>> = {
  dp: (pixels, [x, y, color]) => plot(pixels, Number(x), Number(y), colorOf(color)),
  dl: line,
  dr: frame,
  df: fill,
  db: bitmap,
};

/** The pixels that a list of drawing instructions leaves; circles and texts are left out. */
export const drawInstructions = (list: unknown, background: unknown): Pixels => {
  const pixels = new Uint32Array(WIDTH * HEIGHT).fill(background === undefined ? 0 : colorOf(background));
  for (const instruction of Array.isArray(list) ? (list as unknown[]) : [])
    for (const [name, values] of Object.entries(instruction as object))
      if (Object.hasOwn(INSTRUCTIONS, name) && Array.isArray(values)) INSTRUCTIONS[name]?.(pixels, values as unknown[]);
  return pixels;
};
