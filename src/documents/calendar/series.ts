import type { Occurrence } from '../calendar-document.ts';
import { dayOf } from './civil-days.ts';
import type { CalendarEvent } from './event.ts';
import { expandRule, type WallSpan } from './expansion.ts';
import type { Earliest } from './earliest.ts';
import type { Rule, RuleText } from './rule.ts';
import { OutOfSteps, type Steps } from './steps.ts';
import { instantOf, readTime, wallOn, type Length, type When } from './times.ts';
import { instantAt, UTC_CLOCK, wallAt, type ZoneClock } from './zone-clock.ts';
import { DAY_MS, HOUR_MS } from '../../core/time/durations.ts';

/** The part of the time that is looked at, in ms. */
export interface InstantSpan {
  readonly from: number;
  readonly to: number;
}

/** A wall clock of a series with its own length, when it has one. */
interface Start {
  readonly wall: number;
  readonly length: Length | null;
}

// Clocks are set by less than this between an occurrence and the span.
const SLACK_MS = 2 * HOUR_MS;

const endOf = (wall: number, start: number, { days, ms }: Length, clock: ZoneClock): number =>
  (days === 0 ? start : instantAt(wall + days * DAY_MS, clock)) + ms;

/** The occurrence of an event at what a clock shows. */
export const occurrenceAt = (event: CalendarEvent, wall: number, length: Length, clock: ZoneClock): Occurrence => {
  const start = instantAt(wall, clock);
  return { ...event.texts, start, end: endOf(wall, start, length, clock), all_day: event.start.isDate };
};

/** Whether an occurrence touches a span. */
export const touches = ({ start, end }: Occurrence, span: InstantSpan): boolean =>
  start <= span.to && (end > span.from || start >= span.from);

/**
 * The date that a time means in a series of days: the one it is written with, but for UTC, which means a midnight
 * somewhere.
 */
const dateIn = (start: When, when: When): number => {
  if (when.kind !== 'utc') return when.wall;
  const seen = wallAt(instantOf(when), start.clock);
  return seen % DAY_MS !== 0 && when.wall % DAY_MS === 0 ? when.wall : seen;
};

/** Occurrences of a series that are named one by one, in whatever form: by their instant, or by their day. */
class NamedOccurrences {
  readonly #start: When;
  readonly #instants = new Set<number>();
  readonly #days = new Set<number>();

  constructor(start: When) {
    this.#start = start;
  }

  add(when: When): void {
    if (this.#start.isDate) this.#days.add(dayOf(dateIn(this.#start, when)));
    else if (when.isDate) this.#days.add(dayOf(when.wall));
    // A time without a zone is meant in that of its series.
    else this.#instants.add(when.kind === 'floating' ? instantAt(when.wall, this.#start.clock) : instantOf(when));
  }

  has(wall: number, instant: number): boolean {
    return this.#instants.has(instant) || this.#days.has(dayOf(wall));
  }
}

/** An exception that moves or cancels its occurrence and every later one. */
interface Shift {
  readonly from: number;
  readonly by: number;
  readonly event: CalendarEvent;
}

/** A repeated event with the exceptions of its occurrences. */
export class Series {
  readonly #event: CalendarEvent;
  readonly #replaced: NamedOccurrences;
  #shifts: readonly Shift[] = [];
  /** How far an exception may move later occurrences at most. */
  #farthestShift = 0;

  constructor(event: CalendarEvent) {
    this.#event = event;
    this.#replaced = new NamedOccurrences(event.start);
  }

