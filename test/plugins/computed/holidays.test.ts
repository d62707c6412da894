import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countCells } from '../../../src/core/flaps/cells.ts';
import { dayText } from '../../../src/plugins/builtin/computed/calendar-days.ts';
import { dayOfRule, easterOf, orthodoxEasterOf } from '../../../src/plugins/builtin/computed/calendar-rules.ts';
import { COUNTRY_CODES, countryName, holidayRules } from '../../../src/plugins/builtin/computed/holiday-table.ts';
import { holidaysOf } from '../../../src/plugins/builtin/computed/holidays.ts';
import { dayNumberOf, weekdayOfNumber } from '../../../src/core/time/day.ts';
import { flagship, note, refusal, values } from './rig.ts';

const test = suite('plugins/computed/holidays');

for (const [year, west, east] of [
  [2000, '2000-04-23', '2000-04-30'],
  [2008, '2008-03-23', '2008-04-27'],
  [2019, '2019-04-21', '2019-04-28'],
  [2024, '2024-03-31', '2024-05-05'],
  [2025, '2025-04-20', '2025-04-20'],
  [2026, '2026-04-05', '2026-04-12'],
  [2027, '2027-03-28', '2027-05-02'],
  [2038, '2038-04-25', '2038-04-25'],
  [2049, '2049-04-18', '2049-04-25'],
  [2076, '2076-04-19', '2076-04-26'],
] as const) {
  test(`Easter ${year}`, () => assert.equal([dayText(easterOf(year)), dayText(orthodoxEasterOf(year))], [west, east]));
}

/** Western Easter by another way of counting (Meeus, Jones and Butcher), as month and day. */
const easterByMeeus = (year: number): [month: number, day: number] => {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return [Math.floor(sum / 31), (sum % 31) + 1];
};
/** Orthodox Easter: the first Sunday after the full moon of the table, day by day in the Julian calendar. */
const orthodoxByTable = (year: number): number => {
  const MOONS = [5, 25, 13, 2, 22, 10, 30, 18, 7, 27, 15, 4, 24, 12, 1, 21, 9, 29, 17];
  const moon = MOONS[year % 19] ?? 0;
  // Those of the end of March are written from 21 on; 13 days lie between the calendars.
  let day = dayNumberOf(year, moon > 20 ? 3 : 4, moon) + 13;
  do day++;
  while (weekdayOfNumber(day) !== 6);
  return day;
};
test('Easter of each year by another way of counting', () => {
  for (let year = 1583; year <= 2599; year++) {
    const [month, day] = easterByMeeus(year);
    assert.is(easterOf(year), dayNumberOf(year, month, day), String(year));
  }
  for (let year = 1900; year < 2100; year++) assert.is(orthodoxEasterOf(year), orthodoxByTable(year), String(year));
});

for (const [rule, year, expected] of [
  ['12-25', 2026, '2026-12-25'],
  ['E-2', 2026, '2026-04-03'],
  ['E+60', 2026, '2026-06-04'],
  ['O+1', 2026, '2026-04-13'],
  ['01#3.0', 2026, '2026-01-19'],
  ['11#4.3', 2026, '2026-11-26'],
  ['05#-1.0', 2026, '2026-05-25'],
  ['05#-1.0', 2027, '2027-05-31'],
  ['05-18>0', 2026, '2026-05-18'],
  ['06-20>5', 2026, '2026-06-20'],
  ['10-31>5', 2027, '2027-11-06'],
  ['SPRING', 2024, '2024-03-20'],
  ['SPRING', 2027, '2027-03-21'],
  ['AUTUMN', 2024, '2024-09-22'],
  ['AUTUMN', 2026, '2026-09-23'],
  ['KING', 2025, '2025-04-26'],
  ['KING', 2026, '2026-04-27'],
  ['BRIGID', 2026, '2026-02-02'],
  ['BRIGID', 2030, '2030-02-01'],
] as const) {
  test(`the rule ${rule} in ${year}`, () => assert.is(dayText(dayOfRule(rule, year) ?? 0), expected));
}

