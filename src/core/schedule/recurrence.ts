import type { Location } from '../../schema/appliance/location.ts';
import { dayOf, type Day } from '../time/day.ts';
import { includesDay, nextDayIn } from './calendar.ts';
import { spanOn, type Recurrence, type Span } from './rule.ts';

/** How many windows in a row may be skipped by clock changes before the search for the next one ends. */
const MOST_EMPTY = 3;

const mayCrossMidnight = ({ start, end }: Recurrence): boolean => {
  if (start.type === 'fixed' && end.type === 'fixed') return end.minute !== null && end.minute <= (start.minute ?? 0);
  return true;
};

/** The windows that reach into a day: yesterday's, if it crosses midnight, and today's. */
const spansAround = (recurrence: Recurrence, today: Day, location: Location): Span[] => {
  const spans: Span[] = [];
  if (mayCrossMidnight(recurrence)) {
    const yesterday = dayOf(today.number - 1, today.zone);
    if (includesDay(recurrence.calendar, yesterday)) spans.push(spanOn(recurrence, yesterday, location));
  }
  if (includesDay(recurrence.calendar, today)) spans.push(spanOn(recurrence, today, location));
  return spans;
};

/**
 * The window that is open at an instant of a day; null when none is. What runs past midnight belongs to the day it
 * began on.
 */
export const spanAt = (recurrence: Recurrence, at: number, today: Day, location: Location): Span | null => {
  for (const span of spansAround(recurrence, today, location)) if (at >= span.from && at < span.to) return span;
  return null;
};

/**
 * The first instant after `at`, an instant of a day, at which a window opens or closes; null when none ever does again.
 */
export const nextEdge = (recurrence: Recurrence, at: number, today: Day, location: Location): number | null => {
  let first: number | null = null;
  for (const { from, to } of spansAround(recurrence, today, location)) {
    const edge = from > at ? from : to;
    if (from < to && edge > at && (first === null || edge < first)) first = edge;
  }
  return first ?? nextStart(recurrence, today, location);
};

/** The first of two instants, null for one that never comes. */
export const earlier = (one: number | null, other: number | null): number | null =>
  other !== null && (one === null || other < one) ? other : one;

/** The first of some instants, null for those that never come; null when none does. */
export const earliest = (instants: readonly (number | null)[]): number | null =>
  instants.reduce((first, instant) => earlier(first, instant), null);

const nextStart = (recurrence: Recurrence, today: Day, location: Location): number | null => {
  let number = nextDayIn(recurrence.calendar, today.number + 1);
  for (let tries = 0; number !== null && tries < MOST_EMPTY; tries++) {
    const { from, to } = spanOn(recurrence, dayOf(number, today.zone), location);
    if (from < to) return from;
    number = nextDayIn(recurrence.calendar, number + 1);
  }
  return null;
};
