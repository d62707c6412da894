import { isMapped } from '../flaps/geometry.ts';
import { groupBy } from '../records.ts';
import { HALVES, HINGE_OPACITY, glyphOn, hingeOf, radiusOf, type Box } from './flap.ts';
import { faceOf, paintOf, type Look } from './palette.ts';
import type { Layout } from './proportions.ts';

/** Everything of a board that has one colour: a path as in SVG, in units that are scaled across and down. */
export interface Shape {
  readonly color: string;
  readonly opacity: number;
  readonly across: number;
  readonly down: number;
  readonly path: string;
}

const short = (value: number): number => Math.round(value * 100) / 100;

/** A closed path that stands at many places: from the upper left corner of each to its start, and on from there. */
interface Repeated {
  readonly start: readonly [across: number, down: number];
  readonly rest: string;
}

const boxPath = ({ left, top, width, height }: Box): Repeated => ({
  start: [left, top],
  rest: `h${width}v${height}h${-width}z`,
});

/** A part of a face from `top` down, whose upper and lower corners are round by so much. */
const facePath = (top: number, width: number, height: number, upper: number, lower: number): Repeated => {
  const corner = (radius: number, x: number, y: number): string =>
    radius === 0 ? '' : `a${radius} ${radius} 0 0 1 ${x * radius} ${y * radius}`;
  const rest = [
    `h${short(width - 2 * upper)}`,
    corner(upper, 1, 1),
    `v${short(height - upper - lower)}`,
    corner(lower, -1, 1),
    `h${short(2 * lower - width)}`,
    corner(lower, -1, -1),
    `v${short(lower + upper - height)}`,
    corner(upper, 1, -1),
    'z',
  ];
  return { start: [upper, top], rest: rest.join('') };
};

/** A flap on its board, by its upper left corner. */
export interface Place {
  readonly code: number;
  readonly left: number;
  readonly top: number;
}

/** The flaps of a board, row by row; places without one are left out. */
export const placesOf = (codes: Uint8Array, { lefts, tops }: Layout, look: Look): Place[] =>
  [...codes].flatMap((code, cell) => {
    const [row, col] = [Math.floor(cell / lefts.length), cell % lefts.length];
    return isMapped(look.places, row, col) ? [{ code, left: lefts[col] ?? 0, top: tops[row] ?? 0 }] : [];
  });

/** The same path at each of these places, by the way from one to the next: most of it packs into nothing. */
const repeated = (places: readonly Place[], { start: [across, down], rest }: Repeated): string => {
  let [x, y] = [-across, -down];
  return places
    .map(({ left, top }) => {
      const move = `m${short(left - x)} ${short(top - y)}`;
      [x, y] = [left, top];
      return move + rest;
    })
    .join('');
};

const plain = (path: string, color: string, opacity = 1): Shape => ({ color, opacity, across: 1, down: 1, path });

/** The glyphs of these flaps; those that are drawn narrower than others are shapes of their own. */
const glyphsOf = (places: readonly Place[], look: Look, width: number, height: number): Shape[] => {
  const shapes = new Map<string, Shape>();
  for (const [code, alike] of groupBy(places, (place) => place.code)) {
    const glyph = glyphOn(code, look, width, height);
    if (!glyph) continue;
    const { scaleX: across, scaleY: down, x, y, color, outline } = glyph;
    const path = alike
      .map(({ left, top }) => `M${short((left + x) / across)} ${short((top + y) / down)}${outline.path}`)
      .join('');
    const key = `${across} ${color}`;
    shapes.set(key, { color, opacity: 1, across, down, path: (shapes.get(key)?.path ?? '') + path });
  }
  return [...shapes.values()];
};

/** The flaps of a board at rest as a few shapes, one painted over the other; `codes` row by row. */
export const shapesOf = (codes: Uint8Array, layout: Layout, look: Look): Shape[] => {
  const { flapWidth: width, flapHeight: height } = layout;
  const radius = short(radiusOf(height));
  const face = facePath(0, width, height, radius, radius);
  const lights = HALVES.map(({ top, height: part, color, opacity }) => {
    const from = Math.round(top * height);
    const tall = Math.min(Math.round(part * height), height - from);
    return { path: facePath(from, width, tall, from === 0 ? radius : 0, from === 0 ? 0 : radius), color, opacity };
  });
  const { gap, notches } = hingeOf(width, height);
  const { hinge } = paintOf(look);
  const places = placesOf(codes, layout, look);
  return [
    ...[...groupBy(places, ({ code }) => faceOf(code, look))].map(([color, alike]) =>
      plain(repeated(alike, face), color),
    ),
    ...lights.map(({ path, color, opacity }) => plain(repeated(places, path), color, opacity)),
    ...glyphsOf(places, look, width, height),
    plain(repeated(places, boxPath(gap)), hinge, HINGE_OPACITY),
    ...notches.map((notch) => plain(repeated(places, boxPath(notch)), hinge)),
  ];
};
