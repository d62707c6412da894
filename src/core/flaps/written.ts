import type { Area } from './geometry.ts';
import { createGrid, gridFromRows, type Grid } from './grid.ts';
import { layoutText, layoutLines } from './message.ts';

/** What a message says, if it is no page: exactly one of them. */
export interface Written {
  readonly text?: string | null | undefined;
  readonly lines?: readonly string[] | null | undefined;
  /** Rows of flap codes. */
  readonly characters?: readonly (readonly number[])[] | null | undefined;
  /** A flap code for every cell. */
  readonly fill?: number | null | undefined;
}

/** What a message says, on a display. */
export const layoutMessage = ({ characters, lines, text, fill }: Written, geometry: Area): Grid => {
  const { rows, cols } = geometry;
  if (characters) return gridFromRows(characters, rows, cols);
  if (lines) return layoutLines(lines, geometry);
  return typeof text === 'string' ? layoutText(text, geometry) : createGrid(rows, cols, fill ?? 0);
};
