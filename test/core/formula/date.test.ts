import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addRows, print } from './table.ts';

const test = suite('formula dates');

addRows(test, 'clock', [
  ['NOW()', '2026-09-24 17:30'],
  ['TODAY()', '2026-09-24 00:00'],
  ['YEAR(NOW())', '2026'],
  ['MONTH(NOW())', '9'],
  ['DAY(NOW())', '24'],
  ['HOUR(NOW())', '17'],
  ['MINUTE(NOW())', '30'],
  ['WEEKDAY(NOW())', '4'],
  ['HOUR(TODAY())', '0'],
  ['NOW() > TODAY()', 'Yes'],
  ['NOW() = NOW()', 'Yes'],
  ['NOW(1)', '#VALUE'],
  ['FORMATDATE(NOW(), "ddd MMM DD hh:mm AP HH YY")', 'THU SEP 24 5:30 PM 17 26'],
  ['DATEDIFF(TODAY(), DATE("2026-12-25"))', '92'],
  ['DATEDIFF(NOW(), DATE("2026-12-25"))', '91'],
]);

test('the zone is the configured one', () => {
  const now = '2026-01-01T00:30:00Z';
  assert.is(print('NOW()', { now, zone: 'Asia/Kolkata' }), '2026-01-01 06:00');
  assert.is(print('TODAY()', { now, zone: 'America/New_York' }), '2025-12-31 00:00');
  assert.is(print('NOW()', { now, zone: 'UTC' }), '2026-01-01 00:30');
  assert.is(print('NOW()', { now, zone: 'Nowhere/Atall' }), '2026-01-01 00:30');
});

addRows(test, 'DATE', [
  ['DATE("2026-01-31")', '2026-01-31 00:00'],
  ['DATE(" 2026-01-31 ")', '2026-01-31 00:00'],
  ['DATE("20260131")', '2026-01-31 00:00'],
  ['DATE("2026-01-31T13:45")', '2026-01-31 13:45'],
  ['DATE("2026-01-31 13:45:59")', '2026-01-31 13:45'],
  ['DATE("2026-01-31t13:45:59.123456Z")', '2026-01-31 13:45'],
  ['DATE("2026-01-31T13:45:59,5+02:00")', '2026-01-31 13:45'],
  ['DATE("2026-01-31T13:45-0730")', '2026-01-31 13:45'],
  ['DATE("2026-01-31T13:45+02")', '2026-01-31 13:45'],
  ['DATE("2026-01-31T13")', '2026-01-31 13:00'],
  ['DATE("2024-02-29")', '2024-02-29 00:00'],
  ['DATE("0001-01-01")', '0001-01-01 00:00'],
  ['DATE("9999-12-31")', '9999-12-31 00:00'],
  ['DATE(DATE("2026-01-31"))', '2026-01-31 00:00'],
  ['DATE("2026-02-29")', '#VALUE'],
  ['DATE("2026-02-30")', '#VALUE'],
  ['DATE("2026-13-01")', '#VALUE'],
  ['DATE("2026-00-01")', '#VALUE'],
  ['DATE("2026-01-00")', '#VALUE'],
  ['DATE("0000-01-01")', '#VALUE'],
  ['DATE("2026-1-1")', '#VALUE'],
  ['DATE("2026-0131")', '#VALUE'],
  ['DATE("2026-01-31T23:59:59.999+23:59")', '2026-01-31 23:59'],
  ['DATE("2026-12-01T00:00:00-23:59")', '2026-12-01 00:00'],
  ['DATE("2026-01-31T24:00")', '#VALUE'],
  ['DATE("2026-01-31T12:60")', '#VALUE'],
  ['DATE("2026-01-31T12:00:60")', '#VALUE'],
  ['DATE("2026-01-31T12:00+24:00")', '#VALUE'],
  ['DATE("2026-01-31T12:00+10:60")', '#VALUE'],
  ['DATE("2026-01-31Z")', '#VALUE'],
  ['DATE("Jan 31 2026")', '#VALUE'],
  ['DATE("31/01/2026")', '#VALUE'],
  ['DATE("")', '#VALUE'],
  ['DATE(20260131)', '#VALUE'],
  ['DATE(NULL)', '#VALUE'],
  ['DATE(demo.list)', '#VALUE'],
  ['DATE(demo.missing)', '#REF'],
  ['DATE(demo.date)', '2026-03-01 00:00'],
  ['DATE()', '#VALUE'],
]);

addRows(test, 'field', [
  ['YEAR("2026-05-06T07:08")', '2026'],
  ['MONTH("2026-05-06T07:08")', '5'],
  ['DAY("2026-05-06T07:08")', '6'],
  ['HOUR("2026-05-06T07:08")', '7'],
  ['MINUTE("2026-05-06T07:08")', '8'],
  ['HOUR(DATE("2026-05-06T07:08Z"))', '7'],
  ['HOUR(DATE("2026-05-06T07:08+05:00"))', '7'],
  ['WEEKDAY(DATE("2026-09-21"))', '1'],
  ['WEEKDAY(DATE("2026-09-26"))', '6'],
  ['WEEKDAY(DATE("2026-09-27"))', '7'],
  ['YEAR(5)', '#VALUE'],
  ['YEAR("soon")', '#VALUE'],
  ['YEAR(TRUE)', '#VALUE'],
  ['YEAR(NULL)', '#VALUE'],
  ['YEAR(1 / 0)', '#DIV/0'],
  ['YEAR()', '#VALUE'],
]);

