import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseCalendar } from '../../src/documents/calendar/parse-calendar.ts';
import type { CalendarDocument, CalendarOptions } from '../../src/documents/calendar-document.ts';
import { parseSafely } from '../../src/documents/parsed.ts';
import { siftSafely } from '../../src/documents/sieve/sift.ts';

/** What is rare in calendars: ends that do not match starts, lists, zones of their own, and bounds. */
const test = suite('documents/calendar: what is rare');

const NOW = Date.parse('2026-11-20T13:30:00Z');
const SPAN: CalendarOptions = { from: NOW, to: NOW + 366 * 86_400_000, most: 100, zone: 'Europe/Berlin' };

const calendarOf = (...parts: string[]): string => ['BEGIN:VCALENDAR', ...parts, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]): string => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
const read = (text: string, options: Partial<CalendarOptions> = {}): CalendarDocument => {
  const parsed = parseCalendar(Buffer.from(text), { ...SPAN, ...options });
  assert.ok('value' in parsed, JSON.stringify(parsed));
  return parsed.value;
};
const iso = (at: number): string => new Date(at).toISOString().slice(0, 16);
/** Occurrences as a name with its start, and its end where that is another instant. */
const found = (...parts: string[]): string[] =>
  read(calendarOf(...parts)).occurrences.map(({ name, start, end }) =>
    [name, iso(start), ...(end === start ? [] : [iso(end)])].join(' '),
  );

const AT_TEN = 'DTSTART:20261121T100000Z';
const DAY = 'DTSTART;VALUE=DATE:20261121';
const MIDNIGHT = 'DTSTART;TZID=Europe/Berlin:20261121T000000';
const OUTLOOK = 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE';
for (const [name, lines, expected] of [
  ['a day that ends at a time', [DAY, 'DTEND:20261122T120000Z'], ['A 2026-11-20T23:00 2026-11-22T23:00']],
  ['a day that ends before it begins', [DAY, 'DTEND;VALUE=DATE:20261119'], ['A 2026-11-20T23:00 2026-11-21T23:00']],
  ['a day that takes an hour', [DAY, 'DURATION:PT1H'], ['A 2026-11-20T23:00 2026-11-21T23:00']],
  ['a day that takes more than two', [DAY, 'DURATION:P2DT1H'], ['A 2026-11-20T23:00 2026-11-23T23:00']],
  ['a time that ends on a date', [AT_TEN, 'DTEND;VALUE=DATE:20261123'], ['A 2026-11-21T10:00 2026-11-23T00:00']],
  ['a time that is told ahead of UTC', ['DTSTART:20261121T100000+0130'], ['A 2026-11-21T08:30']],
  [
    'an end that is none, and a duration',
    [AT_TEN, 'DTEND:soon', 'DURATION:PT5M'],
    ['A 2026-11-21T10:00 2026-11-21T10:05'],
  ],
  ['a day of Outlook without an end', [MIDNIGHT, OUTLOOK], ['A 2026-11-20T23:00 2026-11-21T23:00']],
  [
    'a day of Outlook that ends on a date',
    [MIDNIGHT, OUTLOOK, 'DTEND;VALUE=DATE:20261123'],
    ['A 2026-11-20T23:00 2026-11-22T23:00'],
  ],
  ['a day of Outlook that is a date', [DAY, OUTLOOK], ['A 2026-11-20T23:00 2026-11-21T23:00']],
  ['a day of Outlook that begins at ten', [AT_TEN, OUTLOOK], ['A 2026-11-21T10:00']],
  ['what Outlook says is no day', [MIDNIGHT, OUTLOOK.replace('TRUE', 'FALSE')], ['A 2026-11-20T23:00']],
  [
    'a rule of days that names hours',
    [DAY, 'RRULE:FREQ=DAILY;COUNT=2;BYHOUR=9'],
    ['A 2026-11-20T23:00 2026-11-21T23:00', 'A 2026-11-21T23:00 2026-11-22T23:00'],
  ],
  [
    'times among the dates of a series of days',
    [DAY, 'RDATE:20261125T100000Z,20261127T230000Z'],
    [
      'A 2026-11-20T23:00 2026-11-21T23:00',
      'A 2026-11-24T23:00 2026-11-25T23:00',
      'A 2026-11-27T23:00 2026-11-28T23:00',
    ],
  ],
  [
    'periods among the dates of a series of days',
    [DAY, 'RDATE;VALUE=PERIOD:20261125T000000Z/PT1H'],
    ['A 2026-11-20T23:00 2026-11-21T23:00', 'A 2026-11-24T23:00 2026-11-25T23:00'],
  ],
  [
    'dates among those of a series of times',
    [AT_TEN, 'RDATE;VALUE=DATE:20261125'],
    ['A 2026-11-21T10:00', 'A 2026-11-25T10:00'],
  ],
  [
    'periods that end before they begin, or never',
    [AT_TEN, 'RDATE;VALUE=PERIOD:20261122T100000Z/20261122T090000Z,20261123T100000Z/x'],
    ['A 2026-11-21T10:00', 'A 2026-11-22T10:00', 'A 2026-11-23T10:00'],
  ],
  [
    'what is no time among the dates',
    [AT_TEN, 'RDATE:x,20261122T100000Z,'],
    ['A 2026-11-21T10:00', 'A 2026-11-22T10:00'],
  ],
  [
    'months that a rule leaves out',
    ['DTSTART:20261121T100000Z', 'RRULE:FREQ=MONTHLY;BYMONTH=2,4;COUNT=3'],
    ['A 2026-11-21T10:00', 'A 2027-02-21T10:00', 'A 2027-04-21T10:00'],
  ],
  [
    'days of the year in every month',
    [AT_TEN, 'RRULE:FREQ=MONTHLY;BYYEARDAY=1,60,-1;COUNT=4'],
    ['A 2026-11-21T10:00', 'A 2026-12-31T10:00', 'A 2027-01-01T10:00', 'A 2027-03-01T10:00'],
  ],
] as const)
  test(name, () => assert.equal(found(event('UID:1', ...lines, 'SUMMARY:A')), expected));

