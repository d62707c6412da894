import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import { NOTE } from '../../src/core/flaps/geometry.ts';

/** The members of a page that give it the size of a board. */
export const dimensionsOf = ({ device_type, rows, cols }: Pick<BoardDetail, 'device_type' | 'rows' | 'cols'>) => {
  if (device_type === 'note_array') return { device_type, notes_wide: cols / NOTE.cols, notes_tall: rows / NOTE.rows };
  if (device_type === 'panel') return { device_type, grid_rows: rows, grid_cols: cols };
  return { device_type };
};
