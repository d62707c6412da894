import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dateOf, dayNumberOf, daysInMonth, weekdayOfNumber } from '../../src/core/time/day.ts';
import { dayOf, daysInYear, weekOfYear, weekStart } from '../../src/documents/calendar/civil-days.ts';
import { nextMonthDay } from '../../src/documents/calendar/day-set.ts';
import { Notes } from '../../src/documents/calendar/notes.ts';
import { completeRule, parseRule, type Rule } from '../../src/documents/calendar/rule.ts';
import { readDuration, readTime } from '../../src/documents/calendar/times.ts';
import { zoneOfWindows } from '../../src/documents/calendar/windows-zones.ts';
import { fixedClock, instantAt, placeClock, wallAt } from '../../src/documents/calendar/zone-clock.ts';
import { seededRandom } from '../support/seeded.ts';

const test = suite('documents/calendar: days, times and rules');

const DAY = 86_400_000;

test('days are counted as the engine counts them, over eight centuries', () => {
  for (let number = dayNumberOf(1600, 1, 1); number < dayNumberOf(2400, 1, 1); number += 13) {
    const date = new Date(number * DAY);
    const civil = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    assert.equal(dateOf(number), civil);
    assert.is(dayNumberOf(civil.year, civil.month, civil.day), number);
    assert.is(weekdayOfNumber(number), (date.getUTCDay() + 6) % 7);
  }
  for (const [year, month, day] of [
    [2000, 2, 29],
    [1999, 12, 31],
    [2000, 3, 1],
    [1900, 2, 28],
    [1, 1, 1],
  ] as const)
    assert.equal(dateOf(dayNumberOf(year, month, day)), { year, month, day });
  assert.equal([dayOf(-1), dayOf(0), dayOf(DAY - 1), dayOf(DAY)], [-1, 0, 0, 1]);
});
test('leap years and lengths of months', () => {
  assert.equal([1900, 2000, 2023, 2024, 2100].map(daysInYear), [365, 366, 365, 366, 365]);
  const lengths = (year: number) => Array.from({ length: 12 }, (_, at) => daysInMonth(year, at + 1));
  assert.equal(lengths(2024), [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
  assert.is(lengths(2023)[1], 28);
});
test('a week belongs to the year that holds four of its days, whatever day it begins with', () => {
  for (let first = 0; first < 7; first++)
    for (let number = dayNumberOf(2015, 1, 1); number < dayNumberOf(2028, 1, 1); number++) {
      const start = weekStart(number, first);
      assert.ok(start <= number && number - start < 7 && weekdayOfNumber(start) === first);
      const year = dateOf(start + 3).year;
      const [week, fromBack] = weekOfYear(number, first);
      const midweek = (start + 3 - dayNumberOf(year, 1, 1)) / 7;
      assert.is(week, Math.floor(midweek) + 1);
      assert.is(fromBack, -(Math.floor((dayNumberOf(year, 12, 31) - start - 3) / 7) + 1));
    }
});

const TIMES: [text: string, read: string | null, shift?: number][] = [
  ['20261121', '2026-11-21 date'],
  ['2026-11-21', '2026-11-21 date'],
  ['20261121T101112', '2026-11-21T10:11:12'],
  ['20261121t101112z', '2026-11-21T10:11:12', 0],
  ['20261121T1011', '2026-11-21T10:11:00'],
  ['2026-11-21 10:11:12', '2026-11-21T10:11:12'],
  ['20261121T101112.5Z', '2026-11-21T10:11:12', 0],
  ['20261121T101112+0130', '2026-11-21T10:11:12', 90],
  ['20261121T101112-02:30', '2026-11-21T10:11:12', -150],
  ['20261121T235960', '2026-11-21T23:59:59'],
  ['20261121T240000', '2026-11-22T00:00:00'],
  ['20240229', '2024-02-29 date'],
  [' 00010101 ', '0001-01-01 date'],
  ['20230229', null],
  ['20261131', null],
  ['20260021', null],
  ['20261321', null],
  ['20261100', null],
  ['00001121', null],
  ['20261121T240001', null],
  ['20261121T106000', null],
  ['20261121T101061', null],
  ['20261121T10', null],
  ['x', null],
  ['', null],
];
for (const [text, read, shift] of TIMES)
  test(`the time "${text}" is ${read}`, () => {
    const time = readTime(text);
    const iso = time && new Date(time.wall).toISOString();
    assert.is(time && (time.isDate ? `${iso?.slice(0, 10)} date` : iso?.slice(0, 19)), read);
    if (time) assert.is(time.shift, shift === undefined ? null : shift * 60_000);
  });

const DURATIONS: [text: string, days: number | null, ms?: number][] = [
  ['P1D', 1, 0],
  ['P2W', 14, 0],
  ['P1W2D', 9, 0],
  ['PT90M', 0, 5_400_000],
  ['P1DT2H3M4S', 1, 7_384_000],
  ['+pt1h', 0, 3_600_000],
  ['PT0S', 0, 0],
  ['-PT1H', null],
  ['1H', null],
  ['', null],
];
for (const [text, days, ms] of DURATIONS)
  test(`the duration "${text}"`, () => assert.equal(readDuration(text), days === null ? null : { days, ms }));

const OPEN = {
  count: null,
  until: null,
  firstWeekday: 0,
  months: null,
  weeks: null,
  yearDays: null,
  monthDays: null,
  days: null,
  hours: null,
  minutes: null,
  seconds: null,
  positions: null,
};
const RULES: [text: string, read: object | null][] = [
  ['FREQ=DAILY', { frequency: 'DAILY', interval: 1 }],
  [' freq = weekly ; interval = 2 ; wkst=SU', { frequency: 'WEEKLY', interval: 2, firstWeekday: 6 }],
  ['FREQ=YEARLY;WKST=XX;COUNT=3', { frequency: 'YEARLY', interval: 1, count: 3 }],
  ['FREQ=MONTHLY;UNTIL=20261121', { frequency: 'MONTHLY', interval: 1, until: '20261121' }],
  [
    'FREQ=YEARLY;BYMONTH=12,1,1,13,0;BYWEEKNO=-1,53,54,0;BYYEARDAY=366,-366,367',
    { frequency: 'YEARLY', interval: 1, months: [1, 12], weeks: [-1, 53], yearDays: [-366, 366] },
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=31,-31,32;BYHOUR=23,0,24;BYMINUTE=59,60;BYSECOND=0,60,59;BYSETPOS=-366,367',
    {
      frequency: 'MONTHLY',
      interval: 1,
      monthDays: [-31, 31],
      hours: [0, 23],
      minutes: [59],
      seconds: [0, 59],
      positions: [-366],
    },
  ],
  [
    'FREQ=MONTHLY;BYDAY=MO,-1SU,+2FR',
    {
      frequency: 'MONTHLY',
      interval: 1,
      days: [
        { nth: 0, weekday: 0 },
        { nth: -1, weekday: 6 },
        { nth: 2, weekday: 4 },
      ],
    },
  ],
  ['FREQ=DAILY;COUNT=9999999999', { frequency: 'DAILY', interval: 1, count: 1e9 }],
  ['FREQ=DAILY;RSCALE=GREGORIAN;BYHOUR=', { frequency: 'DAILY', interval: 1 }],
  ['FREQ=DAILY;RSCALE=CHINESE', null],
  ['FREQ=OFTEN', null],
  ['COUNT=3', null],
  ['FREQ=DAILY;INTERVAL=0', null],
  ['FREQ=DAILY;COUNT=x', null],
  ['FREQ=DAILY;COUNT=1.5', null],
  ['FREQ=DAILY;BYMONTH=13', null],
  ['FREQ=DAILY;BYDAY=XX', null],
  ['FREQ=DAILY;BYDAY=12345MO', null],
];
for (const [text, read] of RULES)
  test(`the rule "${text}"`, () => assert.equal(parseRule(text), read && { ...OPEN, ...read }));

test('what a rule leaves open is taken from its start', () => {
  const start = Date.parse('2026-11-21T10:00:00Z');
  const complete = (text: string) => {
    const { months, monthDays, days } = completeRule({ ...parseRule(text), until: Infinity } as Rule, start);
    return { months, monthDays, days };
  };
  const saturday = [{ nth: 0, weekday: 5 }];
  assert.equal(complete('FREQ=YEARLY'), { months: [11], monthDays: [21], days: null });
  assert.equal(complete('FREQ=YEARLY;BYMONTH=3'), { months: [3], monthDays: [21], days: null });
  assert.equal(complete('FREQ=YEARLY;BYWEEKNO=3'), { months: null, monthDays: null, days: saturday });
  assert.equal(complete('FREQ=YEARLY;BYWEEKNO=3;BYDAY=MO').days, [{ nth: 0, weekday: 0 }]);
  assert.equal(complete('FREQ=YEARLY;BYWEEKNO=3;BYMONTHDAY=3').days, null);
  assert.equal(complete('FREQ=YEARLY;BYWEEKNO=3;BYYEARDAY=3').days, null);
  assert.equal(complete('FREQ=MONTHLY'), { months: null, monthDays: [21], days: null });
  assert.equal(complete('FREQ=MONTHLY;BYDAY=MO').monthDays, null);
  assert.equal(complete('FREQ=WEEKLY').days, saturday);
  assert.equal(complete('FREQ=DAILY'), { months: null, monthDays: null, days: null });
});
test('the next day whose month belongs to a rule', () => {
  const next = (months: number[] | null, ...from: [number, number, number]) =>
    dateOf(nextMonthDay({ months } as unknown as Rule, dayNumberOf(...from)));
  assert.equal(next(null, 2026, 5, 7), { year: 2026, month: 5, day: 7 });
  assert.equal(next([5, 9], 2026, 5, 7), { year: 2026, month: 5, day: 7 });
  assert.equal(next([3, 9], 2026, 5, 7), { year: 2026, month: 9, day: 1 });
  assert.equal(next([3, 4], 2026, 5, 7), { year: 2027, month: 3, day: 1 });
});

test('the clock of a place goes as its zone does, in weeks with a change too', () => {
  const random = seededRandom(3);
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
    const format = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    for (let turn = 0; turn < 300; turn++) {
      const at = Math.floor((Date.parse('2025-01-01T00:00:00Z') + random() * 700 * DAY) / 1000) * 1000;
      assert.is(wallAt(at, placeClock(zone)), Date.parse(`${format.format(at).replace(' ', 'T')}Z`));
    }
  }
});
test('a time that is skipped is counted from before the change, one that is repeated is the first', () => {
  const berlin = placeClock('Europe/Berlin');
  const at = (text: string) => new Date(instantAt(Date.parse(`${text}Z`), berlin)).toISOString().slice(0, 16);
  assert.is(at('2026-03-29T02:30'), '2026-03-29T01:30');
  assert.is(at('2026-10-25T02:30'), '2026-10-25T00:30');
  assert.is(at('2026-10-25T03:00'), '2026-10-25T02:00');
  assert.is(instantAt(5, fixedClock(3)), 2);
});

test('the clocks of 64 places are kept, however often they are asked for', () => {
  const before = placeClock('Place/0');
  let count = 0;
  while (placeClock('Place/0') === before && count < 200) placeClock(`Place/${++count}`);
  const clock = placeClock('Place/0');
  // It is there again, and so is the one that had no room beside it.
  for (let further = 0; further < 62; further++) placeClock(`Place/${++count}`);
  assert.equal([placeClock('Place/0') === clock, placeClock('Place/0') === clock], [true, true]);
  placeClock(`Place/${++count}`);
  assert.is.not(placeClock('Place/0'), clock);
});

test('a zone of Windows is known by its name and by what is shown for it', () => {
  assert.is(zoneOfWindows('W. Europe Standard Time'), 'Europe/Berlin');
  assert.is(zoneOfWindows(' w. europe DAYLIGHT time '), 'Europe/Berlin');
  assert.is(zoneOfWindows('(UTC-05:00) Eastern Time (US & Canada)'), 'America/New_York');
  assert.is(zoneOfWindows('(GMT-05:00) Eastern Time (US & Canada)'), 'America/New_York');
  assert.is(zoneOfWindows('Central Standard Time (Mexico)'), 'America/Mexico_City');
  assert.is(zoneOfWindows('UTC'), 'Etc/UTC');
  assert.is(zoneOfWindows('Nowhere'), null);
});

test('notes name three of each kind, and six sentences are enough', () => {
  const notes = new Notes();
  assert.equal(notes.sentences(), []);
  notes.countBroken();
  assert.equal(notes.sentences(), ['One event cannot be read.']);
  notes.countBroken();
  notes.add('A.');
  notes.add('A.');
  for (const name of ['a', 'b', 'c', 'x'.repeat(50)]) notes.addCut(name);
  notes.addUnusableRule('r'.repeat(50));
  notes.addUnknownZones(['z', 'z']);
  assert.equal(notes.sentences(), [
    'A.',
    '2 events cannot be read.',
    'Too many repetitions: not all of "a", "b", "c" and 1 more is shown.',
    `The repetition of "${'r'.repeat(40)}" cannot be read.`,
    'Unknown time zone "z": its times are taken as local.',
  ]);
  notes.add('B.');
  notes.add('C.');
  assert.equal([notes.sentences().length, notes.sentences()[2]], [6, 'C.']);
});

test.run();
