import { MINUTE_MS } from '../../src/core/time/durations.ts';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import type { Condition } from '../../src/schema/boards/conditions.ts';
import { momentOf } from '../kit/language.ts';
import { home } from '../strings/home.ts';

/** What a board shows and why, in words. */
export interface StatusText {
  readonly kind: 'paused' | 'silence' | 'message' | 'page' | 'none';
  readonly title: string;
  readonly note: string | null;
}

/** What is known beside the board itself. */
export interface StatusContext {
  /** The board’s condition; null while it is not known. */
  readonly condition: Condition | null;
  readonly now: number;
  nameOf(pageId: string): string | null;
}

const pageText = (board: BoardDetail, title: string, until: string | null): StatusText => {
  if (board.source === 'manual') return { kind: 'page', title, note: until ? home.pinnedUntil(until) : home.pinned };
  if (board.scheduled_page_id === null) return { kind: 'page', title, note: until ? home.gapUntil(until) : home.gap };
  return { kind: 'page', title, note: until ? home.scheduledUntil(until) : home.scheduled };
};

const programmeText = (board: BoardDetail, { condition, now, nameOf }: StatusContext): StatusText => {
  // A page that is shown for a while goes before the pin.
  const chosen = condition?.because === 'pin' && condition.until ? board.resolved_page_id : board.active_page_id;
  const id = (board.source === 'manual' ? chosen : board.scheduled_page_id) ?? board.resolved_page_id;
  const skipped = condition?.skipped;
  if ((!id || board.source === 'none') && skipped) {
    return {
      kind: 'none',
      title: home.skippedRule(skipped.start_time, skipped.end_time ?? 'midnight'),
      note: skipped.page_exists ? home.skippedUnfit : home.skippedNote,
    };
  }
  if (!id || board.source === 'none') {
    const wanted = board.active_page_id ?? board.scheduled_page_id;
    const empty = wanted && nameOf(wanted);
    if (empty) return { kind: 'none', title: empty, note: home.emptyNote };
    return { kind: 'none', title: home.nothingPlanned, note: home.nothingNote };
  }
  return pageText(board, nameOf(id) ?? home.unknownPage, momentOf(condition?.until ?? null, now));
};

const messageText = (condition: Condition | null, now: number): StatusText => {
  const since = momentOf(condition?.since ?? null, now);
  return { kind: 'message', title: since ? home.messageSince(since) : home.message, note: null };
};

/** Whether a message is what a board shows. */
export const isMessage = (because: Condition['because'] | undefined): boolean =>
  ['critical', 'urgent', 'timed', 'untimed'].includes(because ?? '');

/** Whether a page is shown for a while, before the pin. */
const isForAWhile = ({ active_page_id: pinned }: BoardDetail, condition: Condition | null): boolean =>
  condition?.because === 'pin' && condition.until !== null && condition.page_id !== pinned;

/**
 * Whether something else is shown instead of a board's programme: a message, silence, a page for a while, or whatever
 * it had when paused.
 */
export const isCovered = (board: BoardDetail, condition: Condition | null): boolean =>
  board.paused ||
  board.override_expires_at !== null ||
  isMessage(condition?.because) ||
  isForAWhile(board, condition) ||
  ['quiet', 'silence', 'trigger', 'follow'].includes(condition?.because ?? '');

/** What a board shows and why: the order is that of the service's rules. */
export const statusText = (board: BoardDetail, around: StatusContext): StatusText => {
  const { condition, now } = around;
  const ends = momentOf(condition?.until ?? null, now);
  if (board.paused)
    return { kind: 'paused', title: ends ? home.pausedUntil(ends) : home.paused, note: home.pausedNote };
  if (condition?.because === 'quiet')
    return { kind: 'paused', title: ends ? home.quietUntil(ends) : home.quiet, note: ends && home.silenceNote };
  const left = board.override_expires_at;
  if (left)
    return {
      kind: 'message',
      title: home.messageLeft(Math.max(1, Math.ceil((Date.parse(left) - now) / MINUTE_MS)), momentOf(left, now)),
      note: null,
    };
  const because = condition?.because;
  if (because === 'silence')
    return { kind: 'silence', title: ends ? home.silenceUntil(ends) : home.silence, note: ends && home.silenceNote };
  if (isMessage(because)) return messageText(condition, now);
  if (because === 'trigger' || because === 'follow')
    return { kind: 'message', title: because === 'follow' ? home.followed : home.trigger, note: null };
  return programmeText(board, around);
};
