import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { joinSources, search } from '../../ui/plugins/gallery/gallery-order.ts';
import { createHost } from './fixture.ts';
import { withStock } from './source-rig.ts';

/** What a search through all that there is brings first. */
const test = suite('plugins/gallery-search');

/** What is typed, which of the first cards are expected, and how many first ones are meant. */
const CASES: readonly (readonly [typed: string, first: number, ids: readonly string[]])[] = [
  ['weather', 6, ['weather', 'bright_sky', 'met_norway', 'nws']],
  ['football', 9, ['football', 'football_table', 'fantasy_football', 'openligadb', 'bundesliga_table']],
  ['soccer', 4, ['football', 'football_table', 'bundesliga_table']],
  ['bus', 5, ['chicago_buses', 'nyc_buses', 'singapore_buses', 'hong_kong_buses']],
  ['tide', 4, ['tides_us', 'tides_canada', 'tides_norway', 'tides_world']],
  ['bundesliga', 2, ['openligadb', 'bundesliga_table']],
  ['pollen', 3, ['outdoors']],
  ['uv', 2, ['outdoors']],
  ['surf', 2, ['outdoors']],
  ['fog', 2, ['outdoors']],
  ['allergy', 2, ['outdoors']],
  ['born', 2, ['wikipedia']],
  ['on this day', 2, ['wikipedia']],
  ['handball', 1, ['openligadb']],
  ['subway', 2, ['nyc_subway', 'boston_departures']],
];

test('words bring what is meant first, and what is of the same category last', () =>
  withStock(async (folder) => {
    const { categories, sources } = await createHost({ stockDir: folder }).host.gallery.list();
    const all = joinSources(sources, [], new Set());
    for (const [typed, first, ids] of CASES) {
      const found = search(all, typed, categories).map(({ card }) => card.id);
      const told = found.slice(0, first).join(', ');
      for (const id of ids) assert.ok(found.slice(0, first).includes(id), `${typed}: ${id} is not among ${told}`);
    }
    assert.ok(search(all, 'football', categories).length > CASES.length, 'other sports are found, too');
  }));

test.run();
