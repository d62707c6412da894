import { randomInt } from 'node:crypto';
import { seededRandom } from '../support/seeded.ts';

/** Draws that are the same at every run of a seed. */
export interface Seeded {
  chance(share: number): boolean;
  /** A whole number within both bounds. */
  between(least: number, most: number): number;
  one<T>(choices: readonly T[]): T;
  /** Up to `most` different texts, separated by commas. */
  some(most: number, draw: () => string): string;
}

const asked = process.env['REFERENCE_SEED'];

/** The seed of this run: the usual one, the number in `REFERENCE_SEED`, or a new one for `REFERENCE_SEED=new`. */
export const SEED = asked === 'new' ? randomInt(2 ** 31) : Number(asked ?? 20_261_120);

/** Draws from a seed. */
export const createSeeded = (seed: number): Seeded => {
  const next = seededRandom(seed);
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    chance: (share) => next() < share,
    between,
    one: (choices) => choices[between(0, choices.length - 1)] as (typeof choices)[number],
    some: (most, draw) => [...new Set(Array.from({ length: between(1, most) }, draw))].join(','),
  };
};