const WEEKLY = event('UID:w', 'DTSTART:20261121T080000Z', 'RRULE:FREQ=WEEKLY;COUNT=3', 'SUMMARY:W', 'SEQUENCE:3');
const moved = (...lines: string[]): string => event('UID:w', 'RECURRENCE-ID:20261128T080000Z', ...lines);
const W = ['W 2026-11-21T08:00', 'W 2026-11-28T08:00', 'W 2026-12-05T08:00'] as const;
for (const [name, events, expected] of [
  [
    'an occurrence that is moved without a name',
    [WEEKLY, moved('DTSTART:20261129T080000Z')],
    [W[0], 'W 2026-11-29T08:00', W[2]],
  ],
  [
    'the newer of two that stand for one',
    [WEEKLY, moved('SEQUENCE:2', 'SUMMARY:NEW'), moved('SEQUENCE:1', 'SUMMARY:OLD')],
    [W[0], 'NEW 2026-11-28T08:00', W[2]],
  ],
  [
    'the later of two alike',
    [WEEKLY, moved('SUMMARY:ONE'), moved('SUMMARY:TWO')],
    [W[0], 'TWO 2026-11-28T08:00', W[2]],
  ],
  [
    'an occurrence of a series that is cancelled',
    [WEEKLY.replace('SEQUENCE', 'STATUS:CANCELLED\r\nSEQUENCE'), moved('SUMMARY:M')],
    [],
  ],
  [
    'an occurrence that nothing names',
    [WEEKLY, event('UID:w', 'SEQUENCE:3', 'RECURRENCE-ID:x', 'DTSTART:20261122T080000Z', 'SUMMARY:M')],
    [W[0], 'M 2026-11-22T08:00', W[1], W[2]],
  ],
  [
    'events of the same time, by their names',
    [event('UID:1', AT_TEN, 'SUMMARY:B'), event('UID:2', AT_TEN, 'SUMMARY:A')],
    ['A 2026-11-21T10:00', 'B 2026-11-21T10:00'],
  ],
  [
    'events that nobody named are not the same',
    [event(AT_TEN, 'SUMMARY:A'), event(AT_TEN, 'SUMMARY:A')],
    ['A 2026-11-21T10:00', 'A 2026-11-21T10:00'],
  ],
  [
    'exceptions that nobody named are events',
    [event(AT_TEN, 'SUMMARY:A'), event('RECURRENCE-ID:20261121T100000Z', 'SUMMARY:B')],
    ['A 2026-11-21T10:00', 'B 2026-11-21T10:00'],
  ],
  [
    'a sequence that is no number',
    [event('UID:1', AT_TEN, 'SEQUENCE:x', 'SUMMARY:A'), event('UID:1', AT_TEN, 'SEQUENCE:1', 'SUMMARY:B')],
    ['B 2026-11-21T10:00'],
  ],
] as const)
  test(name, () => assert.equal(found(...events), expected));

