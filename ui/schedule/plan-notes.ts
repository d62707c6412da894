import { DAY_NAMES } from '../../src/core/schedule/calendar.ts';
import { weekdaysText } from '../../src/core/schedule/day-words.ts';
import { schedule } from '../strings/schedule.ts';
import type { PlanReport } from '../../src/schema/content/schedules.ts';

/** Something worth knowing about a plan: one sentence, and what it sums up. */
export interface PlanNote {
  readonly text: string;
  readonly details: readonly string[];
}

const MOST_NOTES = 3;
const MOST_DETAILS = 20;
const END_OF_DAY = '23:59';

const shorten = (details: readonly string[]): readonly string[] =>
  details.length <= MOST_DETAILS
    ? details
    : [...details.slice(0, MOST_DETAILS), schedule.more(details.length - MOST_DETAILS)];

const single = (text: string): PlanNote => ({ text, details: [] });

/** How often each pair of pages overlaps, the most frequent first. */
const pairsOf = (overlaps: PlanReport['overlaps'], nameOf: (ruleId: string) => string): string[] => {
  const counts = new Map<string, { names: readonly [string, string]; count: number }>();
  for (const { schedule1_id, schedule2_id } of overlaps) {
    const names = [nameOf(schedule1_id), nameOf(schedule2_id)].sort() as [string, string];
    const key = JSON.stringify(names);
    counts.set(key, { names, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()]
    .sort((one, other) => other.count - one.count)
    .map(({ names: [first, second], count }) => schedule.overlapsOf(first, second, count));
};

const overlapNotes = (overlaps: PlanReport['overlaps'], nameOf: (ruleId: string) => string): PlanNote[] => {
  if (overlaps.length > MOST_NOTES)
    return [{ text: schedule.overlaps(overlaps.length), details: shorten(pairsOf(overlaps, nameOf)) }];
  return overlaps.map(({ schedule1_id, schedule2_id, conflict_description }) =>
    single(schedule.overlap(nameOf(schedule1_id), nameOf(schedule2_id), conflict_description)),
  );
};

const gapNotes = (gaps: PlanReport['gaps']): PlanNote[] => {
  const told = gaps.map(({ start_time, end_time, days }) => {
    const places = DAY_NAMES.flatMap((name, place) => (days.includes(name) ? [place] : []));
    return [start_time, end_time === END_OF_DAY ? schedule.endOfDay : end_time, weekdaysText(places)] as const;
  });
  if (told.length > MOST_NOTES)
    return [{ text: schedule.gaps(told.length), details: shorten(told.map((gap) => schedule.gapOf(...gap))) }];
  return told.map((gap) => single(schedule.gap(...gap)));
};

/**
 * What is odd about the weekly rules of a board, at most a few sentences: many of a kind are counted. `gaps` only when
 * nothing else fills them.
 */
export const planNotes = (report: PlanReport, nameOf: (ruleId: string) => string, tellGaps: boolean): PlanNote[] => [
  ...overlapNotes(report.overlaps, nameOf),
  ...(tellGaps ? gapNotes(report.gaps) : []),
];
