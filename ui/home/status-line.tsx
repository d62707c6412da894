import { useEffect, useState } from 'preact/hooks';
import type { BoardDetail } from '../../src/schema/board.ts';
import type { TimelineAnswer } from '../../src/schema/timeline.ts';
import { request } from '../api.ts';
import { useResource } from '../kit/resource.ts';
import { library, shownOn } from '../library.ts';
import type { CodeRows } from '../library.ts';
import { useStore } from '../store.ts';
import { tellWhy } from './why.ts';

const MINUTE_MS = 60_000;

const sameRows = (a: CodeRows | undefined, b: CodeRows): boolean => a !== undefined && JSON.stringify(a) === JSON.stringify(b);

/** The time, anew with every minute. */
const useMinute = (): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE_MS - (Date.now() % MINUTE_MS));
    return () => clearTimeout(timer);
  }, [now]);
  return Math.max(now, Date.now());
};

/** What changes the programme of a board from outside of its rules. */
const keyOf = (board: BoardDetail): string =>
  [board.id, board.source, board.active_page_id, board.scheduled_page_id, board.resolved_page_id, board.override_expires_at, board.schedule_enabled].join(' ');

/** One line below a board: what it shows and why; `brief` leaves out the advice that comes with having nothing to show. */
export const StatusLine = ({ board, brief = false }: { board: BoardDetail; brief?: boolean }) => {
  const now = useMinute();
  const timeline = useResource(`${keyOf(board)} ${Math.floor(now / MINUTE_MS)}`, () => request<TimelineAnswer>('GET', `/timeline?board_id=${encodeURIComponent(board.id)}`), ['schedules', 'settings']);
  const [last, setLast] = useState<TimelineAnswer | null>(null);
  useEffect(() => {
    if (timeline.value) setLast(timeline.value);
  }, [timeline.value]);
  const names = useStore(library, (state) => state.names);
  const message = useStore(library, (state) => sameRows(state.messages[board.id], shownOn(state, board.id)));
  const { kind, title, note } = tellWhy(board, { timeline: timeline.value ?? last, message, now, nameOf: (id) => names[id] ?? null });
  return (
    <p class={`status status-${kind}`}>
      <span class="status-title">{title}</span>
      {note && !(brief && kind !== 'page') && <span class="status-note">{note}</span>}
    </p>
  );
};
