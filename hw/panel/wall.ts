import { createGrid, gridsEqual, type Grid } from '../../src/core/flaps/grid.ts';
import type { PanelSettings } from '../../src/schema/boards/panel.ts';
import { FlapSet, substitutionsOf } from './flap-set.ts';
import type { MappedModule } from '../../src/core/flaps/module-layout.ts';
import { mapModules, type WallBounds } from './module-map.ts';

/** What a wall is made from. */
export interface WallOptions extends WallBounds {
  readonly panel: PanelSettings;
  /** The reel when neither the owner nor the device names one. */
  readonly defaultFlaps: string | readonly string[];
}

/** What a frame asks of a wall. `flaps` by module, in the order of `Wall.modules`. */
export interface Aim {
  readonly flaps: readonly number[];
  readonly substitutions: Readonly<Record<string, string>>;
  /** The very frame that was asked for last: somebody wants it written again. */
  readonly repeated: boolean;
}

/**
 * The modules of a wall as a grid: translates frames into flaps and positions back into frames. Cells without a module
 * are blank. Knows nothing of lines and times; the constructor throws a sentence for the owner when the map or the list
 * of flaps is unusable.
 */
export class Wall {
  readonly rows: number;
  readonly cols: number;
  readonly modules: readonly MappedModule[];
  readonly #ownersFlaps: PanelSettings['flaps'];
  readonly #defaultFlaps: string | readonly string[];
  #flaps: FlapSet;
  #asked: Grid | null = null;

  constructor({ panel, defaultFlaps, ...bounds }: WallOptions) {
    this.rows = bounds.rows;
    this.cols = bounds.cols;
    this.modules = mapModules(panel.modules, bounds);
    this.#ownersFlaps = panel.flaps;
    this.#defaultFlaps = defaultFlaps;
    this.#flaps = new FlapSet(panel.flaps ?? defaultFlaps);
  }

  /** The reel of the modules. */
  get flaps(): FlapSet {
    return this.#flaps;
  }

  /** The frame that was asked for last. */
  get asked(): Grid | null {
    return this.#asked;
  }

  /** Whether the owner named the flaps, which then no device can overrule. */
  get hasOwnersFlaps(): boolean {
    return this.#ownersFlaps !== null;
  }

  /**
   * Takes over the reel that the device names, unless the owner named one; `unusable` are glyphs that the line cannot
   * ask for.
   */
  adopt(deviceFlaps: string | null, unusable?: ReadonlySet<string>): void {
    this.#flaps = new FlapSet(this.#ownersFlaps ?? deviceFlaps ?? this.#defaultFlaps, unusable);
  }

  /** The address of a module. */
  addressOf(module: number): number {
    return this.modules[module]?.address ?? 0;
  }

  /** The flaps that show a grid, as near as the reel can. */
  aim(grid: Grid): Aim {
    const repeated = this.#asked !== null && gridsEqual(this.#asked, grid);
    this.#asked = grid;
    const codes = this.modules.map((module) => codeIn(grid, module));
    return {
      flaps: codes.map((code) => this.#flaps.flapFor(code)),
      substitutions: substitutionsOf(this.#flaps, new Set(codes)),
      repeated,
    };
  }

  /**
   * The grid that the wall shows, `flapAt` telling the flap of a module by its index in `modules`, or null while that
   * is not known or on its way. A module at the flap that was asked of it shows what was asked, be it by a substitute.
   */
  gridFrom(flapAt: (module: number) => number | null): Grid {
    const grid = createGrid(this.rows, this.cols);
    this.modules.forEach((module, index) => {
      const flap = flapAt(index);
      const asked = this.#asked ? codeIn(this.#asked, module) : 0;
      const isAsAsked = flap === null || (this.#asked !== null && flap === this.#flaps.flapFor(asked));
      grid.codes[module.row * this.cols + module.col] = isAsAsked ? asked : this.#flaps.codeAt(flap);
    });
    return grid;
  }

  /** The flaps of the self-test page: neighbours show neighbouring flaps, and each further step moves all on by one. */
  testFlaps(step: number): number[] {
    return this.modules.map((_, module) => (module + step) % this.#flaps.count);
  }

  /** Forgets what was asked for, after something else was put on the wall. */
  forget(): void {
    this.#asked = null;
  }
}

const codeIn = (grid: Grid, { row, col }: MappedModule): number =>
  row < grid.rows && col < grid.cols ? (grid.codes[row * grid.cols + col] ?? 0) : 0;