test('of two exceptions for all later occurrences the later one counts from its own on, in whatever order they come', () => {
  const since = (day: string, hour: string, name: string): string =>
    event(
      'UID:w',
      `RECURRENCE-ID;RANGE=THISANDFUTURE:${day}T080000Z`,
      `DTSTART:${day}T${hour}0000Z`,
      `SUMMARY:${name}`,
    );
  const [first, second] = [since('20261128', '09', 'L'), since('20261205', '11', 'M')];
  for (const events of [
    [first, second],
    [second, first],
  ])
    assert.equal(found(WEEKLY, ...events), [W[0], 'L 2026-11-28T09:00', 'M 2026-12-05T11:00']);
});

const zone = (...parts: string[]): string => ['BEGIN:VTIMEZONE', 'TZID:Own', ...parts, 'END:VTIMEZONE'].join('\r\n');
const part = (...lines: string[]): string => ['BEGIN:STANDARD', ...lines, 'END:STANDARD'].join('\r\n');
const OFFSETS = ['TZOFFSETFROM:+0400', 'TZOFFSETTO:+0400'] as const;
const LONG_AGO = 'DTSTART:16010101T000000';
const IN_SUMMER = 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=';
const SEASONS = (until: string): string =>
  zone(
    part('DTSTART:16010101T030000', 'TZOFFSETFROM:+0300', 'TZOFFSETTO:+0200', `${IN_SUMMER}10`),
    part('DTSTART:16010101T020000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0300', `${IN_SUMMER}3${until}`),
  );
/** When it is ten in a zone of its own on 21 November, or on another day; nine in Berlin's where the zone is none. */
for (const [what, defined, at, day = '20261121'] of [
  ['an offset behind UTC, with seconds', zone(part(LONG_AGO, 'TZOFFSETFROM:-043015', 'TZOFFSETTO:-04:30:15')), '14:30'],
  ['a part whose offset is none', zone(part(LONG_AGO, 'TZOFFSETTO:x'), part(LONG_AGO, ...OFFSETS)), '06:00'],
  ['a part that does not say what was before', zone(part(LONG_AGO, 'TZOFFSETTO:+0400')), '06:00'],
  [
    'a time before the first change, of which nobody says what was before',
    zone(part('DTSTART:20300101T000000', 'TZOFFSETTO:+0400')),
    '06:00',
  ],
  ['a part that never begins', zone(part(...OFFSETS)), '09:00'],
  ['a rule that is none', zone(part(LONG_AGO, ...OFFSETS, 'RRULE:FREQ=OFTEN')), '06:00'],
  [
    'a time before the first change',
    zone(part('DTSTART:20300101T000000', 'TZOFFSETFROM:+0400', 'TZOFFSETTO:+0700')),
    '06:00',
  ],
  ['summer', SEASONS(''), '07:00', '20270621'],
  ['summer, for the last time this year', SEASONS(';UNTIL=20261231T000000Z'), '08:00', '20270621'],
  [
    'summer, for the last time with a change that is told in UTC',
    SEASONS(';UNTIL=20270328T000000Z'),
    '07:00',
    '20270621',
  ],
  ['summer, for the last time with the change before', SEASONS(';UNTIL=20270327T235959Z'), '08:00', '20270621'],
  ['changes of every second', zone(part(LONG_AGO, ...OFFSETS, 'RRULE:FREQ=SECONDLY')), '09:00'],
  ['a place beside what is none', zone('X-LIC-LOCATION:Asia/Tokyo', part(...OFFSETS)), '01:00'],
  ['a place beside what counts', zone('X-LIC-LOCATION:Asia/Tokyo', part(LONG_AGO, ...OFFSETS)), '06:00'],
] as const)
  test(`a zone of its own: ${what}`, () =>
    assert.equal(found(defined, event(`DTSTART;TZID=Own:${day}T100000`)), [
      ` ${day.replace(/(....)(..)(..)/, '$1-$2-$3')}T${at}`,
    ]));

for (const [name, at] of [
  ['Z', '10:00'],
  ['zulu', '10:00'],
  ['GMT', '10:00'],
  ['Etc/UTC', '10:00'],
  ['-03:30', '13:30'],
  ['UTC+5.45', '04:15'],
  ['gmt -2', '12:00'],
  ['+11', '23:00'],
  ['(UTC+03:15) Nowhere', '06:45'],
  ['Some\\Europe\\Lisbon', '10:00'],
] as const)
  test(`the zone "${name}"`, () => assert.is(found(event(`DTSTART;TZID="${name}":20261121T100000`))[0]?.slice(-5), at));

