import Ical from 'ical.js';
import * as assert from 'uvu/assert';
import { parseCalendar } from '../../src/documents/calendar/parse-calendar.ts';
import { stamp } from './reference-calendars.ts';

/** The span that is compared. */
export const FROM = Date.parse('2026-01-01T00:00:00Z');
export const TO = Date.parse('2027-06-01T00:00:00Z');
/** Nothing that is drawn begins before and is moved or lasts into the span. */
const EARLY = FROM - 100 * 86_400_000;
/** The first so many are. */
export const MOST = 60;

/** What ours makes of a calendar: start and name, within the span, in the order of time. */
export const ours = (text: string): string[] => {
  const parsed = parseCalendar(Buffer.from(text), { from: FROM, to: TO, most: MOST, zone: 'UTC' });
  assert.ok('value' in parsed);
  return parsed.value.occurrences.map(({ start, name }) => `${stamp(start)} ${name}`);
};

/** No more occurrences of a series than these are moved before others of it. */
const MOVED = 10;

/** An occurrence, in ms. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** Whether a time lies in a month that ended too early, in whatever zone: ical.js works long for what it is in UTC. */
const isLongAgo = ({ year, month }: Ical.Time): boolean => Date.UTC(year, month) + 2 * 86_400_000 < EARLY;

/**
 * What ical.js makes of a whole calendar. Left to itself it hands the exceptions of all events to each of them, so that
 * one erases the occurrences of another: here they are told by their UID. Of each series the first within the span, at
 * least `most`.
 */
export const byIcal = (text: string, most = Number.POSITIVE_INFINITY): Found[] => {
  const components = new Ical.Component(Ical.parse(text) as [string, [], []])
    .getAllSubcomponents('vevent')
    .map((one) => new Ical.Event(one, { exceptions: [] }));
  const found: Found[] = [];
  for (const series of components.filter((one) => !one.isRecurrenceException())) {
    for (const exception of components)
      if (exception.isRecurrenceException() && exception.uid === series.uid) series.relateException(exception);
    const iterator = series.iterator();
    let within = 0;
    for (let time = iterator.next(), count = 0; time && count < 5000; time = iterator.next(), count++) {
      if (isLongAgo(time)) continue;
      const at = time.toUnixTime() * 1000;
      if (at > TO || within >= most + MOVED) break;
      if (at < EARLY) continue;
      const { item, startDate, endDate } = series.getOccurrenceDetails(time);
      const start = startDate.toUnixTime() * 1000;
      if (start >= FROM) within++;
      found.push({ start, end: endDate.toUnixTime() * 1000, name: item.summary });
    }
  }
  return found;
};

/** Their starts within the span, in the order of the texts. */
export const startsByIcal = (text: string): string[] =>
  byIcal(text, MOST)
    .filter(({ start }) => start >= FROM && start <= TO)
    .map(({ start, name }) => `${stamp(start)} ${name}`)
    .sort()
    .slice(0, MOST);

/** What only one of two lists has, the first few of each. */
export const differences = (mine: readonly string[], others: readonly string[]): string =>
  [mine.filter((each) => !others.includes(each)), others.filter((each) => !mine.includes(each))]
    .map((only) => only.slice(0, 4).join())
    .join('\n  ');
