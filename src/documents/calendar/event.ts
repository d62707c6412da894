import type { Component } from './components.ts';
import type { ContentLine } from './content-lines.ts';
import { parseRule, type RuleText } from './rule.ts';
import {
  instantOf,
  readDuration,
  timeOf,
  timesOf,
  wallOn,
  type Length,
  type ListedTime,
  type ListLimit,
  type When,
  type ZoneSource,
} from './times.ts';
import { instantAt } from './zone-clock.ts';
import { DAY_MS } from '../../core/time/durations.ts';

/** Texts of an event. */
export interface EventTexts {
  readonly name: string;
  readonly location: string;
  readonly description: string;
}

/**
 * An event of a calendar: one that stands for itself, a series, or (with an `id`) what became of one occurrence of a
 * series.
 */
export interface CalendarEvent {
  readonly uid: string;
  readonly sequence: number;
  readonly isCancelled: boolean;
  readonly start: When;
  readonly length: Length;
  readonly rules: readonly RuleText[];
  readonly exceptRules: readonly RuleText[];
  readonly extra: readonly ListedTime[];
  readonly except: readonly When[];
  /** The occurrence that this one stands for, and whether it stands for all later ones too. */
  readonly id: When | null;
  readonly isForLater: boolean;
  readonly texts: EventTexts;
  /** Whether it has rules that cannot be followed. */
  readonly hasUnusableRule: boolean;
}

const LONGEST_TEXT = 200;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', N: '\n' };

const textOf = (line: ContentLine | undefined): string =>
  (line?.value ?? '').replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter).slice(0, LONGEST_TEXT);

const DAY: Length = { days: 1, ms: 0 };
const NONE: Length = { days: 0, ms: 0 };

const wholeDays = ({ days, ms }: Length): Length => ({ days: Math.max(1, days + Math.ceil(ms / DAY_MS)), ms: 0 });

/** RFC 5545, 3.8.5.3: an end gives every occurrence the same exact length, a duration the same days by the calendar. */
const lengthOf = (event: Component, start: When, zones: ZoneSource): Length => {
  const endLine = event.first('DTEND');
  const end = endLine ? timeOf(endLine, zones) : null;
  if (end && start.isDate)
    return wholeDays({ days: 0, ms: Math.max(0, (end.isDate ? end.wall : wallOn(end, zones.viewer)) - start.wall) });
  if (end)
    return {
      days: 0,
      ms: Math.max(0, (end.isDate ? instantAt(end.wall, start.clock) : instantOf(end)) - instantOf(start)),
    };
  const duration = readDuration(event.first('DURATION')?.value ?? '');
  if (start.isDate) return duration ? wholeDays(duration) : DAY;
  return duration ?? NONE;
};

/** Outlook writes all-day events as times from midnight to midnight, with a property that marks them as days. */
const asOutlookMeans = (event: Component, start: When, zones: ZoneSource): When => {
  const isDay = event.first('X-MICROSOFT-CDO-ALLDAYEVENT')?.value.trim().toUpperCase() === 'TRUE';
  return isDay && !start.isDate && start.wall % DAY_MS === 0
    ? { wall: start.wall, isDate: true, clock: zones.viewer, kind: 'date' }
    : start;
};

const endOfOutlookDay = (event: Component, start: When, zones: ZoneSource): Length | null => {
  const line = event.first('DTEND');
  const written = line ? timeOf(line, zones) : null;
  return written && !written.isDate ? wholeDays({ days: 0, ms: Math.max(0, written.wall - start.wall) }) : null;
};

/** Dates of a rule may be shorter than days: such a rule cannot be followed. */
const rulesOf = (lines: readonly ContentLine[], start: When): (RuleText | null)[] =>
  lines.map(({ value }) => {
    const rule = parseRule(value);
    if (!rule || !start.isDate) return rule;
    if (['HOURLY', 'MINUTELY', 'SECONDLY'].includes(rule.frequency)) return null;
    return { ...rule, hours: null, minutes: null, seconds: null };
  });

/**
 * The property with the start of an event: an exception without a start of its own begins when its occurrence would.
 */
export const startLine = (event: Component): ContentLine | undefined =>
  event.first('DTSTART') ?? event.first('RECURRENCE-ID');

/** What a component says of an event whose start can be read. Of listed times those within the limit are kept. */
export const readEvent = (event: Component, zones: ZoneSource, limit: ListLimit): CalendarEvent => {
  const written = timeOf(startLine(event) as ContentLine, zones) as When;
  const start = asOutlookMeans(event, written, zones);
  const length = (start === written ? null : endOfOutlookDay(event, start, zones)) ?? lengthOf(event, start, zones);
  const rules = rulesOf(event.all('RRULE'), start);
  const exceptRules = rulesOf(event.all('EXRULE'), start);
  const idLine = event.first('RECURRENCE-ID');
  return {
    uid: event.first('UID')?.value.trim() ?? '',
    sequence: Number.parseInt(event.first('SEQUENCE')?.value ?? '0', 10) || 0,
    isCancelled: event.first('STATUS')?.value.trim().toUpperCase() === 'CANCELLED',
    start,
    length,
    rules: rules.filter((rule) => rule !== null),
    exceptRules: exceptRules.filter((rule) => rule !== null),
    extra: event.all('RDATE').flatMap((listed) => timesOf(listed, zones, limit)),
    except: event.all('EXDATE').flatMap((listed) => timesOf(listed, zones, limit).map(({ when }) => when)),
    id: idLine ? timeOf(idLine, zones) : null,
    isForLater: idLine?.params['RANGE']?.toUpperCase() === 'THISANDFUTURE',
    texts: {
      name: textOf(event.first('SUMMARY')),
      location: textOf(event.first('LOCATION')),
      description: textOf(event.first('DESCRIPTION')),
    },
    hasUnusableRule: [...rules, ...exceptRules].includes(null),
  };
};
