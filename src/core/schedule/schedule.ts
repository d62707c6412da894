import type { Schedule } from '../../schema/content/schedules.ts';
import type { Location } from '../../schema/appliance/location.ts';
import { dayAt } from '../time/day.ts';
import { oncePer } from '../memo.ts';
import { groupBy } from '../records.ts';
import { earlier, nextEdge, spanAt } from './recurrence.ts';
import { readyRule } from './rule.ts';

const NO_RULES: readonly Schedule[] = [];

/** The enabled rules of a list, the strongest first; sorted once per list. */
const inOrder = oncePer((rules: readonly Schedule[]) =>
  rules
    .filter((rule) => rule.enabled)
    .flatMap((rule) => readyRule(rule) ?? [])
    .reverse()
    .sort((a, b) => b.tier - a.tier || b.created - a.created),
);

/**
 * The rule in force at an instant: one-off dates before annual ones before weekly ones, then the newest, then the last
 * of the list. Rules that `accepts` refuses are skipped. The list is a value: it must not be changed afterwards.
 */
export const activeRule = (
  rules: readonly Schedule[],
  at: number,
  zone: string,
  location: Location,
  accepts: (rule: Schedule) => boolean = () => true,
): Schedule | null => {
  const today = dayAt(at, zone);
  for (const ready of inOrder(rules)) if (spanAt(ready, at, today, location) && accepts(ready.rule)) return ready.rule;
  return null;
};

/** The first instant after `at` at which an enabled rule of the list begins or ends; null when none ever does again. */
export const nextScheduleChange = (
  rules: readonly Schedule[],
  at: number,
  zone: string,
  location: Location,
): number | null => {
  const today = dayAt(at, zone);
  let first: number | null = null;
  for (const ready of inOrder(rules)) first = earlier(first, nextEdge(ready, at, today, location));
  return first;
};

/** What decides which rules count on a board, and when. */
export interface RuleInput {
  readonly board: { readonly id: string };
  readonly isPrimary: boolean;
  readonly schedules: readonly Schedule[];
  readonly zone: string;
  readonly settings: { readonly location: Location };
  readonly at: number;
}

const oldestFirst = (rules: readonly Schedule[]): Schedule[] =>
  [...rules].sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));

/** The rules of each slot, and those of a primary board together with the default slot's. */
const slotsOf = oncePer((schedules: readonly Schedule[]) => ({
  own: groupBy(oldestFirst(schedules), ({ board_id }) => board_id),
  ofPrimary: new Map<string, readonly Schedule[]>(),
}));

/**
 * The rules that count for a board, oldest first: its own, and for the primary also those of the default slot `""`. The
 * same list object is answered for the same `schedules`, which must not be changed afterwards.
 */
export const rulesOf = (boardId: string, isPrimary: boolean, schedules: readonly Schedule[]): readonly Schedule[] => {
  const { own, ofPrimary } = slotsOf(schedules);
  if (!isPrimary) return own.get(boardId) ?? NO_RULES;
  let merged = ofPrimary.get(boardId);
  if (!merged) ofPrimary.set(boardId, (merged = oldestFirst([...(own.get('') ?? []), ...(own.get(boardId) ?? [])])));
  return merged;
};