test('a calendar has the first of its names, and texts are cut before they are kept', () => {
  const { name, occurrences } = read(
    calendarOf(
      `X-WR-CALNAME:${'n'.repeat(250)}`,
      'X-WR-CALNAME:second',
      event(AT_TEN, `SUMMARY:${'a'.repeat(600)}`, `DESCRIPTION:${'\\\\'.repeat(300)}`),
    ),
  );
  assert.equal(
    [name, occurrences[0]?.name, occurrences[0]?.description],
    ['n'.repeat(200), 'a'.repeat(200), '\\'.repeat(200)],
  );
});

test('a midnight in UTC among days means its date, where the owner is behind UTC too', () => {
  const days = event('UID:1', DAY, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261122T000000Z', 'SUMMARY:A');
  assert.equal(
    read(calendarOf(days), { zone: 'America/New_York' }).occurrences.map(({ start }) => iso(start)),
    ['2026-11-21T05:00', '2026-11-23T05:00'],
  );
});

test('a rule of days that is shorter than days is none, and noted', () => {
  const { occurrences, notes } = read(calendarOf(event(DAY, 'RRULE:FREQ=HOURLY', 'SUMMARY:A')));
  assert.equal([occurrences.length, notes], [1, ['The repetition of "A" cannot be read.']]);
});

test('an exception of a series that cannot be followed so far is believed', () => {
  const dense = event('UID:d', 'DTSTART:20200101T000000Z', 'RRULE:FREQ=MINUTELY;INTERVAL=7', 'SUMMARY:D');
  const exception = event('UID:d', 'RECURRENCE-ID:20261121T100300Z', 'DTSTART:20261125T100000Z', 'SUMMARY:X');
  const names = (stepsPerSeries: number): string[] =>
    read(calendarOf(dense, exception), { stepsPerSeries, most: 50_000, to: NOW + 6 * 86_400_000 }).occurrences.map(
      ({ name }) => name,
    );
  assert.equal([names(50).includes('X'), names(100_000).includes('X')], [true, false]);
});

test('exceptions are paid for with each event of their name, and names of zones in all calendars', () => {
  const days = Array.from({ length: 30 }, (_, at) => NOW + at * 86_400_000).map(basic);
  const events = days.map((at) => event('UID:s', `DTSTART:${at}`, 'SUMMARY:S'));
  const moved = days.map((at, index) => event('UID:s', `RECURRENCE-ID:${at}`, `SEQUENCE:${index}`, 'SUMMARY:M'));
  const cut = ['Too many repetitions: not all of "S", "S", "S" and 17 more is shown.'];
  assert.equal(read(calendarOf(...events, ...moved), { stepsInAll: 300 }).notes, cut);
  assert.equal(read(calendarOf(...events, ...moved)).notes, []);
  const named = event(`DTSTART;TZID=Europe/Lisbon:20261121T100000`, 'SUMMARY:N');
  const unknown = Array.from({ length: 1000 }, (_, at) => calendarOf(event(`DTSTART;TZID=Z${at}:20261125T100000`)));
  const first = (count: number) => read([...unknown.slice(0, count), calendarOf(named)].join('')).occurrences[0]?.start;
  assert.is(first(999), Date.parse('2026-11-21T10:00:00Z'));
  assert.is(first(1000), Date.parse('2026-11-21T09:00:00Z'));
});

test('very many single dates and repeated events are cut, and noted', () => {
  const seconds = Array.from({ length: 50_001 }, (_, at) => basic(NOW + at * 1000));
  const lists = Array.from({ length: 5 }, (_, at) => `RDATE:${seconds.slice(at * 12_000, (at + 1) * 12_000).join()}`);
  const listed = (count: number) => read(calendarOf(event(AT_TEN, ...lists.slice(0, count)))).notes;
  assert.equal(listed(4), []);
  assert.equal(listed(5), ['More than 50000 single dates are listed; the others are missing.']);
  const over = event('DTSTART:20000101T000000Z', 'RRULE:FREQ=YEARLY;COUNT=1');
  const repeated = (count: number) => read(calendarOf(...new Array<string>(count).fill(over))).notes;
  assert.equal(repeated(20_000), []);
  assert.equal(repeated(20_001), ['The calendar has more than 20000 repeated events; the others are missing.']);
});

const basic = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

test('whatever a reader throws is a sentence', () => {
  const fail = (): never => {
    throw new Error('x');
  };
  for (const read of [parseSafely, siftSafely]) assert.equal(read(fail), { error: 'the answer cannot be read' });
});

test.run();
