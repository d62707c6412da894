import { dateOf } from '../../core/time/day.ts';
import { dayOf, weekStart } from './civil-days.ts';
import { daysOfMonth, daysOfWeek, daysOfYear, fitsDay, nextMonthDay } from './day-set.ts';
import { completeRule, type Frequency, type Rule } from './rule.ts';
import type { Steps } from './steps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/time/durations.ts';

/** A part of the time, as wall clocks told as if they were UTC; both ends belong to it. */
export interface WallSpan {
  readonly from: number;
  readonly to: number;
}

/** What repeats in one period: times of day (ms after midnight, given by hours, minutes and seconds) on some days. */
interface Times {
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
}

/** A period of a rule: its days with its times. */
interface Period {
  readonly days: readonly number[];
  readonly times: Times;
}

const UNITS: Partial<Record<Frequency, number>> = { HOURLY: HOUR_MS, MINUTELY: MINUTE_MS, SECONDLY: 1000 };

const hourOf = (wall: number): number => Math.floor((wall - dayOf(wall) * DAY_MS) / HOUR_MS);
const minuteOf = (wall: number): number => Math.floor((wall - Math.floor(wall / HOUR_MS) * HOUR_MS) / MINUTE_MS);
const secondOf = (wall: number): number => Math.floor((wall - Math.floor(wall / MINUTE_MS) * MINUTE_MS) / 1000);

const isPlain = (rule: Rule, ...but: (keyof Rule)[]): boolean =>
  (['months', 'weeks', 'yearDays', 'monthDays', 'days', 'hours', 'minutes', 'seconds', 'positions'] as const).every(
    (part) => but.includes(part) || rule[part] === null,
  );

/**
 * Whether the start of a series belongs to it `always`, as its first occurrence, or only when it is `fitting` the rule.
 */
export type First = 'always' | 'fitting';

/** One series of a rule: which wall clocks it has in a span. */
class Expansion {
  readonly #rule: Rule;
  readonly #start: number;
  /** The times that the rule names, or those of its start. */
  readonly #times: Times;
  readonly #span: WallSpan;
  readonly #steps: Steps;
  /** Occurrences that are still to come, the start and those that were passed over taken off. */
  #left: number;
  /** Regular occurrences lie after this. */
  readonly #after: number;

