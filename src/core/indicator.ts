import type { Silence } from '../schema/settings.ts';
import type { Geometry } from './geometry.ts';
import { createGrid, type Grid } from './grid.ts';
import { layoutLines } from './message.ts';

/** A blank display with one short text: in the middle of row `rows / 2`, or in a corner; cut to the width (facts of silence). */
export const layoutIndicator = (text: string, position: Silence['indicator_position'], { rows, cols }: Pick<Geometry, 'rows' | 'cols'>): Grid => {
  const line = layoutLines([text.trim().toUpperCase()], { rows: 1, cols }).codes;
  const width = Math.max(0, line.findLastIndex((code) => code !== 0) + 1);
  const row = position === 'center' ? Math.floor(rows / 2) : position.startsWith('top') ? 0 : rows - 1;
  const col = position === 'center' ? Math.floor((cols - width) / 2) : position.endsWith('left') ? 0 : cols - width;
  const grid = createGrid(rows, cols);
  grid.codes.set(line.subarray(0, width), row * cols + col);
  return grid;
};
