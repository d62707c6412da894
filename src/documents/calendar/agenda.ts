import type { CalendarDocument, CalendarOptions } from '../calendar-document.ts';
import type { Component, ComponentListener } from './components.ts';
import type { ContentLine } from './content-lines.ts';
import { separateOverrides, overridesOf } from './revisions.ts';
import { readEvent, startLine, type CalendarEvent } from './event.ts';
import type { WallSpan } from './expansion.ts';
import { Earliest } from './earliest.ts';
import { Notes } from './notes.ts';
import { occurrenceAt, Series, touches } from './series.ts';
import { Steps } from './steps.ts';
import { readDuration, readTime, type ListLimit } from './times.ts';
import { Zones } from './zones.ts';
import { groupBy } from '../../core/records.ts';
import { DAY_MS, HOUR_MS } from '../../core/time/durations.ts';

/** An event that was read far enough to know that it may be needed. */
interface Draft {
  readonly component: Component;
  readonly zones: Zones;
  /** What its start is written as; zones shift it by less than a day and a half. */
  readonly wall: number;
}

const STEPS_PER_SERIES = 100_000;
const STEPS_IN_ALL = 1_000_000;
const ZONE_SLACK_MS = 36 * HOUR_MS;
// Exceptions are kept when the occurrence that they stand for may last into the span.
const EXCEPTION_REACH_MS = 400 * DAY_MS;
const MOST_DRAFTS = 20_000;
const MOST_CALENDARS = 1000;
// Times that events list one by one, those of all events together.
const MOST_LISTED = 50_000;
const ZONE_STEPS = 200_000;
// Names of zones that are looked up in the tables of the world, those of all calendars together.
const MOST_ZONE_NAMES = 1000;

/** When an event is over at the latest, on its own clock. */
const endOf = ({ component, wall }: Draft): number => {
  const end = readTime(component.first('DTEND')?.value ?? '')?.wall ?? wall;
  const length = readDuration(component.first('DURATION')?.value ?? '');
  return Math.max(end, wall + DAY_MS, length ? wall + length.days * DAY_MS + length.ms : wall);
};

/** What a calendar holds within a span: it takes the components as they come, and keeps those that may matter. */
export class Agenda implements ComponentListener {
  readonly #options: CalendarOptions;
  readonly #zoneSpan: WallSpan;
  readonly #steps: Steps;
  readonly #zoneSteps = new Steps(ZONE_STEPS);
  readonly #zoneNames = { left: MOST_ZONE_NAMES };
  readonly #listed: ListLimit;
  readonly #notes = new Notes();
  readonly #allZones: Zones[] = [];
  #zones: Zones;
  #name = '';
  #isCancelled = false;
  #singles: Draft[] = [];
  readonly #others: Draft[] = [];

  constructor(options: CalendarOptions) {
    this.#options = options;
    this.#zoneSpan = { from: options.from - EXCEPTION_REACH_MS, to: options.to + EXCEPTION_REACH_MS };
    this.#steps = new Steps(options.stepsInAll ?? STEPS_IN_ALL);
    this.#listed = { ...this.#zoneSpan, left: MOST_LISTED };
    this.#zones = this.#createZones();
  }

  onCalendar(): void {
    this.#zones = this.#createZones();
    this.#isCancelled = false;
  }

