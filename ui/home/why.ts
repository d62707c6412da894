import type { BoardDetail } from '../../src/schema/board.ts';
import type { TimelineAnswer } from '../../src/schema/timeline.ts';
import { inZone } from '../kit/zone.ts';
import { home } from '../strings/home.ts';

/** What a board shows and why, in words. */
export interface Why {
  readonly kind: 'paused' | 'silence' | 'message' | 'page' | 'none';
  readonly title: string;
  readonly note: string | null;
}

/** What is known beside the board itself. */
export interface Circumstances {
  /** What comes, from now on; null while it is not known. */
  readonly timeline: TimelineAnswer | null;
  /** Whether the board shows a message without an end. */
  readonly message: boolean;
  readonly now: number;
  nameOf(pageId: string): string | null;
}

/** Time of day of an instant where the appliance is, as the reader's system writes it; null stays null. */
export const timeOfDay = (instant: string | null): string | null => (instant ? new Date(instant).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', ...inZone() }) : null);

/** The date where the appliance is, to compare. */
const dayOf = (ms: number): string => new Date(ms).toLocaleDateString('sv', inZone());

/** When something ends, in words; null when that is further away than the view looks. */
const endOf = (to: string, horizon: string, now: number): string | null => {
  const time = timeOfDay(to);
  if (!time || Date.parse(to) >= Date.parse(horizon)) return null;
  return dayOf(Date.parse(to)) > dayOf(now) ? home.tomorrow(time) : time;
};

const tellPage = (board: BoardDetail, title: string, until: string | null): Why => {
  if (board.source === 'manual') return { kind: 'page', title, note: home.pinned };
  if (board.scheduled_page_id === null) return { kind: 'page', title, note: until ? home.gapUntil(until) : home.gap };
  return { kind: 'page', title, note: until ? home.scheduledUntil(until) : home.scheduled };
};

/** What a board shows and why: the order is that of the service's rules. */
export const tellWhy = (board: BoardDetail, { timeline, message, now, nameOf }: Circumstances): Why => {
  if (board.paused) return { kind: 'paused', title: home.paused, note: home.pausedNote };
  const left = board.override_expires_at;
  if (left) return { kind: 'message', title: home.messageLeft(Math.floor(Math.max(0, Date.parse(left) - now) / 60_000), timeOfDay(left) ?? ''), note: null };
  const range = timeline?.ranges.find(({ from, to }) => Date.parse(from) <= now && now < Date.parse(to));
  const until = range && timeline ? endOf(range.to, timeline.to, now) : null;
  if (range?.silence) return { kind: 'silence', title: until ? home.silenceUntil(until) : home.silence, note: home.silenceNote };
  if (message) return { kind: 'message', title: home.message, note: null };
  const id = (board.source === 'manual' ? board.active_page_id : board.scheduled_page_id) ?? board.resolved_page_id;
  if (!id || board.source === 'none') return { kind: 'none', title: home.nothingPlanned, note: home.nothingNote };
  return tellPage(board, nameOf(id) ?? home.unknownPage, until);
};
