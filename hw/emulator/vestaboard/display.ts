import { createGrid, type Grid } from '../../../src/core/flaps/grid.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import { countSteps, gridDuring, type Motion } from './motion.ts';

const AT_ONCE: Motion = { strategy: null, intervalMs: 0, stepSize: 1 };

/** The flaps of an emulated board: what they were told to show, and where they are on the way. */
export class Display {
  readonly rows: number;
  readonly cols: number;
  readonly #clock: Clock;
  readonly #onChange: () => void;
  #from: Grid;
  #target: Grid;
  #motion = AT_ONCE;
  #since = 0;
  #written = false;

  constructor(rows: number, cols: number, clock: Clock, onChange: () => void) {
    this.rows = rows;
    this.cols = cols;
    this.#clock = clock;
    this.#onChange = onChange;
    this.#from = this.#target = createGrid(rows, cols);
  }

  /** What the board was last told to show; blank before the first message. */
  get target(): Grid {
    return this.#target;
  }

  /** Whether it was ever told anything. */
  get written(): boolean {
    return this.#written;
  }

  /** What stands on the board now. */
  get standing(): Grid {
    return gridDuring(this.#motion, this.#from, this.#target, this.#clock.monotonic() - this.#since);
  }

  /** How long ago the last message came, in ms. */
  get restingMs(): number {
    return this.#written ? this.#clock.monotonic() - this.#since : Number.POSITIVE_INFINITY;
  }

  /** How long flaps still move, in ms. */
  get movingMs(): number {
    const duration = (countSteps(this.#motion, this.rows, this.cols) - 1) * this.#motion.intervalMs;
    return Math.max(0, duration - (this.#clock.monotonic() - this.#since));
  }

  /** The power was cut: nothing is shown, as before the first message. */
  forget(): void {
    this.#from = this.#target = createGrid(this.rows, this.cols);
    this.#motion = AT_ONCE;
    this.#written = false;
    this.#onChange();
  }

  /** Turns the flaps to a grid of the board's size; a transition that runs is left where it stands. */
  show(grid: Grid, motion: Motion = AT_ONCE): void {
    this.#from = this.standing;
    this.#target = grid;
    this.#motion = motion;
    this.#since = this.#clock.monotonic();
    this.#written = true;
    this.#onChange();
  }
}
