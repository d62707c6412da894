import { createRandom } from '../../src/core/random.ts';

/** Where every run begins; another one, as a number, in FUZZ_SEED. */
export const SEED = Number(process.env['FUZZ_SEED'] ?? 20_250_301);

/** Choices that look like chance and are the same for a seed. */
export interface Draw {
  /** A number from 0 to below 1. */
  next(): number;
  /** A whole number, both ends included. */
  integer(from: number, to: number): number;
  chance(part: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** A list of `from` to `to` things. */
  list<Item>(from: number, to: number, make: () => Item): Item[];
}

/** Choices for a seed. */
export const createDraw = (seed: number): Draw => {
  const next = createRandom(seed);
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    chance: (part) => next() < part,
    pick: <Item>(items: readonly Item[]) => items[integer(0, items.length - 1)] as Item,
    list: (from, to, make) => Array.from({ length: integer(from, to) }, make),
  };
};

const SECONDS = process.env['FUZZ_SECONDS'];

/** Calls `once` with 0, 1, 2 … `rounds` times, or with FUZZ_SECONDS for so long; answers how often. */
export const repeat = async (rounds: number, once: (round: number) => void | Promise<void>): Promise<number> => {
  const end = SECONDS === undefined ? 0 : performance.now() + Number(SECONDS) * 1000;
  let round = 0;
  for (; round < rounds || performance.now() < end; round++) await once(round);
  return round;
};
