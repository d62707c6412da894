import type { Panel } from '../../src/schema/board.ts';

/** A module of a wall: its address on the line, and the cell of the grid that it shows, from 0. */
export interface MappedModule {
  readonly address: number;
  readonly row: number;
  readonly col: number;
}

/** The grid that a wall shows, or of which it shows a part, and the highest address that its line knows. */
export interface WallBounds {
  readonly rows: number;
  readonly cols: number;
  readonly highestAddress: number;
}

type Place = (module: number, cols: number) => { readonly row: number; readonly col: number };

/** The cell of the n-th module of each common wiring; rows of a dual zigzag are served in pairs, two modules a column. */
const PLACES: Readonly<Record<'rows' | 'zigzag' | 'dual_zigzag', Place>> = {
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
};

/**
 * The modules of a wall, in order of their addresses. A list may map any part of the grid; a layout maps all of it.
 * Throws an `Error` with a sentence when a cell lies outside the grid, or a cell or an address is mapped twice or does not exist.
 */
export const mapModules = (modules: Panel['modules'], bounds: WallBounds): readonly MappedModule[] => {
  const mapped = Array.isArray(modules) ? modules : layOut(modules.layout, modules.first, bounds);
  check(mapped, bounds);
  return [...mapped].sort((a, b) => a.address - b.address);
};

/** Names a module in a sentence for the owner, who counts from 1. */
export const nameModule = ({ address, row, col }: MappedModule): string => `module ${address} (row ${row + 1}, column ${col + 1})`;

/** An odd last row of a dual zigzag lacks its partner, whose addresses stay free. */
const layOut = (layout: keyof typeof PLACES, first: number, { rows, cols }: WallBounds): MappedModule[] => {
  const count = (layout === 'dual_zigzag' ? rows + (rows % 2) : rows) * cols;
  return Array.from({ length: count }, (_, module) => ({ address: first + module, ...PLACES[layout](module, cols) })).filter(({ row }) => row < rows);
};

const check = (modules: readonly MappedModule[], { rows, cols, highestAddress }: WallBounds): void => {
  if (modules.length === 0) throw new Error('The map of modules is empty: the panel needs at least one module.');
  const cells = new Map<number, number>();
  const addresses = new Set<number>();
  for (const module of modules) {
    const { address, row, col } = module;
    const cell = row * cols + col;
    const other = cells.get(cell);
    if (row < 0 || row >= rows || col < 0 || col >= cols) throw new Error(`The map puts ${nameModule(module)} outside the grid of ${rows} rows and ${cols} columns.`);
    if (address > highestAddress) throw new Error(`The map names ${nameModule(module)}, but addresses go from 0 to ${highestAddress}.`);
    if (addresses.has(address)) throw new Error(`The map names module ${address} more than once.`);
    if (other !== undefined) throw new Error(`The map gives the cell in row ${row + 1}, column ${col + 1} to module ${other} and to module ${address}.`);
    addresses.add(address);
    cells.set(cell, address);
  }
};
