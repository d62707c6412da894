/** A colour as 0xRRGGBB. */
export type Rgb = number;

/** The colour of a `#rrggbb`. */
export const rgbOf = (hex: string): Rgb => Number.parseInt(hex.slice(1), 16);

const channel = (under: Rgb, over: Rgb, shift: number, opacity: number): number => {
  const from = (under >> shift) & 255;
  return Math.round(from + (((over >> shift) & 255) - from) * opacity) << shift;
};

/** A colour laid over another with an opacity of 0 to 1. */
export const mix = (under: Rgb, over: Rgb, opacity: number): Rgb =>
  channel(under, over, 16, opacity) | channel(under, over, 8, opacity) | channel(under, over, 0, opacity);
