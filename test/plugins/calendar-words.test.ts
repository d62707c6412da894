import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  clockText,
  isoWeek,
  ordinalDay,
  shortDuration,
  zoneAbbreviation,
} from '../../src/plugins/builtin/calendar-words.ts';

/** Words and numbers of the calendar that built-in plugins say. */
const test = suite('plugins/calendar-words');

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

for (const [ms, text] of [
  [-1, '0m'],
  [MINUTE - 1, '0m'],
  [MINUTE, '1m'],
  [HOUR - 1, '59m'],
  [HOUR, '1h 0m'],
  [DAY - 1, '23h 59m'],
  [DAY, '1d 0h'],
  [3 * DAY + 4 * HOUR + 59 * MINUTE, '3d 4h'],
] as const)
  test(`${ms} ms are ${text}`, () => assert.is(shortDuration(ms), text));

for (const [time, half, whole] of [
  ['00:05', '12:05 AM', '00:05'],
  ['01:00', '1:00 AM', '01:00'],
  ['11:59', '11:59 AM', '11:59'],
  ['12:00', '12:00 PM', '12:00'],
  ['23:09', '11:09 PM', '23:09'],
] as const)
  test(`${time} is ${half}`, () => {
    const at = Date.parse(`2026-11-20T${time}:00Z`);
    assert.equal(
      [clockText(at, 'UTC', '12h'), clockText(at, 'UTC', '24h'), clockText(at, 'UTC', null)],
      [half, whole, whole],
    );
  });

for (const [year, month, day, week, number] of [
  [2026, 1, 1, 1, 1],
  [2026, 12, 31, 53, 365],
  [2027, 1, 3, 53, 3],
  [2027, 1, 4, 1, 4],
  [2024, 2, 29, 9, 60],
  [2024, 12, 30, 1, 365],
  [2024, 12, 31, 1, 366],
] as const)
  test(`${year}-${month}-${day} is day ${number} in week ${week}`, () =>
    assert.equal([isoWeek({ year, month, day }), ordinalDay({ year, month, day })], [week, number]));

for (const [zone, day, name] of [
  ['Europe/Berlin', '2026-01-15', 'CET'],
  ['Europe/Berlin', '2026-07-15', 'CEST'],
  ['America/Los_Angeles', '2026-01-15', 'PST'],
  ['America/Los_Angeles', '2026-07-15', 'PDT'],
  ['Asia/Kolkata', '2026-01-15', 'IST'],
  ['America/Sao_Paulo', '2026-01-15', '-0300'],
  ['Asia/Kathmandu', '2026-01-15', '+0545'],
  ['Pacific/Marquesas', '2026-01-15', '-0930'],
  ['UTC', '2026-01-15', 'UTC'],
] as const)
  test(`${zone} is ${name} on ${day}`, () => {
    const at = Date.parse(`${day}T12:00:00Z`);
    assert.equal([zoneAbbreviation(at, zone), zoneAbbreviation(at, zone)], [name, name], 'asked for again too');
  });

test.run();
