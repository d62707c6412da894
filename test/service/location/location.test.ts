import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Gazetteer } from '../../../src/service/location/gazetteer.ts';
import { LocationService } from '../../../src/service/location/location.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { refusalOf, storeWith } from '../rig.ts';

const test = suite('service/location');

const open = (place: object = { latitude: 52.52, longitude: 13.4 }) => {
  const { store } = storeWith(({ settings }) => ({
    settings: { ...settings, location: { ...settings.location, latitude: null, longitude: null, ...place } },
  }));
  const gazetteer = { find: async (query: string) => [{ name: query }, { name: 'more' }] } as unknown as Gazetteer;
  // Half an hour after midnight in Berlin, and the day before in UTC.
  const clock = createFakeClock('2026-03-01T23:30:00.000Z');
  return new LocationService(
    store,
    clock,
    () => 'Europe/Berlin',
    () => gazetteer,
  );
};

test('today is that of the zone, and its sun that of the place', () => {
  const { date, sunrise, sunset, location_configured } = open().sunTimes(undefined);
  assert.equal([date, location_configured], ['2026-03-02', true]);
  assert.match(sunrise ?? '', /^06:5\d$/);
  assert.match(sunset ?? '', /^17:4\d$/);
  const summer = open().sunTimes('2026-06-21');
  assert.is(summer.date, '2026-06-21');
  assert.match(summer.sunrise ?? '', /^04:4\d$/);
});

test('a week has seven days from its first on', () => {
  const { dates, location_configured } = open().sunWeek('2026-02-26');
  assert.is(location_configured, true);
  assert.equal(Object.keys(dates), [
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
  ]);
  assert.is(dates['2026-03-02']?.sunrise, open().sunTimes('2026-03-02').sunrise);
  assert.is(Object.keys(open().sunWeek(undefined).dates)[0], '2026-03-02');
});

test('the last week ends with the last year that has four digits', async () => {
  assert.is(Object.keys(open().sunWeek('9999-12-25').dates).at(-1), '9999-12-31');
  for (const date of ['9999-12-26', '9999-12-31'])
    assert.match(await refusalOf(() => open().sunWeek(date)), /^400 week_start: the week from 9999/);
});

for (const date of ['2026-02-29', '2026-13-01', '2026-3-1', 'soon'])
  test(`${date} is no day of the calendar`, async () => {
    assert.is(await refusalOf(() => open().sunTimes(date)), `400 date: ${date} is no day of the calendar.`);
    assert.is(await refusalOf(() => open().sunWeek(date)), `400 week_start: ${date} is no day of the calendar.`);
  });

test('where the sun does not set, and where nobody knows where', () => {
  const { sunrise, sunset } = open({ latitude: 80, longitude: 0 }).sunTimes('2026-06-21');
  assert.equal([sunrise, sunset], [null, null]);
  for (const place of [{}, { latitude: 1 }, { longitude: 1 }])
    assert.is(open(place).sunTimes(undefined).location_configured, false);
  assert.is(open({}).sunWeek(undefined).location_configured, false);
});

test('what was sent is set, null clears, the rest stays', async () => {
  const service = open();
  const { latitude, longitude } = await service.set({ latitude: null });
  assert.equal([latitude, longitude], [null, 13.4]);
  assert.is((await service.set({ longitude: 5 })).longitude, 5);
  assert.is(service.get().longitude, 5);
});

test('places by name are counted', async () =>
  assert.equal(await open().places('Ber'), { places: [{ name: 'Ber' }, { name: 'more' }], total: 2 }));

test.run();
