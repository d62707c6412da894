import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseCalendar } from '../../src/documents/calendar/parse-calendar.ts';
import type { CalendarDocument, CalendarOptions } from '../../src/documents/calendar-document.ts';

const test = suite('documents/calendar');

const NOW = Date.parse('2026-11-20T13:30:00Z');
const DAY = 86_400_000;
const SPAN: CalendarOptions = { from: NOW, to: NOW + 366 * DAY, most: 100, zone: 'Europe/Berlin' };

const calendarOf = (...parts: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...parts, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]): string =>
  ['BEGIN:VEVENT', ...(lines.some((line) => /^uid/i.test(line)) ? [] : ['UID:1']), ...lines, 'END:VEVENT'].join('\r\n');
const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');

const read = (text: string | Uint8Array, options: Partial<CalendarOptions> = {}): CalendarDocument => {
  const parsed = parseCalendar(typeof text === 'string' ? Buffer.from(text) : text, { ...SPAN, ...options });
  assert.ok('value' in parsed, JSON.stringify(parsed));
  return parsed.value;
};

/** Occurrences as a name with its start and its end. */
const found = (...parts: string[]): string[] =>
  read(calendarOf(...parts)).occurrences.map(({ name, start, end }) => `${name} ${iso(start)} ${iso(end)}`);

/** Starts alone, as months, days, hours and minutes in UTC. */
const starts = (text: string | Uint8Array, options: Partial<CalendarOptions> = {}): string[] =>
  read(text, options).occurrences.map(
    ({ name, start }) => `${name}${name === '' ? '' : ' '}${iso(start).slice(0, 16)}`,
  );

const CUSTOM_ZONE = `BEGIN:VTIMEZONE\r\nTZID:My Zone\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0300\r\nTZOFFSETTO:+0300\r\nEND:STANDARD\r\nEND:VTIMEZONE`;