test('what is no rule gives no day', () => assert.is(dayOfRule('soon', 2026), null));

test('at least forty countries, sorted by name', () => {
  assert.ok(COUNTRY_CODES.length >= 40, String(COUNTRY_CODES.length));
  const names = COUNTRY_CODES.map(countryName);
  assert.equal(names, [...names].sort());
});

for (const country of COUNTRY_CODES) {
  test(`${country}: every rule gives a day of its year, and every name fits a row`, () => {
    for (const { rule, name } of holidayRules(country)) {
      assert.ok(name.length > 2 && countCells(name) <= 22, name);
      for (let year = 2024; year <= 2040; year++) {
        const day = dayOfRule(rule, year);
        assert.ok(day !== null && dayText(day).startsWith(`${year}-`), `${rule} in ${year}`);
      }
    }
    const days = holidaysOf(country, 2026).map(({ day }) => dayText(day));
    assert.ok(days.length >= 5);
    assert.is(days[0], '2026-01-01');
  });
}

for (const [country, year, days] of [
  ['DE', 2026, '01-01 04-03 04-06 05-01 05-14 05-25 10-03 12-25 12-26'],
  ['US', 2026, '01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25'],
  ['GB', 2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-25 12-26'],
  ['SE', 2026, '01-01 01-06 04-03 04-06 05-01 05-14 06-06 06-20 10-31 12-25 12-26'],
  ['GR', 2026, '01-01 01-06 02-23 03-25 04-10 04-13 05-01 06-01 08-15 10-28 12-25 12-26'],
  ['JP', 2026, '01-01 01-12 02-11 02-23 03-20 04-29 05-03 05-04 05-05 07-20 08-11 09-21 09-23 10-12 11-03 11-23'],
] as const) {
  test(`${country} in ${year}`, () =>
    assert.is(
      holidaysOf(country, year)
        .map(({ day }) => dayText(day).slice(5))
        .join(' '),
      days,
    ));
}

for (const [at, zone, country, name, days] of [
  ['2026-11-20T13:30:00Z', 'Europe/Berlin', 'DE', 'CHRISTMAS', 35],
  ['2026-12-26T22:59:00Z', 'Europe/Berlin', 'DE', 'SECOND CHRISTMAS DAY', 0],
  ['2026-12-26T23:00:00Z', 'Europe/Berlin', 'DE', 'NEW YEAR', 5],
  ['2024-02-28T12:00:00Z', 'Europe/Berlin', 'DE', 'GOOD FRIDAY', 30],
  ['2026-07-04T03:00:00Z', 'America/New_York', 'US', 'INDEPENDENCE DAY', 1],
  ['2026-07-04T04:00:00Z', 'America/New_York', 'US', 'INDEPENDENCE DAY', 0],
] as const) {
  test(`at ${at} in ${zone} comes ${name}`, async () => {
    const data = await values('holidays', { at, zone, config: { country } });
    assert.equal([data['next_name'], data['next_days'], data['is_today']], [name, days, days === 0]);
  });
}

test('holidays on both boards', async () => {
  assert.equal(await flagship('holidays'), [
    'THANKSGIVING    26 NOV',
    'CHRISTMAS       25 DEC',
    'NEW YEAR         1 JAN',
    'MARTIN LUTHER K 18 JAN',
    'PRESIDENTS DAY  15 FEB',
    'MEMORIAL DAY    31 MAY',
  ]);
  assert.equal(await note('holidays'), [' THANKSGIVING', '   IN 6 DAYS']);
  assert.equal(await note('holidays', { at: '2026-11-26T12:00:00Z' }), [' THANKSGIVING', '     TODAY']);
});

test('a country that is not in the table is refused', async () =>
  assert.match((await refusal('holidays', { country: 'XX' })) ?? '', /country/));

test.run();
