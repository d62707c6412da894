import type { Day } from '../../../src/core/time/day.ts';
import type { PlannedMessage, TimelineAnswer } from '../../../src/schema/content/timeline.ts';
import { minuteIn } from './days.ts';

/** One range of the service's timeline. */
export type Range = TimelineAnswer['ranges'][number];

/** What decides a board within one day, in minutes of that day. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly schedule_id: string | null;
  readonly page_id: string | null;
  readonly source: Range['source'];
  readonly silence: boolean;
}

const joins = (a: Segment, b: Segment): boolean =>
  a.schedule_id === b.schedule_id &&
  a.silence === b.silence &&
  a.source === b.source &&
  (a.schedule_id !== null || a.page_id === b.page_id);

/** The ranges of a timeline that lie in a day; those that differ in the member of a rule's collection alone are one. */
export const segmentsOf = (ranges: readonly Range[], day: Day): Segment[] => {
  const found: Segment[] = [];
  for (const { from, to, schedule_id, page_id, source, silence } of ranges) {
    const [begin, end] = [Date.parse(from), Date.parse(to)];
    if (end <= day.start || begin >= day.end) continue;
    const next: Segment = { from: minuteIn(day, begin), to: minuteIn(day, end), schedule_id, page_id, source, silence };
    const last = found.at(-1);
    if (last && joins(last, next)) found[found.length - 1] = { ...last, to: next.to };
    else found.push(next);
  }
  return found.filter(({ from, to }) => to > from);
};

/** The parts of a block of a rule in which it decides what is shown. */
export const winningParts = (
  segments: readonly Segment[],
  ruleId: string,
  from: number,
  to: number,
): { from: number; to: number }[] =>
  segments
    .filter((segment) => segment.schedule_id === ruleId)
    .map((segment) => ({ from: Math.max(from, segment.from), to: Math.min(to, segment.to) }))
    .filter((part) => part.to > part.from);

/**
 * How a block fares: it decides all the time, part of it, gives way to other rules, or does not apply at all. Null
 * while that is not known.
 */
export type RuleEffect = 'wins' | 'partly' | 'covered' | 'idle' | null;

/** How a block of a rule fares in a day. */
export const effectOf = (segments: readonly Segment[], ruleId: string, from: number, to: number): RuleEffect => {
  if (segments.length === 0) return null;
  const won = winningParts(segments, ruleId, from, to).reduce((sum, part) => sum + part.to - part.from, 0);
  if (won > 0) return won < to - from ? 'partly' : 'wins';
  return segments.some((segment) => segment.schedule_id !== null && segment.from < to && segment.to > from)
    ? 'covered'
    : 'idle';
};

/** The hours of silence of a day. */
export const silenceOf = (segments: readonly Segment[]): { from: number; to: number }[] => {
  const found: { from: number; to: number }[] = [];
  for (const { from, to, silence } of segments) {
    if (!silence) continue;
    const last = found.at(-1);
    if (last?.to === from) last.to = to;
    else found.push({ from, to });
  }
  return found;
};

/** A part of a day without a rule: what fills it, if anything, unless it is silent. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly page_id: string | null;
  /** Whether somebody pinned it. */
  readonly pinned: boolean;
  readonly silence: boolean;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const without = (gap: Gap, spans: readonly Span[]): Gap[] =>
  spans.reduce<Gap[]>(
    (parts, { from, to }) =>
      parts
        .flatMap((part) => [
          { ...part, to: Math.min(part.to, from) },
          { ...part, from: Math.max(part.from, to) },
        ])
        .filter((part) => part.to > part.from),
    [gap],
  );

/** The parts of a day without a rule; `rules` apply although nothing is decided by them. */
export const gapsOf = (segments: readonly Segment[], rules: readonly Span[] = []): Gap[] => {
  const found: Gap[] = [];
  for (const { from, to, schedule_id, page_id, source, silence } of segments) {
    if (schedule_id !== null) continue;
    const fill = source === 'none' ? null : page_id;
    const pinned = source === 'manual';
    const last = found.at(-1);
    if (last?.to === from && last.page_id === fill && last.pinned === pinned && last.silence === silence)
      found[found.length - 1] = { ...last, to };
    else found.push({ from, to, page_id: fill, pinned, silence });
  }
  return found.flatMap((gap) => without(gap, rules));
};

/** A planned message within a day, in minutes of that day; one without an end of its own has only a beginning. */
export interface PlannedPart {
  readonly id: string;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The planned messages that begin in a day. */
export const messagesOf = (messages: readonly PlannedMessage[], day: Day): PlannedPart[] =>
  messages
    .map(({ id, text, at, until }) => ({ id, text, begin: Date.parse(at), end: Date.parse(until ?? at) }))
    .filter(({ begin }) => begin >= day.start && begin < day.end)
    .map(({ id, text, begin, end }) => ({ id, text, from: minuteIn(day, begin), to: minuteIn(day, end) }));
