import type IcalModule from 'ical.js';
import { instantOf, isZone } from '../../core/zone.ts';
import { runBounded } from '../bounded-run.ts';

/** One occurrence of an event; instants in ms. An all-day event lasts from midnight to midnight of the viewer's zone. */
export interface Occurrence {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly all_day: boolean;
  readonly location: string;
  readonly description: string;
}

/** Which occurrences are wanted: those that touch the span from `from` to `to` (ms), the first `most` of them. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly most: number;
  /** The zone of times without one. */
  readonly zone: string;
}

type Ical = typeof IcalModule;
type Component = InstanceType<Ical['Component']>;
type Event = InstanceType<Ical['Event']>;
type Property = InstanceType<Ical['Property']>;
type Time = InstanceType<Ical['Time']>;

// A daily event of eighty years; more would take a small computer longer than the whole calendar may.
const MOST_STEPS = 30_000;
const LONGEST_TEXT = 200;

// The CommonJS build of the library is the class container itself or has it as its default export.
const loadIcal = (): Ical => {
  const loaded = require('ical.js') as Ical | { default: Ical };
  return 'default' in loaded ? loaded.default : loaded;
};

const zoneOf = (property: Property | null): string | null => {
  const tzid = property?.getFirstParameter('tzid');
  return tzid && isZone(tzid) ? tzid : null;
};

/** The instant of a time: in the IANA zone that its property names, else in the calendar's own definition, else in the viewer's zone. */
const toInstant = (time: Time, named: string | null, zone: string): number => {
  const { year, month, day } = time;
  if (time.isDate) return instantOf({ year, month, day, hour: 0, minute: 0, second: 0 }, zone);
  const isOwn = named === null && time.zone !== null && time.zone.tzid !== 'floating';
  return isOwn ? time.toUnixTime() * 1000 : instantOf({ year, month, day, hour: time.hour, minute: time.minute, second: time.second }, named ?? zone);
};

const isCancelled = (event: Event): boolean => event.component.getFirstPropertyValue('status') === 'CANCELLED';

/** Collects occurrences of one calendar. */
class Collector {
  readonly found: Occurrence[] = [];
  private readonly span: Span;
  private steps = 0;

  constructor(span: Span) {
    this.span = span;
  }

  /** Adds a single event, or every occurrence of a repeated one but those that exceptions replace. */
  add(event: Event): void {
    if (isCancelled(event)) return;
    if (event.isRecurring() && !event.isRecurrenceException()) this.addSeries(event);
    else this.addOne(event, event.startDate, event.endDate);
  }

  private addSeries(event: Event): void {
    const zone = zoneOf(event.component.getFirstProperty('dtstart'));
    const lengthMs = event.duration.toSeconds() * 1000;
    // The library counts the start as an occurrence only where there is a rule.
    if (!event.component.hasProperty('rrule')) this.addOne(event, event.startDate, event.endDate);
    const iterator = event.iterator();
    for (let time = iterator.next(); time && this.steps < MOST_STEPS; time = iterator.next()) {
      this.steps++;
      const start = toInstant(time, zone, this.span.zone);
      if (start > this.span.to) return;
      if (start + lengthMs < this.span.from) continue;
      const details = event.getOccurrenceDetails(time);
      if (details.item === event) this.addOne(event, details.startDate, details.endDate);
    }
  }

  private addOne(event: Event, startDate: Time, endDate: Time): void {
    const start = toInstant(startDate, zoneOf(event.component.getFirstProperty('dtstart')), this.span.zone);
    const end = toInstant(endDate, zoneOf(event.component.getFirstProperty('dtend') ?? event.component.getFirstProperty('dtstart')), this.span.zone);
    if (start > this.span.to || end < this.span.from) return;
    const text = (value: unknown): string => String(value ?? '').slice(0, LONGEST_TEXT);
    this.found.push({ name: text(event.summary), start, end, all_day: startDate.isDate, location: text(event.location), description: text(event.description) });
  }
}

const eventsOf = (ical: Ical, calendar: Component): Event[] => {
  const events = calendar.getAllSubcomponents('vevent').filter((component) => component.getFirstProperty('dtstart')).map((component) => new ical.Event(component));
  const series = new Map(events.filter((event) => !event.isRecurrenceException()).map((event) => [event.uid, event]));
  for (const event of events) if (event.isRecurrenceException()) series.get(event.uid)?.relateException(event);
  return events;
};

const collect = (text: string, span: Span): Occurrence[] | null => {
  const ical = loadIcal();
  const parsed: unknown = ical.parse(text);
  const calendars = (Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed]).map((one) => new ical.Component(one as ConstructorParameters<Ical['Component']>[0]));
  if (calendars.every((calendar) => calendar.name !== 'vcalendar')) return null;
  const collector = new Collector(span);
  for (const event of calendars.flatMap((calendar) => eventsOf(ical, calendar))) collector.add(event);
  return collector.found.sort((a, b) => a.start - b.start || a.end - b.end).slice(0, span.most);
};

/** The occurrences in an iCalendar text, by start; null when it is no calendar or cannot be worked out in two seconds. */
export const readCalendar = (text: string, span: Span): Occurrence[] | null => {
  try {
    return runBounded(() => collect(text, span)) ?? null;
  } catch {
    return null;
  }
};
