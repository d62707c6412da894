/** Pixels as a frame buffer has them. */
export type Pixels = Uint16Array | Uint32Array;

/** How a frame buffer stores a pixel. */
export interface PixelFormat {
  /** Bytes of one pixel. */
  readonly bytes: 2 | 4;
  /** A pixel of a colour 0xRRGGBB. */
  encode(rgb: number): number;
  /** A pixel with `light` of 32 parts of its brightness. */
  dim(pixel: number, light: number): number;
  /** The pixels of a piece of memory. */
  view(memory: ArrayBuffer, at: number, count: number): Pixels;
}

/** Bits of a pixel that can be drawn. */
export const DEPTHS: readonly number[] = [16, 32];

const swap = (rgb: number): number => ((rgb & 0xff) << 16) | (rgb & 0xff00) | ((rgb >> 16) & 0xff);

const RGB888: Omit<PixelFormat, 'encode'> = {
  bytes: 4,
  dim: (pixel, light) =>
    ((((pixel & 0xff00ff) * light) >>> 5) & 0xff00ff) | ((((pixel & 0xff00) * light) >>> 5) & 0xff00) | 0xff000000,
  view: (memory, at, count) => new Uint32Array(memory, at, count),
};

const RGB565: Omit<PixelFormat, 'encode'> = {
  bytes: 2,
  dim: (pixel, light) => {
    // Red and blue in the lower half, green in the upper one: one multiplication for all three.
    const apart = Math.imul((pixel | (pixel << 16)) & 0x07e0f81f, light) >>> 5;
    const part = apart & 0x07e0f81f;
    return (part | (part >>> 16)) & 0xffff;
  },
  view: (memory, at, count) => new Uint16Array(memory, at, count),
};

/** The format of a screen with 16 bits a pixel, RGB565, or with 32; `isSwapped`: red and blue change places. */
export const formatOf = (bits: number, isSwapped: boolean): PixelFormat => {
  const order = isSwapped ? swap : (rgb: number) => rgb;
  if (bits === 32) return { ...RGB888, encode: (rgb) => (order(rgb) | 0xff000000) >>> 0 };
  return {
    ...RGB565,
    encode: (rgb) => {
      const color = order(rgb);
      return ((color >> 8) & 0xf800) | ((color >> 5) & 0x07e0) | ((color >> 3) & 0x1f);
    },
  };
};
