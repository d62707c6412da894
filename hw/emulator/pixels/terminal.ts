const ESCAPE = '\u001B';

const colorOf = (layer: 38 | 48, color: number): string =>
  `${ESCAPE}[${layer};2;${color >> 16};${(color >> 8) & 255};${color & 255}m`;

/** Draws pixels (`0xRRGGBB`, row by row) for a terminal with colours: two rows of pixels in a line of half blocks. */
export const drawPixels = (pixels: ArrayLike<number>, width: number): string => {
  const height = Math.floor(pixels.length / width);
  const lines = Array.from({ length: Math.ceil(height / 2) }, (_, line) => {
    const cells = Array.from({ length: width }, (__, x) => {
      const upper = pixels[2 * line * width + x] ?? 0;
      const lower = pixels[(2 * line + 1) * width + x] ?? 0;
      return `${colorOf(38, upper)}${colorOf(48, lower)}▀`;
    });
    return `${cells.join('')}${ESCAPE}[0m`;
  });
  return lines.join('\n');
};
