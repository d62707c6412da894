import { UnusableSetting } from './unusable-setting.ts';
import { layOutModules, type MappedModule } from '../../src/core/flaps/module-layout.ts';
import type { ModuleMap } from '../../src/schema/boards/panel.ts';

/** The grid that a wall shows, or of which it shows a part, and the highest address that its line knows. */
export interface WallBounds {
  readonly rows: number;
  readonly cols: number;
  readonly highestAddress: number;
  /** Which setting and which wires an address beyond it would need, in words that end the sentence about it. */
  readonly explainBeyond?: (address: number) => string;
}

/**
 * The modules of a wall, in order of their addresses. A list may map any part of the grid; a layout maps all of it.
 * Throws an `UnusableSetting` when a cell lies outside the grid, or a cell or an address is mapped twice or does
 * not exist.
 */
export const mapModules = (modules: ModuleMap, bounds: WallBounds): readonly MappedModule[] => {
  const mapped = Array.isArray(modules) ? modules : layOutModules(modules.layout, modules.first, bounds);
  check(mapped, bounds);
  return [...mapped].sort((a, b) => a.address - b.address);
};

/** Names a module in a sentence for the owner, who counts from 1. */
export const nameModule = ({ address, row, col }: MappedModule): string =>
  `module ${address} (row ${row + 1}, column ${col + 1})`;

const unusable = (sentence: string): UnusableSetting => new UnusableSetting('modules', sentence);

const check = (modules: readonly MappedModule[], bounds: WallBounds): void => {
  const { rows, cols, highestAddress, explainBeyond } = bounds;
  if (modules.length === 0) throw unusable('The map of modules is empty: the panel needs at least one module.');
  const cells = new Map<number, number>();
  const addresses = new Set<number>();
  for (const module of modules) {
    const { address, row, col } = module;
    const cell = row * cols + col;
    const other = cells.get(cell);
    if (row < 0 || row >= rows || col < 0 || col >= cols)
      throw unusable(`The map puts ${nameModule(module)} outside the grid of ${rows} rows and ${cols} columns.`);
    const because = explainBeyond ? `: ${explainBeyond(address)}` : '';
    if (address > highestAddress)
      throw unusable(`The map names ${nameModule(module)}, but addresses go from 0 to ${highestAddress}${because}.`);
    if (addresses.has(address)) throw unusable(`The map names module ${address} more than once.`);
    if (other !== undefined)
      throw unusable(
        `The map gives the cell in row ${row + 1}, column ${col + 1} to module ${other} and to module ${address}.`,
      );
    addresses.add(address);
    cells.set(cell, address);
  }
};