const diff = (start: string, end: string, unit?: string): string =>
  `DATEDIFF(DATE("${start}"), DATE("${end}")${unit === undefined ? '' : `, "${unit}"`})`;

addRows(test, 'DATEDIFF', [
  [diff('2026-01-01', '2026-01-11'), '10'],
  [diff('2026-01-11', '2026-01-01'), '-10'],
  [diff('2026-01-01', '2026-01-01'), '0'],
  [diff('2026-01-01T12:00', '2026-01-03T11:59'), '1'],
  [diff('2026-01-03T11:59', '2026-01-01T12:00'), '-1'],
  [diff('2026-01-01T12:00', '2026-01-01T11:00', 'days'), '0'],
  [diff('2026-01-01', '2026-01-02', 'hours'), '24'],
  [diff('2026-01-01', '2026-01-02', 'Hour'), '24'],
  [diff('2026-01-01', '2026-01-02', ' minutes '), '1440'],
  [diff('2026-01-01', '2026-01-01T00:01', 'second'), '60'],
  [diff('2026-01-01', '2026-01-20', 'weeks'), '2'],
  [diff('2026-01-01', '2026-01-20', 'week'), '2'],
  [diff('2026-01-31', '2026-03-30', 'months'), '1'],
  [diff('2026-01-31', '2026-03-31', 'months'), '2'],
  [diff('2026-01-31', '2026-02-28', 'month'), '0'],
  [diff('2025-01-15', '2026-01-15', 'months'), '12'],
  [diff('2026-03-15', '2026-05-15', 'months'), '2'],
  [diff('2024-11-15', '2026-02-14', 'months'), '14'],
  [diff('2026-03-15', '2026-01-20', 'months'), '-1'],
  [diff('2026-03-15', '2026-01-15', 'months'), '-2'],
  [diff('2026-03-15', '2026-01-10', 'months'), '-2'],
  [diff('2026-01-01', '2026-02-01', 'years'), '#VALUE'],
  [diff('2026-01-01', '2026-02-01', ''), '#VALUE'],
  [diff('2026-01-01', '2026-02-01', 'constructor'), '#VALUE'],
  [diff('2026-01-01T00:00Z', '2026-01-01T00:00+02:00', 'hours'), '-2'],
  [diff('2026-01-01T00:00Z', '2026-01-01T05:00', 'hours'), '5'],
  [diff('2026-01-01T00:00+09:00', '2026-01-01T05:00', 'hours'), '5'],
  ['DATEDIFF("2026-01-01", "2026-01-05")', '4'],
  ['DATEDIFF("2026-01-01", 5)', '#VALUE'],
  ['DATEDIFF("2026-01-01")', '#VALUE'],
  ['DATEDIFF(1 / 0, demo.missing)', '#DIV/0'],
]);

const add = (date: string, amount: string, unit?: string): string =>
  `DATEADD(DATE("${date}"), ${amount}${unit === undefined ? '' : `, "${unit}"`})`;

addRows(test, 'DATEADD', [
  [add('2026-01-31', '1'), '2026-02-01 00:00'],
  [add('2026-01-31', '-31'), '2025-12-31 00:00'],
  [add('2026-01-31', '1', 'month'), '2026-02-28 00:00'],
  [add('2024-01-31', '1', 'months'), '2024-02-29 00:00'],
  [add('2026-03-31T10:20', '-1', 'month'), '2026-02-28 10:20'],
  [add('2026-01-31', '12', 'months'), '2027-01-31 00:00'],
  [add('2026-01-31', '13', 'months'), '2027-02-28 00:00'],
  [add('2026-01-31', '-13', 'months'), '2024-12-31 00:00'],
  [add('2026-12-15', '1', 'month'), '2027-01-15 00:00'],
  [add('2026-01-31', '1.5', 'months'), '#VALUE'],
  [add('2026-01-01', '1.5'), '2026-01-02 12:00'],
  [add('2026-01-01', '0.5', 'hours'), '2026-01-01 00:30'],
  [add('2026-01-01', '90', 'minutes'), '2026-01-01 01:30'],
  [add('2026-01-01', '3600', 'seconds'), '2026-01-01 01:00'],
  [add('2026-01-01', '2', 'WEEKS'), '2026-01-15 00:00'],
  [add('2026-01-01', '"2"'), '2026-01-03 00:00'],
  [add('2026-01-01', '1', 'fortnight'), '#VALUE'],
  [add('2026-01-01', '"x"'), '#VALUE'],
  [add('9999-12-31', '1'), '#NUM'],
  [add('0001-01-01', '-1'), '#NUM'],
  [add('9999-12-31', '1', 'month'), '#NUM'],
  [add('2026-01-01', 'demo.huge'), '#NUM'],
  [add('2026-01-01', 'demo.huge', 'months'), '#NUM'],
  ['DATEADD("2026-01-01", 1)', '2026-01-02 00:00'],
  ['DATEADD("x", 1)', '#VALUE'],
  ['DATEADD(NOW(), 1, "day")', '2026-09-25 17:30'],
  ['DATEADD(NOW(), 1)', '2026-09-25 17:30'],
  ['DATEADD(NOW(), 1) > NOW()', 'Yes'],
  ['DATEADD(DATE("2026-01-01T10:00+02:00"), 1) = DATE("2026-01-02T08:00Z")', 'Yes'],
]);

