/** A source of numbers from 0 (included) to 1 (excluded). */
export type Random = () => number;

/** A 32-bit hash of a text: the same on every machine and in every run. */
export const seedOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
};

/** Numbers that look random and are always the same for one seed. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
};

/** The numbers 0 to `length` - 1 in an order drawn from `random`; each order is equally likely. */
export const permutation = (length: number, random: Random): number[] => {
  const order = Array.from({ length }, (_, index) => index);
  for (let last = length - 1; last > 0; last--) {
    const pick = Math.floor(random() * (last + 1));
    const kept = order[last] as number;
    order[last] = order[pick] as number;
    order[pick] = kept;
  }
  return order;
};

/**
 * The numbers 0 to `length` - 1 in the order of a round, drawn from the random numbers of that round: a round does not
 * begin with what the round before ended with.
 */
export const orderOfRound = (length: number, round: number, randomOf: (round: number) => Random): number[] => {
  if (length <= 2) return Array.from({ length }, (_, index) => index);
  const order = permutation(length, randomOf(round));
  // The last stays the last: the next round counts on it.
  if (order[0] === permutation(length, randomOf(round - 1)).at(-1)) order.unshift(...order.splice(1, 1));
  return order;
};
