import type { RowConfig } from '../../schema/content/pages.ts';
import type { Geometry } from './geometry.ts';
import type { Grid } from './grid.ts';
import { layoutLines } from './message.ts';

const firstLine = (text: string): string => {
  const end = text.indexOf('\n');
  return end < 0 ? text : text.slice(0, end);
};

/**
 * A page of type `composite`: line `row_index` of each source on row `target_row`, cut by cells. A row stays blank when
 * its source has nothing (`linesOf` gives undefined) or not that many lines, or when it lies outside the display.
 */
export const layoutComposite = (
  rows: readonly RowConfig[],
  linesOf: (source: string) => readonly string[] | undefined,
  geometry: Geometry,
): Grid => {
  const lines = new Array<string>(geometry.rows).fill('');
  for (const { source, row_index, target_row } of rows) {
    if (target_row < geometry.rows) lines[target_row] = firstLine(linesOf(source)?.[row_index] ?? '');
  }
  return layoutLines(lines, geometry);
};
