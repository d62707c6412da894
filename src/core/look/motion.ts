import { REEL, flapsBetween, placeOf } from './reel.ts';

/** No cell takes longer than this from one code to another, in ms. */
const LONGEST_MS = 5000;

/**
 * What one cell shows at a moment: the flap `from`, falling, uncovers `to`; `phase` runs from 0 to 1. At rest both are
 * the same.
 */
export interface Turn {
  readonly from: number;
  readonly to: number;
  readonly phase: number;
}

/** Flaps of one cell that land one after the other, in ms. */
export interface Landings {
  readonly first: number;
  readonly every: number;
  readonly count: number;
}

/**
 * The flaps of one board: each cell runs forward through its reel to the code it was aimed at. Times in ms of one
 * clock.
 */
export class Motion {
  readonly #places: Uint8Array;
  readonly #flaps: Uint8Array;
  readonly #began: Float64Array;
  readonly #moving = new Set<number>();
  readonly #flapMs: (cell: number) => number;

  /** `flapMs`: the time that one flap of a cell takes to fall. */
  constructor(codes: Uint8Array, flapMs: (cell: number) => number) {
    this.#flapMs = flapMs;
    this.#places = codes.map(placeOf);
    this.#flaps = new Uint8Array(codes.length);
    this.#began = new Float64Array(codes.length);
  }

  /** The cells that have not arrived yet. */
  get moving(): ReadonlySet<number> {
    return this.#moving;
  }

  /** Sends every cell on its way to a new code; a flap that is falling lands first. */
  aim(codes: Uint8Array, now: number): void {
    codes.forEach((code, cell) => this.#aimCell(cell, placeOf(code), now));
  }

  /** Puts every cell where it was aimed at, at once. */
  settle(): void {
    for (const cell of this.#moving) this.#arrive(cell);
  }

  /** The code that a cell shows or is on its way to. */
  target(cell: number): number {
    return REEL[((this.#places[cell] ?? 0) + (this.#flaps[cell] ?? 0)) % REEL.length] ?? 0;
  }

  /** What a cell shows now; a cell that has arrived leaves `moving`. */
  turnAt(cell: number, now: number): Turn {
    const flaps = this.#flaps[cell] ?? 0;
    const fallen = Math.max(0, now - (this.#began[cell] ?? 0)) / this.#flapMsOf(cell);
    if (fallen >= flaps) {
      this.#arrive(cell);
      const code = this.target(cell);
      return { from: code, to: code, phase: 0 };
    }
    const place = (this.#places[cell] ?? 0) + Math.floor(fallen);
    return { from: REEL[place % REEL.length] ?? 0, to: REEL[(place + 1) % REEL.length] ?? 0, phase: fallen % 1 };
  }

  /** When the flaps of a moving cell land: the first of them `first` ms from now, `count` of them every `every` ms. */
  landingsOf(cell: number, now: number): Landings {
    const every = this.#flapMsOf(cell);
    const done = Math.max(0, now - (this.#began[cell] ?? 0)) / every;
    return { first: (1 - (done % 1)) * every, every, count: (this.#flaps[cell] ?? 0) - Math.floor(done) };
  }

  #aimCell(cell: number, target: number, now: number): void {
    const { from, phase } = this.turnAt(cell, now);
    const place = placeOf(from);
    const flaps = flapsBetween(place, target) || (phase > 0 ? REEL.length : 0);
    this.#places[cell] = place;
    this.#flaps[cell] = flaps;
    this.#began[cell] = now - phase * this.#flapMsOf(cell);
    if (flaps > 0) this.#moving.add(cell);
    else this.#moving.delete(cell);
  }

  #flapMsOf(cell: number): number {
    return Math.min(this.#flapMs(cell), LONGEST_MS / Math.max(1, this.#flaps[cell] ?? 1));
  }

  #arrive(cell: number): void {
    this.#places[cell] = placeOf(this.target(cell));
    this.#flaps[cell] = 0;
    this.#moving.delete(cell);
  }
}
