import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { homeZone, instantOf, isZone, offsetAt, setHomeZone } from '../../src/core/time/zone.ts';

const test = suite('the zone of the machine');

const HOUR = 3_600_000;
const ZONES = ['America/St_Johns', 'Europe/Berlin', 'Australia/Lord_Howe'];

test.before.each(() => setHomeZone(null));

test('a zone is the home once it is said', () => {
  assert.is(homeZone(), null);
  setHomeZone('Europe/Paris');
  assert.is(homeZone(), 'Europe/Paris');
  assert.ok(isZone('Europe/Paris'));
});

test('the clock of the machine is read as that of any other zone, over a year', () => {
  const [year, next] = [Date.parse('2025-01-01T00:07:09.250Z'), Date.parse('2026-01-01T00:00:00Z')];
  for (const zone of ZONES) {
    process.env['TZ'] = zone;
    // A name that the engine does not know is read off plain dates: it is the machine's own clock.
    setHomeZone(`home of ${zone}`);
    for (let at = year; at < next; at += 7 * HOUR) assert.is(offsetAt(at, `home of ${zone}`), offsetAt(at, zone));
  }
});

test('a date long ago has its own year', () => {
  process.env['TZ'] = 'UTC';
  setHomeZone('machine');
  for (const at of [Date.parse('0050-01-01T00:00:00Z'), Date.parse('1999-12-31T23:59:59Z')])
    assert.is(offsetAt(at, 'machine'), 0);
});

test('a year before Christ is read as such', () =>
  assert.is(Math.round(offsetAt(Date.parse('-000099-06-01T00:00:00Z'), 'UTC') / HOUR), 0));

test('what is no zone is refused', () => {
  assert.not.ok(isZone('Mars/Olympus'));
  assert.not.ok(isZone('x'.repeat(65)));
  assert.throws(() => offsetAt(0, 'Mars/Olympus'), /not a time zone/);
});

test('more zones than are remembered are still read right', () => {
  for (const zone of Intl.supportedValuesOf('timeZone').slice(0, 80)) assert.ok(isZone(zone));
  assert.is(offsetAt(0, 'Asia/Tokyo'), 9 * HOUR);
});

test('a skipped reading is the first quarter after the gap', () => {
  const civil = { year: 2025, month: 3, day: 30, hour: 2, minute: 30, second: 0 };
  assert.is(instantOf(civil, 'Europe/Berlin'), Date.parse('2025-03-30T01:00:00Z'));
});

test.run();
