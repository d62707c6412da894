import { useMemo } from 'preact/hooks';
import { dayAt, type Day } from '../../src/core/time/day.ts';
import { fits, geometryOf } from '../../src/core/flaps/geometry.ts';
import { resolveTimes } from '../../src/core/schedule/rule-times.ts';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import type { Schedule } from '../../src/schema/content/schedules.ts';
import { useResource, type Resource } from '../kit/resource.ts';
import { schedule } from '../strings/schedule.ts';
import { api } from '../api.ts';
import { pageOperations } from '../pages/operations.ts';
import { libraryOperations, scheduleOperations } from './api.ts';
import { daysText, edgeText } from './words.ts';

const load = async () => {
  const [{ timezone }, location, { pages }, { collections }] = await Promise.all([
    api.general(),
    scheduleOperations.location(),
    pageOperations.list(),
    libraryOperations.collections(),
  ]);
  return { zone: timezone, location, pages, collections };
};

/** What rules refer to: the library, the clock and the place. */
export type RuleReferences = Awaited<ReturnType<typeof load>>;

/** Loads what rules refer to, and follows its changes. */
export const useRuleReferences = (): Resource<RuleReferences> =>
  useResource('schedule references', load, ['pages', 'collections', 'settings']);

/** What rules refer to, as a view of one board asks for it. */
export interface Context extends RuleReferences {
  readonly board: BoardDetail;
  readonly now: number;
  readonly today: Day;
  /** The name of a page or collection. */
  nameOf(id: string | null): string;
  /** Whether there is such a page or collection. */
  has(id: string): boolean;
  /** Whether a page has the size of the board. */
  fits(pageId: string): boolean;
  /** Whether a page is shown by the pin of the board: it is pinned, or of the collection that is. */
  isPinned(pageId: string | null): boolean;
  /** A rule in words: what, on which days, from when to when. */
  describe(rule: Schedule): string;
  /** When a rule begins and ends, in words. */
  timesOf(rule: Schedule): readonly [from: string, to: string];
}

const contextOf = (references: RuleReferences, board: BoardDetail, now: number): Context => {
  const names = new Map([...references.pages, ...references.collections].map(({ id, name }) => [id, name]));
  const fitting = new Set(references.pages.filter((page) => fits(geometryOf(page), board)).map(({ id }) => id));
  const nameOf = (id: string | null) => names.get(id ?? '') ?? schedule.goneItem;
  const timesOf = (rule: Schedule) => {
    const times = resolveTimes(rule, now, references.zone, references.location);
    return [
      edgeText(rule, 'start', times.resolved_start_time),
      edgeText(rule, 'end', times.resolved_end_time),
    ] as const;
  };
  const pinned = board.active_page_id;
  const collection = references.collections.find(({ id }) => id === pinned);
  const byPin = new Set([pinned, collection?.fallback_page_id, ...(collection?.page_ids ?? [])]);
  return {
    ...references,
    board,
    now,
    today: dayAt(now, references.zone),
    nameOf,
    has: (id) => names.has(id),
    fits: (id) => fitting.has(id),
    isPinned: (id) => pinned !== null && byPin.has(id),
    timesOf,
    describe: (rule) => schedule.ruleName(nameOf(rule.page_id), daysText(rule), ...timesOf(rule)),
  };
};

/** What rules refer to, as a view of one board asks for it; the same object until something of it changes. */
export const useContext = (references: RuleReferences, board: BoardDetail, now: number): Context =>
  useMemo(() => contextOf(references, board, now), [references, board, now]);
