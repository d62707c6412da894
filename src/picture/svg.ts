import type { Grid } from '../core/flaps/grid.ts';
import { placesOf } from '../core/look/flap-paths.ts';
import { HALVES, HINGE_OPACITY, glyphOn, hingeOf, radiusOf, type Box } from '../core/look/flap.ts';
import { caseOf, faceOf, paintOf, type Look } from '../core/look/palette.ts';
import type { Layout } from '../core/look/proportions.ts';
import { groupBy } from '../core/records.ts';

const short = (value: number): string => String(Math.round(value * 1000) / 1000);

const rectangle = ({ left, top, width, height }: Box, more: string): string =>
  `<rect x="${short(left)}" y="${short(top)}" width="${short(width)}" height="${short(height)}" ${more}/>`;

const flapOf = (code: number, look: Look, width: number, height: number): string => {
  const glyph = glyphOn(code, look, width, height);
  const { gap, notches } = hingeOf(width, height);
  const { hinge } = paintOf(look);
  const face = { left: 0, top: 0, width, height };
  return [
    `<g id="f${code}">`,
    rectangle(face, `rx="${short(radiusOf(height))}" fill="${faceOf(code, look)}"`),
    ...HALVES.map(({ top, height: part, color, opacity }) =>
      rectangle({ ...face, top: top * height, height: part * height }, `fill="${color}" fill-opacity="${opacity}"`),
    ),
    glyph &&
      `<path transform="translate(${short(glyph.x)} ${short(glyph.y)}) scale(${short(glyph.scaleX)} ${short(glyph.scaleY)})" fill="${glyph.color}" d="${glyph.outline.path}"/>`,
    rectangle(gap, `fill="${hinge}" fill-opacity="${HINGE_OPACITY}"`),
    ...notches.map((notch) => rectangle(notch, `fill="${hinge}"`)),
    '</g>',
  ]
    .filter((part) => part !== null)
    .join('');
};

const escaped = (text: string): string =>
  text.replace(/[<>&"]/g, (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;' })[sign] ?? '&quot;');

/** The pieces of a grid as an SVG file; `title` is read aloud instead of it. Cells without a module show the case. */
export function* encodeSvg(grid: Grid, look: Look, layout: Layout, title: string): Generator<string, void, undefined> {
  const { width, height, flapWidth, flapHeight } = layout;
  const places = placesOf(grid.codes, layout, look);
  yield `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`;
  yield `<title>${escaped(title)}</title><defs>`;
  for (const code of groupBy(places, (place) => place.code).keys()) yield flapOf(code, look, flapWidth, flapHeight);
  yield `</defs>${rectangle({ left: 0, top: 0, width, height }, `fill="${caseOf(look)}"`)}`;
  for (const row of groupBy(places, ({ top }) => top).values())
    yield row.map(({ code, left, top }) => `<use href="#f${code}" x="${left}" y="${top}"/>`).join('');
  yield '</svg>';
}
