import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dayNumberOf, readingAt } from '../../src/core/time/day.ts';
import { moonAt, sunTimes } from '../../src/core/time/sun.ts';
import { NOWHERE } from '../support/rules.ts';

const test = suite('sun');

const PLACES: Record<string, [zone: string, latitude: number, longitude: number]> = {
  London: ['Europe/London', 51.5074, -0.1278],
  'New York': ['America/New_York', 40.7128, -74.006],
  Sydney: ['Australia/Sydney', -33.8688, 151.2093],
  Reykjavik: ['Atlantic/Reykjavik', 64.1466, -21.9426],
  Nairobi: ['Africa/Nairobi', -1.2921, 36.8219],
  Berlin: ['Europe/Berlin', 52.52, 13.405],
  Tokyo: ['Asia/Tokyo', 35.6895, 139.6917],
  Honolulu: ['Pacific/Honolulu', 21.3069, -157.8583],
  Auckland: ['Pacific/Auckland', -36.8485, 174.7633],
  Kiritimati: ['Pacific/Kiritimati', 1.87, -157.4],
  Tromso: ['Europe/Oslo', 69.6492, 18.9553],
  Longyearbyen: ['Arctic/Longyearbyen', 78.2232, 15.6267],
  McMurdo: ['Antarctica/McMurdo', -77.85, 166.67],
};

/** Times of published tables; `+` is the next date. */
const TABLE: [place: string, month: number, day: number, sunrise: string, sunset: string][] = [
  ['London', 3, 20, '06:03', '18:14'],
  ['London', 6, 21, '04:43', '21:21'],
  ['London', 9, 22, '06:47', '18:58'],
  ['London', 12, 21, '08:04', '15:53'],
  ['New York', 3, 20, '06:59', '19:08'],
  ['New York', 6, 21, '05:25', '20:31'],
  ['New York', 9, 22, '06:44', '18:53'],
  ['New York', 12, 21, '07:17', '16:32'],
  ['Sydney', 3, 20, '06:58', '19:06'],
  ['Sydney', 6, 21, '07:00', '16:54'],
  ['Sydney', 9, 22, '05:45', '17:52'],
  ['Sydney', 12, 21, '05:41', '20:05'],
  ['Reykjavik', 3, 20, '07:27', '19:45'],
  ['Reykjavik', 6, 21, '02:55', '+00:04'],
  ['Reykjavik', 12, 21, '11:22', '15:30'],
  ['Nairobi', 3, 20, '06:36', '18:42'],
  ['Nairobi', 6, 21, '06:33', '18:35'],
  ['Nairobi', 12, 21, '06:25', '18:37'],
  ['Berlin', 6, 21, '04:43', '21:33'],
  ['Berlin', 12, 21, '08:15', '15:54'],
  ['Tokyo', 6, 21, '04:26', '19:00'],
  ['Tokyo', 12, 21, '06:47', '16:32'],
  ['Honolulu', 6, 21, '05:50', '19:16'],
  ['Honolulu', 12, 21, '07:05', '17:55'],
  ['Auckland', 6, 21, '07:33', '17:11'],
  ['Auckland', 12, 21, '05:58', '20:39'],
  ['Kiritimati', 6, 21, '06:24', '18:38'],
];

const minutesOf = (text: string): number => {
  const [hour = 0, minute = 0] = text.replace('+', '').split(':').map(Number);
  return hour * 60 + minute + (text.startsWith('+') ? 1440 : 0);
};

const near = (instant: number | null, zone: string, number: number, expected: string): void => {
  assert.is.not(instant, null);
  assert.is((instant ?? 1) % 60_000, 0);
  const reading = readingAt(instant ?? 0, zone);
  const minute = reading.minute + (reading.number - number) * 1440;
  assert.ok(Math.abs(minute - minutesOf(expected)) <= 2, `${minute} min, expected ${expected}`);
};

for (const [place, month, day, sunrise, sunset] of TABLE) {
  const [zone, latitude, longitude] = PLACES[place] ?? ['UTC', 0, 0];
  const times = () => sunTimes({ year: 2024, month, day }, zone, { latitude, longitude });
  test(`sunrise in ${place} on 2024-${month}-${day} is ${sunrise}`, () =>
    near(times().sunrise, zone, dayNumberOf(2024, month, day), sunrise));
  test(`sunset in ${place} on 2024-${month}-${day} is ${sunset}`, () =>
    near(times().sunset, zone, dayNumberOf(2024, month, day), sunset));
}

for (const place of ['Tromso', 'Longyearbyen', 'McMurdo']) {
  const [zone, latitude, longitude] = PLACES[place] ?? ['UTC', 0, 0];
  for (const [month, day] of [
    [6, 21],
    [12, 21],
  ] as const) {
    test(`no sunrise and no sunset in ${place} in month ${month}`, () =>
      assert.equal(sunTimes({ year: 2024, month, day }, zone, { latitude, longitude }), {
        sunrise: null,
        sunset: null,
      }));
  }
  test(`sunrise and sunset in ${place} in March`, () => {
    const { sunrise, sunset } = sunTimes({ year: 2024, month: 3, day: 20 }, zone, { latitude, longitude });
    assert.ok(sunrise !== null && sunset !== null && sunrise < sunset);
  });
}

for (const place of Object.keys(PLACES)) {
  const [zone, latitude, longitude] = PLACES[place] ?? ['UTC', 0, 0];
  test(`each day of a year in ${place} has its own sun`, () => {
    let last = -Infinity;
    for (let number = dayNumberOf(2025, 1, 1); number < dayNumberOf(2026, 1, 1); number++) {
      const date = new Date(number * 86_400_000);
      const { sunrise } = sunTimes(
        { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
        zone,
        { latitude, longitude },
      );
      if (sunrise === null) continue;
      assert.ok(sunrise - last > 22 * 3_600_000, new Date(sunrise).toISOString());
      last = sunrise;
    }
  });
}

for (const location of [NOWHERE, { latitude: 52, longitude: null }, { latitude: null, longitude: 13 }]) {
  test(`no sun without a place: ${JSON.stringify(location)}`, () =>
    assert.equal(sunTimes({ year: 2024, month: 3, day: 20 }, 'UTC', location), { sunrise: null, sunset: null }));
}

test('the place 0, 0 is a place', () =>
  assert.ok(sunTimes({ year: 2024, month: 3, day: 20 }, 'UTC', { latitude: 0, longitude: 0 }).sunrise));

const moons: [at: string, phase: number, illumination: number][] = [
  ['2024-01-11T11:57Z', 0, 0],
  ['2024-01-18T03:53Z', 0.25, 0.5],
  ['2024-01-25T17:54Z', 0.5, 1],
  ['2024-02-02T23:18Z', 0.75, 0.5],
  ['2024-04-08T18:21Z', 0, 0],
  ['2025-03-14T06:55Z', 0.5, 1],
];
for (const [at, phase, illumination] of moons) {
  test(`moon at ${at}: phase ${phase}`, () => {
    const moon = moonAt(Date.parse(at));
    const apart = Math.abs(moon.phase - phase);
    // The moon passes above or below the line to the sun, so its phase turns around a little beside 0 and 0.5.
    assert.ok(Math.min(apart, 1 - apart) < 0.02, String(moon.phase));
    assert.ok(Math.abs(moon.illumination - illumination) < 0.02, String(moon.illumination));
  });
}

test('the moon waxes before it is full and wanes after', () => {
  assert.is(moonAt(Date.parse('2024-01-20T00:00Z')).waxing, true);
  assert.is(moonAt(Date.parse('2024-01-30T00:00Z')).waxing, false);
});

test.run();
