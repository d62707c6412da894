import { leftGap } from '../../../src/core/flaps/layout.ts';
import type { LineMetadata } from '../../../src/schema/content/pages.ts';
import { measureText, tokensOf, type Token } from './tokens.ts';

/** A part of a line with the flaps that it covers: from `cell` on, `width` of them. */
export interface Placed {
  readonly token: Token;
  readonly cell: number;
  readonly width: number;
}

/** Where the parts of a line stand in their row; null when it flows over several rows, so that this cannot be told. */
export type Placement = readonly Placed[] | null;

const FLOWS = /\|\s*wrap\s*(\||\}\})/i;

const widthOf = (token: Token, widths: ReadonlyMap<string, number>): number => {
  if (token.kind === 'fill') return 0;
  return token.kind === 'text' ? measureText(token.text) : (widths.get(token.text) ?? 0);
};

/** Places the parts of a line in a row of `cols` flaps. `widths`: how wide each placeholder is now. */
export const placeLine = (
  line: string,
  meta: LineMetadata,
  cols: number,
  widths: ReadonlyMap<string, number>,
): Placement => {
  if (meta.wrap || FLOWS.test(line)) return null;
  const tokens = tokensOf(line);
  const taken = tokens.reduce((sum, token) => sum + widthOf(token, widths), 0);
  const fills = tokens.filter(({ kind }) => kind === 'fill').length;
  const room = Math.max(0, cols - taken);
  let cell = fills > 0 ? 0 : leftGap(meta.alignment, cols - taken);
  let filled = 0;
  return tokens.map((token) => {
    const width =
      token.kind === 'fill' ? Math.floor(room / fills) + (filled++ < room % fills ? 1 : 0) : widthOf(token, widths);
    const placed = { token, cell, width };
    cell += width;
    return placed;
  });
};

/** The flap before which the caret at `offset` of the line stands. */
export const cellOfCaret = (placement: readonly Placed[], offset: number, start: number): number => {
  let at = placement[0]?.cell ?? start;
  for (const { token, cell, width } of placement) {
    if (offset < token.start) break;
    at = offset >= token.end ? cell + width : cell;
    if (offset < token.end)
      return token.kind === 'text' ? cell + measureText(token.text.slice(0, offset - token.start)) : cell;
  }
  return at;
};

const offsetIn = ({ token, cell, width }: Placed, wanted: number): number => {
  if (token.kind !== 'text') return wanted - cell < width / 2 ? token.start : token.end;
  for (let length = 0; length < token.text.length; length++) {
    if (cell + measureText(token.text.slice(0, length + 1)) > wanted) return token.start + length;
  }
  return token.end;
};

/** A line that is to stand by another alignment: without the spaces at its ends, with which typing had placed it. */
export const withoutPadding = (line: string): string => line.replace(/^ +| +$/g, '');

/** Where in the line a flap belongs: an index into it, and how many spaces are missing before the flap is reached. */
export const caretAtCell = (
  placement: readonly Placed[],
  line: string,
  meta: LineMetadata,
  wanted: number,
): { offset: number; missing: number } => {
  const hit = placement.find(({ cell, width }) => wanted < cell + width);
  if (hit) return { offset: wanted < hit.cell ? hit.token.start : offsetIn(hit, wanted), missing: 0 };
  const last = placement.at(-1);
  const end = last ? last.cell + last.width : 0;
  return { offset: line.length, missing: meta.alignment === 'left' ? Math.max(0, wanted - end) : 0 };
};
