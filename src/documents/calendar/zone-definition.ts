import type { Component } from './components.ts';
import { expandRule, type WallSpan } from './expansion.ts';
import { parseRule } from './rule.ts';
import { OutOfSteps, Steps } from './steps.ts';
import { readTime } from './times.ts';
import type { ZoneClock } from './zone-clock.ts';
import { DAY_MS } from '../../core/time/durations.ts';

/** When a zone's clock is set, and what it is ahead of UTC from then on. */
interface Change {
  readonly at: number;
  readonly offset: number;
  readonly before: number;
}

const MOST_STEPS = 4000;
// The last change before a span lies at most this long before it: zones without a rule list each change.
const LOOK_BACK_MS = 3 * 366 * DAY_MS;

const offsetOf = (component: Component, name: string): number | null => {
  const [, sign, hours, minutes, seconds = '0'] =
    /^([+-]?)(\d{2}):?(\d{2}):?(\d{2})?$/.exec(component.first(name)?.value.trim() ?? '') ?? [];
  if (hours === undefined) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
};

const onsets = (part: Component, start: number, before: number, span: WallSpan, steps: Steps): number[] => {
  const walls = [
    start,
    ...part.all('RDATE').flatMap(({ value }) => value.split(',').flatMap((text) => readTime(text)?.wall ?? [])),
  ];
  for (const { value } of part.all('RRULE')) {
    const rule = parseRule(value);
    if (!rule) continue;
    const end = rule.until === null ? null : readTime(rule.until);
    const until = end ? end.wall + (end.shift === null ? 0 : before) : Infinity;
    const from = Math.min(span.from, until) - LOOK_BACK_MS;
    walls.push(...expandRule({ ...rule, until }, start, { from, to: span.to }, new Steps(MOST_STEPS, steps)));
  }
  return walls;
};

const changesOf = (part: Component, span: WallSpan, steps: Steps): Change[] => {
  const start = readTime(part.first('DTSTART')?.value ?? '')?.wall;
  const before = offsetOf(part, 'TZOFFSETFROM');
  const offset = offsetOf(part, 'TZOFFSETTO');
  if (start === undefined || offset === null) return [];
  return onsets(part, start, before ?? offset, span, steps).map((wall) => ({
    at: wall - (before ?? offset),
    offset,
    before: before ?? offset,
  }));
};

const createClock = (changes: readonly Change[]): ZoneClock => {
  const [first] = changes as [Change];
  return {
    offsetAt: (instant) => {
      let low = 0;
      let high = changes.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((changes[middle] as Change).at <= instant) low = middle + 1;
        else high = middle;
      }
      return low === 0 ? first.before : (changes[low - 1] as Change).offset;
    },
  };
};

/**
 * The clock that a calendar defines for a zone, true within a span; null when its definition cannot be used, or not
 * within the steps.
 */
export const definedClock = (zone: Component, span: WallSpan, steps: Steps): ZoneClock | null => {
  try {
    const changes = zone.parts.flatMap((part) => changesOf(part, span, steps)).sort((a, b) => a.at - b.at);
    return changes.length === 0 ? null : createClock(changes);
  } catch (error) {
    if (error instanceof OutOfSteps) return null;
    throw error;
  }
};