  onProperty({ name, value }: ContentLine): void {
    if (name === 'X-WR-CALNAME' && this.#name === '') this.#name = value.slice(0, 200);
    if (name === 'METHOD') this.#isCancelled = value.trim().toUpperCase() === 'CANCEL';
  }

  onZone(zone: Component): void {
    this.#zones.define(zone);
  }

  onEvent(component: Component): void {
    if (this.#isCancelled) return;
    const start = readTime(startLine(component)?.value ?? '');
    if (!start) {
      this.#notes.countBroken();
      return;
    }
    const draft = { component, zones: this.#zones, wall: start.wall };
    const id = component.first('RECURRENCE-ID');
    if (id) this.#keepException(draft, id);
    else if (component.first('RRULE') ?? component.first('RDATE')) this.#keepOther(draft);
    else this.#keepSingle(draft);
  }

  /** What was found. `isWhole` tells whether the text came to its end. */
  finish(isWhole: boolean): CalendarDocument {
    const earliest = new Earliest(this.#options.most);
    const { events, exceptions } = separateOverrides(
      [...this.#singles, ...this.#others].map((draft) => this.#read(draft)),
    );
    for (const event of events) this.#addSeries(event, exceptions.get(event.uid) ?? [], earliest);
    const series = groupBy(events, ({ uid }) => uid);
    for (const event of overridesOf(events, exceptions))
      if (this.#belongs(event, series.get(event.uid) ?? [])) this.#addOne(event, earliest);
    if (this.#listed.left < 0)
      this.#notes.add(`More than ${MOST_LISTED} single dates are listed; the others are missing.`);
    if (!isWhole) this.#notes.add('The calendar ends in the middle; what comes after that is missing.');
    for (const { unknown } of this.#allZones) this.#notes.addUnknownZones(unknown);
    return { name: this.#name, occurrences: earliest.sorted(), notes: this.#notes.sentences() };
  }

  #createZones(): Zones {
    const zones = new Zones(this.#options.zone, this.#zoneSpan, this.#zoneSteps, this.#zoneNames);
    if (this.#allZones.length < MOST_CALENDARS) this.#allZones.push(zones);
    return zones;
  }

  #read({ component, zones }: Draft): CalendarEvent {
    const event = readEvent(component, zones, this.#listed);
    if (event.hasUnusableRule) this.#notes.addUnusableRule(event.texts.name);
    return event;
  }

  #stepsOfSeries(): Steps {
    return new Steps(this.#options.stepsPerSeries ?? STEPS_PER_SERIES, this.#steps);
  }

  #addSeries(event: CalendarEvent, exceptions: readonly CalendarEvent[], earliest: Earliest): void {
    if (event.isCancelled) return;
    const isWhole = new Series(event).collect(exceptions, this.#options, this.#stepsOfSeries(), earliest);
    if (!isWhole) this.#notes.addCut(event.texts.name);
  }

  /** Whether an override stands for an occurrence that its series has; one without a series stands for itself. */
  #belongs({ id, isForLater }: CalendarEvent, own: readonly CalendarEvent[]): boolean {
    if (id === null || isForLater || own.length === 0 || own.some(({ hasUnusableRule }) => hasUnusableRule))
      return true;
    return own.some((event) => new Series(event).names(id, this.#stepsOfSeries()));
  }

  #addOne(event: CalendarEvent, earliest: Earliest): void {
    const occurrence = occurrenceAt(event, event.start.wall, event.length, event.start.clock);
    if (touches(occurrence, this.#options)) earliest.add(occurrence);
  }

  /** Keeps an event that stands for itself when it may touch the span. */
  #keepSingle(draft: Draft): void {
    const { from, to } = this.#options;
    if (draft.wall - ZONE_SLACK_MS > to || endOf(draft) + ZONE_SLACK_MS < from) return;
    this.#singles.push(draft);
    if (this.#singles.length < 2 * this.#mostSingles) return;
    // Far more than can be shown: only the first ones matter.
    this.#singles = this.#singles.sort((a, b) => a.wall - b.wall).slice(0, this.#mostSingles);
  }

  get #mostSingles(): number {
    return 20 * this.#options.most + 2000;
  }

  #keepException(draft: Draft, id: ContentLine): void {
    const { from, to } = this.#options;
    const named = readTime(id.value)?.wall ?? draft.wall;
    const isFar = named < from - EXCEPTION_REACH_MS || named > to + EXCEPTION_REACH_MS;
    const isAway = draft.wall - ZONE_SLACK_MS > to || endOf(draft) + ZONE_SLACK_MS < from;
    if (id.params['RANGE'] !== undefined || !isFar || !isAway) this.#keepOther(draft);
  }

  #keepOther(draft: Draft): void {
    if (this.#others.length < MOST_DRAFTS) this.#others.push(draft);
    else this.#notes.add(`The calendar has more than ${MOST_DRAFTS} repeated events; the others are missing.`);
  }
}
