/** A module of a wall: its address on the line, and the cell of the grid that it shows, from 0. */
export interface MappedModule {
  readonly address: number;
  readonly row: number;
  readonly col: number;
}

type Place = (module: number, cols: number) => { readonly row: number; readonly col: number };

/**
 * The cell of the n-th module of each common wiring; rows of a dual zigzag are wired in pairs, two modules a column.
 */
const PLACES = {
  rows: (module, cols) => ({ row: Math.floor(module / cols), col: module % cols }),
  zigzag: (module, cols) => {
    const row = Math.floor(module / cols);
    return { row, col: row % 2 === 1 ? cols - 1 - (module % cols) : module % cols };
  },
  dual_zigzag: (module, cols) => {
    const along = Math.floor(module / 2);
    const pair = Math.floor(along / cols);
    const flipped = pair % 2 === 1;
    const lower = flipped ? module % 2 : 1 - (module % 2);
    return { row: 2 * pair + lower, col: flipped ? cols - 1 - (along % cols) : along % cols };
  },
} as const satisfies Readonly<Record<string, Place>>;

/** Names of the common wirings. */
export type ModuleLayout = keyof typeof PLACES;

/**
 * The modules of a wall of `rows` × `cols` cells in a common wiring, in the order of their addresses from `first` on.
 * An odd last row of a dual zigzag has no second row, whose addresses stay free.
 */
export const layOutModules = (
  layout: ModuleLayout,
  first: number,
  { rows, cols }: { readonly rows: number; readonly cols: number },
): MappedModule[] => {
  const count = (layout === 'dual_zigzag' ? rows + (rows % 2) : rows) * cols;
  return Array.from({ length: count }, (_, module) => ({
    address: first + module,
    ...PLACES[layout](module, cols),
  })).filter(({ row }) => row < rows);
};
