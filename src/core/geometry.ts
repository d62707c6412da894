import type { DeviceType, Dimensions } from '../schema/common.ts';

/** The size of a display in flaps, and its form. */
export interface Geometry {
  readonly device_type: DeviceType;
  readonly rows: number;
  readonly cols: number;
}

/** Size of one Note: the tile of every array. */
export const NOTE = { rows: 3, cols: 15 } as const;

/** Size of a flagship. */
export const FLAGSHIP = { rows: 6, cols: 22 } as const;

/** The size of a display or a page (spec, rule 5): flagship 6×22, note 3×15, note_array tall·3 × wide·15, panel as given. */
export const geometryOf = (dimensions: Dimensions): Geometry => {
  const { device_type } = dimensions;
  if (device_type === 'note') return { device_type, ...NOTE };
  if (device_type === 'note_array') {
    return { device_type, rows: (dimensions.notes_tall ?? 1) * NOTE.rows, cols: (dimensions.notes_wide ?? 1) * NOTE.cols };
  }
  if (device_type === 'panel') return { device_type, rows: dimensions.grid_rows ?? NOTE.rows, cols: dimensions.grid_cols ?? NOTE.cols };
  return { device_type: 'flagship', ...FLAGSHIP };
};

/** Whether a page of one size can be shown on a display of another: rows and columns are the same. */
export const fits = (page: Geometry, display: Geometry): boolean => page.rows === display.rows && page.cols === display.cols;

/** A size as a person reads it: `flagship (6 rows x 22 columns)`. */
export const describeGeometry = (geometry: Geometry): string => `${geometry.device_type} (${geometry.rows} rows x ${geometry.cols} columns)`;
