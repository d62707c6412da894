import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { Collection } from '../../schema/content/collections.ts';
import type { Dimensions } from '../../schema/common.ts';
import type { Page } from '../../schema/content/pages.ts';
import type { PlanReport, Schedule } from '../../schema/content/schedules.ts';
import type { Location } from '../../schema/appliance/location.ts';
import { dayAt, type Day } from '../time/day.ts';
import { describeGeometry, fits, geometryOf } from '../flaps/geometry.ts';
import { DAY_NAMES } from './calendar.ts';
import { weekdaysText } from './day-words.ts';
import { freeTimes, type FreeTime } from './gap.ts';
import { overlapOf } from './overlap.ts';
import { edgeMinute, readyRule, sunMinute, type ReadyRule } from './rule.ts';
import { DAY_MINUTES, formatTime } from '../time/time-of-day.ts';

/** The context in which a written rule is checked. */
export interface RuleContext {
  readonly rule: Schedule;
  /** All rules of its board; the rule itself may be among them. */
  readonly rules: readonly Schedule[];
  readonly board: Pick<StoredBoard, 'name' | 'default_page_id'> & Dimensions;
  readonly pages: ReadonlyMap<string, Page>;
  readonly collections: ReadonlyMap<string, Collection>;
  readonly zone: string;
  readonly location: Location;
  readonly at: number;
}

const LAST_MINUTE = DAY_MINUTES - 1;

const enabledRules = (rules: readonly Schedule[]): ReadyRule[] =>
  rules.filter((rule) => rule.enabled).flatMap((rule) => readyRule(rule) ?? []);

const timesText = (ready: ReadyRule, today: Day, location: Location): string => {
  const end = edgeMinute(ready.end, today, location);
  return (
    `${formatTime(edgeMinute(ready.start, today, location) ?? 0)} to ` + (end === null ? 'midnight' : formatTime(end))
  );
};

const gapsOf = (free: readonly FreeTime[]): PlanReport['gaps'] =>
  free.map(({ start, end, days }) => ({
    start_time: formatTime(start),
    end_time: formatTime(end),
    days: days.map((day) => DAY_NAMES[day] ?? ''),
  }));

/** So many overlaps are told: two thousand rules may have two million. */
const MOST_OVERLAPS = 5000;

/**
 * Which enabled weekly rules of a board overlap, and when it has none for longer than 15 minutes; the sun is taken as
 * of today. Each rule is held against all that come after it in a step of its own; the report comes at the end.
 */
export function* validateSchedules(
  rules: readonly Schedule[],
  at: number,
  zone: string,
  location: Location,
): Generator<void, PlanReport> {
  const today = dayAt(at, zone);
  const weekly = enabledRules(rules).filter((ready) => ready.rule.recurrence_type === 'weekly');
  const overlaps: PlanReport['overlaps'] = [];
  for (const [index, first] of weekly.entries()) {
    for (const second of weekly.slice(index + 1)) {
      if (overlaps.length === MOST_OVERLAPS) break;
      const when = overlapOf(first, second, today, location);
      if (when === null) continue;
      const [one, other] = [timesText(first, today, location), timesText(second, today, location)];
      const conflict_description = `${one} and ${other} overlap ${when}`;
      overlaps.push({ schedule1_id: first.rule.id, schedule2_id: second.rule.id, conflict_description });
    }
    yield;
  }
  return { valid: overlaps.length === 0, overlaps, gaps: gapsOf(freeTimes(weekly, today, location)) };
}

/**
 * Warnings about a rule that was accepted: members that do not fit the board, overlaps with other rules of its kind,
 * hours without rule and default page, a sun time that cannot be computed. Empty when there is nothing.
 */
export const ruleWarnings = (context: RuleContext): string[] => [
  ...memberWarnings(context),
  ...sunWarnings(context),
  ...overlapWarnings(context),
  ...gapWarnings(context),
];

const memberWarnings = ({ rule, board, pages, collections }: RuleContext): string[] => {
  const collection = collections.get(rule.page_id);
  const own = pages.get(rule.page_id);
  if (!collection)
    return own
      ? misfit(`The page "${own.name}"`, own, board, 'the rule is passed over')
      : ['The page of this rule no longer exists; the rule is passed over.'];
  return collection.page_ids.flatMap((id) => {
    const page = pages.get(id);
    if (!page) return [`The collection "${collection.name}" has a member that no longer exists; it is left out.`];
    return misfit(`The member "${page.name}"`, page, board, 'it is left out');
  });
};

const misfit = (what: string, page: Page, board: RuleContext['board'], so: string): string[] => {
  const [own, display] = [geometryOf(page), geometryOf(board)];
  if (fits(own, display)) return [];
  return [
    `${what} is made for ${describeGeometry(own)} and does not fit the board "${board.name}", ` +
      `${describeGeometry(display)}; ${so}.`,
  ];
};

const sunWarnings = ({ rule, zone, location, at }: RuleContext): string[] => {
  const ready = readyRule(rule);
  if (!ready) return [];
  const known = location.latitude !== null && location.longitude !== null;
  const today = dayAt(at, zone);
  return [ready.start, ready.end].flatMap((edge) => {
    if (edge.type === 'fixed' || sunMinute(edge, today, location) !== null) return [];
    const instead = edge.minute === null ? 'midnight' : formatTime(edge.minute);
    const cause = known ? `There is no ${edge.type} today` : `There is no location to compute the ${edge.type} for`;
    return [`${cause}: ${instead} applies instead.`];
  });
};

const MOST_TOLD = 3;

/** The first few of many sentences, and one about all others. */
const firstOf = (sentences: readonly string[], others: (count: number) => string): string[] =>
  sentences.length <= MOST_TOLD
    ? [...sentences]
    : [...sentences.slice(0, MOST_TOLD - 1), others(sentences.length - MOST_TOLD + 1)];

const overlapWarnings = ({ rule, rules, pages, collections, zone, location, at }: RuleContext): string[] => {
  const ready = rule.enabled ? readyRule(rule) : null;
  if (!ready) return [];
  const today = dayAt(at, zone);
  const overlaps = enabledRules(rules.filter((other) => other.id !== rule.id)).flatMap((other) => {
    const when = overlapOf(ready, other, today, location);
    if (when === null) return [];
    const name = pages.get(other.rule.page_id)?.name ?? collections.get(other.rule.page_id)?.name ?? null;
    const what = name === null ? 'a deleted page' : `"${name}"`;
    return [`Overlaps the rule ${timesText(other, today, location)} for ${what} ${when}; the newer rule wins.`];
  });
  return firstOf(overlaps, (count) => `Overlaps ${count} more rules; the newer rule wins each time.`);
};

const gapText = ({ start, end, days }: FreeTime): string =>
  `Nothing is scheduled from ${formatTime(start)} to ` +
  `${end === LAST_MINUTE ? 'midnight' : formatTime(end)}, ${weekdaysText(days)}, and the board has no ` +
  'default page.';

const gapWarnings = ({ rule, rules, board, zone, location, at }: RuleContext): string[] => {
  if (board.default_page_id !== null) return [];
  const plan = enabledRules([...rules.filter((other) => other.id !== rule.id), rule]).filter(
    (ready) => ready.rule.recurrence_type === 'weekly',
  );
  const gaps = freeTimes(plan, dayAt(at, zone), location).map(gapText);
  return firstOf(gaps, (count) => `Nothing is scheduled at ${count} more times of the week either.`);
};
