// needs: node
import Ical from 'ical.js';
import { rrulestr } from 'rrule';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseCalendar } from '../../src/documents/calendar/parse-calendar.ts';
import { createSeeded } from './reference-draw.ts';

// Generated calendars, read by ours and by two libraries that know nothing of it: rrule (the rules of Python's
// dateutil)
// and ical.js (whole calendars: zones, exceptions, added and excluded dates).

const test = suite('system/calendar-references');

const FROM = Date.parse('2026-01-01T00:00:00Z');
const TO = Date.parse('2027-06-01T00:00:00Z');
const MOST = 60;
const RULES = 1500;
const CALENDARS = 500;

const stamp = (at: number): string => new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '');

const ours = (text: string): string[] => {
  const parsed = parseCalendar(Buffer.from(text), { from: FROM, to: TO, most: MOST, zone: 'UTC' });
  assert.ok('value' in parsed);
  return parsed.value.occurrences.map(({ start, name }) => `${stamp(start)} ${name}`);
};

const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];

/**
 * What rrule makes of a rule in UTC, within the span. It keeps hours in the order in which they are written and names a
 * date twice that two positions choose: a set has an order of its own and holds everything once, as ours does.
 */
const byRrule = (start: string, rule: string): string[] => {
  const dates = rrulestr(`DTSTART:${start}Z\nRRULE:${rule}`).between(new Date(FROM - 1), new Date(TO), true);
  return [...new Set(dates.map((date) => `${stamp(date.getTime())} A`))].sort().slice(0, MOST);
};

/** What ical.js makes of a whole calendar; exceptions belong to their UID. */
const byIcal = (text: string): string[] => {
  const components = new Ical.Component(Ical.parse(text) as [string, [], []])
    .getAllSubcomponents('vevent')
    .map((one) => new Ical.Event(one));
  const found: string[] = [];
  for (const series of components.filter((one) => !one.isRecurrenceException())) {
    for (const exception of components)
      if (exception.isRecurrenceException() && exception.uid === series.uid) series.relateException(exception);
    const iterator = series.iterator();
    for (let time = iterator.next(), count = 0; time && count < 5000; time = iterator.next(), count++) {
      if (time.toUnixTime() * 1000 > TO) break;
      const { item, startDate } = series.getOccurrenceDetails(time);
      const at = startDate.toUnixTime() * 1000;
      if (at >= FROM && at <= TO) found.push(`${stamp(at)} ${item.summary}`);
    }
  }
  return found.sort().slice(0, MOST);
};

const { chance, between, one, some } = createSeeded(20261120);
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const pad = (value: number): string => String(value).padStart(2, '0');
const either = (most: number): string => String((chance(0.25) ? -1 : 1) * between(1, most));

/** A rule in words of RFC 5545; every part that its frequency knows may be there. */
const drawRule = (): string => {
  const frequency = one(['YEARLY', 'YEARLY', 'MONTHLY', 'MONTHLY', 'WEEKLY', 'DAILY']);
  const parts = [`FREQ=${frequency}`];
  const isLong = frequency === 'YEARLY' || frequency === 'MONTHLY';
  if (chance(0.4)) parts.push(`INTERVAL=${between(2, 4)}`);
  const months = chance(0.3);
  if (months) parts.push(`BYMONTH=${some(3, () => String(between(1, 12)))}`);
  const weeks = frequency === 'YEARLY' && !months && chance(0.15);
  if (weeks) parts.push(`BYWEEKNO=${some(2, () => either(52))}`);
  if (frequency === 'YEARLY' && !weeks && !months && chance(0.15))
    parts.push(`BYYEARDAY=${some(3, () => either(365))}`);
  else if (frequency !== 'WEEKLY' && !weeks && chance(0.3)) parts.push(`BYMONTHDAY=${some(3, () => either(28))}`);
  else if (weeks || chance(0.5)) {
    const counted = isLong && !weeks && chance(0.5);
    parts.push(
      `BYDAY=${some(3, () => (counted ? either(frequency === 'MONTHLY' || months ? 4 : 50) : '') + one(WEEKDAYS))}`,
    );
  }
  if (chance(0.1)) parts.push(`BYHOUR=${between(0, 11)},${between(12, 23)}`);
  if (parts.some((part) => /BY(?:DAY|MONTHDAY|YEARDAY)/.test(part)) && chance(0.2))
    parts.push(`BYSETPOS=${some(2, () => either(2))}`);
  if (chance(0.3)) parts.push(`WKST=${one(WEEKDAYS)}`);
  return `${parts.join(';')};UNTIL=${between(2026, 2027)}${pad(between(1, 12))}${pad(between(1, 28))}T${pad(between(0, 23))}0000Z`;
};

