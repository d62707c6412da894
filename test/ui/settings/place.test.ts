import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formatDegrees } from '../../../ui/settings/place/degrees.ts';
import { LAND, LAND_STEP } from '../../../ui/settings/place/land.ts';
import { findZones, meantZone, zonesOf } from '../../../ui/settings/place/zone-search.ts';
import { nearestPlace, placeOfZone, zonePlaces } from '../../../ui/settings/place/zone-places.ts';

const test = suite('ui/settings/place');

const nameNear = (latitude: number, longitude: number) => nearestPlace({ latitude, longitude })?.place.name;

test('every place lies on earth, under a time zone that exists', () => {
  const places = zonePlaces();
  assert.ok(places.length > 380, String(places.length));
  for (const { zone, latitude, longitude } of places) {
    assert.ok(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180, zone);
    assert.not.throws(() => new Intl.DateTimeFormat('en', { timeZone: zone }), zone);
  }
});

test('a point is near the place that is nearest, also across the date line', () => {
  assert.is(nameNear(52.3, 13.1), 'Berlin');
  assert.is(nameNear(-33.9, 151), 'Sydney');
  assert.is(nameNear(-17.5, -179.9), 'Fiji');
  assert.is(placeOfZone('Europe/Paris')?.name, 'Paris');
  assert.is(placeOfZone('Etc/UTC'), null);
});

/** [what is typed, the zone that is meant, or null, how the zones begin that are offered] */
const TYPED: readonly (readonly [string, string | null, readonly string[]])[] = [
  ['berlin', 'Europe/Berlin', ['Europe/Berlin']],
  [' BERLIN ', 'Europe/Berlin', ['Europe/Berlin']],
  ['europe/berlin', 'Europe/Berlin', ['Europe/Berlin']],
  ['münchen', 'Europe/Berlin', ['Europe/Berlin']],
  ['são paulo', 'America/Sao_Paulo', ['America/Sao_Paulo']],
  ['new york', 'America/New_York', ['America/New_York']],
  ['york', 'America/New_York', ['America/New_York']],
  ['San Francisco', 'America/Los_Angeles', ['America/Los_Angeles']],
  ['mumbai', 'Asia/Kolkata', ['Asia/Kolkata']],
  ['san', null, []],
  ['paris', 'Europe/Paris', ['Europe/Paris']],
  ['nowhere', null, []],
  ['', null, []],
];
for (const [typed, meant, offered] of TYPED)
  test(`"${typed}" as a time zone`, () => {
    assert.is(meantZone(typed), meant);
    assert.equal(findZones(typed).slice(0, offered.length), offered);
  });

test('places that were found have each time zone once', () => {
  assert.equal(zonesOf([{ timezone: 'Europe/Paris' }, { timezone: 'America/Chicago' }, { timezone: 'Europe/Paris' }]), [
    'Europe/Paris',
    'America/Chicago',
  ]);
});

test('every zone that is found exists', () => {
  for (const letter of 'abcdefghijklmnopqrstuvwxyz')
    for (const zone of findZones(letter))
      assert.not.throws(() => new Intl.DateTimeFormat('en', { timeZone: zone }), zone);
});

test('the map has a row for each of its steps, all of one width', () => {
  assert.ok(LAND.every((row) => row.length * 4 === 360 / LAND_STEP));
});

test('degrees have their side of the earth', () => {
  assert.equal(
    [formatDegrees(52.5, 'latitude'), formatDegrees(-0.13, 'longitude'), formatDegrees(-33.8667, 'latitude')],
    ['52.5° N', '0.13° W', '33.87° S'],
  );
});

test.run();
