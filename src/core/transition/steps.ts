import { fitGrid, gridsEqual, type Grid } from '../flaps/grid.ts';
import { createRandom } from '../random.ts';
import { STRATEGIES } from './strategies.ts';

/**
 * The frames that lead from one grid to another, each a grid of its own and unlike the one before; the last one is
 * `to`. A step takes `step_size` columns, pairs of columns, rows, diagonals or cells, at least 1, whichever the
 * strategy goes by. Null, `instant` and names that are not known give `to` at once. `seed` fixes the order of `random`;
 * by default the target does.
 */
export function* stepsOf(
  strategy: string | null,
  from: Grid,
  to: Grid,
  step_size = 1,
  seed = seedOfGrid(to),
): Generator<Grid, void, undefined> {
  const units = STRATEGIES.get(strategy ?? '')?.(to.rows, to.cols, createRandom(seed)) ?? [];
  const size = Math.max(1, Math.floor(step_size));
  let shown = fitGrid(from, to.rows, to.cols);
  for (let first = 0; first < units.length && !gridsEqual(shown, to); first += size) {
    const next = { ...shown, codes: new Uint8Array(shown.codes) };
    for (const { clear = [], show } of units.slice(first, first + size)) {
      for (const cell of clear) next.codes[cell] = 0;
      for (const cell of show) next.codes[cell] = to.codes[cell] ?? 0;
    }
    if (gridsEqual(next, shown)) continue;
    shown = next;
    if (!gridsEqual(shown, to)) yield shown;
  }
  yield to;
}

const seedOfGrid = (grid: Grid): number =>
  grid.codes.reduce((hash, code) => Math.imul(hash ^ code, 0x01000193), grid.codes.length);