/** A start that is the rule's own first occurrence: what a rule means that its start does not fit is not defined. */
const drawStart = (rule: string): string | null => {
  const base = `${one([2019, 2020, 2024, 2025])}${pad(between(1, 12))}${pad(between(1, 28))}T${pad(between(0, 23))}${pad(between(0, 59))}00`;
  // rrule searches until the year 9999 for what never comes.
  const seen = ours(calendar(...event('UID:1', 'SUMMARY:A', `DTSTART:${base}Z`, `RRULE:${rule}`)));
  if (!seen.some((each) => !each.startsWith(base))) return null;
  const first = rrulestr(`DTSTART:${base}Z\nRRULE:${rule}`).after(new Date(0), true);
  if (!first) return null;
  const start = stamp(first.getTime());
  return rrulestr(`DTSTART:${start}Z\nRRULE:${rule}`).after(new Date(0), true)?.getTime() === first.getTime()
    ? start
    : null;
};

/**
 * What ical.js is asked about: simple rules. For others it is no reference: it counts positions, weeks and days of the
 * year within other periods than rrule, and searches without end for what never comes.
 */
const SIMPLE = /^FREQ=(?:DAILY|WEEKLY|MONTHLY)(?:;INTERVAL=\d+)?(?:;BYDAY=(?:[A-Z]{2},?)+)?;UNTIL/;

test('rules', () => {
  const wrong: string[] = [];
  let compared = 0;
  let third = 0;
  for (let index = 0; index < RULES; index++) {
    const rule = drawRule();
    const start = drawStart(rule);
    if (start === null) continue;
    const text = calendar(...event('UID:1', 'SUMMARY:A', `DTSTART:${start}Z`, `RRULE:${rule}`));
    const mine = ours(text);
    const theirs = byRrule(start, rule);
    compared++;
    if (mine.join() !== theirs.join())
      wrong.push(`rrule: ${start} ${rule}\n  ${mine.slice(0, 4).join()}\n  ${theirs.slice(0, 4).join()}`);
    if (!SIMPLE.test(rule)) continue;
    third++;
    const others = byIcal(text);
    if (mine.join() !== others.join())
      wrong.push(`ical.js: ${start} ${rule}\n  ${mine.slice(0, 4).join()}\n  ${others.slice(0, 4).join()}`);
  }
  assert.equal(wrong.slice(0, 5), []);
  assert.ok(compared > RULES / 4 && third > RULES / 20, `${compared} by rrule, ${third} by ical.js`);
});

const BERLIN = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'DTSTART:19810329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
];

/** A series as families have them, with exceptions in the form of its start, as ical.js wants them. */
const drawSeries = (uid: number): string[] => {
  const [zone, mark] = one([
    [';TZID=Europe/Berlin', ''],
    [';TZID=Europe/Berlin', ''],
    ['', 'Z'],
  ] as const);
  const day = Date.UTC(2025, between(0, 11), between(1, 28), between(4, 22), between(0, 1) * 30);
  const rule = one([
    'FREQ=DAILY',
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=WEEKLY',
    'FREQ=WEEKLY;INTERVAL=2',
    'FREQ=MONTHLY',
    'FREQ=YEARLY',
    'FREQ=DAILY;COUNT=400',
    'FREQ=WEEKLY;COUNT=70',
  ]);
  const step = rule.includes('DAILY')
    ? rule.includes('INTERVAL')
      ? 3
      : 1
    : rule.includes('WEEKLY')
      ? rule.includes('INTERVAL')
        ? 14
        : 7
      : 0;
  const nth = (count: number): string => stamp(day + count * step * 86_400_000);
  const lines = event(
    `UID:${uid}`,
    `SUMMARY:S${uid}`,
    `DTSTART${zone}:${stamp(day)}${mark}`,
    `RRULE:${rule}`,
    ...(step > 0 && chance(0.5) ? [`EXDATE${zone}:${nth(between(1, 60))}${mark},${nth(between(1, 60))}${mark}`] : []),
  );
  if (step === 0 || chance(0.4)) return lines;
  const count = between(1, 60);
  const to = stamp(day + count * step * 86_400_000 + between(-5, 30) * 3_600_000);
  return [
    ...lines,
    ...event(
      `UID:${uid}`,
      `SUMMARY:M${uid}`,
      `RECURRENCE-ID${zone}:${nth(count)}${mark}`,
      `DTSTART${zone}:${to}${mark}`,
    ),
  ];
};

test('calendars of several series with exceptions, in a zone and in UTC', () => {
  const wrong: string[] = [];
  for (let index = 0; index < CALENDARS; index++) {
    const text = calendar(...BERLIN, ...Array.from({ length: between(1, 3) }, (_, uid) => drawSeries(uid)).flat());
    const mine = [...ours(text)].sort();
    const others = byIcal(text);
    if (mine.join() !== others.join())
      wrong.push(
        `${text}\n  ${mine
          .filter((each) => !others.includes(each))
          .slice(0, 4)
          .join()}\n  ${others
          .filter((each) => !mine.includes(each))
          .slice(0, 4)
          .join()}`,
      );
  }
  assert.equal([wrong.length, ...wrong.slice(0, 1)], [0]);
});

test.run();
