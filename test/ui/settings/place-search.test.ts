import { drawView } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LookupField, LookupProvider } from '../../../ui/plugins/settings/lookup-field.tsx';
import { PlaceSearch } from '../../../ui/settings/place/place-search.tsx';
import { settings } from '../../../ui/strings/settings/settings.ts';
import { sources } from '../../../ui/strings/sources.ts';

/** Searches stand in forms: Enter in them is about the search, and sends nothing else. */
const test = suite('ui: Enter in a search within a form');

const PLACE = {
  name: 'Berlin',
  region: 'Berlin',
  country: 'DE',
  latitude: 52.5,
  longitude: 13.4,
  timezone: 'Europe/Berlin',
};

/** Presses Enter in a field; whether its form is kept from being sent. */
const pressEnter = (field: { do: (event: { type: string }) => void }): boolean => {
  let prevented = false;
  const event = { type: 'keydown', key: 'Enter', preventDefault: () => (prevented = true) };
  field.do(event);
  return prevented;
};

test('the place that is meant most likely is taken', () => {
  const picked: unknown[] = [];
  return drawView(
    h(PlaceSearch, { onPick: (place) => picked.push(place) }),
    () => ({ places: [PLACE] }),
    async ({ enter, field, settle }) => {
      await enter(settings.place.search, 'berl');
      await settle(300);
      const isPrevented = pressEnter(field(settings.place.search));
      await settle();
      assert.equal([picked, isPrevented, field(settings.place.search).value], [[PLACE], true, '']);
    },
  );
});

test('what a setting can become is looked for', () => {
  const lookups = { plugin: 'trains', config: {}, lists: new Set<string>(), onChoose: () => undefined };
  const props = { labelled: { label: 'Station' }, path: 'station', setting: {}, text: '', onText: () => undefined };
  return drawView(
    h(LookupProvider, { value: lookups, children: h(LookupField, props as never) }),
    () => ({ choices: [] }),
    async ({ asked, enter, field, settle }) => {
      await enter(sources.find, 'ulm');
      const isPrevented = pressEnter(field(sources.find));
      await settle();
      assert.equal([asked.map(({ path }) => path), isPrevented], [['/plugins/trains/lookups/station'], true]);
    },
  );
});

test.run();
