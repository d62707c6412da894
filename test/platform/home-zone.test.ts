import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { offsetAt, setHomeZone } from '../../src/core/time/zone.ts';
import { knowsZone, setProcessZone, machineZone } from '../../src/platform/home-zone.ts';

const test = suite('home zone');
const before = process.env['TZ'];

test.after.each(() => {
  if (before === undefined) delete process.env['TZ'];
  else process.env['TZ'] = before;
  setHomeZone(null);
});

/** The same offset, told by the engine's tables. */
const toldOffset = (ms: number, zone: string): number => {
  const text = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).format(ms);
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(text) ?? [];
  return hours === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
};

const zones = Intl.supportedValuesOf('timeZone').filter((_, place) => place % 8 === 0);
for (const zone of [
  ...zones,
  'Europe/Berlin',
  'Europe/Dublin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Africa/Casablanca',
  'Africa/Abidjan',
  'UTC',
]) {
  test(`${zone} is read off the process's clock as in the tables`, () => {
    setProcessZone(zone);
    for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2041, 0, 1); at += 19 * 86_400_000 + 5_400_000) {
      assert.is(offsetAt(at, zone), toldOffset(at - (at % 900_000), zone), new Date(at).toISOString());
    }
  });
}

test('a second zone besides that of the process is read from the tables', () => {
  setProcessZone('Asia/Tokyo');
  assert.is(offsetAt(1_700_000_100_000, 'America/Lima'), -5 * 3_600_000);
});

test('moving takes effect at once', () => {
  setProcessZone('Asia/Tokyo');
  assert.is(offsetAt(1_700_000_200_000, 'Asia/Tokyo'), 9 * 3_600_000);
  setProcessZone('Pacific/Auckland');
  assert.is(offsetAt(1_700_000_200_000, 'Pacific/Auckland'), 13 * 3_600_000);
  assert.is(new Date(1_700_000_200_000).getTimezoneOffset(), -780);
});

test('a name that is no zone changes nothing', () => {
  process.env['TZ'] = 'Asia/Tokyo';
  for (const name of ['Nowhere/Land', 'europe/berlin', 'EST5EDT', 'Europe/Berlin:/etc/passwd']) {
    setProcessZone(name);
    assert.is(process.env['TZ'], 'Asia/Tokyo', name);
  }
});

for (const [name, known] of [
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Etc/UTC', true],
  ['Africa/Abidjan', true],
  ['europe/berlin', true],
  ['America/Argentina/Ushuaia', true],
  ['CET', true],
  ['Europe/Atlantis', false],
  ['Berlin', false],
  ['', false],
  ['../etc', false],
] as const) {
  test(`"${name}" is ${known ? '' : 'no '}zone`, () => {
    process.env['TZ'] = 'Asia/Tokyo';
    assert.is(knowsZone(name), known);
    assert.is(process.env['TZ'], 'Asia/Tokyo');
  });
}

test('the machine has a zone', () => assert.ok(knowsZone(machineZone())));

test('the machine follows TZ', () => {
  process.env['TZ'] = 'Asia/Tokyo';
  assert.is(machineZone(), 'Asia/Tokyo');
});

test('where TZ is a file, nonsense or nothing the machine has a zone all the same', () => {
  process.env['TZ'] = '';
  const usual = machineZone();
  assert.ok(knowsZone(usual));
  for (const name of [':/etc/localtime', '/etc/localtime', 'Nowhere/Land']) {
    process.env['TZ'] = name;
    assert.is(machineZone(), usual, name);
  }
  process.env['TZ'] = ':Asia/Tokyo';
  assert.is(machineZone(), 'Asia/Tokyo');
});

test.run();
