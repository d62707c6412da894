import type { Source } from '../../schema/boards.ts';
import type { Schedule } from '../../schema/schedules.ts';
import { fits, geometryOf } from '../geometry.ts';
import { activeRule, rulesOf } from '../schedule.ts';
import { resolveCollection } from '../collection.ts';
import type { ArbiterInput } from './decision.ts';

/** A reference resolved to the page that is shown for it, and the instant (ms) of its next rotation. */
export interface Resolved {
  readonly page_id: string;
  readonly next_check: number | null;
}

/** What a board returns to when no message, trigger or silence window is in the way. */
export interface Baseline {
  readonly because: 'follow' | 'pin' | 'schedule' | 'default' | 'none';
  readonly source: Source;
  readonly scheduled_page_id: string | null;
  readonly schedule_id: string | null;
  readonly selected_page_id: string | null;
  readonly resolved_page_id: string | null;
  readonly next_check: number | null;
}

/**
 * The page that a page or collection id stands for on the board at an instant; null when it was deleted or nothing of
 * it fits the board.
 */
export const resolveReference = (input: ArbiterInput, id: string, at: number): Resolved | null => {
  const { board, pages, collections, evaluateRule } = input;
  const display = geometryOf(board);
  const usable = (pageId: string): boolean => {
    const page = pages.get(pageId);
    return page !== undefined && fits(geometryOf(page), display);
  };
  const collection = collections.get(id);
  if (!collection) return usable(id) ? { page_id: id, next_check: null } : null;
  const { page_id, next_check } = resolveCollection(collection, at, evaluateRule, usable);
  return page_id === null ? null : { page_id, next_check };
};

interface Scheduled {
  readonly rule: { readonly id: string; readonly page_id: string };
  readonly resolved: Resolved;
}

const scheduledAt = (input: ArbiterInput, at: number): Scheduled | null => {
  const { board, isPrimary, schedules, zone, settings } = input;
  if (!board.schedule_enabled) return null;
  let resolved: Resolved | null = null;
  const rules = rulesOf(board.id, isPrimary ? board.id : null, schedules);
  const rule = activeRule(
    rules,
    at,
    zone,
    settings.location,
    ({ page_id }) => (resolved = resolveReference(input, page_id, at)) !== null,
  );
  return rule && resolved && { rule, resolved };
};

/**
 * The strongest rule that is running although nothing can be shown for it: its page was deleted or does not fit. Null
 * while a rule is shown.
 */
export const skippedRule = (input: ArbiterInput, at: number): Schedule | null => {
  const { board, isPrimary, schedules, zone, settings } = input;
  if (!board.schedule_enabled || scheduledAt(input, at)) return null;
  return activeRule(rulesOf(board.id, isPrimary ? board.id : null, schedules), at, zone, settings.location);
};

const selected = (
  because: Baseline['because'],
  id: string,
  { page_id, next_check }: Resolved,
): Pick<Baseline, 'because' | 'source' | 'selected_page_id' | 'resolved_page_id' | 'next_check'> => ({
  because,
  source: because === 'pin' ? 'manual' : 'schedule',
  selected_page_id: id,
  resolved_page_id: page_id,
  next_check,
});

const NOTHING = {
  because: 'none',
  source: 'none',
  selected_page_id: null,
  resolved_page_id: null,
  next_check: null,
} as const;

/**
 * A frame that is followed goes before pin, rules and default page; one that has ended gives way to them, and is
 * blanked where there are none (rules, F3).
 */
const followedOr = <TBase extends Pick<Baseline, 'because'>>({ followed }: ArbiterInput, at: number, own: TBase) => {
  if (!followed || ((followed.until ?? Infinity) <= at && own.because !== 'none')) return own;
  return { ...NOTHING, because: 'follow' } as const;
};

const pinnedOrScheduled = (input: ArbiterInput, scheduled: Scheduled | null, at: number) => {
  const { active_page_id } = input.programme;
  const { schedule_enabled, default_page_id } = input.board;
  const pinned = active_page_id === null ? null : resolveReference(input, active_page_id, at);
  if (active_page_id !== null && pinned) return selected('pin', active_page_id, pinned);
  if (scheduled) return selected('schedule', scheduled.rule.page_id, scheduled.resolved);
  const standby = schedule_enabled && default_page_id !== null ? resolveReference(input, default_page_id, at) : null;
  return default_page_id !== null && standby ? selected('default', default_page_id, standby) : NOTHING;
};

/**
 * What a board shows by its pin, its rules and its default page at an instant; rules and default page count while its
 * schedule is on.
 */
export const baselineAt = (input: ArbiterInput, at: number): Baseline => {
  const scheduled = scheduledAt(input, at);
  const base = followedOr(input, at, pinnedOrScheduled(input, scheduled, at));
  return { ...base, scheduled_page_id: scheduled?.rule.page_id ?? null, schedule_id: scheduled?.rule.id ?? null };
};
