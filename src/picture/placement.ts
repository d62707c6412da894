import { layOut, widthInFlaps, type Form, type Layout } from '../core/look/proportions.ts';

/** The tallest picture in pixels: a wall that would be taller at the width asked for is drawn narrower. */
const TALLEST = 3600;

/** How a board lies on its picture, in pixels. */
export interface Placement {
  readonly width: number;
  /** The height of the whole picture, with the board in its middle; as tall as the board unless given. */
  readonly height?: number | undefined;
  /** Between the edge of the picture and its flaps; the case of a real board unless given. */
  readonly margin?: number | undefined;
}

const moved = (layout: Layout, left: number, top: number, size: Pick<Layout, 'width' | 'height'>): Layout => ({
  ...layout,
  ...size,
  lefts: layout.lefts.map((one) => one + left),
  tops: layout.tops.map((one) => one + top),
});

/** The layout with another margin around its flaps; the right and lower one take what rounding leaves. */
const withMargin = (layout: Layout, margin: number): Layout => {
  const [left = 0] = layout.lefts;
  const [top = 0] = layout.tops;
  const inside = {
    right: (layout.lefts.at(-1) ?? 0) + layout.flapWidth,
    bottom: (layout.tops.at(-1) ?? 0) + layout.flapHeight,
  };
  return moved(layout, margin - left, margin - top, {
    width: inside.right - left + 2 * margin,
    height: inside.bottom - top + 2 * margin,
  });
};

/** The board in a width, in the margin asked for. */
const layOutWithin = (form: Form, width: number, margin: number | undefined): Layout => {
  if (margin === undefined) return layOut(form, width);
  const flaps = widthInFlaps(form) - 2;
  const room = Math.max(1, width - 2 * margin);
  const layout = withMargin(layOut(form, (room * (flaps + 2)) / flaps), margin);
  return { ...layout, width: Math.max(layout.width, width) };
};

/** The widest layout that is at most so tall; flaps have a least size, below which nothing gets smaller. */
const layOutBelow = (form: Form, width: number, height: number, margin: number | undefined): Layout => {
  // A margin that is given stays as it is: only what lies within it gets smaller.
  const around = 2 * (margin ?? 0);
  let layout = layOutWithin(form, width, margin);
  for (let tries = 0; layout.height > height && tries < 8; tries++) {
    const room = ((layout.width - around) * (height - around)) / (layout.height - around);
    const next = layOutWithin(form, Math.floor(room) + around, margin);
    if (next.height >= layout.height) break;
    layout = next;
  }
  return layout;
};

/** Where the flaps of a board lie on its picture, which is at most 3,600 pixels tall. */
export const placeBoard = (form: Form, { width, height, margin }: Placement): Layout => {
  if (height === undefined) return layOutBelow(form, width, TALLEST, margin);
  const layout = layOutBelow(form, width, height, margin);
  const [left, top] = [Math.round((width - layout.width) / 2), Math.round((height - layout.height) / 2)];
  return moved(layout, left, top, { width, height });
};
