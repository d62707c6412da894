import { isMapped, type Places } from '../../src/core/flaps/geometry.ts';
import type { Box } from '../../src/core/look/flap.ts';
import { layOut, layOutBorderless, type Layout } from '../../src/core/look/proportions.ts';

/** By how many degrees a picture is turned clockwise. */
export type Rotation = 0 | 90 | 180 | 270;

/** What the owner chose for a wall on a screen. */
export interface WallChoice {
  readonly rows: number;
  readonly cols: number;
  /** The cells that have a flap; all of them unless named. */
  readonly places?: Places | undefined;
  /** Whether the case is drawn around the flaps. */
  readonly framed: boolean;
  /** What stays free at each edge, in percent of the screen. */
  readonly margin: number;
  readonly rotation: Rotation;
  /** Size of the flaps in percent of the largest that fit. */
  readonly flapSize: number;
  /** Whether the wall needs room to move in. */
  readonly drift: boolean;
}

/** Flaps that change together: one strip across the screen. */
export interface Band {
  readonly top: number;
  readonly cells: readonly { readonly cell: number; readonly left: number }[];
}

/** Where a wall lies on a screen, in whole pixels of the screen as it is wired. */
export interface Placement {
  readonly rotation: Rotation;
  /** A flap as it is read. */
  readonly flapWidth: number;
  readonly flapHeight: number;
  /** A flap on the screen: sideways ones are wider than tall. */
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** From top to bottom. */
  readonly bands: readonly Band[];
  /** The case, or the room of the flaps where there is none. */
  readonly frame: Box;
  /** How far the wall can move to each side. */
  readonly play: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A box of the picture where it lies on a screen of this size. */
export const turnBox = ({ left, top, width, height }: Box, rotation: Rotation, screen: Size): Box => {
  if (rotation === 90) return { left: screen.width - top - height, top: left, width: height, height: width };
  if (rotation === 180) return { left: screen.width - left - width, top: screen.height - top - height, width, height };
  if (rotation === 270) return { left: top, top: screen.height - left - width, width: height, height: width };
  return { left, top, width, height };
};

/** The screen as it is read: its sides change places where it stands upright. */
export const turnedSize = ({ width, height }: Size, rotation: Rotation): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** The largest wall in a room, and with flaps of at most `mostPixels`. */
const fill = (choice: WallChoice, room: Size, mostPixels: number): Layout => {
  const form = { device_type: 'panel' as const, rows: choice.rows, cols: choice.cols };
  const lay = (width: number): Layout => (choice.framed ? layOut(form, width) : layOutBorderless(form, width));
  const natural = lay(room.width);
  const largest = Math.min(
    1,
    room.height / natural.height,
    Math.sqrt(mostPixels / (natural.flapWidth * natural.flapHeight)),
  );
  let width = Math.floor((room.width * largest * choice.flapSize) / 100);
  let layout = lay(width);
  // Rounding can make it a few pixels too large.
  while (width > 1 && (layout.height > room.height || layout.width > room.width)) layout = lay(--width);
  return layout;
};

/**
 * Places a wall in the middle of a screen, as large as fits, with flaps of at most `mostPixels`. Throws an `Error` with
 * a sentence where the screen is too small for it.
 */
export const placeWall = (choice: WallChoice, screen: Size, mostPixels: number): Placement => {
  const { rotation, rows, cols } = choice;
  const turned = turnedSize(screen, rotation);
  const free = 1 - (2 * choice.margin) / 100;
  const room = { width: Math.floor(turned.width * free), height: Math.floor(turned.height * free) };
  const wanted = fill(choice, room, mostPixels);
  const play = choice.drift ? Math.max(1, Math.round((wanted.flapHeight * 0.145) / 2)) : 0;
  const layout = choice.drift
    ? fill(choice, { width: room.width - 2 * play, height: room.height - 2 * play }, mostPixels)
    : wanted;
  if (layout.flapWidth < 3 || layout.flapHeight < 4 || layout.width > room.width || layout.height > room.height)
    throw new Error(
      `The screen of ${screen.width} x ${screen.height} is too small for ${rows} rows x ${cols} columns.`,
    );
  return toPlacement(layout, choice, screen, play);
};

const toPlacement = (layout: Layout, { rotation, places }: WallChoice, screen: Size, play: number): Placement => {
  const { flapWidth, flapHeight, width, height, lefts, tops } = layout;
  const turned = turnedSize(screen, rotation);
  const [atX, atY] = [Math.floor((turned.width - width) / 2), Math.floor((turned.height - height) / 2)];
  const rows = new Map<number, { cell: number; left: number }[]>();
  tops.forEach((top, row) =>
    lefts.forEach((left, col) => {
      if (!isMapped(places, row, col)) return;
      const flap = { left: atX + left, top: atY + top, width: flapWidth, height: flapHeight };
      const box = turnBox(flap, rotation, screen);
      const band = rows.get(box.top) ?? [];
      rows.set(box.top, [...band, { cell: row * lefts.length + col, left: box.left }]);
    }),
  );
  const isUpright = rotation % 180 === 0;
  return {
    rotation,
    flapWidth,
    flapHeight,
    tileWidth: isUpright ? flapWidth : flapHeight,
    tileHeight: isUpright ? flapHeight : flapWidth,
    bands: [...rows].map(([top, cells]) => ({ top, cells })).sort((a, b) => a.top - b.top),
    frame: turnBox({ left: atX, top: atY, width, height }, rotation, screen),
    play,
  };
};