  constructor(rule: Rule, start: number, span: WallSpan, steps: Steps, first: First) {
    this.#rule = completeRule(rule, start);
    this.#start = start;
    const { hours, minutes, seconds } = rule;
    this.#times = {
      hours: hours ?? [hourOf(start)],
      minutes: minutes ?? [minuteOf(start)],
      seconds: seconds ?? [secondOf(start)],
    };
    this.#after = first === 'always' ? start : start - 1;
    this.#span = { from: span.from, to: Math.min(span.to, this.#rule.until) };
    this.#steps = steps;
    this.#left = (rule.count ?? Infinity) - (first === 'always' ? 1 : 0);
  }

  *walls(): Generator<number> {
    if (this.#start > this.#rule.until) return;
    if (this.#after === this.#start && this.#start >= this.#span.from && this.#start <= this.#span.to)
      yield this.#start;
    if (this.#rule.until < this.#span.from) return;
    for (const wall of this.#regular()) {
      if (wall > this.#span.to || this.#left-- <= 0) return;
      if (wall >= this.#span.from) yield wall;
    }
  }

  *#regular(): Generator<number> {
    for (const period of this.#periods()) {
      const walls = this.#rule.positions ? this.#chosen(period, this.#rule.positions) : this.#each(period);
      for (const wall of walls) if (wall > this.#after) yield wall;
    }
  }

  /**
   * Every wall clock of a period, in order. Whole days, hours and minutes before the span are passed over where nothing
   * is counted.
   */
  *#each({ days, times }: Period): Generator<number> {
    const from = this.#rule.count === null ? this.#span.from : this.#start;
    for (const day of days) {
      if ((day + 1) * DAY_MS <= from) continue;
      for (const hour of times.hours) {
        const atHour = day * DAY_MS + hour * HOUR_MS;
        if (atHour + HOUR_MS <= from) continue;
        for (const minute of times.minutes) {
          const atMinute = atHour + minute * MINUTE_MS;
          if (atMinute + MINUTE_MS <= from) continue;
          this.#steps.take(times.seconds.length);
          for (const second of times.seconds) yield atMinute + second * 1000;
        }
      }
    }
  }

  /** The wall clocks of a period at the positions that the rule names. */
  *#chosen({ days, times: { hours, minutes, seconds } }: Period, positions: readonly number[]): Generator<number> {
    const perHour = minutes.length * seconds.length;
    const perDay = hours.length * perHour;
    const all = days.length * perDay;
    const places = positions
      .map((position) => (position > 0 ? position - 1 : all + position))
      .filter((place) => place >= 0 && place < all);
    this.#steps.take(1 + places.length);
    for (const place of [...new Set(places)].sort((a, b) => a - b)) {
      const day = days[Math.floor(place / perDay)] as number;
      const hour = hours[Math.floor((place % perDay) / perHour)] as number;
      const minute = minutes[Math.floor((place % perHour) / seconds.length)] as number;
      yield day * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS + (seconds[place % seconds.length] as number) * 1000;
    }
  }

  #periods(): Generator<Period> {
    const { frequency } = this.#rule;
    if (frequency === 'YEARLY') return this.#years();
    if (frequency === 'MONTHLY') return this.#months();
    if (frequency === 'WEEKLY') return this.#weeks();
    return frequency === 'DAILY' ? this.#days() : this.#moments(UNITS[frequency] as number);
  }

  *#years(): Generator<Period> {
    const { interval } = this.#rule;
    const first = dateOf(dayOf(this.#start)).year;
    const last = dateOf(dayOf(this.#span.to)).year;
    const skipped = this.#skip(dateOf(dayOf(this.#span.from)).year - first, false);
    for (let year = first + skipped * interval; year <= last; year += interval) {
      yield { days: daysOfYear(this.#rule, year, this.#steps), times: this.#times };
    }
  }

  *#months(): Generator<Period> {
    const { interval } = this.#rule;
    const place = (wall: number): number => {
      const { year, month } = dateOf(dayOf(wall));
      return year * 12 + month - 1;
    };
    const first = place(this.#start);
    for (
      let at = first + this.#skip(place(this.#span.from) - first, false) * interval;
      at <= place(this.#span.to);
      at += interval
    ) {
      yield { days: daysOfMonth(this.#rule, Math.floor(at / 12), (at % 12) + 1, this.#steps), times: this.#times };
    }
  }

  *#weeks(): Generator<Period> {
    const { firstWeekday, interval } = this.#rule;
    const first = weekStart(dayOf(this.#start), firstWeekday);
    const skipped = this.#skip((dayOf(this.#span.from) - first) / 7 - 1, isPlain(this.#rule, 'days'));
    if (skipped > 0) this.#left -= this.#countWeeks(first, skipped);
    for (let week = first + skipped * 7 * interval; week * DAY_MS <= this.#span.to; week += 7 * interval) {
      yield { days: daysOfWeek(this.#rule, week, this.#steps), times: this.#times };
    }
  }

  /**
   * How many occurrences after the start the first weeks hold; in the first one the days before the start do not count.
   */
  #countWeeks(first: number, weeks: number): number {
    const days = daysOfWeek(this.#rule, first, this.#steps);
    return days.filter((day) => day > dayOf(this.#start)).length + (weeks - 1) * days.length;
  }

  *#days(): Generator<Period> {
    const { interval } = this.#rule;
    const first = dayOf(this.#start);
    const skipped = this.#skip(dayOf(this.#span.from) - first, isPlain(this.#rule));
    this.#left -= skipped === 0 ? 0 : skipped - 1;
    for (let day = first + skipped * interval; day * DAY_MS <= this.#span.to; ) {
      this.#steps.take();
      const fitting = nextMonthDay(this.#rule, day);
      if (fitting === day && fitsDay(this.#rule, day)) yield { days: [day], times: this.#times };
      day = fitting === day ? day + interval : day + Math.ceil((fitting - day) / interval) * interval;
    }
  }

  /** Periods below a day. Days, hours and minutes that do not belong to the rule are passed over as a whole. */
  *#moments(unit: number): Generator<Period> {
    const rule = this.#rule;
    const length = unit * rule.interval;
    const base = Math.floor(this.#start / unit) * unit;
    const skipped = this.#skip((this.#span.from - base) / unit - 1, isPlain(rule));
    this.#left -= skipped === 0 ? 0 : skipped - 1;
    for (let at = base + skipped * length; at <= this.#span.to; ) {
      this.#steps.take();
      const fitting = this.#nextMoment(at, unit);
      if (fitting === at) {
        yield {
          days: [dayOf(at)],
          times: {
            hours: [hourOf(at)],
            minutes: unit < HOUR_MS ? [minuteOf(at)] : this.#times.minutes,
            seconds: unit < MINUTE_MS ? [secondOf(at)] : this.#times.seconds,
          },
        };
      }
      at = fitting === at ? at + length : at + Math.ceil((fitting - at) / length) * length;
    }
  }

  /** The moment itself when it fits the rule, otherwise the earliest one after it that may. */
  #nextMoment(at: number, unit: number): number {
    const day = dayOf(at);
    const fitting = nextMonthDay(this.#rule, day);
    if (fitting !== day) return fitting * DAY_MS;
    if (!fitsDay(this.#rule, day)) return (day + 1) * DAY_MS;
    if (this.#rule.hours && !this.#rule.hours.includes(hourOf(at))) return (Math.floor(at / HOUR_MS) + 1) * HOUR_MS;
    if (unit < HOUR_MS && this.#rule.minutes && !this.#rule.minutes.includes(minuteOf(at)))
      return (Math.floor(at / MINUTE_MS) + 1) * MINUTE_MS;
    return unit < MINUTE_MS && this.#rule.seconds && !this.#rule.seconds.includes(secondOf(at)) ? at + 1000 : at;
  }

  /**
   * How many periods may be passed over to come near the span, which is `units` away: none where occurrences must be
   * counted one by one.
   */
  #skip(units: number, isCountable: boolean): number {
    return this.#rule.count === null || (isCountable && this.#after === this.#start)
      ? Math.max(0, Math.floor(units / this.#rule.interval))
      : 0;
  }
}

/**
 * The wall clocks of a rule's occurrences in a span, in order, the start included. A rule without a count costs only
 * what lies in the span; steps that are used up end it. Throws OutOfSteps.
 */
export const expandRule = (
  rule: Rule,
  start: number,
  span: WallSpan,
  steps: Steps,
  first: First = 'always',
): Generator<number> => new Expansion(rule, start, span, steps, first).walls();