for (const [name, events, expected] of [
  [
    'a time in UTC',
    [event('DTSTART:20261121T100000Z', 'DTEND:20261121T110000Z', 'SUMMARY:A')],
    ['A 2026-11-21T10:00:00Z 2026-11-21T11:00:00Z'],
  ],
  [
    'a time in an IANA zone',
    [
      event(
        'DTSTART;TZID=America/New_York:20261121T100000',
        'DTEND;TZID=America/New_York:20261121T110000',
        'SUMMARY:A',
      ),
    ],
    ['A 2026-11-21T15:00:00Z 2026-11-21T16:00:00Z'],
  ],
  [
    'a time in a zone of its own',
    [CUSTOM_ZONE, event('DTSTART;TZID=My Zone:20261121T100000', 'DTEND;TZID=My Zone:20261121T110000', 'SUMMARY:A')],
    ['A 2026-11-21T07:00:00Z 2026-11-21T08:00:00Z'],
  ],
  [
    'a time without a zone is local',
    [event('DTSTART:20261121T100000', 'DTEND:20261121T110000', 'SUMMARY:A')],
    ['A 2026-11-21T09:00:00Z 2026-11-21T10:00:00Z'],
  ],
  [
    'a zone that nobody knows is local',
    [event('DTSTART;TZID=Nowhere:20261121T100000', 'SUMMARY:A')],
    ['A 2026-11-21T09:00:00Z 2026-11-21T09:00:00Z'],
  ],
  [
    'a whole day',
    [event('DTSTART;VALUE=DATE:20261121', 'DTEND;VALUE=DATE:20261122', 'SUMMARY:A')],
    ['A 2026-11-20T23:00:00Z 2026-11-21T23:00:00Z'],
  ],
  [
    'a whole day without an end',
    [event('DTSTART;VALUE=DATE:20261121', 'SUMMARY:A')],
    ['A 2026-11-20T23:00:00Z 2026-11-21T23:00:00Z'],
  ],
  [
    'a duration',
    [event('DTSTART:20261121T100000Z', 'DURATION:PT90M', 'SUMMARY:A')],
    ['A 2026-11-21T10:00:00Z 2026-11-21T11:30:00Z'],
  ],
  [
    'a daily rule with a count',
    [event('DTSTART:20261121T100000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'SUMMARY:A')],
    ['A 2026-11-21T10:00:00Z 2026-11-21T10:00:00Z', 'A 2026-11-22T10:00:00Z 2026-11-22T10:00:00Z'],
  ],
  [
    'a rule with an end',
    [event('DTSTART:20261121T100000Z', 'RRULE:FREQ=DAILY;UNTIL=20261122T100000Z', 'SUMMARY:A')],
    ['A 2026-11-21T10:00:00Z 2026-11-21T10:00:00Z', 'A 2026-11-22T10:00:00Z 2026-11-22T10:00:00Z'],
  ],
  [
    'a rule that began long ago',
    [event('DTSTART:20100101T100000Z', 'RRULE:FREQ=YEARLY', 'SUMMARY:A')],
    ['A 2027-01-01T10:00:00Z 2027-01-01T10:00:00Z'],
  ],
  [
    'an excluded date',
    [event('DTSTART:20261121T100000Z', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261122T100000Z', 'SUMMARY:A')],
    ['A 2026-11-21T10:00:00Z 2026-11-21T10:00:00Z', 'A 2026-11-23T10:00:00Z 2026-11-23T10:00:00Z'],
  ],
  [
    'an added date',
    [event('DTSTART:20261121T100000Z', 'RDATE:20261125T100000Z', 'SUMMARY:A')],
    ['A 2026-11-21T10:00:00Z 2026-11-21T10:00:00Z', 'A 2026-11-25T10:00:00Z 2026-11-25T10:00:00Z'],
  ],
  [
    'an added date of an event that is long over',
    [event('DTSTART:20240101T100000Z', 'RDATE:20261125T100000Z', 'SUMMARY:A')],
    ['A 2026-11-25T10:00:00Z 2026-11-25T10:00:00Z'],
  ],
  [
    'a moved occurrence',
    [
      event('DTSTART:20261121T100000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'SUMMARY:A'),
      event('RECURRENCE-ID:20261122T100000Z', 'DTSTART:20261124T120000Z', 'SUMMARY:B'),
    ],
    ['A 2026-11-21T10:00:00Z 2026-11-21T10:00:00Z', 'B 2026-11-24T12:00:00Z 2026-11-24T12:00:00Z'],
  ],
  [
    'a cancelled occurrence',
    [
      event('DTSTART:20261121T100000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'SUMMARY:A'),
      event('RECURRENCE-ID:20261122T100000Z', 'DTSTART:20261122T100000Z', 'STATUS:CANCELLED', 'SUMMARY:A'),
    ],
    ['A 2026-11-21T10:00:00Z 2026-11-21T10:00:00Z'],
  ],
  ['a cancelled event', [event('DTSTART:20261121T100000Z', 'STATUS:CANCELLED', 'SUMMARY:A')], []],
  ['an event that is over', [event('DTSTART:20261101T100000Z', 'DTEND:20261101T110000Z', 'SUMMARY:A')], []],
  ['an event beyond the year', [event('DTSTART:20280101T100000Z', 'SUMMARY:A')], []],
  ['an event without a start', [event('SUMMARY:A')], []],
  [
    'a weekly rule over the end of summer time keeps its wall clock',
    [event('DTSTART;TZID=Europe/Berlin:20261120T180000', 'RRULE:FREQ=WEEKLY;COUNT=20', 'SUMMARY:A')],
    Array.from({ length: 20 }, (_, week) => {
      const at = Date.parse('2026-11-20T17:00:00Z') + week * 7 * DAY - (week >= 19 ? 3_600_000 : 0);
      return `A ${iso(at)} ${iso(at)}`;
    }),
  ],
] as const) {
  test(name, () => assert.equal(found(...events), expected));
}

test('events come in order, at most as many as asked for', () => {
  const events = [3, 1, 2].map((day) => event(`UID:${day}`, `DTSTART:2026112${day}T100000Z`, `SUMMARY:${day}`));
  assert.equal(
    read(calendarOf(...events), { most: 2 }).occurrences.map(({ name }) => name),
    ['1', '2'],
  );
});

const WEEKLY = ['UID:weekly', 'DTSTART;TZID=Europe/Berlin:20261121T090000', 'RRULE:FREQ=WEEKLY;COUNT=3', 'SUMMARY:W'];

const W = ['W 2026-11-21T08:00', 'W 2026-11-28T08:00', 'W 2026-12-05T08:00'] as const;
const moved = (id: string, ...lines: string[]): string =>
  event('UID:weekly', id, 'DTSTART;TZID=Europe/Berlin:20261129T120000', 'SUMMARY:M', ...lines);
const M = 'M 2026-11-29T11:00';

for (const [form, id] of [
  ['zoned', 'RECURRENCE-ID;TZID=Europe/Berlin:20261128T090000'],
  ['in another zone', 'RECURRENCE-ID;TZID=America/New_York:20261128T030000'],
  ['in a zone of Windows', 'RECURRENCE-ID;TZID=W. Europe Standard Time:20261128T090000'],
  ['in UTC', 'RECURRENCE-ID:20261128T080000Z'],
  ['as a date', 'RECURRENCE-ID;VALUE=DATE:20261128'],
  ['as a bare date', 'RECURRENCE-ID:20261128'],
  ['without a zone', 'RECURRENCE-ID:20261128T090000'],
] as const) {
  test(`an exception that is named ${form} touches its own series only`, () => {
    const other = event('UID:other', ...WEEKLY.slice(1, 3), 'SUMMARY:O');
    const both = starts(calendarOf(event(...WEEKLY), other, moved(id)));
    assert.equal(
      both.filter((start) => !start.startsWith('O')),
      [W[0], M, W[2]],
    );
    assert.is(both.filter((start) => start.startsWith('O')).length, 3);
    assert.equal(starts(calendarOf(moved(id), event(...WEEKLY))), [W[0], M, W[2]], 'before its series');
    assert.equal(starts(calendarOf(event(...WEEKLY), moved(id, 'STATUS:CANCELLED'))), [W[0], W[2]], 'cancelled');
  });
}

test('an excluded time belongs to its own event', () => {
  assert.equal(
    starts(
      calendarOf(event(...WEEKLY), event('UID:x', 'DTSTART:20261128T080000Z', 'EXDATE:20261121T080000Z', 'SUMMARY:X')),
    ),
    [W[0], W[1], 'X 2026-11-28T08:00', W[2]],
  );
});

for (const [form, line] of [
  ['a zoned time', 'EXDATE;TZID=Europe/Berlin:20261128T090000'],
  ['a time in UTC', 'EXDATE:20261128T080000Z'],
  ['a time without a zone', 'EXDATE:20261128T090000'],
  ['a date', 'EXDATE;VALUE=DATE:20261128'],
  ['a bare date', 'EXDATE:20261128'],
  ['one of several', 'EXDATE;TZID=Europe/Berlin:20261120T090000,20261128T090000'],
  ['a quoted zone', 'EXDATE;TZID="Europe/Berlin":20261128T090000'],
  ['a rule', 'EXRULE:FREQ=MONTHLY;BYMONTHDAY=28'],
] as const) {
  test(`an occurrence is excluded by ${form}`, () =>
    assert.equal(starts(calendarOf(event(...WEEKLY, line))), [W[0], W[2]]));
}

for (const [name, lines, expected] of [
  [
    'moves the later ones by a day and an hour',
    ['DTSTART;TZID=Europe/Berlin:20261129T100000', 'SUMMARY:L'],
    [W[0], 'L 2026-11-29T09:00', 'L 2026-12-06T09:00'],
  ],
  [
    'renames them alone',
    ['DTSTART;TZID=Europe/Berlin:20261128T090000', 'SUMMARY:L'],
    [W[0], 'L 2026-11-28T08:00', 'L 2026-12-05T08:00'],
  ],
  ['cancels them', ['DTSTART;TZID=Europe/Berlin:20261128T090000', 'STATUS:CANCELLED', 'SUMMARY:L'], [W[0]]],
] as const) {
  test(`THISANDFUTURE ${name}`, () => {
    for (const id of [
      'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261128T090000',
      'recurrence-id;range=thisandfuture:20261128T080000Z',
      'RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20261128',
    ]) {
      assert.equal(starts(calendarOf(event(...WEEKLY), event('UID:weekly', id, ...lines))), expected);
    }
  });
}

test('a single exception after THISANDFUTURE wins for its own occurrence', () => {
  const range = event(
    'UID:weekly',
    'RECURRENCE-ID;RANGE=THISANDFUTURE:20261121T080000Z',
    'DTSTART;TZID=Europe/Berlin:20261121T100000',
    'SUMMARY:L',
  );
  const one = event(
    'UID:weekly',
    'RECURRENCE-ID:20261128T080000Z',
    'DTSTART;TZID=Europe/Berlin:20261128T150000',
    'SUMMARY:S',
  );
  assert.equal(starts(calendarOf(event(...WEEKLY), range, one)), [
    'L 2026-11-21T09:00',
    'S 2026-11-28T14:00',
    'L 2026-12-05T09:00',
  ]);
});

test('an exception counts, however far from the span its occurrence was, or is now', () => {
  const away = event('UID:weekly', 'RECURRENCE-ID:20261128T080000Z', 'DTSTART:20300101T080000Z', 'SUMMARY:M');
  assert.equal(starts(calendarOf(event(...WEEKLY), away)), [W[0], W[2]]);
  const old = ['UID:old', 'DTSTART:20200104T080000Z', 'SUMMARY:O'];
  const late = event('UID:old', 'RECURRENCE-ID:20200111T080000Z', 'DTSTART:20261125T080000Z', 'SUMMARY:M');
  assert.equal(starts(calendarOf(event(...old, 'RRULE:FREQ=WEEKLY;COUNT=3'), late)), ['M 2026-11-25T08:00']);
  const since = ['RECURRENCE-ID;RANGE=THISANDFUTURE:20200111T080000Z', 'DTSTART:20200111T090000Z', 'SUMMARY:L'];
  assert.equal(starts(calendarOf(event(...old, 'RRULE:FREQ=WEEKLY'), event('UID:old', ...since)), { most: 2 }), [
    'L 2026-11-21T09:00',
    'L 2026-11-28T09:00',
  ]);
});

const DAYS = ['UID:days', 'DTSTART;VALUE=DATE:20261120', 'RRULE:FREQ=DAILY;COUNT=4', 'SUMMARY:H'];
for (const [form, line] of [
  ['a zoned midnight', 'EXDATE;TZID=Europe/Berlin:20261122T000000'],
  ['a midnight in a zone of Windows', 'EXDATE;TZID="W. Europe Standard Time":20261122T000000'],
  ['a midnight in UTC', 'EXDATE:20261122T000000Z'],
  ['the midnight of the viewer, told in UTC', 'EXDATE:20261121T230000Z'],
  ['a midnight without a zone', 'EXDATE:20261122T000000'],
  ['a date', 'EXDATE;VALUE=DATE:20261122'],
] as const) {
  test(`a day of a series of days is excluded by ${form}`, () => {
    const expected = ['H 2026-11-19T23:00', 'H 2026-11-20T23:00', 'H 2026-11-22T23:00'];
    assert.equal(starts(calendarOf(event(...DAYS, line))), expected);
    const id = line.replace('EXDATE', 'RECURRENCE-ID');
    assert.equal(
      starts(calendarOf(event(...DAYS), event('UID:days', id, 'DTSTART;VALUE=DATE:20261122', 'STATUS:CANCELLED'))),
      expected,
    );
  });
}

test('Outlook writes all-day events as times from midnight to midnight', () => {
  const text = calendarOf(
    event(
      'DTSTART;TZID=W. Europe Standard Time:20261121T000000',
      'DTEND;TZID=W. Europe Standard Time:20261123T000000',
      'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      'SUMMARY:A',
    ),
  );
  assert.equal(
    read(text).occurrences.map(({ start, end, all_day }) => [iso(start), iso(end), all_day]),
    [['2026-11-20T23:00:00Z', '2026-11-22T23:00:00Z', true]],
  );
});

test('fifteen daily series since 2018 and one weekly: all of today is there', () => {
  const daily = Array.from({ length: 15 }, (_, index) =>
    event(
      `UID:d${index}`,
      `DTSTART;TZID=Europe/Berlin:20180101T${10 + Math.floor(index / 2)}${index % 2 ? '30' : '00'}00`,
      'RRULE:FREQ=DAILY',
      'EXDATE;TZID=Europe/Berlin:20190101T100000',
      `SUMMARY:D${index}`,
    ),
  );
  const weekly = event('UID:w', 'DTSTART;TZID=Europe/Berlin:20180105T190000', 'RRULE:FREQ=WEEKLY', 'SUMMARY:W');
  const { occurrences, notes } = read(calendarOf(...daily, weekly), { from: Date.parse('2026-11-20T00:00:00+01:00') });
  const today = occurrences
    .filter(({ start }) => start < Date.parse('2026-11-21T00:00:00+01:00'))
    .map(({ name }) => name);
  assert.equal([...today].sort(), [...Array.from({ length: 15 }, (_, index) => `D${index}`), 'W'].sort());
  assert.equal(notes, []);
});

test('a rule of weeks that began long ago is counted by the week, also with days and a number of times', () => {
  const old = event('DTSTART:19900101T080000Z', 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3852', 'SUMMARY:A');
  const { occurrences, notes } = read(calendarOf(old), { stepsPerSeries: 500 });
  assert.equal(
    [occurrences.map(({ start }) => iso(start)), notes],
    [['2026-11-23T08:00:00Z', '2026-11-25T08:00:00Z'], []],
  );
});

test('a rule ends at an instant that is told ahead of UTC', () => {
  const until = (end: string) => event('DTSTART:20261121T100000Z', `RRULE:FREQ=HOURLY;UNTIL=${end}`, 'SUMMARY:A');
  const expected = ['A 2026-11-21T10:00', 'A 2026-11-21T11:00', 'A 2026-11-21T12:00'];
  for (const end of ['20261121T120000Z', '20261121T130000+0100', '20261121T090000-0300'])
    assert.equal(starts(calendarOf(until(end))), expected);
});

test('a cut is noted, and affects no other series', () => {
  const dense = event(
    'UID:a',
    'DTSTART:20200101T000000Z',
    'RRULE:FREQ=SECONDLY;INTERVAL=7;BYSETPOS=3',
    'SUMMARY:Dense',
  );
  const { occurrences, notes } = read(calendarOf(dense, event(...WEEKLY)), { stepsPerSeries: 5000 });
  assert.is(occurrences.filter(({ name }) => name === 'W').length, 3);
  assert.equal(notes, ['Too many repetitions: not all of "Dense" is shown.']);
});

// Against the calendars of real programs: what is odd never hides what is not.
const GOOD = event('UID:good', 'DTSTART:20261121T100000Z', 'SUMMARY:Good');
for (const [name, text, expected] of [
  ['lines that end with LF', calendarOf(GOOD).replaceAll('\r\n', '\n'), ['Good 2026-11-21T10:00']],
  ['lines that end with CR', calendarOf(GOOD).replaceAll('\r\n', '\r'), ['Good 2026-11-21T10:00']],
  ['lines that end twice', calendarOf(GOOD).replaceAll('\r\n', '\r\r\n'), ['Good 2026-11-21T10:00']],
  ['empty lines', calendarOf(GOOD).replaceAll('\r\n', '\r\n\r\n'), ['Good 2026-11-21T10:00']],
  ['a byte order mark', `\ufeff${calendarOf(GOOD)}`, ['Good 2026-11-21T10:00']],
  ['small letters', calendarOf(GOOD).toLowerCase(), ['good 2026-11-21T10:00']],
  ['a fold inside a name', calendarOf(GOOD.replace('DTSTART', 'DTS\r\n TART')), ['Good 2026-11-21T10:00']],
  ['a fold with a tab', calendarOf(GOOD.replace('Good', 'Go\r\n\tod')), ['Good 2026-11-21T10:00']],
  ['a broken line', calendarOf(GOOD.replace('SUMMARY', 'broken by\r\nhand\r\nSUMMARY')), ['Good 2026-11-21T10:00']],
  ['a broken event before it', calendarOf(event('UID:bad', 'DTSTART:nonsense'), GOOD), ['Good 2026-11-21T10:00']],
  [
    'a day that is not there',
    calendarOf(event('UID:bad', 'DTSTART:20261131T100000Z'), GOOD),
    ['Good 2026-11-21T10:00'],
  ],
  [
    'a broken rule',
    calendarOf(event('UID:bad', 'DTSTART:20261122T100000Z', 'RRULE:FREQ=OFTEN', 'SUMMARY:B'), GOOD),
    ['Good 2026-11-21T10:00', 'B 2026-11-22T10:00'],
  ],
  [
    'an event that never ends',
    calendarOf(GOOD.replace('END:VEVENT', ''), event('UID:b', 'DTSTART:20261122T100000Z', 'SUMMARY:B')),
    ['Good 2026-11-21T10:00', 'B 2026-11-22T10:00'],
  ],
  [
    'an alarm with a description of its own',
    calendarOf(GOOD.replace('SUMMARY', 'BEGIN:VALARM\r\nDTSTART:20300101\r\nSUMMARY:Alarm\r\nEND:VALARM\r\nSUMMARY')),
    ['Good 2026-11-21T10:00'],
  ],
  [
    'an alarm that never ends',
    calendarOf(event('UID:a', 'DTSTART:20261120T180000Z', 'SUMMARY:A', 'BEGIN:VALARM', 'TRIGGER:-PT5M'), GOOD),
    ['A 2026-11-20T18:00', 'Good 2026-11-21T10:00'],
  ],
  [
    'a colon in quotes',
    calendarOf(GOOD.replace('UID', 'ORGANIZER;CN="A: B; C":mailto:x@y\r\nUID')),
    ['Good 2026-11-21T10:00'],
  ],
  [
    'a colon in quotes on a line that counts',
    calendarOf(GOOD.replace('SUMMARY', 'SUMMARY;ALTREP="cid:1;X=2:3";LANGUAGE=en')),
    ['Good 2026-11-21T10:00'],
  ],
  [
    'a quote that nothing closes',
    calendarOf(GOOD.replace('SUMMARY', 'SUMMARY;ALTREP="cid')),
    ['Good 2026-11-21T10:00'],
  ],
  [
    'several calendars',
    calendarOf(GOOD) + calendarOf(event('UID:b', 'DTSTART:20261122T100000Z', 'SUMMARY:B')),
    ['Good 2026-11-21T10:00', 'B 2026-11-22T10:00'],
  ],
  ['the same event in two calendars', calendarOf(GOOD) + calendarOf(GOOD), ['Good 2026-11-21T10:00']],
  [
    'an older edition of an event',
    calendarOf(
      event('UID:a', 'SEQUENCE:2', 'DTSTART:20261123T100000Z', 'SUMMARY:New'),
      event('UID:a', 'SEQUENCE:1', 'DTSTART:20261122T100000Z', 'SUMMARY:Old'),
    ),
    ['New 2026-11-23T10:00'],
  ],
  [
    'different events with one UID',
    calendarOf(event('DTSTART:20261122T100000Z', 'SUMMARY:A'), event('DTSTART:20261123T100000Z', 'SUMMARY:B')),
    ['A 2026-11-22T10:00', 'B 2026-11-23T10:00'],
  ],
  ['a bare date', calendarOf(event('DTSTART:20261121', 'DTEND:20261123', 'SUMMARY:A')), ['A 2026-11-20T23:00']],
  [
    'a time of a calendar that writes dashes',
    calendarOf(event('DTSTART:2026-11-21T10:00:00Z', 'SUMMARY:A')),
    ['A 2026-11-21T10:00'],
  ],
  [
    'periods among the dates',
    calendarOf(
      event(
        'DTSTART:20261121T100000Z',
        'RDATE;VALUE=PERIOD:20261122T100000Z/20261122T120000Z,20261123T100000Z/PT1H',
        'SUMMARY:A',
      ),
    ),
    ['A 2026-11-21T10:00', 'A 2026-11-22T10:00', 'A 2026-11-23T10:00'],
  ],
  [
    'a date that is named twice',
    calendarOf(
      event(
        'DTSTART:20261121T100000Z',
        'RRULE:FREQ=DAILY;COUNT=2',
        'RDATE:20261121T100000Z,20261122T100000Z',
        'RDATE:20261122T100000Z',
        'SUMMARY:A',
      ),
    ),
    ['A 2026-11-21T10:00', 'A 2026-11-22T10:00'],
  ],
  ['a calendar that was withdrawn', calendarOf('METHOD:CANCEL', event('DTSTART:20261121T100000Z', 'SUMMARY:A')), []],
  [
    'an exception whose series is not there',
    calendarOf(event('UID:a', 'RECURRENCE-ID:20261121T100000Z', 'DTSTART:20261121T120000Z', 'SUMMARY:A')),
    ['A 2026-11-21T12:00'],
  ],
  [
    'exceptions outside of their series, after its end or on another day, and one of its last day',
    calendarOf(
      event(...WEEKLY),
      event('UID:weekly', 'RECURRENCE-ID:20261212T080000Z', 'DTSTART:20261212T100000Z', 'SUMMARY:LATE'),
      event('UID:weekly', 'RECURRENCE-ID:20261122T080000Z', 'DTSTART:20261122T100000Z', 'SUMMARY:OTHER'),
      event('UID:weekly', 'RECURRENCE-ID;VALUE=DATE:20261129', 'DTSTART:20261129T100000Z', 'SUMMARY:DAY'),
      event('UID:weekly', 'RECURRENCE-ID:20261205T080000Z', 'DTSTART:20261206T080000Z', 'SUMMARY:LAST'),
      event('UID:once', 'DTSTART:20261201T080000Z', 'SUMMARY:O'),
      event('UID:once', 'RECURRENCE-ID:20261202T080000Z', 'DTSTART:20261203T080000Z', 'SUMMARY:NEVER'),
    ),
    [W[0], W[1], 'O 2026-12-01T08:00', 'LAST 2026-12-06T08:00'],
  ],
  [
    'an exception of an occurrence that is left out by a list stays',
    calendarOf(
      event(...WEEKLY, 'EXDATE:20261128T080000Z'),
      event('UID:weekly', 'RECURRENCE-ID:20261128T080000Z', 'DTSTART:20261129T080000Z', 'SUMMARY:MOVED'),
    ),
    [W[0], 'MOVED 2026-11-29T08:00', W[2]],
  ],
  [
    'a cancelled exception without a start',
    calendarOf(event(...WEEKLY), event('UID:weekly', 'RECURRENCE-ID:20261128T080000Z', 'STATUS:CANCELLED')),
    [W[0], W[2]],
  ],
] as const) {
  test(name, () => assert.equal(starts(text), expected));
}

/** What Windows shows, and the zone that it means. */
const SHOWN: [string, string][] = [
  ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
  ['(UTC-06:00) Central Time (US & Canada)', 'America/Chicago'],
  ['(UTC-07:00) Mountain Time (US & Canada)', 'America/Denver'],
  ['(UTC-08:00) Pacific Time (US & Canada)', 'America/Los_Angeles'],
  ['(GMT-05:00) Eastern Time (US & Canada)', 'America/New_York'],
  ['Eastern Time (US & Canada)', 'America/New_York'],
  ['(UTC-04:00) Atlantic Time (Canada)', 'America/Halifax'],
  ['(UTC-07:00) Arizona', 'America/Phoenix'],
  ['(UTC-06:00) Saskatchewan', 'America/Regina'],
  ['(UTC-09:00) Alaska', 'America/Anchorage'],
  ['(UTC-10:00) Hawaii', 'Pacific/Honolulu'],
  ['(UTC-03:30) Newfoundland', 'America/St_Johns'],
  ['(UTC-03:00) Brasilia', 'America/Sao_Paulo'],
  ['(UTC-05:00) Indiana (East)', 'America/Indianapolis'],
  ['(UTC) Coordinated Universal Time', 'Etc/UTC'],
  ['(UTC-11:00) Coordinated Universal Time-11', 'Etc/GMT+11'],
  ['(UTC+12:00) Coordinated Universal Time+12', 'Etc/GMT-12'],
  ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Berlin'],
  ['(UTC+01:00) West Central Africa', 'Africa/Lagos'],
  ['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', 'Asia/Kolkata'],
  ['(UTC+05:30) Sri Jayawardenepura', 'Asia/Colombo'],
  ['(UTC+06:30) Yangon (Rangoon)', 'Asia/Rangoon'],
  ['(UTC+08:00) Beijing, Chongqing, Hong Kong, Urumqi', 'Asia/Shanghai'],
  ['(UTC+08:00) Beijing, Chongqing, Hong Kong SAR, Urumqi', 'Asia/Shanghai'],
  ['(UTC+05:45) Kathmandu', 'Asia/Kathmandu'],
  ['(UTC+06:00) Nur-Sultan', 'Asia/Almaty'],
  ['(UTC+04:30) Somewhere', 'Asia/Kabul'],
  ["(UTC+13:00) Nuku'alofa", 'Pacific/Tongatapu'],
  ['(UTC+12:45) Chatham Islands', 'Pacific/Chatham'],
];
for (const [name, zone] of SHOWN)
  test(`the zone that Windows shows as ${name}`, () => {
    const at = (tzid: string) =>
      read(calendarOf(event(`DTSTART;TZID="${tzid}":20261225T090000`, 'SUMMARY:A'))).occurrences.map(
        ({ start }) => start,
      );
    assert.equal(at(name), at(zone));
    assert.equal(read(calendarOf(event(`DTSTART;TZID="${name}":20261225T090000`, 'SUMMARY:A'))).notes, []);
  });

test('a line may be folded inside a letter', () => {
  const whole = Buffer.from(calendarOf(event('DTSTART:20261121T100000Z', 'SUMMARY:Käse 🧀')));
  for (const letter of ['ä', '🧀']) {
    const at = whole.indexOf(letter) + 1;
    assert.equal(starts(Buffer.concat([whole.subarray(0, at), Buffer.from('\r\n '), whole.subarray(at)])), [
      'Käse 🧀 2026-11-21T10:00',
    ]);
  }
});

test('western bytes, and UTF-16', () => {
  const text = calendarOf(event('DTSTART:20261121T100000Z', 'SUMMARY:Käse'));
  assert.equal(starts(Buffer.from(text, 'latin1')), ['Käse 2026-11-21T10:00']);
  assert.equal(starts(Buffer.from(`\ufeff${text}`, 'utf16le')), ['Käse 2026-11-21T10:00']);
});

test('escapes and folded lines', () => {
  const { name, location } =
    read(calendarOf(event('DTSTART:20261121T100000Z', 'SUMMARY:One\\, two\\; thr', ' ee', 'LOCATION:Line\\none')))
      .occurrences[0] ?? {};
  assert.equal([name, location], ['One, two; three', 'Line\none']);
});

test('texts are cut at 200 characters, after their escapes are read', () => {
  const text = `${'\\,'.repeat(150)}${'x'.repeat(150)}`;
  const [one] = read(calendarOf(event('DTSTART:20261121T100000Z', `SUMMARY:${text}`))).occurrences;
  assert.is(one?.name, `${','.repeat(150)}${'x'.repeat(50)}`);
});

test('what cannot be read is noted', () => {
  const odd = calendarOf(
    event('DTSTART:x'),
    event('UID:2', 'DTSTART;TZID=Nowhere/Land:20261121T100000', 'RRULE:FREQ=OFTEN', 'SUMMARY:Odd'),
  ).replace('END:VCALENDAR', '');
  assert.equal(read(odd).notes, [
    'The calendar ends in the middle; what comes after that is missing.',
    'One event cannot be read.',
    'The repetition of "Odd" cannot be read.',
    'Unknown time zone "Nowhere/Land": its times are taken as local.',
  ]);
});

for (const text of ['', 'hello', '<html>', 'BEGIN:VCARD\r\nEND:VCARD']) {
  test(`no calendar: ${JSON.stringify(text)}`, () => assert.ok('error' in parseCalendar(Buffer.from(text), SPAN)));
}

// RFC 5545 to the letter. The span is a long one, the viewer in Berlin.
const LONG = { from: Date.parse('2024-01-01T00:00:00Z'), to: Date.parse('2033-01-01T00:00:00Z') };
const ruled = (start: string, ...lines: string[]): string[] =>
  starts(calendarOf(event(`DTSTART${start}`, ...lines)), LONG).map((text) => text.replace(/T00:00$/, ''));

for (const [name, start, lines, expected] of [
  ['29 February every year', ':20240229T000000Z', ['RRULE:FREQ=YEARLY'], ['2024-02-29', '2028-02-29', '2032-02-29']],
  [
    'the 31st of every month',
    ':20260131T000000Z',
    ['RRULE:FREQ=MONTHLY;COUNT=3'],
    ['2026-01-31', '2026-03-31', '2026-05-31'],
  ],
  [
    'week 20, on the weekday of the start',
    ':20260511T000000Z',
    ['RRULE:FREQ=YEARLY;BYWEEKNO=20;COUNT=2'],
    ['2026-05-11', '2027-05-17'],
  ],
  [
    'the last week of the year',
    ':20261228T000000Z',
    ['RRULE:FREQ=YEARLY;BYWEEKNO=-1;BYDAY=MO;COUNT=2'],
    ['2026-12-28', '2027-12-27'],
  ],
  [
    'the last working day of the month',
    ':20260130T000000Z',
    ['RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3'],
    ['2026-01-30', '2026-02-27', '2026-03-31'],
  ],
  [
    'the first day of the week matters: Monday',
    ':19970805T000000Z',
    ['RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=20240120T000000Z;BYDAY=TU,SU;WKST=MO'],
    ['2024-01-02', '2024-01-07', '2024-01-16'],
  ],
  [
    'the first day of the week matters: Sunday',
    ':19970805T000000Z',
    ['RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=20240120T000000Z;BYDAY=TU,SU;WKST=SU'],
    ['2024-01-02', '2024-01-14', '2024-01-16'],
  ],
  [
    'an end in UTC belongs to it',
    ';TZID=America/New_York:20260101T200000',
    ['RRULE:FREQ=DAILY;UNTIL=20260103T010000Z'],
    ['2026-01-02T01:00', '2026-01-03T01:00'],
  ],
  [
    'an end on a date lasts the whole day',
    ';TZID=America/New_York:20260101T200000',
    ['RRULE:FREQ=DAILY;UNTIL=20260102'],
    ['2026-01-02T01:00', '2026-01-03T01:00'],
  ],
  [
    'an end on a date, of whole days: the day after is none',
    ';VALUE=DATE:20260101',
    ['RRULE:FREQ=DAILY;UNTIL=20260102'],
    ['2025-12-31T23:00', '2026-01-01T23:00'],
  ],
  [
    'an end without a zone is one of the series',
    ';TZID=America/New_York:20260101T200000',
    ['RRULE:FREQ=DAILY;UNTIL=20260102T200000'],
    ['2026-01-02T01:00', '2026-01-03T01:00'],
  ],
  ['an end before the start', ':20260101T000000Z', ['RRULE:FREQ=DAILY;UNTIL=20251231T000000Z'], []],
  [
    'a start that does not fit counts as the first',
    ':20260101T000000Z',
    ['RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3'],
    ['2026-01-01', '2026-01-05', '2026-01-12'],
  ],
  [
    'Friday the 13th',
    ':20260213T000000Z',
    ['RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=3'],
    ['2026-02-13', '2026-03-13', '2026-11-13'],
  ],
  [
    'the last Sunday of October',
    ':20261025T000000Z',
    ['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;COUNT=2'],
    ['2026-10-25', '2027-10-31'],
  ],
  [
    'an hour that is skipped comes after the change',
    ';TZID=Europe/Berlin:20260328T023000',
    ['RRULE:FREQ=DAILY;COUNT=3'],
    ['2026-03-28T01:30', '2026-03-29T01:30', '2026-03-30T00:30'],
  ],
  [
    'an hour that is repeated comes once, the first time',
    ';TZID=Europe/Berlin:20261024T023000',
    ['RRULE:FREQ=DAILY;COUNT=3'],
    ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30'],
  ],
  [
    'a rule that never matches is its start',
    ':20260101T000000Z',
    ['RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31'],
    ['2026-01-01'],
  ],
  [
    'two rules',
    ':20260105T000000Z',
    ['RRULE:FREQ=WEEKLY;COUNT=2', 'RRULE:FREQ=MONTHLY;COUNT=2'],
    ['2026-01-05', '2026-01-12', '2026-02-05'],
  ],
] as const) {
  test(name, () => assert.equal(ruled(start, ...lines), expected));
}

const ends = (...lines: string[]): string[] =>
  read(calendarOf(event(...lines)), LONG).occurrences.map(({ end }) => iso(end).slice(0, 16));

test('a duration in days keeps the clock over a change, one in hours and an end do not', () => {
  const start = 'DTSTART;TZID=Europe/Berlin:20260328T120000';
  assert.equal(ends(start, 'DURATION:P1D'), ['2026-03-29T10:00']);
  assert.equal(ends(start, 'DURATION:PT24H'), ['2026-03-29T11:00']);
  assert.equal(
    ends(
      'DTSTART;TZID=Europe/Berlin:20260321T120000',
      'DTEND;TZID=Europe/Berlin:20260322T120000',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    ),
    ['2026-03-22T11:00', '2026-03-29T11:00'],
  );
  assert.equal(ends('DTSTART;VALUE=DATE:20260328', 'DURATION:P2D'), ['2026-03-29T22:00']);
  assert.equal(ends('DTSTART:20260328T120000Z', 'DTEND:20260328T110000Z'), ['2026-03-28T12:00']);
});

for (const [tzid, hour] of [
  ['Europe/Berlin', '09'],
  ['europe/berlin', '09'],
  ['/mozilla.org/20070129_1/Europe/Berlin', '09'],
  ['/freeassociation.sourceforge.net/Tzfile/Europe/Berlin', '09'],
  ['W. Europe Standard Time', '09'],
  ['Eastern Standard Time', '15'],
  ['Pacific Standard Time (Mexico)', '18'],
  ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', '09'],
  ['UTC', '10'],
  ['GMT+0300', '07'],
  ['America/Argentina/Buenos_Aires', '13'],
  ['Tokyo', '01'],
] as const) {
  test(`the zone "${tzid}" without its definition`, () => {
    for (const param of tzid.includes(',') || tzid.includes(':') ? [`"${tzid}"`] : [tzid, `"${tzid}"`])
      assert.equal(starts(calendarOf(event(`DTSTART;TZID=${param}:20261121T100000`))), [`2026-11-21T${hour}:00`]);
  });
}

const zone = (name: string, ...parts: string[]): string =>
  ['BEGIN:VTIMEZONE', `TZID:${name}`, ...parts, 'END:VTIMEZONE'].join('\r\n');
const observance = (kind: string, from: string, to: string, start: string, ...lines: string[]): string =>
  [`BEGIN:${kind}`, `DTSTART:${start}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, ...lines, `END:${kind}`].join(
    '\r\n',
  );
const OWN = zone(
  'Own: "Zone"',
  observance('STANDARD', '+0200', '+0100', '16010101T030000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'),
  observance('DAYLIGHT', '+0100', '+0200', '16010101T020000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'),
);

test('a zone of the calendar with summer time since 1601', () => {
  const one = event('DTSTART;TZID="Own: \'Zone\'":20261121T100000', 'RRULE:FREQ=MONTHLY;INTERVAL=6;COUNT=2');
  assert.equal(starts(calendarOf(OWN.replaceAll('"', "'"), one)), ['2026-11-21T09:00', '2027-05-21T08:00']);
  assert.equal(
    starts(calendarOf(one, OWN.replaceAll('"', "'"))),
    ['2026-11-21T09:00', '2027-05-21T08:00'],
    'defined after it is used',
  );
});

test('a zone of the calendar with single changes', () => {
  const single = zone(
    'Single',
    observance('STANDARD', '+0200', '+0100', '20251026T030000', 'RDATE:20261025T030000'),
    observance('DAYLIGHT', '+0100', '+0200', '20260329T020000', 'RDATE:20270328T020000'),
  );
  assert.equal(
    starts(calendarOf(single, event('DTSTART;TZID=Single:20261121T100000', 'RRULE:FREQ=MONTHLY;INTERVAL=6;COUNT=2'))),
    ['2026-11-21T09:00', '2027-05-21T08:00'],
  );
});

const fixed = (name: string, hours: string): string =>
  zone(name, observance('STANDARD', hours, hours, '16010101T000000'));
const SOME_ZONES = (count: number): string[] => Array.from({ length: count }, (_, at) => fixed(`Own ${at}`, '+0500'));
/** The zones of a calendar whose event is at ten in `Own`, and when that is; Berlin's nine where `Own` is not known. */
for (const [what, zones, hour] of [
  ['one', [fixed('Own', '+0400')], '06'],
  ['two of a name: the first counts', [fixed('Own', '+0400'), fixed('Own', '+0300')], '06'],
  ['one that says nothing, and one that does', [zone('Own'), fixed('Own', '+0400')], '06'],
  ['blanks around its name', [fixed(' Own ', '+0400')], '06'],
  ['one without a name', [fixed('', '+0400')], '09'],
  ['two hundred, of which it is the last', [...SOME_ZONES(199), fixed('Own', '+0400')], '06'],
  ['two hundred before it', [...SOME_ZONES(200), fixed('Own', '+0400')], '09'],
] as const)
  test(`a calendar that defines zones: ${what}`, () =>
    assert.equal(starts(calendarOf(...zones, event('DTSTART;TZID=Own:20261121T100000'))), [`2026-11-21T${hour}:00`]));

test("times without a zone are the owner's, whatever zone the calendar names", () => {
  const text = calendarOf('X-WR-TIMEZONE:America/New_York', event('DTSTART:20261121T100000'));
  assert.equal([starts(text), starts(text, { zone: 'Asia/Tokyo' })], [['2026-11-21T09:00'], ['2026-11-21T01:00']]);
});

test('dates of a series are read to the last of them, however many there are', () => {
  const dates = Array.from({ length: 60 }, (_, at) => `20260101T10${String(at).padStart(2, '0')}00Z`);
  assert.equal(
    starts(calendarOf(event('DTSTART:20260101T090000Z', `RDATE:${[...dates, '20261121T100000Z'].join()}`))),
    ['2026-11-21T10:00'],
  );
  const daily = ['DTSTART:20261120T180000Z', 'RRULE:FREQ=DAILY;COUNT=3'];
  const left = ['20261121T180000Z', '20261122T180000Z'];
  assert.equal(starts(calendarOf(event(...daily, `EXDATE:${[...dates, ...left].join()}`))), ['2026-11-20T18:00']);
});

test('a series that is over costs nothing, and one with a far count little', () => {
  const over = Array.from({ length: 200 }, (_, index) =>
    event(`UID:${index}`, 'DTSTART:20000101T000000Z', 'RRULE:FREQ=MINUTELY;UNTIL=20251231T000000Z'),
  );
  const counted = event('UID:c', 'DTSTART:20000101T000000Z', 'RRULE:FREQ=MINUTELY;COUNT=1000000000', 'SUMMARY:C');
  const { occurrences, notes } = read(calendarOf(...over, counted), { stepsPerSeries: 1000, stepsInAll: 1000 });
  assert.equal([occurrences[0] && iso(occurrences[0].start), notes], ['2026-11-20T13:30:00Z', []]);
});

test('a calendar of 5 MiB is read, wherever the event is', () => {
  const filler = Array.from({ length: 12_000 }, (_, index) =>
    event(`UID:${index}`, `DTSTART:20${10 + (index % 15)}0101T100000Z`, `DESCRIPTION:${'x'.repeat(420)}`),
  );
  const text = calendarOf(...filler, GOOD);
  assert.ok(text.length > 5 * 1024 * 1024);
  assert.equal(starts(text), ['Good 2026-11-21T10:00']);
});

test('of very many events the first are there, in whatever order they come', () => {
  const many = Array.from({ length: 30_000 }, (_, minute) =>
    event(`UID:${minute}`, `DTSTART:${iso(NOW + minute * 60_000).replace(/[-:]/g, '')}`, `SUMMARY:${minute}`),
  );
  for (const events of [many, [...many].reverse()])
    assert.equal(
      read(calendarOf(...events), { most: 3 }).occurrences.map(({ name }) => name),
      ['0', '1', '2'],
    );
});

test('a parameter of nothing but spaces, and names with spaces around them, are read in one pass', () => {
  const spaces = ' '.repeat(100_000);
  assert.equal(
    found(
      event(`DTSTART;X${spaces}Y;${spaces}:20261121T100000Z`, 'SUMMARY:A'),
      event('UID:2', 'DTSTART; TZID = America/New_York :20261122T100000', 'SUMMARY:B'),
    ),
    ['A 2026-11-21T10:00:00Z 2026-11-21T10:00:00Z', 'B 2026-11-22T15:00:00Z 2026-11-22T15:00:00Z'],
  );
});

test.run();
