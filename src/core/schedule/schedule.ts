import type { Schedule } from '../../schema/content/schedules.ts';
import type { Location } from '../../schema/appliance/location.ts';
import { dayAt } from '../time/day.ts';
import { nextEdge, spanAt } from './recurrence.ts';
import { readyRule, type ReadyRule } from './rule.ts';

const ordered = new WeakMap<readonly Schedule[], readonly ReadyRule[]>();

const slots = new WeakMap<readonly Schedule[], Slots>();

const NO_RULES: readonly Schedule[] = [];

/** The enabled rules of a list, the strongest first; sorted once per list. */
const inOrder = (rules: readonly Schedule[]): readonly ReadyRule[] => {
  let list = ordered.get(rules);
  if (!list) {
    list = rules
      .filter((rule) => rule.enabled)
      .flatMap((rule) => readyRule(rule) ?? [])
      .reverse()
      .sort((a, b) => b.tier - a.tier || b.created - a.created);
    ordered.set(rules, list);
  }
  return list;
};

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
  for (const ready of inOrder(rules)) {
    const edge = nextEdge(ready, at, today, location);
    if (edge !== null && (first === null || edge < first)) first = edge;
  }
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

interface Slots {
  readonly own: ReadonlyMap<string, readonly Schedule[]>;
  readonly ofPrimary: Map<string, readonly Schedule[]>;
}

const oldestFirst = (rules: readonly Schedule[]): Schedule[] =>
  [...rules].sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));

const slotsOf = (schedules: readonly Schedule[]): Slots => {
  let found = slots.get(schedules);
  if (!found) {
    const own = new Map<string, Schedule[]>();
    for (const rule of oldestFirst(schedules)) {
      const list = own.get(rule.board_id);
      if (list) list.push(rule);
      else own.set(rule.board_id, [rule]);
    }
    slots.set(schedules, (found = { own, ofPrimary: new Map() }));
  }
  return found;
};

/**
 * The rules that count for a board, oldest first: its own, and for the primary also those of the default slot `""`. The
 * same list object is answered for the same `schedules`, which must not be changed afterwards.
 */
export const rulesOf = (
  boardId: string,
  primaryId: string | null,
  schedules: readonly Schedule[],
): readonly Schedule[] => {
  const { own, ofPrimary } = slotsOf(schedules);
  if (boardId !== primaryId || boardId === '') return own.get(boardId) ?? NO_RULES;
  let merged = ofPrimary.get(boardId);
  if (!merged) ofPrimary.set(boardId, (merged = oldestFirst([...(own.get('') ?? []), ...(own.get(boardId) ?? [])])));
  return merged;
};
