import type { Page } from '../../schema/content/pages.ts';
import type { Schedule } from '../../schema/content/schedules.ts';
import { fits, geometryOf } from '../flaps/geometry.ts';
import { activeRule, rulesOf } from '../schedule/schedule.ts';
import type { SelectionInput, Skipped } from '../collection/collection.ts';
import { once } from '../memo.ts';
import type { Turn } from '../../schema/state.ts';
import type { ArbiterInput, Baseline } from './decision.ts';
import { chosenAt, turnedTo } from './stays.ts';

/** How a collection chooses is loaded with the first that is shown. */
const choosing = once(() => require('../collection/collection.ts') as typeof import('../collection/collection.ts'));

/** A reference resolved to the page that is shown for it, and the instant (ms) of its next rotation. */
export interface Resolved {
  readonly page_id: string;
  readonly next_check: number | null;
  readonly skipped: readonly Skipped[];
}

const fitsBoard = ({ board }: ArbiterInput, page: Page | undefined): boolean =>
  page !== undefined && fits(geometryOf(page), geometryOf(board));

const selectionInput = (input: ArbiterInput, position: number): SelectionInput => {
  const { pages, evaluateRule, zone, isEmpty } = input;
  return {
    evaluateRule,
    zone,
    position,
    usable: (id) => fitsBoard(input, pages.get(id)),
    isEmpty: (id) => {
      const page = pages.get(id);
      return page !== undefined && isEmpty(page);
    },
    secondsOf: (id) => pages.get(id)?.duration_seconds,
  };
};

/**
 * The turn of the rotation that a board returns to: to its next or previous member, or with 0 to where it stands. Null
 * when no rotation runs there.
 */
export const turnOf = (input: ArbiterInput, at: number, by: 1 | 0 | -1): Turn | null => {
  const collection = input.collections.get(baselineAt(input, at).selected_page_id ?? '');
  if (!collection) return null;
  const { turn } = input.programme;
  const { position } = turn?.collection_id === collection.id ? turnedTo(turn, at) : { position: at };
  const given = selectionInput(input, position);
  const next = choosing().neighbourPosition(collection, at, given, by === -1 ? -1 : 1);
  if (next === null) return null;
  return { collection_id: collection.id, shift_ms: (by === 0 ? position : next) - at, hold: null };
};

/**
 * The page that a page or collection id stands for on the board at an instant; null when it was deleted or nothing of
 * it fits the board.
 */
export const resolveReference = (
  input: ArbiterInput,
  id: string,
  at: number,
  turn: Turn | null = null,
): Resolved | null => {
  const { pages, collections } = input;
  const collection = collections.get(id);
  if (!collection) return fitsBoard(input, pages.get(id)) ? { page_id: id, next_check: null, skipped: [] } : null;
  const { position, heldUntil } = turn ? turnedTo(turn, at) : { position: at, heldUntil: null };
  const { page_id, next_check, skipped } = choosing().resolveCollection(
    collection,
    at,
    selectionInput(input, position),
  );
  return page_id === null ? null : { page_id, next_check: heldUntil ?? next_check, skipped };
};

/** The same for what a board returns to, whose rotation may have been turned by hand. */
const resolveSelected = (input: ArbiterInput, id: string, at: number): Resolved | null => {
  const { turn } = input.programme;
  return resolveReference(input, id, at, turn?.collection_id === id ? turn : null);
};

interface Scheduled {
  readonly rule: { readonly id: string; readonly page_id: string };
  readonly resolved: Resolved;
}

const scheduledAt = (input: ArbiterInput, at: number): Scheduled | null => {
  const { board, isPrimary, schedules, zone, settings } = input;
  if (!board.schedule_enabled) return null;
  let resolved: Resolved | null = null;
  const rules = rulesOf(board.id, isPrimary, schedules);
  const rule = activeRule(
    rules,
    at,
    zone,
    settings.location,
    ({ page_id }) => (resolved = resolveSelected(input, page_id, at)) !== null,
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
  return activeRule(rulesOf(board.id, isPrimary, schedules), at, zone, settings.location);
};

const selected = (
  because: Baseline['because'],
  id: string,
  { page_id, next_check, skipped }: Resolved,
): Omit<Baseline, 'scheduled_page_id' | 'schedule_id'> => ({
  because,
  source: because === 'pin' ? 'manual' : 'schedule',
  selected_page_id: id,
  resolved_page_id: page_id,
  next_check,
  skipped,
});

const NOTHING = {
  because: 'none',
  source: 'none',
  selected_page_id: null,
  resolved_page_id: null,
  next_check: null,
  skipped: [] as readonly Skipped[],
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
  const { schedule_enabled, default_page_id } = input.board;
  for (const id of chosenAt(input.programme, at)) {
    const chosen = resolveSelected(input, id, at);
    if (chosen) return selected('pin', id, chosen);
  }
  if (scheduled) return selected('schedule', scheduled.rule.page_id, scheduled.resolved);
  const standby = schedule_enabled && default_page_id !== null ? resolveSelected(input, default_page_id, at) : null;
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
