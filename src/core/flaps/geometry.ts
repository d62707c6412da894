import type { Cell, DeviceType, Dimensions } from '../../schema/common.ts';
import { MOST_COLS, MOST_ROWS, fitGrid, type Grid } from './grid.ts';

/** For each row of a display, the columns that have a flap, in ascending order. */
export type Places = readonly (readonly number[])[];

/** The cells on which something is laid out. */
export interface Area {
  readonly rows: number;
  readonly cols: number;
  /** Absent where every cell has a flap. */
  readonly places?: Places | undefined;
  /** Whether no flap shows the degree sign, so that it is spelled. */
  readonly spellsDegree?: boolean | undefined;
}

/** The size of a display in flaps, and its form. */
export interface Geometry extends Area {
  readonly device_type: DeviceType;
}

/** Size of one Note: the tile of every array. */
export const NOTE = { rows: 3, cols: 15 } as const;

/** Size of a flagship. */
export const FLAGSHIP = { rows: 6, cols: 22 } as const;

/**
 * The size of a display or a page (rules, B2): flagship 6×22, note 3×15, note_array tall·3 × wide·15, panel as given,
 * with the cells of a panel that have a module.
 */
export const geometryOf = (dimensions: Dimensions): Geometry => ({
  ...sizeOf(dimensions),
  ...(spellsDegree(dimensions) && { spellsDegree: true }),
});

/** How many flaps several displays have together. */
export const flapsOn = (displays: readonly Dimensions[]): number =>
  displays.map(geometryOf).reduce((sum, { rows, cols }) => sum + rows * cols, 0);

/** Drivers of panels that draw their flaps; the reels of the others have a degree sign only where it is named. */
const DRAWING_DRIVERS: readonly string[] = ['virtual', 'screen', 'pixoo', 'awtrix', 'broker'];

/** What flap 62 shows unless an owner says otherwise: Notes have a heart. */
export const usualGlyph = (device_type: DeviceType): 'degree' | 'heart' =>
  device_type === 'note' || device_type === 'note_array' ? 'heart' : 'degree';

const spellsDegree = ({ device_type, code62_glyph, panel }: Dimensions): boolean => {
  if (device_type === 'panel' && panel?.driver !== undefined && !DRAWING_DRIVERS.includes(panel.driver))
    return !(panel.flaps ?? '').includes('°');
  return (code62_glyph ?? usualGlyph(device_type)) === 'heart';
};

/** A stored number of rows or columns may be any: as many as the largest display has at most. */
const within = (stored: number | null | undefined, usual: number, most: number): number =>
  Math.min(most, Math.max(1, Math.trunc(stored ?? usual)));

const sizeOf = (dimensions: Dimensions): Geometry => {
  const { device_type } = dimensions;
  if (device_type === 'note') return { device_type, ...NOTE };
  if (device_type === 'note_array') {
    return {
      device_type,
      rows: within(dimensions.notes_tall, 1, MOST_ROWS / NOTE.rows) * NOTE.rows,
      cols: within(dimensions.notes_wide, 1, Math.floor(MOST_COLS / NOTE.cols)) * NOTE.cols,
    };
  }
  if (device_type === 'panel') return panelGeometry(dimensions);
  return { device_type: 'flagship', ...FLAGSHIP };
};

const panelGeometry = ({ grid_rows, grid_cols, panel }: Dimensions): Geometry => {
  const size = { rows: within(grid_rows, NOTE.rows, MOST_ROWS), cols: within(grid_cols, NOTE.cols, MOST_COLS) };
  const places = Array.isArray(panel?.modules) ? placesOf(panel.modules, size) : undefined;
  return { device_type: 'panel', ...size, ...(places && { places }) };
};

const known = new WeakMap<
  readonly Cell[],
  { readonly rows: number; readonly cols: number; readonly places: Places | undefined }
>();

/** The places of a map of modules, the same ones for the same map; absent when it maps every cell. */
const placesOf = (modules: readonly Cell[], { rows, cols }: Area): Places | undefined => {
  const before = known.get(modules);
  if (before?.rows === rows && before.cols === cols) return before.places;
  const mapped = Array.from({ length: rows }, () => new Set<number>());
  for (const { row, col } of modules) if (col < cols) mapped[row]?.add(col);
  const isFull = mapped.every(({ size }) => size === cols);
  const places = isFull ? undefined : mapped.map((columns) => [...columns].sort((a, b) => a - b));
  known.set(modules, { rows, cols, places });
  return places;
};

/** Whether a cell has a flap. */
export const isMapped = (places: Places | undefined, row: number, col: number): boolean =>
  !places || (places[row]?.includes(col) ?? false);

/** How many flaps a row of a display has. */
export const widthOf = ({ cols, places }: Area, row: number): number => (places ? (places[row]?.length ?? 0) : cols);

/** The grid as a display can show it: cut and padded to its size, with blanks where it has no flaps. */
export const onFlaps = (grid: Grid, { rows, cols, places }: Area): Grid => {
  const fitted = grid.rows === rows && grid.cols === cols ? grid : fitGrid(grid, rows, cols);
  if (!places) return fitted;
  const codes = new Uint8Array(rows * cols);
  places.forEach((columns, row) => {
    for (const col of columns) codes[row * cols + col] = fitted.codes[row * cols + col] ?? 0;
  });
  return { rows, cols, codes };
};

/** Whether a page of one size can be shown on a display of another: rows and columns are the same. */
export const fits = (page: Pick<Area, 'rows' | 'cols'>, display: Pick<Area, 'rows' | 'cols'>): boolean =>
  page.rows === display.rows && page.cols === display.cols;

/** A size as a person reads it: `flagship (6 rows x 22 columns)`. */
export const describeGeometry = (geometry: Geometry): string =>
  `${geometry.device_type} (${geometry.rows} rows x ${geometry.cols} columns)`;
