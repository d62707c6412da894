import type { Schedule } from '../../schema/content/schedules.ts';
import type { Location } from '../../schema/appliance/location.ts';
import { dayAt } from '../time/day.ts';
import { edgeMinute, readyRule } from './rule.ts';
import { formatTime } from '../time/time-of-day.ts';
import { activeRule, nextScheduleChange, rulesOf, type RuleInput } from './schedule.ts';

/** Rules that begin and end before the search for the next one that begins is given up. */
const MOST_EDGES = 500;

/** Rules that are looked at before it is: some 100 ms. */
const MOST_LOOKS = 50_000;

/**
 * The first instant (ms) after `input.at` at which another rule than before comes into force on a board; null when none
 * does.
 */
export const nextRuleStart = (input: RuleInput): number | null => {
  const { board, isPrimary, schedules, zone, settings } = input;
  const rules = rulesOf(board.id, isPrimary, schedules);
  let { at } = input;
  let before = activeRule(rules, at, zone, settings.location);
  const edges = Math.min(MOST_EDGES, MOST_LOOKS / rules.length);
  for (let looked = 0; looked < edges; looked++) {
    const edge = nextScheduleChange(rules, at, zone, settings.location);
    if (edge === null) return null;
    at = edge;
    const rule = activeRule(rules, at, zone, settings.location);
    if (rule && rule.id !== before?.id) return at;
    before = rule;
  }
  return null;
};

/**
 * A rule's times on the clock of today, `HH:MM`: the stored ones, or the sun's; the end is null when it lasts to the
 * end of the day.
 */
export const resolveTimes = (
  rule: Schedule,
  at: number,
  zone: string,
  location: Location,
): { resolved_start_time: string; resolved_end_time: string | null } => {
  const ready = readyRule(rule);
  if (!ready) return { resolved_start_time: rule.start_time, resolved_end_time: rule.end_time };
  const today = dayAt(at, zone);
  const end = edgeMinute(ready.end, today, location);
  return {
    resolved_start_time: formatTime(edgeMinute(ready.start, today, location) ?? 0),
    resolved_end_time: end === null ? null : formatTime(end),
  };
};
