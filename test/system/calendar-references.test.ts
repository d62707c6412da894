// needs: node
import Ical from 'ical.js';
import { rrulestr } from 'rrule';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseCalendar } from '../../src/documents/calendar/parse-calendar.ts';
import { BERLIN, calendar, drawPublished, event, stamp } from './reference-calendars.ts';
import { createSeeded, SEED } from './reference-draw.ts';

// Generated calendars, read by ours and by two libraries that know nothing of it: rrule (the rules of Python's
// dateutil) and ical.js (whole calendars: zones, exceptions, added and excluded dates). With REFERENCE_SEED=new others
// are drawn.

const test = suite('system/calendar-references');

const FROM = Date.parse('2026-01-01T00:00:00Z');
const TO = Date.parse('2027-06-01T00:00:00Z');
/** Nothing that is drawn begins before and is moved or lasts into the span. */
const EARLY = FROM - 100 * 86_400_000;
const MOST = 60;
const RULES = 2500;
const CALENDARS = 1000;
const PUBLISHED = 1500;

const ours = (text: string): string[] => {
  const parsed = parseCalendar(Buffer.from(text), { from: FROM, to: TO, most: MOST, zone: 'UTC' });
  assert.ok('value' in parsed);
  return parsed.value.occurrences.map(({ start, name }) => `${stamp(start)} ${name}`);
};

/**
 * What rrule makes of a rule in UTC, within the span. It keeps hours in the order in which they are written and names a
 * date twice that two positions choose: a set has an order of its own and holds everything once, as ours does.
 */
const byRrule = (start: string, rule: string): string[] => {
  const dates = rrulestr(`DTSTART:${start}Z\nRRULE:${rule}`).between(new Date(FROM - 1), new Date(TO), true);
  return [...new Set(dates.map((date) => `${stamp(date.getTime())} A`))].sort().slice(0, MOST);
};

interface Found {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/**
 * What ical.js makes of a whole calendar. Left to itself it hands the exceptions of all events to each of them, so that
 * one erases the occurrences of another: here they are told by their UID.
 */
const byIcal = (text: string): Found[] => {
  const components = new Ical.Component(Ical.parse(text) as [string, [], []])
    .getAllSubcomponents('vevent')
    .map((one) => new Ical.Event(one, { exceptions: [] }));
  const found: Found[] = [];
  for (const series of components.filter((one) => !one.isRecurrenceException())) {
    for (const exception of components)
      if (exception.isRecurrenceException() && exception.uid === series.uid) series.relateException(exception);
    const iterator = series.iterator();
    for (let time = iterator.next(), count = 0; time && count < 5000; time = iterator.next(), count++) {
      const at = time.toUnixTime() * 1000;
      if (at > TO) break;
      if (at < EARLY) continue;
      const { item, startDate, endDate } = series.getOccurrenceDetails(time);
      found.push({ start: startDate.toUnixTime() * 1000, end: endDate.toUnixTime() * 1000, name: item.summary });
    }
  }
  return found;
};

/** Their starts within the span, in the order of the texts. */
const startsByIcal = (text: string): string[] =>
  byIcal(text)
    .filter(({ start }) => start >= FROM && start <= TO)
    .map(({ start, name }) => `${stamp(start)} ${name}`)
    .sort()
    .slice(0, MOST);

/** What only one of two lists has, the first few of each. */
const differences = (mine: readonly string[], others: readonly string[]): string =>
  [mine.filter((each) => !others.includes(each)), others.filter((each) => !mine.includes(each))]
    .map((only) => only.slice(0, 4).join())
    .join('\n  ');

const draw = createSeeded(SEED);
const { chance, between, one, some } = draw;
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
  while (compared < RULES) {
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
    const others = startsByIcal(text);
    if (mine.join() !== others.join())
      wrong.push(`ical.js: ${start} ${rule}\n  ${mine.slice(0, 4).join()}\n  ${others.slice(0, 4).join()}`);
  }
  assert.equal([SEED, ...wrong.slice(0, 5)], [SEED]);
  assert.ok(third > RULES / 20, `${third} by ical.js`);
});

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
  // The first half of a series is left out, the second moved: of what is both see below.
  const lines = event(
    `UID:${uid}`,
    `SUMMARY:S${uid}`,
    `DTSTART${zone}:${stamp(day)}${mark}`,
    `RRULE:${rule}`,
    ...(step > 0 && chance(0.5) ? [`EXDATE${zone}:${nth(between(1, 30))}${mark},${nth(between(1, 30))}${mark}`] : []),
  );
  if (step === 0 || chance(0.4)) return lines;
  const count = between(31, 60);
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
    const others = startsByIcal(text);
    if (mine.join() !== others.join()) wrong.push(`${text}\n  ${differences(mine, others)}`);
  }
  assert.equal([SEED, wrong.length, ...wrong.slice(0, 1)], [SEED, 0]);
});

/** Beginning, end and name of everything that touches the span. */
const tell = ({ start, end, name }: Found): string => `${stamp(start)} to ${stamp(end)} ${name}`;

test('calendars as they are published: offices, schools, clubs, public holidays', () => {
  const wrong: string[] = [];
  for (let index = 0; index < PUBLISHED; index++) {
    const text = drawPublished(draw);
    const parsed = parseCalendar(Buffer.from(text), { from: FROM, to: TO, most: 2000, zone: 'UTC' });
    assert.ok('value' in parsed);
    const mine = parsed.value.occurrences.map(tell).sort();
    const others = byIcal(text)
      .filter(({ start, end }) => end > FROM && start <= TO)
      .map(tell)
      .sort();
    if (mine.join() !== others.join()) wrong.push(`${text}\n  ${differences(mine, others)}`);
  }
  assert.equal([SEED, wrong.length, ...wrong.slice(0, 1)], [SEED, 0]);
});

test('an occurrence that is left out and moved is shown where it was moved to, where ical.js shows none', () => {
  const text = calendar(
    ...event('UID:1', 'SUMMARY:A', 'DTSTART:20260105T100000Z', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20260106T100000Z'),
    ...event('UID:1', 'SUMMARY:B', 'RECURRENCE-ID:20260106T100000Z', 'DTSTART:20260106T150000Z'),
  );
  // Somebody wrote down an event with a time of its own: nothing that was written is lost.
  assert.equal(ours(text), ['20260105T100000 A', '20260106T150000 B', '20260107T100000 A']);
  assert.equal(startsByIcal(text), ['20260105T100000 A', '20260107T100000 A']);
});

test.run();