  /**
   * Adds the occurrences that touch a span and are near enough, none twice; `exceptions` are the events that name some
   * of them. False when the steps did not suffice.
   */
  collect(exceptions: readonly CalendarEvent[], span: InstantSpan, steps: Steps, earliest: Earliest): boolean {
    const seen = new Set<number>();
    try {
      this.#heed(exceptions, steps);
      const walls = this.#wallSpan(span);
      this.#excludeRules(walls, steps);
      for (const starts of this.#starts(walls, steps)) {
        for (const { wall, length } of starts) {
          const instant = instantAt(wall, this.#event.start.clock);
          if (earliest.isTooLate(instant - this.#farthestShift)) break;
          if (seen.has(instant) || this.#replaced.has(wall, instant)) continue;
          seen.add(instant);
          const occurrence = this.#occurrence(wall, instant, length);
          if (occurrence && touches(occurrence, span)) earliest.add(occurrence);
        }
      }
      return true;
    } catch (error) {
      if (error instanceof OutOfSteps) return false;
      throw error;
    }
  }

  /** Whether a time names one of its occurrences, left out or not; also when the steps do not suffice to tell. */
  names(when: When, steps: Steps): boolean {
    const { start } = this.#event;
    const wall = this.#wallOf(when);
    const day = dayOf(wall) * DAY_MS;
    const isNamed = (at: number): boolean =>
      start.isDate || when.isDate
        ? dayOf(at) === dayOf(wall)
        : instantAt(at, start.clock) === instantAt(wall, start.clock);
    try {
      steps.take();
      for (const starts of this.#starts({ from: day, to: day + DAY_MS - 1 }, steps))
        for (const one of starts) if (isNamed(one.wall)) return true;
      return false;
    } catch (error) {
      if (error instanceof OutOfSteps) return true;
      throw error;
    }
  }

  /** Many events may have one name, and as many exceptions: each is paid for with each of them. */
  #heed(exceptions: readonly CalendarEvent[], steps: Steps): void {
    const { except } = this.#event;
    steps.take(except.length + exceptions.length);
    for (const when of except) this.#replaced.add(when);
    for (const { id } of exceptions) if (id) this.#replaced.add(id);
    this.#shifts = exceptions
      .filter(({ isForLater }) => isForLater)
      .map((one) => this.#shiftBy(one))
      .sort((a, b) => b.from - a.from);
    this.#farthestShift = this.#shifts.reduce((most, { by }) => Math.max(most, Math.abs(by) + DAY_MS), 0);
  }

  #occurrence(wall: number, instant: number, length: Length | null): Occurrence | null {
    const shift = this.#shifts.find(({ from }) => from <= instant);
    if (!shift) return occurrenceAt(this.#event, wall, length ?? this.#event.length, this.#event.start.clock);
    return shift.event.isCancelled
      ? null
      : occurrenceAt(shift.event, wall + shift.by, shift.event.length, this.#event.start.clock);
  }

  /** Both times are read on the clock of the series, so that "an hour later" is an hour later on every day. */
  #shiftBy(event: CalendarEvent): Shift {
    const named = this.#wallOf(event.id as When);
    return {
      from: instantAt(named, this.#event.start.clock),
      by: wallOn(event.start, this.#event.start.clock) - named,
      event,
    };
  }

  #wallSpan({ from, to }: InstantSpan): WallSpan {
    const { start, length, extra } = this.#event;
    const slack = start.clock === UTC_CLOCK ? 0 : SLACK_MS;
    const longest = [
      length,
      ...extra.flatMap((one) => one.length ?? []),
      ...this.#shifts.map(({ event }) => event.length),
    ];
    const reach = Math.max(...longest.map(({ days, ms }) => days * DAY_MS + ms)) + this.#farthestShift + slack;
    return { from: wallAt(from, start.clock) - reach, to: wallAt(to, start.clock) + this.#farthestShift + slack };
  }

  /** Starts of each rule, then those that are listed; the first of the series is among them. */
  *#starts(span: WallSpan, steps: Steps): Generator<Iterable<Start>> {
    const event = this.#event;
    if (event.rules.length === 0) yield [{ wall: event.start.wall, length: null }];
    for (const rule of event.rules) yield this.#startsOf(rule, span, steps);
    yield this.#listed(steps);
  }

  *#startsOf(rule: RuleText, span: WallSpan, steps: Steps): Generator<Start> {
    for (const wall of expandRule(this.#complete(rule), this.#event.start.wall, span, steps))
      yield { wall, length: null };
  }

  #listed(steps: Steps): Start[] {
    const { start, extra } = this.#event;
    steps.take(extra.length);
    return extra
      .map(({ when, length }) => ({ wall: this.#wallOf(when), length: start.isDate ? null : length }))
      .sort((a, b) => a.wall - b.wall);
  }

  /** What the clock of the series shows at a time that names one of its occurrences, in whatever form. */
  #wallOf(when: When): number {
    const { start } = this.#event;
    if (start.isDate) return dayOf(dateIn(start, when)) * DAY_MS;
    if (when.isDate) return when.wall + start.wall - dayOf(start.wall) * DAY_MS;
    // A time without a zone is meant in that of its series.
    return when.kind === 'floating' ? when.wall : wallOn(when, start.clock);
  }

  #excludeRules(span: WallSpan, steps: Steps): void {
    const { start, exceptRules } = this.#event;
    for (const rule of exceptRules) {
      for (const wall of expandRule(this.#complete(rule), start.wall, span, steps, 'fitting'))
        this.#replaced.add({ ...start, wall });
    }
  }

  /**
   * The end of a rule as a wall clock of its series: a date lasts until its midnight, a time without a zone is one of
   * the series.
   */
  #complete(rule: RuleText): Rule {
    const { start } = this.#event;
    const end = rule.until === null ? null : readTime(rule.until);
    if (!end) return { ...rule, until: Infinity };
    if (start.isDate || end.isDate) return { ...rule, until: dayOf(end.wall) * DAY_MS + DAY_MS - 1 };
    return { ...rule, until: end.shift === null ? end.wall : wallAt(end.wall - end.shift, start.clock) };
  }
}
