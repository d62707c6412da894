import type { Silence } from '../../schema/appliance/silence.ts';
import { widthOf, type Area } from './geometry.ts';
import { createGrid, type Grid } from './grid.ts';
import { layoutLines } from './message.ts';

/**
 * A blank display with one short text: in the middle of row `rows / 2`, or in a corner; cut to the width. A row without
 * flaps leaves it to the nearest one that has some.
 */
export const layoutIndicator = (text: string, position: Silence['indicator_position'], area: Area): Grid => {
  const { rows, cols, places, spellsDegree } = area;
  const row = rowNear(position === 'center' ? Math.floor(rows / 2) : position.startsWith('top') ? 0 : rows - 1, area);
  const room = widthOf(area, row);
  const line = layoutLines([text.trim().toUpperCase()], { rows: 1, cols: room, spellsDegree }).codes;
  const width = Math.max(0, line.findLastIndex((code) => code !== 0) + 1);
  const col = position === 'center' ? Math.floor((room - width) / 2) : position.endsWith('left') ? 0 : room - width;
  const grid = createGrid(rows, cols);
  line
    .subarray(0, width)
    .forEach((code, at) => (grid.codes[row * cols + (places?.[row]?.[col + at] ?? col + at)] = code));
  return grid;
};

const rowNear = (wanted: number, area: Area): number => {
  const rows = Array.from({ length: area.rows }, (_, row) => row).filter((row) => widthOf(area, row) > 0);
  const distance = (row: number): number => Math.abs(row - wanted);
  return rows.reduce((best, row) => (distance(row) < distance(best) ? row : best), rows[0] ?? wanted);
};
