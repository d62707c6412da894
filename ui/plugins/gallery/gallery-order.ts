import { LANGUAGE, countryName } from '../../kit/language.ts';
import { plugins as texts } from '../../strings/plugins.ts';
import type { Catalogue } from '../../../src/schema/plugins/sources.ts';
import type { GalleryCard, PluginSource } from '../api.ts';
import { needsAttention, stateOf } from '../state.ts';

/** A plugin or source of the gallery with how it and its instances fare: itself first; nothing before it was used. */
export interface Listed {
  readonly card: GalleryCard;
  readonly sources: readonly PluginSource[];
  /** Whether it was in use when the owner came: while one looks, nothing changes its place. */
  readonly isUsed: boolean;
}

/** A part of the gallery under a heading. */
export interface GallerySection {
  readonly id: string;
  readonly title: string;
  readonly listed: readonly Listed[];
}

/** Ids of what the owner has switched on, itself or an instance of it. */
export const idsInUse = (sources: readonly PluginSource[]): ReadonlySet<string> =>
  new Set(sources.flatMap(({ enabled, base_plugin_id, plugin_id }) => (enabled ? [base_plugin_id ?? plugin_id] : [])));

/** Everything of the gallery with what belongs to it; `used`: ids of what counts as in use. */
export const joinSources = (
  cards: readonly GalleryCard[],
  sources: readonly PluginSource[],
  used: ReadonlySet<string>,
): Listed[] => {
  const byId = new Map<string, PluginSource[]>();
  for (const source of sources) {
    const id = source.base_plugin_id ?? source.plugin_id;
    const own = byId.get(id) ?? [];
    byId.set(id, source.base_plugin_id === null ? [source, ...own] : [...own, source]);
  }
  return cards.map((card) => ({ card, sources: byId.get(card.id) ?? [], isUsed: used.has(card.id) }));
};

/** What can be chosen beside the categories. */
const FILTERS: Readonly<Record<string, (one: Listed) => boolean>> = {
  on: ({ isUsed }) => isUsed,
  attention: ({ sources }) => sources.some((source) => needsAttention(stateOf(source))),
  own: ({ card }) => card.own,
};

/** Whether something passes what was chosen: a filter, a category, or nothing. */
export const passes = (one: Listed, chosen: string): boolean =>
  chosen === '' || (Object.hasOwn(FILTERS, chosen) ? FILTERS[chosen]?.(one) === true : one.card.category === chosen);

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** What a search looks through; `kin` are words for all of a category, which say least of one card. */
type Texts = Readonly<Record<'name' | 'words' | 'description' | 'kin', string>>;

/** How far a word is from a card: 0 is its whole name; null when it says nothing of the word. */
const distanceOf = (word: string, { name, words, description, kin }: Texts) => {
  if (name === word) return 0;
  if (name.startsWith(word)) return 1;
  if (` ${name}`.includes(` ${word}`)) return 2;
  if (name.includes(word)) return 3;
  if (` ${words}`.includes(` ${word}`)) return 4;
  if (` ${description}`.includes(` ${word}`)) return 5;
  if (words.includes(word) || description.includes(word)) return 6;
  return kin.includes(word) ? 7 : null;
};

const wordsOf = ({ card, sources }: Listed, categories: ReadonlyMap<string, string>): string =>
  [
    categories.get(card.category) ?? '',
    ...card.countries.map(countryName),
    card.attribution?.text ?? '',
    card.id.replaceAll('_', ' '),
    ...sources.map(({ plugin_id }) => plugin_id),
  ].join(' ');

const PLACES = ['city', 'country', 'all', 'others'] as const;

/** What is the owner's own or in use stands first, then what serves the place of the appliance. */
const usefulness = (one: Listed): number =>
  (one.isUsed ? 0 : one.card.own ? 1 : 2) * PLACES.length + PLACES.indexOf(one.card.serves);

const byName = (a: Listed, b: Listed): number => a.card.name.localeCompare(b.card.name, LANGUAGE);
const byUse = (a: Listed, b: Listed): number => usefulness(a) - usefulness(b) || byName(a, b);

/** Those that a search finds, nearest first: by name, by words of their own, by description, last by their category. */
export const search = (all: readonly Listed[], typed: string, categories: Catalogue['categories']): Listed[] => {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const labels = new Map(categories.map(({ id, label }) => [id, label]));
  return all
    .flatMap((one) => {
      const looked = {
        name: plain(one.card.name),
        words: plain(wordsOf(one, labels)),
        description: plain(one.card.description),
        kin: plain(texts.synonyms[one.card.category] ?? ''),
      };
      const isName = words.length > 1 && looked.name === words.join(' ');
      const whole = isName ? [0] : words.map((word) => distanceOf(word, looked));
      const far = whole.reduce<number | null>((sum, next) => (sum === null || next === null ? null : sum + next), 0);
      return far === null ? [] : [{ one, far }];
    })
    .sort((a, b) => a.far - b.far || byUse(a.one, b.one))
    .map(({ one }) => one);
};

/** What almost everybody wants to see. */
const FIRST = ['weather', 'calendar', 'rss', 'sun', 'countdown'];
/** Of these each country has its own: so many of each category are of use to most, the first ones by name. */
const LOCAL: Readonly<Record<string, number>> = { transport: 3, weather: 2, energy: 1, calendar: 1, health: 1 };

const usefulHere = (all: readonly Listed[]): Listed[] => {
  const local = all.filter(({ card }) => card.serves === 'city' || card.serves === 'country').sort(byUse);
  return [
    ...FIRST.flatMap((id) => all.filter(({ card }) => card.id === id)),
    ...Object.entries(LOCAL).flatMap(([category, most]) =>
      local.filter(({ card }) => card.category === category).slice(0, most),
    ),
  ];
};

/** What stands out of the whole gallery: what is in use, and what is of use where the appliance is. */
export const sectionsOf = (all: readonly Listed[], { country }: Catalogue): GallerySection[] => {
  const used = all.filter(({ isUsed }) => isUsed).sort(byName);
  const useful = usefulHere(all.filter((one) => !one.isUsed));
  const title = country === null ? texts.useful : texts.usefulIn(countryName(country));
  return [
    { id: 'used', title: texts.inUse, listed: used },
    { id: 'useful', title, listed: useful },
  ].filter(({ listed }) => listed.length > 0);
};

/** A category of the gallery: how much is in it, and what one would find there. */
export interface GalleryCategory {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  /** Names of what is in it, those first that are of use where the appliance is. */
  readonly examples: readonly string[];
}

/** Enough to tell what a category is about. */
const EXAMPLES = 2;

/** The categories of the gallery, each with a few names out of it. */
export const categoriesOf = (all: readonly Listed[], { categories }: Catalogue): GalleryCategory[] => {
  const sorted = [...all].sort(byUse);
  return categories.map(({ id, label, count }) => ({
    id,
    label,
    count,
    examples: sorted
      .filter(({ card }) => card.category === id)
      .slice(0, EXAMPLES)
      .map(({ card }) => card.name),
  }));
};
