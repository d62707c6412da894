/** How fast a motor may turn. */
export interface Speeds {
  /** Full steps per second. */
  readonly maxSpeed: number;
  /** Steps per second per second. */
  readonly acceleration: number;
}

/** A motor at rest follows this rate at once, in steps per second. */
const START_SPEED = 100;

const SECOND_US = 1_000_000;

/**
 * The pauses after each step of a motor that gathers speed: its speed rises linearly from `START_SPEED` to the highest.
 */
const periodsOf = ({ maxSpeed, acceleration }: Speeds): number[] => {
  const periods: number[] = [];
  let speed = Math.min(START_SPEED, maxSpeed);
  while (speed < maxSpeed) {
    const period = SECOND_US / speed;
    periods.push(period);
    speed += (acceleration * period) / SECOND_US;
  }
  return [...periods, SECOND_US / maxSpeed];
};

/**
 * The ramp of a motor: the pause after a step by its index, which is 0 at rest, rises by one a step to `top`, and falls
 * by one a step to stop. So a motor stops in as many steps as its index. Times in microseconds.
 */
export class Ramp {
  /** The index of the highest speed. */
  readonly top: number;
  /** The index from which a motor looks for its home: half the highest speed. */
  readonly search: number;
  readonly #periods: Float64Array;
  readonly #sums: Float64Array;

  constructor(speeds: Speeds) {
    const periods = periodsOf(speeds);
    this.top = periods.length;
    this.#periods = Float64Array.from([Infinity, ...periods]);
    this.#sums = new Float64Array(periods.length + 1);
    periods.forEach((period, at) => (this.#sums[at + 1] = (this.#sums[at] ?? 0) + period));
    this.search = 1 + periods.findIndex((period) => period <= 2 * this.shortest);
  }

  /** The pause between two steps at the highest speed. */
  get shortest(): number {
    return this.#periods[this.top] ?? Infinity;
  }

  /** The pause after a step with an index from 1 to `top`. */
  periodAt(index: number): number {
    return this.#periods[index] ?? Infinity;
  }

  /** The highest index, up to `index` and from 1, whose pause is not shorter than `period`. */
  indexFor(period: number, index: number): number {
    let at = index;
    while (at > 1 && this.periodAt(at) < period) at--;
    return at;
  }

  /** How long `steps` steps take from rest to rest. */
  durationOf(steps: number): number {
    if (steps < 2) return 0;
    const peak = Math.min(this.top, Math.floor(steps / 2));
    const rest = steps - 1 - peak;
    const down = Math.min(rest, peak);
    return (this.#sums[peak] ?? 0) + (this.#sums[down] ?? 0) + (rest - down) * this.periodAt(peak);
  }
}
