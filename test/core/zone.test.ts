import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  dateOf,
  dayAt,
  dayNumberOf,
  dayOf,
  instantOfMinute,
  readingAt,
  weekdayOfNumber,
} from '../../src/core/time/day.ts';
import { formatTime, parseTime } from '../../src/core/time/time-of-day.ts';
import { civilAt, instantOf, isZone, offsetAt } from '../../src/core/time/zone.ts';
import { wallMinutes } from '../support/wall-clock.ts';

const test = suite('zone');
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);

const offsets: [zone: string, at: string, hours: number][] = [
  ['UTC', '2025-06-01T00:00Z', 0],
  ['Europe/Berlin', '2025-03-30T00:59Z', 1],
  ['Europe/Berlin', '2025-03-30T01:00Z', 2],
  ['Europe/Berlin', '2025-10-26T00:59Z', 2],
  ['Europe/Berlin', '2025-10-26T01:00Z', 1],
  ['America/New_York', '2025-03-09T06:59Z', -5],
  ['America/New_York', '2025-03-09T07:00Z', -4],
  ['Australia/Lord_Howe', '2025-04-05T14:59Z', 11],
  ['Australia/Lord_Howe', '2025-04-05T15:00Z', 10.5],
  ['Asia/Kathmandu', '2025-01-01T00:00Z', 5.75],
  ['Pacific/Apia', '2025-01-01T00:00Z', 13],
];
for (const [zone, at, hours] of offsets) {
  test(`offset of ${zone} at ${at} is ${hours} h`, () => assert.is(offsetAt(Date.parse(at), zone), hours * 3_600_000));
}

const readings: [zone: string, local: string, utc: string][] = [
  ['Europe/Berlin', '2025-01-15T12:00', '2025-01-15T11:00'],
  ['Europe/Berlin', '2025-03-30T01:59', '2025-03-30T00:59'],
  ['Europe/Berlin', '2025-03-30T02:00', '2025-03-30T01:00'],
  ['Europe/Berlin', '2025-03-30T02:30', '2025-03-30T01:00'],
  ['Europe/Berlin', '2025-03-30T03:00', '2025-03-30T01:00'],
  ['Europe/Berlin', '2025-03-30T03:01', '2025-03-30T01:01'],
  ['Europe/Berlin', '2025-10-26T01:59', '2025-10-25T23:59'],
  ['Europe/Berlin', '2025-10-26T02:00', '2025-10-26T00:00'],
  ['Europe/Berlin', '2025-10-26T02:59', '2025-10-26T00:59'],
  ['Europe/Berlin', '2025-10-26T03:00', '2025-10-26T02:00'],
  ['America/New_York', '2025-03-09T02:30', '2025-03-09T07:00'],
  ['America/New_York', '2025-11-02T01:30', '2025-11-02T05:30'],
  ['America/New_York', '2025-11-02T02:00', '2025-11-02T07:00'],
  ['Australia/Lord_Howe', '2025-10-05T02:15', '2025-10-04T15:30'],
  ['Australia/Lord_Howe', '2025-04-06T01:45', '2025-04-05T14:45'],
  ['America/Santiago', '2025-09-07T00:30', '2025-09-07T04:00'],
  ['America/Havana', '2025-11-02T00:30', '2025-11-02T04:30'],
  ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00'],
];
for (const [zone, local, utc] of readings) {
  test(`${local} in ${zone} is ${utc} UTC`, () => {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = local.split(/[-T:]/).map(Number);
    assert.is(iso(instantOf({ year, month, day, hour, minute, second: 0 }, zone)), utc);
    assert.is(iso(instantOfMinute(dayOf(dayNumberOf(year, month, day), zone), hour * 60 + minute)), utc);
  });
}

