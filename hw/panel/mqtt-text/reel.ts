import { letterOf, type FlapSet } from '../flap-set.ts';

/** The glyphs of a reel that no single character asks for. */
export const withoutLetter = (set: FlapSet): Set<string> =>
  new Set(set.glyphs.filter((glyph) => letterOf(glyph) === undefined));

/** The text that asks each place, by address from 0, for a flap; places without a module get a space. */
export const encodeText = (
  set: FlapSet,
  flaps: readonly { readonly address: number; readonly flap: number }[],
): string => {
  const letters = Array.from({ length: 1 + Math.max(...flaps.map(({ address }) => address)) }, () => ' ');
  for (const { address, flap } of flaps) letters[address] = letterOf(set.glyphs[flap] ?? '') ?? ' ';
  return letters.join('');
};

/** The flap that a character of a state means; one beyond the reel, which shows nothing, when it means none. */
export const flapOfLetter = (set: FlapSet, letter: string): number => {
  const letters = set.glyphs.map(letterOf);
  const found = [letters.indexOf(letter), letters.indexOf(letter.toUpperCase())].find((flap) => flap >= 0);
  return found ?? set.count;
};