addRows(test, 'FORMATDATE', [
  ['FORMATDATE(DATE("2026-03-04T05:06:07"), "YYYY-MM-DD HH:mm:ss")', '2026-03-04 05:06:07'],
  ['FORMATDATE(DATE("2026-03-04T05:06:07"), "YY MMM ddd")', '26 MAR WED'],
  ['FORMATDATE(DATE("2026-03-04T00:06"), "hh AP")', '12 AM'],
  ['FORMATDATE(DATE("2026-03-04T12:06"), "hh AP")', '12 PM'],
  ['FORMATDATE(DATE("2026-03-04T13:06"), "hh:mmAP")', '1:06PM'],
  ['FORMATDATE(DATE("2026-03-04"), "MMMM")', 'MARM'],
  ['FORMATDATE(DATE("2026-03-04"), "MMMMM")', 'MAR03'],
  ['FORMATDATE(DATE("2026-03-04"), "YYYYYY")', '202626'],
  ['FORMATDATE(DATE("2026-03-04"), "YYY")', '26Y'],
  ['FORMATDATE(DATE("2026-03-04"), "yyyy dd DDD ap M D")', 'yyyy dd 04D ap M D'],
  ['FORMATDATE(DATE("2026-03-04"), "on the DD.")', 'on the 04.'],
  ['FORMATDATE(DATE("2026-03-04"), "")', ''],
  ['FORMATDATE(DATE("0005-03-04"), "YYYY YY")', '0005 05'],
  ['FORMATDATE("2026-03-04", "DD")', '04'],
  ['FORMATDATE("x", "DD")', '#VALUE'],
  ['FORMATDATE(NOW())', '#VALUE'],
  ['FORMATDATE(NOW(), demo.list)', '#VALUE'],
]);

for (const [i, month] of [
  'JAN',
  'FEB',
  'MAR',
  'APR',
  'MAY',
  'JUN',
  'JUL',
  'AUG',
  'SEP',
  'OCT',
  'NOV',
  'DEC',
].entries()) {
  test(`month ${month}`, () =>
    assert.is(print(`FORMATDATE("2026-${String(i + 1).padStart(2, '0')}-09", "MMM")`), month));
}
for (const [i, day] of ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'].entries()) {
  test(`weekday ${day}`, () =>
    assert.is(
      print(
        `FORMATDATE("2026-06-${String(i + 1).padStart(2, '0')}", "ddd") & WEEKDAY("2026-06-${String(i + 1).padStart(2, '0')}")`,
      ),
      `${day}${i + 1}`,
    ));
}

// In Los Angeles the clock of 2026-03-08 skips from 02:00 to 03:00.
const spring = { now: '2026-03-07T20:00:00Z' };
addRows(
  test,
  'spring change',
  [
    ['NOW()', '2026-03-07 12:00'],
    ['DATEDIFF(NOW(), DATEADD(NOW(), 1))', '1'],
    ['DATEDIFF(NOW(), DATEADD(NOW(), 1), "hours")', '24'],
    ['DATEDIFF(NOW(), DATE("2026-03-08T12:00"), "hours")', '24'],
    ['DATEDIFF(NOW(), DATE("2026-03-08T19:00Z"), "hours")', '23'],
    ['DATEDIFF(DATE("2026-03-08T19:00Z"), DATEADD(NOW(), 1), "minutes")', '0'],
    ['DATEADD(NOW(), 1) = DATE("2026-03-08T19:00Z")', 'Yes'],
    ['DATEADD(TODAY(), 26.5, "hours")', '2026-03-08 02:30'],
    ['DATEADD(TODAY(), 26.5, "hours") = DATE("2026-03-08T10:00Z")', 'Yes'],
    ['DATEDIFF(TODAY(), DATE("2026-03-09"))', '2'],
  ],
  spring,
);

// On 2026-11-01 the hour from 01:00 to 02:00 comes twice.
test('a repeated hour keeps the instant of the clock', () => {
  assert.is(print('NOW() = DATE("2026-11-01T08:30Z")', { now: '2026-11-01T08:30:00Z' }), 'Yes');
  assert.is(print('NOW() = DATE("2026-11-01T09:30Z")', { now: '2026-11-01T09:30:00Z' }), 'Yes');
  assert.is(print('NOW()', { now: '2026-11-01T09:30:00Z' }), '2026-11-01 01:30');
  assert.is(print('DATEDIFF(DATEADD(TODAY(), 1), DATE("2026-11-02"), "hours")', { now: '2026-11-01T09:30:00Z' }), '0');
});

test.run();
