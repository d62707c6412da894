import { zonePlaces } from './zone-places.ts';

/** A name under which a time zone is found. */
interface Known {
  readonly zone: string;
  readonly name: string;
}

/** A text for comparing: without marks, capitals and signs. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9+]+/g, ' ')
    .trim();

let zones: readonly string[] | undefined;
let names: readonly Known[] | undefined;

const listZones = (): readonly string[] => {
  const listed = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
  return [...new Set([...listed, ...zonePlaces().map(({ zone }) => zone), 'Etc/UTC', 'UTC'])].sort();
};

const listNames = (): readonly Known[] =>
  (zones ??= listZones()).flatMap((zone) => [
    { zone, name: plain(zone) },
    { zone, name: plain(zone.split('/').at(-1) ?? zone) },
  ]);

/** How well a name matches: 0 is the name itself, 3 not at all. */
const rank = (name: string, words: string): number => {
  if (name === words) return 0;
  return name.startsWith(words) ? 1 : ` ${name}`.includes(` ${words}`) ? 2 : 3;
};

/** The time zones whose names a typed text may mean, likeliest first: the city in it, or a part of it. */
export const findZones = (typed: string): string[] => {
  const words = plain(typed);
  if (words === '') return [];
  const found = (names ??= listNames())
    .map(({ zone, name }) => ({ zone, rank: rank(name, words) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank);
  return [...new Set(found.map(({ zone }) => zone))];
};

/** The zone that a typed text means beyond doubt: its name, its city, or the only one that matches; null for none. */
export const meantZone = (typed: string): string | null => {
  const words = plain(typed);
  const [first, ...others] = findZones(typed);
  if (first === undefined) return null;
  const exact = new Set((names ?? []).filter(({ name }) => name === words).map(({ zone }) => zone));
  return exact.size === 1 || others.length === 0 ? first : null;
};

/** The time zones of places that were found, each once. */
export const zonesOf = (places: readonly { readonly timezone: string }[]): string[] => [
  ...new Set(places.map(({ timezone }) => timezone)),
];
