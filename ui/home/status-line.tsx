import type { BoardDetail } from '../../src/schema/board.ts';
import { library, shownOn } from '../library.ts';
import type { CodeRows, Library } from '../library.ts';
import { useStore } from '../store.ts';
import { strings } from '../strings.ts';

const clockTime = (instant: string): string => new Date(instant).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

/** Local time of day of an instant, as the reader's system writes it; null stays null. */
export const timeOfDay = (instant: string | null): string | null => (instant ? clockTime(instant) : null);

const nameOf = (state: Library, id: string): string => state.names[id] ?? strings.unknownPage;

const sameRows = (a: CodeRows | undefined, b: CodeRows): boolean => a !== undefined && JSON.stringify(a) === JSON.stringify(b);

interface Status {
  readonly kind: 'paused' | 'message' | 'page' | 'none';
  readonly title: string;
  readonly note: string | null;
}

/** What a board shows and why, in words. */
export const statusOf = (board: BoardDetail, state: Library): Status => {
  if (board.paused) return { kind: 'paused', title: strings.paused, note: strings.pausedNote };
  const until = timeOfDay(board.override_expires_at);
  if (until) return { kind: 'message', title: strings.messageUntil(until), note: null };
  if (sameRows(state.messages[board.id], shownOn(state, board.id))) return { kind: 'message', title: strings.message, note: null };
  const id = (board.source === 'manual' ? board.active_page_id : board.scheduled_page_id) ?? board.resolved_page_id;
  if (!id || board.source === 'none') return { kind: 'none', title: strings.nothingPlanned, note: null };
  return { kind: 'page', title: nameOf(state, id), note: board.source === 'manual' ? strings.pinned : strings.scheduled };
};

/** One line below a board: what it shows and why. */
export const StatusLine = ({ board }: { board: BoardDetail }) => {
  const { kind, title, note } = JSON.parse(useStore(library, (state) => JSON.stringify(statusOf(board, state)))) as Status;
  return (
    <p class={`status status-${kind}`}>
      <span class="status-title">{title}</span>
      {note && <span class="status-note">{note}</span>}
    </p>
  );
};
