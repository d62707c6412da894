import type { Day } from '../../../src/core/time/day.ts';
import type { PlannedMessage, TimelineAnswer } from '../../../src/schema/content/timeline.ts';
import { minuteIn } from './days.ts';

/** One range of the service's timeline. */
export type Range = TimelineAnswer['ranges'][number];

/** A part of a day, in minutes of it. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** What decides a board within one day. */
export type Segment = Span & Pick<Range, 'schedule_id' | 'page_id' | 'source' | 'silence'>;

/** Spans in their order, where each that joins the one before it has become one with that. */
const joined = <T extends Span>(spans: readonly T[], joins: (before: T, next: T) => boolean): T[] => {
  const found: T[] = [];
  for (const next of spans) {
    const last = found.at(-1);
    if (last && joins(last, next)) found[found.length - 1] = { ...last, to: next.to };
    else found.push(next);
  }
  return found;
};

/** The ranges of a timeline that lie in a day; those that differ in the member of a rule's collection alone are one. */
export const segmentsOf = (ranges: readonly Range[], day: Day): Segment[] => {
  const segments = ranges.flatMap(({ from, to, schedule_id, page_id, source, silence }) => {
    const [begin, end] = [Date.parse(from), Date.parse(to)];
    if (end <= day.start || begin >= day.end) return [];
    return [{ from: minuteIn(day, begin), to: minuteIn(day, end), schedule_id, page_id, source, silence }];
  });
  const isSame = (a: Segment, b: Segment): boolean =>
    a.schedule_id === b.schedule_id &&
    a.silence === b.silence &&
    a.source === b.source &&
    (a.schedule_id !== null || a.page_id === b.page_id);
  return joined(segments, isSame).filter(({ from, to }) => to > from);
};

/** The parts of a block of a rule in which it decides what is shown. */
export const winningParts = (segments: readonly Segment[], ruleId: string, from: number, to: number): Span[] =>
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
export const silenceOf = (segments: readonly Segment[]): Span[] =>
  joined<Span>(
    segments.flatMap(({ from, to, silence }) => (silence ? [{ from, to }] : [])),
    (before, next) => before.to === next.from,
  );

/** A part of a day without a rule: what fills it, if anything, unless it is silent. */
export interface Gap extends Span {
  readonly page_id: string | null;
  /** Whether somebody pinned it. */
  readonly pinned: boolean;
  readonly silence: boolean;
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
  const gaps = segments
    .filter(({ schedule_id }) => schedule_id === null)
    .map(({ from, to, page_id, source, silence }) => ({
      from,
      to,
      page_id: source === 'none' ? null : page_id,
      pinned: source === 'manual',
      silence,
    }));
  const isSame = (a: Gap, b: Gap): boolean =>
    a.to === b.from && a.page_id === b.page_id && a.pinned === b.pinned && a.silence === b.silence;
  return joined<Gap>(gaps, isSame).flatMap((gap) => without(gap, rules));
};

/** A planned message within a day, in minutes of that day; one without an end of its own has only a beginning. */
export type PlannedPart = Span & Pick<PlannedMessage, 'id' | 'text'>;

/** The planned messages that begin in a day. */
export const messagesOf = (messages: readonly PlannedMessage[], day: Day): PlannedPart[] =>
  messages
    .map(({ id, text, at, until }) => ({ id, text, begin: Date.parse(at), end: Date.parse(until ?? at) }))
    .filter(({ begin }) => begin >= day.start && begin < day.end)
    .map(({ id, text, begin, end }) => ({ id, text, from: minuteIn(day, begin), to: minuteIn(day, end) }));