test('a clock is read as Intl reads it, over two changes', () => {
  for (const zone of ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe']) {
    for (const from of ['2025-03-29T00:00Z', '2025-10-04T00:00Z', '2025-11-01T00:00Z']) {
      for (const { at, date, minute } of wallMinutes(zone, Date.parse(from), Date.parse(from) + 2 * 86_400_000)) {
        const civil = civilAt(at, zone);
        const reading = readingAt(at, zone);
        assert.is(`${civil.year}-${String(civil.month).padStart(2, '0')}-${String(civil.day).padStart(2, '0')}`, date);
        assert.is(civil.hour * 60 + civil.minute, minute);
        assert.equal(reading, { number: Date.parse(date) / 86_400_000, minute });
      }
    }
  }
});

const lengths: [zone: string, date: [number, number, number], hours: number, even: boolean][] = [
  ['Europe/Berlin', [2025, 3, 29], 24, true],
  ['Europe/Berlin', [2025, 3, 30], 23, false],
  ['Europe/Berlin', [2025, 10, 26], 25, false],
  ['America/New_York', [2025, 3, 9], 23, false],
  ['America/New_York', [2025, 11, 2], 25, false],
  ['Australia/Lord_Howe', [2025, 4, 6], 24.5, false],
  ['Australia/Lord_Howe', [2025, 10, 5], 23.5, false],
  ['America/Santiago', [2025, 9, 7], 23, false],
  ['Pacific/Apia', [2011, 12, 30], 0, false],
  ['UTC', [2024, 2, 29], 24, true],
];
for (const [zone, [year, month, date], hours, even] of lengths) {
  test(`${year}-${month}-${date} has ${hours} h in ${zone}`, () => {
    const day = dayOf(dayNumberOf(year, month, date), zone);
    assert.is((day.end - day.start) / 3_600_000, hours);
    assert.is(day.even, even);
    assert.is(day.day, date);
    assert.is(day.weekday, (new Date(Date.UTC(day.year, day.month - 1, day.day)).getUTCDay() + 6) % 7);
  });
}

test('a day begins at its first instant and ends before the next one', () => {
  const { start, end, number } = dayAt(Date.parse('2025-03-30T12:00Z'), 'Europe/Berlin');
  assert.is(dayAt(start, 'Europe/Berlin').number, number);
  assert.is(dayAt(end - 1, 'Europe/Berlin').number, number);
  assert.is(dayAt(end, 'Europe/Berlin').number, number + 1);
  assert.is(dayAt(start - 1, 'Europe/Berlin').number, number - 1);
});

test('days are still right after more of them than are cached', () => {
  for (let number = 0; number < 1100; number++) dayOf(number, 'Europe/Paris');
  assert.is(iso(dayOf(0, 'Europe/Paris').start), '1969-12-31T23:00');
});

const dates: [number: number, year: number, month: number, day: number, weekday: number][] = [
  [0, 1970, 1, 1, 3],
  [-1, 1969, 12, 31, 2],
  [19782, 2024, 2, 29, 3],
  [11016, 2000, 2, 29, 1],
  [-719528, 0, 1, 1, 5],
];
for (const [number, year, month, day, weekday] of dates) {
  test(`day ${number} is ${year}-${month}-${day}`, () => {
    assert.is(dayNumberOf(year, month, day), number);
    assert.equal(dateOf(number), { year, month, day });
    assert.is(weekdayOfNumber(number), weekday);
  });
}

for (const [name, known] of [
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
] as const) {
  test(`"${name}" ${known ? 'is' : 'is not'} a zone`, () => assert.is(isZone(name), known));
}

const times: [text: string, minute: number | null][] = [
  ['00:00', 0],
  ['00:01', 1],
  ['09:05', 545],
  ['23:59', 1439],
  ['24:00', null],
  ['23:60', null],
  ['99:99', null],
  ['9:05', null],
  ['09:5', null],
  ['09:05:00', null],
  ['', null],
  ['ab:cd', null],
];
for (const [text, minute] of times) {
  test(`time "${text}" is ${minute}`, () => assert.is(parseTime(text), minute));
}

for (const [minute, text] of [
  [0, '00:00'],
  [1439, '23:59'],
  [1440, '00:00'],
  [1500, '01:00'],
  [-1, '23:59'],
  [-1441, '23:59'],
] as const) {
  test(`minute ${minute} is written ${text}`, () => assert.is(formatTime(minute), text));
}

test.run();
