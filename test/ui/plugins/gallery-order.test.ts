import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Catalogue } from '../../../src/schema/plugins/sources.ts';
import type { GalleryCard, PluginSource } from '../../../ui/plugins/api.ts';
import {
  categoriesOf,
  idsInUse,
  joinSources,
  passes,
  search,
  sectionsOf,
} from '../../../ui/plugins/gallery/gallery-order.ts';

/** The order of the gallery: what is in use, what the place makes useful, and what a search finds. */
const test = suite('ui/plugins/gallery-order');

const card = (id: string, name: string, more: Partial<GalleryCard> = {}): GalleryCard => ({
  id,
  name,
  description: '',
  category: 'weather',
  icon: 'puzzle',
  attribution: null,
  account: null,
  confidence: null,
  untested: false,
  kind: 'stock',
  own: false,
  countries: [],
  serves: 'all',
  place: false,
  needs: [],
  enabled: false,
  configured: true,
  instances: 0,
  flagship: [],
  note: [],
  ...more,
});

const source = (plugin_id: string, more: Partial<PluginSource> = {}): PluginSource => ({
  plugin_id,
  base_plugin_id: null,
  enabled: true,
  configured: true,
  live: true,
  receives: false,
  fetched_at: null,
  error: null,
  max_age_seconds: null,
  ...more,
});

const CATEGORIES = [
  { id: 'weather', label: 'Weather', count: 4 },
  { id: 'transport', label: 'Transport', count: 3 },
];
const CARDS = [
  card('air', 'Air', { description: 'What the weather does to the air', category: 'health' }),
  card('bergen', 'Departures, Norway', { category: 'transport', countries: ['NO'], serves: 'others' }),
  card('berlin', 'Departures, Berlin', { category: 'transport', countries: ['DE'], serves: 'city' }),
  card('clock', 'Clock', { category: 'everyday' }),
  card('germany', 'Weather, Germany', { countries: ['DE'], serves: 'country' }),
  card('rain', 'Rain soon'),
  card('warnings', 'Warnings of weather'),
  card('weather', 'Weather'),
];
const LIST: Catalogue = { categories: CATEGORIES, sources: CARDS, total: CARDS.length, country: 'DE' };
const listed = (sources: readonly PluginSource[] = [source('clock')]) => joinSources(CARDS, sources, idsInUse(sources));
const found = (typed: string) => search(listed(), typed, CATEGORIES).map((one) => one.card.id);

test('a search finds names first, then words that belong to something, then descriptions', () => {
  assert.equal(found('weather'), ['weather', 'germany', 'warnings', 'rain', 'air']);
  assert.equal(found('WEÄTHER'), found('weather'));
  assert.equal(found('train'), ['berlin', 'bergen']);
  assert.equal(found('norway'), ['bergen']);
  assert.equal(found('departures berlin'), ['berlin']);
  assert.equal(found('weather germany'), ['germany']);
  assert.equal(found('nothing of this'), []);
});

test('what is in use stands first, then what the place makes useful', () => {
  const sections = sectionsOf(listed(), LIST).map(({ id, listed: all }) => [id, all.map((one) => one.card.id)]);
  assert.equal(sections, [
    ['used', ['clock']],
    ['useful', ['weather', 'berlin', 'germany']],
  ]);
  assert.match(sectionsOf(listed(), LIST)[1]?.title ?? '', 'Germany');
  assert.is(sectionsOf(listed(), { ...LIST, country: null })[1]?.title, 'Useful to most');
});

test('a category names a few of what is in it, those first that are in use or of use here', () => {
  assert.equal(categoriesOf(listed([source('warnings')]), LIST), [
    { id: 'weather', label: 'Weather', count: 4, examples: ['Warnings of weather', 'Weather, Germany'] },
    { id: 'transport', label: 'Transport', count: 3, examples: ['Departures, Berlin', 'Departures, Norway'] },
  ]);
});

test('an instance that is on makes its plugin one that is in use', () => {
  const sources = [
    source('rain', { enabled: false }),
    source('rain:two', { base_plugin_id: 'rain', error: 'it fails', live: false }),
  ];
  const [used] = sectionsOf(listed(sources), LIST);
  assert.equal(
    used?.listed[0]?.sources.map(({ plugin_id }) => plugin_id),
    ['rain', 'rain:two'],
  );
  const [rain] = used?.listed ?? [];
  assert.ok(rain);
  assert.equal(
    ['', 'on', 'attention', 'own', 'weather', 'transport', 'constructor'].filter((chosen) => passes(rain, chosen)),
    ['', 'on', 'attention', 'weather'],
  );
});

test.run();
