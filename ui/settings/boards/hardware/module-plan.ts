import { layOutModules, type MappedModule } from '../../../../src/core/flaps/module-layout.ts';
import type { Panel } from '../../../../src/schema/boards/boards.ts';
import type { PanelDriver } from '../../../../src/schema/boards/wiring.ts';

/** The size of a wall. */
export interface WallSize {
  readonly rows: number;
  readonly cols: number;
}

/** The modules of a wall, whichever way they are described. */
export const modulesOf = (modules: Panel['modules'], size: WallSize): readonly MappedModule[] =>
  Array.isArray(modules) ? modules : layOutModules(modules.layout, modules.first, size);

/** The address of every cell that has a module, row by row. */
export const addressesByCell = (modules: readonly MappedModule[], { cols }: WallSize): ReadonlyMap<number, number> =>
  new Map(modules.map(({ row, col, address }) => [row * cols + col, address]));

/** The place of a cell, which is counted row by row. */
export const placeOf = (cell: number, { cols }: Pick<WallSize, 'cols'>): { row: number; col: number } => ({
  row: Math.floor(cell / cols),
  col: cell % cols,
});

/** The map with a module at a cell, or without one when `address` is null. */
export const withModule = (
  modules: readonly MappedModule[],
  cell: { readonly row: number; readonly col: number },
  address: number | null,
): MappedModule[] => {
  const others = modules.filter(({ row, col }) => row !== cell.row || col !== cell.col);
  return address === null ? others : [...others, { ...cell, address }];
};

/** The lowest address from `from` on that no module has. */
export const freeAddress = (modules: readonly MappedModule[], from: number): number => {
  const taken = new Set(modules.map(({ address }) => address));
  let address = from;
  while (taken.has(address)) address++;
  return address;
};

/** Addresses that several modules have, each once. */
export const doubleAddresses = (modules: readonly MappedModule[]): number[] => {
  const seen = new Set<number>();
  return [...new Set(modules.flatMap(({ address }) => (seen.has(address) ? [address] : (seen.add(address), []))))];
};

/** Whether all modules lie within the wall. */
export const within = (modules: readonly MappedModule[], { rows, cols }: WallSize): MappedModule[] =>
  modules.filter(({ row, col }) => row < rows && col < cols);

/** The glyphs on the reels of a wall in their order: what the owner says, else what is usual for its driver. */
export const reelOf = ({ flaps }: Panel, driver: PanelDriver | undefined): readonly string[] =>
  Array.isArray(flaps) ? flaps : [...(flaps ?? driver?.flaps ?? ' ').replaceAll('\uFE0F', '')];
