import { isRecord } from '../../src/core/record.ts';
import type { DeviceMemory } from '../panel/description.ts';

/** Where a module stood when everything was at rest: steps since its magnet, and the pattern of its coils. */
export interface Place {
  readonly position: number;
  readonly phase: number;
}

const numberIn = (value: unknown, low: number, high: number): number | null =>
  typeof value === 'number' && value >= low && value <= high ? value : null;

const MOST_STEPS = 10_000;

const readByAddress = <TValue>(value: unknown, read: (one: unknown) => TValue | null): Map<number, TValue> => {
  const found = new Map<number, TValue>();
  for (const [address, one] of Object.entries(isRecord(value) ? value : {})) {
    const known = read(one);
    if (known !== null && /^\d{1,3}$/.test(address)) found.set(Number(address), known);
  }
  return found;
};

const readPlace = (value: unknown): Place | null => {
  const [position, phase] = Array.isArray(value) ? value : [];
  const known = { position: numberIn(position, 0, MOST_STEPS), phase: numberIn(phase, 0, 3) };
  return known.position === null || known.phase === null ? null : { position: known.position, phase: known.phase };
};

/**
 * What is kept of a wall over a restart: offsets and directions of its modules, and while nothing moves also where they
 * stand. That is withdrawn before the first step: after a power cut in the middle of a movement all look for their
 * home.
 */
export class Places {
  readonly #memory: DeviceMemory | null;
  readonly offsets: Map<number, number>;
  readonly reversed: Set<number>;
  /** Where modules stood before the start; empty when that is not known. */
  readonly resting: ReadonlyMap<number, Place>;
  readonly #shape: string;
  #saved: ReadonlyMap<number, Place>;
  #leaving: Promise<void> = Promise.resolve();

  /** `shape` says which reels these are: places on other reels mean nothing. */
  constructor(memory: DeviceMemory | null, shape: string) {
    const kept = memory?.load() ?? {};
    this.#memory = memory;
    this.#shape = shape;
    this.offsets = readByAddress(kept['offsets'], (value) => numberIn(value, 0, MOST_STEPS));
    this.reversed = new Set(readByAddress(kept['reversed'], (value) => (value === true ? true : null)).keys());
    const resting = isRecord(kept['resting']) ? kept['resting'] : {};
    this.resting = resting['shape'] === shape ? readByAddress(resting['places'], readPlace) : new Map();
    this.#saved = this.resting;
  }

  /** Keeps offsets and directions as they are now; where modules stand stays as it was said. */
  save(): Promise<void> {
    return this.#write(this.#saved);
  }

  /** All modules are at rest, these at known places. */
  rest(places: ReadonlyMap<number, Place>): Promise<void> {
    return this.#write(places);
  }

  /** Something is about to turn: resolves when no place is on the disk any more. */
  leave(): Promise<void> {
    if (this.#saved.size > 0) this.#leaving = this.#write(new Map());
    return this.#leaving;
  }

  async #write(places: ReadonlyMap<number, Place>): Promise<void> {
    this.#saved = places;
    const byAddress = [...places].map(([address, { position, phase }]) => [address, [position, phase]] as const);
    await this.#memory?.save({
      offsets: Object.fromEntries(this.offsets),
      reversed: Object.fromEntries([...this.reversed].map((address) => [address, true])),
      ...(places.size > 0 ? { resting: { shape: this.#shape, places: Object.fromEntries(byAddress) } } : {}),
    });
  }
}
