import { mostFlapPixels } from '../../hw/screen/flap-painter.ts';
import { driftAt } from '../../hw/screen/drift.ts';
import { formatOf, type PixelFormat } from '../../hw/screen/pixel-format.ts';
import { placeWall, type Placement, type Rotation } from '../../hw/screen/placement.ts';
import type { ScreenConnection } from '../../hw/panel/screen/screen.ts';
import { PLAIN, caseOf, type Look } from '../../src/core/look/palette.ts';
import { REEL } from '../../src/core/look/reel.ts';
import { rgbOf } from '../../src/picture/color.ts';
import { drawTile } from '../../src/picture/tile.ts';

/** A picture of a screen. */
export interface ScreenPicture {
  readonly mode: { readonly width: number; readonly height: number; readonly bits: 16 | 32 };
  pixels(left: number, top: number, width: number, height: number): number[];
}

/** The pixels of a box of the screen as they are read, line by line, when the picture is turned clockwise. */
export const upright = (pixels: number[], wide: number, tall: number, rotation: Rotation): number[] => {
  const turned = rotation % 180 === 0 ? { width: wide, height: tall } : { width: tall, height: wide };
  return Array.from({ length: wide * tall }, (_, at) => {
    const [x, y] = [at % turned.width, Math.floor(at / turned.width)];
    const [column, line] =
      rotation === 0
        ? [x, y]
        : rotation === 90
          ? [wide - 1 - y, x]
          : rotation === 180
            ? [wide - 1 - x, tall - 1 - y]
            : [y, tall - 1 - x];
    return pixels[line * wide + column] ?? 0;
  });
};

const drawn = new Map<string, ReadonlyMap<string, number>>();

/** The code of every picture of a flap. */
const picturesOf = (
  { flapWidth, flapHeight }: Placement,
  look: Look,
  framed: boolean,
  format: PixelFormat,
): ReadonlyMap<string, number> => {
  const key = JSON.stringify([flapWidth, flapHeight, look, framed, format.bytes, format.encode(0xff0000)]);
  const before = drawn.get(key);
  if (before) return before;
  const background = rgbOf(framed ? caseOf(look) : '#000000');
  const known = new Map<string, number>();
  for (const code of [...REEL].reverse()) {
    const tile = drawTile(code, look, background, flapWidth, flapHeight);
    known.set(Array.from(tile, (rgb) => format.encode(rgb)).join(), code);
  }
  known.set(new Array<number>(flapWidth * flapHeight).fill(0).join(), 0);
  drawn.set(key, known);
  return known;
};

/**
 * What a wall on a screen shows, by holding each place against the pictures of all flaps: rows of codes, -1 for what is
 * no flap; a screen that was never drawn on is blank.
 */
export const flapsOn = (
  screen: ScreenPicture,
  connection: ScreenConnection,
  rows: number,
  cols: number,
  look: Look = PLAIN,
  steps = 0,
): number[][] => {
  const { frame, margin, flap_size, drift, swap_red_blue } = connection;
  const rotation = Number(connection.rotation ?? 0) as Rotation;
  const framed = frame !== 'borderless';
  const format = formatOf(screen.mode.bits, swap_red_blue === true);
  const choice = {
    rows,
    cols,
    framed,
    margin: margin ?? 0,
    rotation,
    flapSize: flap_size ?? 100,
    drift: drift === true,
  };
  const place = placeWall(choice, screen.mode, mostFlapPixels(format));
  const known = picturesOf(place, look, framed, format);
  const [x, y] = driftAt(steps, place.play);
  const codes = new Array<number>(rows * cols).fill(-1);
  for (const { top, cells } of place.bands)
    for (const { cell, left } of cells) {
      const pixels = screen.pixels(left + x, top + y, place.tileWidth, place.tileHeight);
      codes[cell] = known.get(upright(pixels, place.tileWidth, place.tileHeight, rotation).join()) ?? -1;
    }
  return Array.from({ length: rows }, (_, row) => codes.slice(row * cols, (row + 1) * cols));
};
